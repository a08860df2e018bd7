"""The web program's end of every phone: tokens, what each is shown, what each plays.

A phone that is no seat's is known at once and reaches nothing. Whatever one says that
is has one answer, taken or not and why. A phone of the match before is shown the way to
the same seat of the next one, until the cabinet is back in attract.
"""

import asyncio
import json
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
# In these modes nobody is there any more who has just played.
_DESERTED: Final = ("attract", "standby", "service", "out_of_order")
# Six seats, and a few matches one after the other.
MOST_KEPT: Final = 36
_EVERYWHERE: Final = ("0.0.0.0", "::")
_LOOPBACK: Final = "127."

Window = asyncio.Queue[str | None]


class PhonePages:
    """Every phone that looks, and the line to the screen while there is one."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self.send: Callable[[BusMessage], None] | None = None
        # The seat of every token of now, and of those of the matches just before.
        self._tokens: dict[str, int] | None = None
        self._kept: dict[str, int] = {}
        self._mode = ""
        self._windows: dict[str, list[Window]] = {}
        self._languages: dict[str, str] = {}
        self._names: dict[str, tuple[str, str]] = {}
        # What phones of a match before were shown last.
        self._ways: dict[str, str] = {}
        self._waiting: dict[int, asyncio.Future[Message | None]] = {}
        self._numbers = count(1)

    def knows(self, token: str) -> bool:
        """Whether it is a seat's, or was one of the people's who are still there."""
        return self.plays(token) or token in self._kept

    def plays(self, token: str) -> bool:
        """Whether it is a seat's of now."""
        return self._tokens is not None and token in self._tokens

    @property
    def waits(self) -> bool:
        """Whether the counter has not said yet which seats there are."""
        return self._tokens is None

    def adopt(self, snapshot: Snapshot) -> None:
        """Know the seats of now; phones of a match that is gone are told so."""
        tokens = {token: seat for seat, token in enumerate(snapshot.phones) if token}
        again = snapshot.mode == "playing" and self._mode in ("signing", "result")
        self._kept |= self._tokens or {}
        self._kept = {t: seat for t, seat in self._kept.items() if t not in tokens}
        self._tokens, self._mode = tokens, snapshot.mode
        if snapshot.mode in _DESERTED:
            self._end(*self._kept)
        self._end(*[*self._kept][:-MOST_KEPT])
        for token in self._kept:
            way = self._way_on(token, again=again)
            if way != self._ways.get(token):
                self._ways[token] = way
                self._tell(token, way)

    def _end(self, *tokens: str) -> None:
        """These are nobody's any more."""
        for token in tokens:
            for known in (self._kept, self._ways, self._languages, self._names):
                known.pop(token, None)
            self._tell(token, '{"mode": "gone"}')
            self._tell(token, None)

    def _way_on(self, token: str, *, again: bool = False) -> str:
        """For a phone of the match before: where its seat is now, if it is one.

        Whoever plays on at once is at the same seat, and need not say so.
        """
        seat = self._kept[token]
        next_token = next((t for t, s in (self._tokens or {}).items() if s == seat), "")
        way = {"mode": "again", "seat": seat, "next": next_token, "now": again}
        return json.dumps(way)

    def hear(self, message: SeatView | PhoneAnswer) -> None:
        """Take what the screen says to a phone."""
        if isinstance(message, SeatView):
            if message.token in self._kept:
                return  # the screen knows only the match of now
            self._tell(message.token, message.view)
        elif (waiting := self._waiting.get(message.number)) and not waiting.done():
            waiting.set_result(message.why)

    def everybody(self) -> list[PhoneHere]:
        """Who looks, for a counter that does not know yet."""
        return [self._here(token) for token in self._windows]

    def _here(self, token: str) -> PhoneHere:
        name, figure = self._names.get(token, ("", ""))
        language = self._languages.get(token, "")
        return PhoneHere(token, here=True, language=language, name=name, figure=figure)

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
        if token in self._kept:
            _put(window, self._way_on(token))
        else:
            self._say(self._here(token))
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
        self._say(self._here(token))
        return None

    async def introduce(self, token: str, name: str, figure: str) -> Message | None:
        """Its player is called that, and has that figure, for the whole match."""
        self._names[token] = (name, figure)
        return await self.stay(token)

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
