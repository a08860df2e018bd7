"""The web program's end of every phone: tokens, what each is shown, what each plays.

A phone that is no seat's is known at once and reaches nothing. Whatever one says that
is has one answer, taken or not and why.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import count
from typing import Final

from cabinet.i18n.message import Message, message
from cabinet.platform.network import addresses
from cabinet.protocol.codec import BusMessage
from cabinet.protocol.phones import (
    PhoneAction,
    PhoneAnswer,
    PhoneButton,
    PhoneHere,
    SeatView,
)
from cabinet.protocol.snapshot import Snapshot

# Seconds after which a phone is told that the screen did not answer.
TIMEOUT: Final = 2.0
# A word now and then, so that a phone that is gone is noticed.
KEEP_ALIVE: Final = 5.0
# More windows than this on one seat and the oldest is closed.
MOST_WINDOWS: Final = 4
# What a window that nobody reads may miss: the newest is what counts.
MOST_UNREAD: Final = 8

NO_ANSWER: Final = message("phone.no_answer")
# Our address is looked up again and again: a cabinet is often on before its network
# is, and a router may give it another one in the middle of an evening.
BETWEEN_LOOKS: Final = 2.0
_EVERYWHERE: Final = ("0.0.0.0", "::")
_LOOPBACK: Final = "127."

Window = asyncio.Queue[str | None]


class PhonePages:
    """Every phone that looks, and the line to the screen while there is one."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self.send: Callable[[BusMessage], None] | None = None
        self._tokens: frozenset[str] | None = None
        self._windows: dict[str, list[Window]] = {}
        self._languages: dict[str, str] = {}
        self._views: dict[str, str] = {}
        self._waiting: dict[int, asyncio.Future[Message | None]] = {}
        self._numbers = count(1)

    def knows(self, token: str) -> bool:
        """Whether it is a seat's."""
        return self._tokens is not None and token in self._tokens

    @property
    def waits(self) -> bool:
        """Whether the counter has not said yet which seats there are."""
        return self._tokens is None

    def adopt(self, snapshot: Snapshot) -> None:
        """Know the seats of now; phones of a match that is gone are told so."""
        tokens = frozenset(filter(None, snapshot.phones))
        for token in (self._tokens or frozenset()) - tokens:
            self._views.pop(token, None)
            self._languages.pop(token, None)
            self._tell(token, '{"mode": "gone"}')
            self._tell(token, None)
        self._tokens = tokens

    def hear(self, message: SeatView | PhoneAnswer) -> None:
        """Take what the screen says to a phone."""
        if isinstance(message, SeatView):
            self._views[message.token] = message.view
            self._tell(message.token, message.view)
        elif (waiting := self._waiting.get(message.number)) and not waiting.done():
            waiting.set_result(message.why)

    def everybody(self) -> list[PhoneHere]:
        """Who looks, for a counter that does not know yet."""
        return [
            PhoneHere(token, here=True, language=self._languages.get(token, ""))
            for token in self._windows
        ]

    def close(self) -> None:
        """Close every window."""
        for windows in self._windows.values():
            for window in windows:
                _put(window, None)

    async def look(self, token: str, language: str) -> AsyncIterator[str]:
        """What a phone shows, from now on, as server-sent events."""
        window: Window = asyncio.Queue(MOST_UNREAD)
        windows = self._windows.setdefault(token, [])
        windows.append(window)
        if len(windows) > MOST_WINDOWS:
            _put(windows.pop(0), None)
        self._languages[token] = language
        self._say(PhoneHere(token, here=True, language=language))
        try:
            yield "retry: 500\n\n"
            while True:
                view: str | None = ""
                with suppress(TimeoutError):
                    view = await asyncio.wait_for(window.get(), KEEP_ALIVE)
                if view is None:
                    return
                yield f"data: {view}\n\n" if view else ": still here\n\n"
        finally:
            self._leave(token, window)

    async def play(
        self, token: str, match: int, turn: int, action: str
    ) -> Message | None:
        """Play; None when it was taken, else why not."""
        number = next(self._numbers)
        return await self._ask(PhoneAction(token, number, match, turn, action))

    async def press(self, token: str, button: str, *, down: bool) -> Message | None:
        """Press a button, or let go of it; answered like `play`."""
        return await self._ask(PhoneButton(token, next(self._numbers), button, down))

    async def stay(self, token: str) -> Message | None:
        """Its player is there, and keeps the seat or takes it back."""
        if token not in self._windows:
            return NO_ANSWER
        language = self._languages.get(token, "")
        self._say(PhoneHere(token, here=True, language=language))
        return None

    async def _ask(self, message: PhoneAction | PhoneButton) -> Message | None:
        answer: asyncio.Future[Message | None]
        answer = asyncio.get_running_loop().create_future()
        self._waiting[message.number] = answer
        self._say(message)
        try:
            return await asyncio.wait_for(answer, self._timeout)
        except TimeoutError:
            return NO_ANSWER
        finally:
            del self._waiting[message.number]

    def _say(self, message: BusMessage) -> None:
        if self.send is not None:
            self.send(message)

    def _tell(self, token: str, view: str | None) -> None:
        for window in self._windows.get(token, ()):
            _put(window, view)

    def _leave(self, token: str, window: Window) -> None:
        windows = self._windows.get(token, [])
        if window in windows:
            windows.remove(window)
        if not windows and self._windows.pop(token, None) is not None:
            self._say(PhoneHere(token, here=False))


def _put(window: Window, view: str | None) -> None:
    """Show it next; in a window that nobody reads the oldest is dropped for it."""
    if window.full():
        window.get_nowait()
    window.put_nowait(view)


def phones_at(host: str, port: int) -> str | None:
    """What a phone's address begins with, as the network is now.

    "" while there is no network; None when only this machine may ever reach us.
    """
    if host.startswith(_LOOPBACK) or host in ("localhost", "::1"):
        return None
    if host in _EVERYWHERE:
        host = _own_address()
    return f"http://{host}:{port}/p/" if host else ""


async def follow(
    where: Callable[[], str | None],
    told: str | None,
    tell: Callable[[str], None],
    between: float = BETWEEN_LOOKS,
) -> None:
    """Tell every address after `told`, for as long as this runs."""
    while True:
        await asyncio.sleep(between)
        if (found := where()) is not None and found != told:
            told = found
            tell(found)


def _own_address() -> str:
    """Ours on the network, by asking where a packet would leave; none is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(("192.0.2.1", 9))
            address: str = way.getsockname()[0]
    except OSError:
        address = next(iter(addresses()), "")
    return "" if address.startswith(_LOOPBACK) else address
