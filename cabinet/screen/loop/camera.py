"""The camera: the canvas as JPEG, for whoever watches from somewhere else.

Nothing is photographed unless it was asked for and shows something new. It happens
in the time a frame leaves over, when the frame itself has been shown; most frames that
leave none are not photographed, so that a watched game runs as evenly as any other.
"""

import io
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

import pygame

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.protocol.live import MOST_UNSEEN, PICTURE, pack
from cabinet.screen.loop.window import tell

# Every second frame of sixty.
BETWEEN: Final = 2
# Where no frame leaves time over, one in so long is taken all the same: now and then
# where somebody looks on, more often where there is no other picture.
LOOKING_ON: Final = SECOND // 2
NO_WINDOW: Final = SECOND // 20
_FIRST_GUESS: Final = 4 * MILLISECOND
# Whoever leaves this much unread has stopped reading for good.
_MOST_UNSENT: Final = 2_000_000
_LONGEST_PATH: Final = 107  # of a Unix socket, on Linux


class Camera:
    """Call `frame` after each frame; it returns at once when nobody watches.

    `visit` is another number for everybody who comes to watch, and 0 for nobody. A
    picture is taken every `at_least`, though the next frame may be late for it.
    """

    def __init__(self, path: Path, clock: Clock, at_least: Nanos = LOOKING_ON) -> None:
        self._path = path
        self._clock = clock
        self._at_least = at_least
        self._server = _listen(path)
        self._watcher: socket.socket | None = None
        self._unsent = bytearray()
        self._visits = 0
        self._requests = 0
        self._new = False
        self._frames = 0
        self._taken_at: Nanos = 0
        self._cost: Nanos = _FIRST_GUESS
        self.pictures = 0

    @property
    def looks_on(self) -> bool:
        """Whether there is a display besides: not all of it is for who is far away."""
        return self._at_least == LOOKING_ON

    @property
    def visitor(self) -> int:
        """Which visit this is; 0 while nobody watches."""
        return self._visits if self._watcher else 0

    def frame(self, canvas: pygame.Surface, deadline: Nanos, *, changed: bool) -> None:
        """A frame was shown; whether it `changed` anything, when the next is due."""
        self._accept()
        if self._watcher is None:
            return
        self._listen_to(self._watcher)
        self._new = self._new or changed
        self._frames += 1
        if self._requests and self._new and self._frames >= BETWEEN:
            now = self._clock.now()
            late = now - self._taken_at > self._at_least
            if late or now + 2 * self._cost < deadline:
                self._photograph(canvas, now)
        self._flush()

    def tell(self, kind: bytes, body: bytes) -> None:
        """Say something to whoever watches."""
        if self._watcher:
            self._unsent += pack(kind, body)

    def close(self) -> None:
        """Nobody watches any more."""
        self._hang_up()
        if self._server:
            self._server.close()
            self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        if self._server is None:
            return
        with suppress(OSError):  # nobody is there, or has left already
            watcher, _ = self._server.accept()
            self._hang_up()
            watcher.setblocking(False)  # noqa: FBT003
            self._watcher = watcher
            self._visits += 1
            self._new = True

    def _listen_to(self, watcher: socket.socket) -> None:
        try:
            asked = watcher.recv(64)
        except BlockingIOError:
            return
        except OSError:
            asked = b""
        if asked:
            self._requests = min(MOST_UNSEEN, self._requests + len(asked))
        else:
            self._hang_up()

    def _photograph(self, canvas: pygame.Surface, now: Nanos) -> None:
        encoded = io.BytesIO()
        pygame.image.save(canvas, encoded, "live.jpg")
        self._unsent += pack(PICTURE, encoded.getvalue())
        self._cost = self._clock.now() - now
        self._taken_at = now
        self._requests -= 1
        self._new = False
        self._frames = 0
        self.pictures += 1

    def _flush(self) -> None:
        while self._unsent and self._watcher:
            try:
                sent = self._watcher.send(self._unsent)
            except BlockingIOError:
                break
            except OSError:
                self._hang_up()
                break
            del self._unsent[:sent]
        if len(self._unsent) > _MOST_UNSENT:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._watcher:
            self._watcher.close()
        self._watcher = None
        self._unsent.clear()
        self._requests = 0


def _listen(path: Path) -> socket.socket | None:
    """Where watchers connect; a cabinet that cannot be watched plays all the same.

    Where this path is too long for a socket so is the counter's: the counter says so.
    """
    if len(os.fsencode(path)) > _LONGEST_PATH:
        return None
    server = socket.socket(socket.AF_UNIX)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        server.bind(str(path))
        path.chmod(0o660)
        server.listen(4)
    except OSError as wrong:
        server.close()
        tell(f"nobody can watch from elsewhere: {path}: {wrong.strerror or wrong}")
        return None
    server.setblocking(False)  # noqa: FBT003
    return server
