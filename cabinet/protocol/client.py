"""A client's end of the socket to the counter, which never makes us wait.

Whoever holds a `CounterConnection` selects on it, reads what came and sends what it
has to say; a counter that is slow or gone never stops the caller. A lost line is
`closed`, not an exception: make a new one.
"""

import os
import select
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, ProtocolError
from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.i18n.message import Verbatim, message
from cabinet.protocol.codec import BusMessage, Hello, Reader, Refused, encode
from cabinet.protocol.refusals import RefusedError

if TYPE_CHECKING:  # only the web program has it loaded
    from asyncio import StreamReader

_CHUNK: Final = 65_536
# A counter that leaves this much unread has stopped reading for good.
_MOST_UNSENT: Final = 1_000_000


class CounterUnreachableError(CabinetError, ConnectionError):
    """Nobody listens at the counter's socket."""


class CounterConnection:
    """A connection to the counter."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)  # noqa: FBT003
        self._socket = connection
        self._reader = Reader()
        self._unsent = bytearray()
        self.closed = False

    @classmethod
    def connect(cls, path: Path, role: str = "") -> "CounterConnection":
        """Open the line and say who we are; `CounterUnreachableError` names `path`."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(path))
        except OSError as wrong:
            connection.close()
            said = Verbatim(wrong.strerror or str(wrong))
            raise CounterUnreachableError(
                message("counter_unreachable", path=str(path), system=said)
            ) from None
        line = cls(connection)
        if role:
            line.send(Hello(role, os.getpid()))
        return line

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def read(self) -> list[BusMessage | ProtocolError]:
        """Everything that has come so far, without waiting."""
        heard: list[BusMessage | ProtocolError] = []
        while not self.closed:
            try:
                chunk = self._socket.recv(_CHUNK)
            except BlockingIOError:
                break
            except OSError:
                chunk = b""
            if not chunk:
                self.close()
                break
            heard.extend(self._reader.feed(chunk))
        return heard

    def heard(self, time_out: Nanos) -> Iterator[list[BusMessage | ProtocolError]]:
        """What comes within this time, as it comes; it ends early on a closed line."""
        clock = SystemClock()
        end = clock.now() + time_out
        while (left := end - clock.now()) > 0 and not self.closed:
            select.select([self], [], [], left / SECOND)
            yield self.read()

    def send(self, message: BusMessage) -> None:
        """Say it now, or as soon as the counter reads; nothing on a closed line."""
        if not self.closed:
            self._unsent += encode(message)
            self.flush()

    def flush(self) -> None:
        """Push what an earlier `send` could not; call it once in a while."""
        while self._unsent and not self.closed:
            try:
                sent = self._socket.send(self._unsent)
            except BlockingIOError:
                break
            except OSError:
                self.close()
                break
            del self._unsent[:sent]
        if len(self._unsent) > _MOST_UNSENT:
            self.close()

    def close(self) -> None:
        """Hang up; once is enough, twice does no harm."""
        self.closed = True
        self._unsent.clear()
        self._socket.close()


class CounterLink:
    """A connection to a counter that may go away and come back.

    A counter that refuses us counts as one that is away: we try again, until our
    time-out is over and its refusal is raised.
    """

    def __init__(
        self,
        path: Path,
        role: str,
        clock: Clock,
        complain: Callable[[str], None],
        time_out: Nanos | None = None,
    ) -> None:
        self._path = path
        self._role = role
        self._clock = clock
        self._complain = complain
        self._time_out = time_out
        self._line: CounterConnection | None = None
        self._alone_since = clock.now()
        self._complaint = ""
        self._welcome = False
        self._refusal: Refused | None = None
        self.lost = False

    @property
    def lines(self) -> list[CounterConnection]:
        """What to select on: one line, or none while the counter is away."""
        return [self._line] if self._line else []

    def keep(self) -> bool:
        """Join when the counter is there, and whether that was now.

        A `CounterUnreachableError` when it stays away for longer than our time-out, a
        `RefusedError` when it refuses us for so long.
        """
        away = self._line is None
        if self._line is None:
            alone = self._clock.now() - self._alone_since
            late = self._time_out is not None and alone > self._time_out
            if self._refusal and late:
                raise RefusedError(self._refusal.why)
            self._welcome = False
            try:
                self._line = CounterConnection.connect(self._path, self._role)
            except CounterUnreachableError:
                self._refusal = None
                if late:
                    raise
                return False
        self._line.flush()
        self._drop_if_closed()
        return away and self._line is not None

    def read(self) -> list[BusMessage]:
        """What the counter said; a line that is no message is complained of once.

        So is a refusal that we are greeted with.
        """
        if self._line is None:
            return []
        heard = self._line.read()
        for item in heard:
            if isinstance(item, ProtocolError):
                self._complain_once(str(item))
            elif isinstance(item, Refused) and not self._welcome:
                self._refusal = item
                self._complain_once(str(item))
            else:
                self._welcome, self._refusal = True, None
        self._drop_if_closed()
        return [item for item in heard if not isinstance(item, ProtocolError)]

    def _complain_once(self, what: str) -> None:
        if what != self._complaint:
            self._complaint = what
            self._complain(what)

    def send(self, message: BusMessage) -> None:
        """Say it, if anybody is there."""
        if self._line:
            self._line.send(message)
            self._drop_if_closed()

    def close(self) -> None:
        """Hang up."""
        if self._line:
            self._line.close()

    def _drop_if_closed(self) -> None:
        if self._line and self._line.closed:
            self._line = None
            self.lost = True
            if self._welcome:
                self._alone_since = self._clock.now()


async def messages(reader: "StreamReader") -> AsyncIterator[BusMessage | ProtocolError]:
    """What the counter says until it hangs up, for a program that runs on asyncio."""
    lines = Reader()
    with suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            for message in lines.feed(chunk):
                yield message


Answer = TypeVar("Answer")


def ask(
    bus: Path,
    request: BusMessage,
    wanted: type[Answer],
    time_out_s: float,
    silence: str,
    role: str = "tool",
) -> Answer:
    """What the counter answers; `CounterUnreachableError` when none runs.

    A refusal, or `silence` when there is no answer in time, is a `CabinetError`.
    """
    line = CounterConnection.connect(bus, role)
    try:
        line.send(request)
        for heard in line.heard(round(time_out_s * SECOND)):
            for message in heard:
                if isinstance(message, wanted):
                    return message
                if isinstance(message, Refused):
                    raise RefusedError(message.why)
    finally:
        line.close()
    raise CabinetError(silence)
