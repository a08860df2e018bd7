"""HTTP with time-outs: a client that begins a request finishes it, or is cut off.

A connection on which nothing comes costs nothing but its place; a few hundred of them
would leave none for the operator. And the head of a request is never long. An address
that connects too often is told so, and what it asks for is not even read.
"""

import asyncio
from time import monotonic
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# How much somebody may ask of us: so many at once, and then so many a second.


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


# Seconds between two looks: what is not whole from one to the next is not awaited.
BETWEEN_LOOKS: Final = 15.0
LONGEST_HEAD: Final = 32_768
# New connections of one address at once, and then a second.
CONNECTIONS: Final = (200, 100)
_TOO_OFTEN: Final = b"too many connections: wait a second\n"
_REFUSAL: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\n"
    b"Retry-After: 1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b"
) % (len(_TOO_OFTEN), _TOO_OFTEN)


class TimedProtocol(HttpToolsProtocol):
    """A connection of the web program."""

    between_looks = BETWEEN_LOOKS
    rate_limit = RateLimit(*CONNECTIONS)
    _refused: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        address = transport.get_extra_info("peername") or ("",)
        if not self.rate_limit.grant(address[0], monotonic()):
            self._refused = transport
            self._timer = self.loop.call_later(self.between_looks, transport.abort)
            return
        super().connection_made(transport)
        self._head = 0
        self._in_head = False
        self._awaited: object = None
        self._timer = self.loop.call_later(self.between_looks, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._timer.cancel()
        if self._refused is None:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._refused is not None:
            self._refused.write(_REFUSAL)
            self._refused.close()
            return
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LONGEST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._in_head = False
        super().on_headers_complete()

    def _look(self) -> None:
        """Hang up on who has owed the same request since the last look."""
        if self.transport.get_protocol() is not self:
            return  # it has become a websocket, which is pinged
        cycle = self.cycle
        owes = cycle is None or cycle.response_complete or cycle.more_body
        if owes and cycle is self._awaited:
            self.transport.abort()
            return
        self._awaited = cycle
        self._timer = self.loop.call_later(self.between_looks, self._look)
