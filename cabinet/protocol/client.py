"""Our end of the hallway: a socket to the counter that never makes us wait.

Whoever holds a `CounterConnection` selects on it, reads what came and sends what it
has to say; a counter that is slow or gone never stops the caller. A lost line is
`closed`, not an exception: make a new one.
"""

import os
import select
import socket
from pathlib import Path
from typing import Final, TypeVar

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, ProtocolError
from cabinet.core.events import SECOND
from cabinet.protocol.codec import Hello, Message, Reader, Refused, encode
from cabinet.protocol.refusals import RefusedError

_CHUNK: Final = 65_536
# A counter that leaves this much unread has stopped reading for good.
_MOST_UNSENT: Final = 1_000_000


class CounterUnreachableError(CabinetError, ConnectionError):
    """Nobody listens at the hallway's socket."""


class CounterConnection:
    """A connection to the counter."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)  # noqa: FBT003
        self._socket = connection
        self._reader = Reader()
        self._unsent = bytearray()
        self.closed = False

    @classmethod
    def connect(cls, path: Path) -> "CounterConnection":
        """Open the line; `CounterUnreachableError` says what stands at `path`."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(path))
        except OSError as wrong:
            connection.close()
            raise CounterUnreachableError(
                f"nobody answers in the hallway at {path} "
                f"({wrong.strerror or wrong}); is the counter running?"
            ) from None
        return cls(connection)

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def read(self) -> list[Message | ProtocolError]:
        """Everything that has come so far, without waiting."""
        heard: list[Message | ProtocolError] = []
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

    def send(self, message: Message) -> None:
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


# A question to the running counter, asked in the hallway and waited for.


Answer = TypeVar("Answer")


def ask(
    bus: Path,
    request: Message,
    wanted: type[Answer],
    patience_s: float,
    silence: str,
) -> Answer:
    """What the counter answers; `CounterUnreachableError` when none runs.

    A refusal, or `silence` when there is no answer in time, is a `CabinetError`.
    """
    line = CounterConnection.connect(bus)
    clock = SystemClock()
    give_up = clock.now() + round(patience_s * SECOND)
    try:
        line.send(Hello("tool", os.getpid()))
        line.send(request)
        while (left := give_up - clock.now()) > 0 and not line.closed:
            select.select([line], [], [], left / SECOND)
            for message in line.read():
                if isinstance(message, wanted):
                    return message
                if isinstance(message, Refused):
                    raise RefusedError(message.why)
    finally:
        line.close()
    raise CabinetError(silence)
