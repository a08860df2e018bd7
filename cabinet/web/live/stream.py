"""The live view: the cabinet's own picture, to every browser that watches.

A browser says `seen` for each picture it has shown, and has at most two on their way;
the screen is asked for a picture only when somebody has room for one. So the slowest
phone gets what it can take, nobody waits for it, and where nobody watches nothing is
even connected.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cabinet.protocol.live import (
    HEAD,
    LONGEST,
    MOST_UNSEEN,
    MUSIC,
    PICTURE,
    REQUEST,
    NotLiveError,
    unpack,
)

log = logging.getLogger("cabinet.web")

MOST_VIEWERS: Final = 8
RECONNECT: Final = 0.25
SEEN: Final = "seen"
FULL: Final = f"{MOST_VIEWERS} browsers are watching already: close one of them first"
STRANGER: Final = "only a page of this cabinet, opened by its number, may watch it"
_MOST_WORDS: Final = 64
_TRY_LATER: Final = 1013
_RUDE: Final = 1008
_LONGEST_REASON: Final = 123

Guard: TypeAlias = Callable[[HTTPConnection], bool]
# Asked before each picture: whether it may be seen; None: no other will be either.
Sees: TypeAlias = Callable[[], bool | None]


class RudeError(ValueError):
    """A browser said what no page of ours would say."""


class Viewer:
    """One browser that watches, as long as `sees` has nothing against it."""

    def __init__(self, picture: int, sees: "Sees") -> None:
        self.picture = picture
        self.sees = sees
        self.unseen = 0
        self.words: deque[str] = deque(maxlen=_MOST_WORDS)
        self.bell = asyncio.Event()

    def tell(self, words: str) -> None:
        """Say something, as soon as it can be heard."""
        self.words.append(words)
        self.bell.set()


class Listener(Protocol):
    """Who hears what else a browser says."""

    def hear(self, viewer: Viewer, words: str) -> None:
        """Take it, or raise `RudeError`."""

    def leave(self, viewer: Viewer) -> None:
        """The browser is gone."""


class LiveStreams:
    """Everybody who watches, and the line to the screen while somebody does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._viewers: set[Viewer] = set()
        self._watching: asyncio.Task[None] | None = None
        self._camera: asyncio.StreamWriter | None = None
        self._asked = 0
        self._number = 0
        self._picture = b""
        self._music = ""

    def tell(self, words: str) -> None:
        """Say something to everybody who watches."""
        for viewer in self._viewers:
            viewer.tell(words)

    async def watch(
        self,
        socket: WebSocket,
        listener: Listener | None = None,
        greeting: Sequence[str] = (),
        sees: Sees = lambda: True,
    ) -> None:
        """Show a browser everything until it goes; the listener gets what it says."""
        await socket.accept()
        if len(self._viewers) >= MOST_VIEWERS:
            await socket.close(_TRY_LATER, FULL)
            return
        viewer = Viewer(0 if self._picture else self._number, sees)
        for words in (*greeting, self._music):
            if words:
                viewer.tell(words)
        self._come(viewer)
        showing = asyncio.create_task(self._show(socket, viewer))
        try:
            while True:
                words = await socket.receive_text()
                if words == SEEN:
                    viewer.unseen = max(0, viewer.unseen - 1)
                    viewer.bell.set()
                elif listener:
                    listener.hear(viewer, words)
                else:
                    said = words[:40]
                    raise RudeError(f"who only watches says {SEEN!r}, not {said!r}")
        except RudeError as wrong:
            await socket.close(_RUDE, _short(str(wrong)))
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # gone, or it sent bytes
        finally:
            showing.cancel()
            self._go(viewer)
            if listener:
                listener.leave(viewer)

    def _come(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        viewer.bell.set()
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch_the_screen())

    def _go(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)
        if not self._viewers and self._watching:
            self._watching.cancel()
            self._watching = None
            self._picture, self._music = b"", ""

    async def _show(self, socket: WebSocket, viewer: Viewer) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while await viewer.bell.wait():
                viewer.bell.clear()
                while viewer.words:
                    await socket.send_text(viewer.words.popleft())
                sees = viewer.sees()
                if sees is None:
                    await socket.close(_RUDE, STRANGER)
                    return
                new = viewer.picture < self._number
                if sees and new and viewer.unseen < MOST_UNSEEN:
                    viewer.picture = self._number
                    viewer.unseen += 1
                    await socket.send_bytes(self._picture)
                self._request()

    async def _watch_the_screen(self) -> None:
        while True:
            with suppress(OSError, EOFError):
                await self._watch_once()
            await asyncio.sleep(RECONNECT)

    async def _watch_once(self) -> None:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
        self._camera, self._asked = writer, 0
        try:
            self._request()
            while True:
                kind, length = unpack(await reader.readexactly(HEAD))
                self._take(kind, await reader.readexactly(length))
        except NotLiveError as wrong:
            log.warning("live view: %s", wrong)
        finally:
            self._camera = None
            writer.close()

    def _take(self, kind: bytes, body: bytes) -> None:
        if kind == PICTURE:
            self._asked -= 1
            self._number += 1
            self._picture = body
            for viewer in self._viewers:
                viewer.bell.set()
            return
        words = body.decode()
        if kind == MUSIC:
            self._music = words
        self.tell(words)

    def _request(self) -> None:
        """Ask for as many pictures as the readiest browser has room for."""
        if self._camera is None:
            return
        room = max((MOST_UNSEEN - each.unseen for each in self._viewers), default=0)
        if self._asked < room:
            self._camera.write(REQUEST * (room - self._asked))
            self._asked = room


def _short(reason: str) -> str:
    """As much of a sentence as the end of a websocket can carry."""
    return reason.encode()[:_LONGEST_REASON].decode(errors="ignore")


async def refuse(socket: WebSocket, why: str) -> None:
    """Turn a websocket away before it is one."""
    await socket.send_denial_response(JSONResponse({"error": why}, 403))


def live_routes(
    live: LiveStreams,
    allowed: Guard,
    address: str = "/live",
    hidden: Guard = lambda _: False,
) -> list[BaseRoute]:
    """The live view to watch and no more, for those who are and stay `allowed`.

    What is `hidden` from one of them now is not shown.
    """

    async def watch(socket: WebSocket) -> None:
        def sees() -> bool | None:
            return not hidden(socket) if allowed(socket) else None

        if allowed(socket):
            await live.watch(socket, sees=sees)
        else:
            await refuse(socket, STRANGER)

    return [WebSocketRoute(address, watch)]
