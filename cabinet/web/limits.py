"""What a stranger may cost us: how often, how many at once, and for how long.

`RateLimit` is a number a second for each name. `TimedProtocol` is HTTP with time-outs:
a client that begins a request finishes it and reads the answer, or is cut off.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Whoever has been quiet longest is forgotten when there are more than this.
MOST_KEPT: Final = 1_000


class RateLimit:
    """One bucket for each name: it holds `burst` and fills with `a_second`."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._burst = float(burst)
        self._a_second = a_second
        self._left: dict[str, tuple[float, float]] = {}

    def grant(self, name: str, now: float) -> bool:
        """Whether this one may; if so, it is taken off."""
        left, since = self._left.pop(name, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._a_second)
        granted = left >= 1
        self._left[name] = (left - 1 if granted else left, now)
        if len(self._left) > MOST_KEPT:
            del self._left[next(iter(self._left))]
        return granted


# Seconds for the head of a request, for its body, and for reading what we answer.
HEAD_S: Final = 5.0
BODY_S: Final = 10.0
UNREAD_S: Final = 10.0
LONGEST_HEAD: Final = 32_768


class TimedProtocol(HttpToolsProtocol):
    """A connection of the web program."""

    head_s = HEAD_S
    body_s = BODY_S
    unread_s = UNREAD_S
    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _in_head = False
    _head = 0

    @property
    def owes(self) -> bool:
        """Whether the client has yet to send us a request, or the rest of one."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._expect(self.head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._stop()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._timer is None and self.owes:
            self._expect(self.head_s)
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LONGEST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        if self._timer is None:
            self._expect(self.head_s)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._in_head = False
        self._expect(self.body_s)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._stop()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not read as fast as we write."""
        if self._unread is None:
            self._unread = self.loop.call_later(self.unread_s, self._cut_off)
        super().pause_writing()

    def resume_writing(self) -> None:
        """It has read on."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _expect(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self._cut_off)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut_off(self) -> None:
        if self.transport.get_protocol() is self:  # no websocket yet: those are pinged
            self.transport.abort()
