"""The counter's socket, and everybody who connects to it.

A client gets a share of the counter's time and memory and no more, whatever it sends,
reads or leaves unread: coins come first. Who a client is, the kernel says.
"""

import asyncio
import logging
import os
import select
import signal
import socket
from collections import Counter as Multiset
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from cabinet.core.errors import BusyError, CabinetError, ProtocolError
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.counter.envelopes import Client
from cabinet.counter.roles import ROLES, Peer, Roles
from cabinet.i18n import message as i18n
from cabinet.platform.files import share_on_the_bus
from cabinet.platform.notify import ask_for_another_screen
from cabinet.protocol.codec import (
    LONGEST_LINE,
    BusMessage,
    Hello,
    Reader,
    encode,
    refused,
)

log = logging.getLogger("cabinet.counter")

LONGEST_SOCKET_PATH: Final = 100

# How many clients of each role there may be; "" has not introduced itself yet.
TOOL: Final = "tool"
UNKNOWN: Final = ""
LIMITS: Final[Mapping[str, int]] = {**dict.fromkeys(ROLES, 4), TOOL: 32, UNKNOWN: 32}
# One pass of the loop; between two the wires, the timers and other clients have theirs.
ACCEPTED_PER_PASS: Final = 4
HEARD_PER_PASS: Final = 16
LONGEST_PASS: Final[Nanos] = 5 * MILLISECOND
# Who asks and goes without waiting for the answer is heard, but not for long.
HEARD_AFTER_LOSS: Final = 64
# Bytes read at once, and the longest line of a client that nobody knows or trusts.
CHUNK: Final = 65_536
LONGEST_STRANGE_LINE: Final = 65_536
# A client that reads nothing while we have this much for it is not listening. Programs
# that are busy for a moment in a long match are given more.
MOST_UNSENT: Final = 256_000
MOST_UNSENT_TO: Final = {"screen": 4_000_000, "web": 1_000_000, "fleet": 1_000_000}
# The system is out of descriptors or memory: how long before we accept again.
ACCEPT_PAUSE_S: Final = 1.0


class Host(Protocol):
    """Whoever is told what the clients say."""

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be heard."""

    def hear(self, connection: "Connection", message: BusMessage) -> None:
        """Take one message."""

    def settle(self) -> None:
        """Everything that was heard in this pass has been taken."""

    def leave(self, client: Client) -> None:
        """A client is gone, and everything it said has been heard."""


class Connection(asyncio.BufferedProtocol):
    """One connected program.

    What was read of it is heard message by message; only then more is read.
    """

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._reader = Reader(LONGEST_STRANGE_LINE)
        self._messages: Iterator[BusMessage | ProtocolError] | None = None
        self._transport: asyncio.Transport | None = None
        self._lost = False
        self.client: Client = 0
        self.role = UNKNOWN
        self.peer = Peer()
        self.trusted = False
        self.ticket = ""
        self.roles: frozenset[str] = frozenset()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.BaseProtocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.peer = Peer.of(transport.get_extra_info("socket"))
        self._server.enter(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        """See `asyncio.BufferedProtocol`."""
        return self._server.space

    def buffer_updated(self, nbytes: int) -> None:
        """See `asyncio.BufferedProtocol`."""
        self._messages = self._reader.feed(bytes(self._server.space[:nbytes]))
        if self._transport:
            self._transport.pause_reading()
        self._server.has_lines(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.BaseProtocol`; the next of what it said is still heard."""
        self._transport, self._lost = None, True
        if self._messages is None:
            self._server.leave(self)
        else:
            self._messages = islice(self._messages, HEARD_AFTER_LOSS)

    def next_message(self) -> BusMessage | ProtocolError | None:
        """The next one of what was read; None when there is no more, and reads on."""
        message = next(self._messages, None) if self._messages else None
        if message is None and self._reader.is_too_long and self.is_open:
            return ProtocolError(f"a line is longer than {self._reader.longest} bytes")
        if message is None:
            self._messages = None
            if self._lost:
                self._server.leave(self)
            elif self._transport:
                self._transport.resume_reading()
        return message

    @property
    def is_open(self) -> bool:
        """Whether it can still be told something."""
        return self._transport is not None and not self._transport.is_closing()

    @property
    def has_unread(self) -> bool:
        """Whether it has said something that was not heard yet."""
        if self._messages is not None:
            return True
        if self._transport is None or self._transport.is_closing():
            return False
        looking = select.poll()
        looking.register(self._transport.get_extra_info("socket"), select.POLLIN)
        return bool(looking.poll(0))

    @property
    def eyes(self) -> str:
        """The role with whose eyes it sees: our own account sees what the screen does.

        It can read the books, so there is nothing to hide from it.
        """
        return "screen" if self.trusted else self.role

    def become(self, role: str) -> None:
        """It has introduced itself."""
        self.role = role
        if self.trusted or self.roles:
            self._reader.longest = LONGEST_LINE

    def send(self, line: bytes) -> None:
        """Queue a line; a client that never reads is disconnected."""
        if self._transport is None or self._transport.is_closing():
            return
        most = MOST_UNSENT_TO.get(self.role, MOST_UNSENT)
        if self._transport.get_write_buffer_size() > most:
            self._server.complain(self, "it does not read what it is told")
            self.drop()
        else:
            self._transport.write(line)

    def refuse(self, why: i18n.Message) -> None:
        """Say why not, and hang up; what it said after that is not heard."""
        self.send(encode(refused(why)))
        self._forget()
        if self._transport and self._transport.get_write_buffer_size():
            self.drop()  # it would have to read first, and may never
        else:
            self.hang_up()

    def hang_up(self) -> None:
        """Close after what was said is delivered."""
        if self._transport:
            self._transport.close()

    def drop(self) -> None:
        """Close at once; what it said and was not heard yet is forgotten."""
        self._forget()
        if self._transport:
            self._transport.abort()

    def _forget(self) -> None:
        if self._messages is not None:
            self._messages = iter(())

    def kill(self) -> None:
        """End a program that hangs; whoever started it starts it again.

        One of another account is not ours to end: systemd is asked to.
        """
        if self._transport is None:
            return
        self.drop()
        process = self.peer.process
        if process not in (0, 1, os.getpid(), os.getppid()):
            log.warning("bus: process %d stopped answering, ending it", process)
            try:
                os.kill(process, signal.SIGKILL)
            except PermissionError:
                ask_for_another_screen()
            except OSError as wrong:
                log.warning("bus: cannot end process %d: %s", process, wrong)


class Server:
    """Everybody who is connected: so many of each role, each heard in turn."""

    def __init__(self, host: Host, clock: Clock, roles: Roles) -> None:
        self._host = host
        self._clock = clock
        self._roles = roles
        self._bus: socket.socket | None = None
        self._connections: dict[Client, Connection] = {}
        self._next_client = 1
        self._waiting: deque[Connection] = deque()
        self._pass: asyncio.Handle | None = None
        self._entering: set[asyncio.Task[object]] = set()
        self._resume: asyncio.TimerHandle | None = None
        self._complaints = SparseLog(clock)
        # Read into by whichever connection reads; it is emptied at once.
        self.space = bytearray(CHUNK)

    def open(self, bus: socket.socket) -> None:
        """Accept connections from now on."""
        self._bus = bus
        self._listen()

    def close(self) -> None:
        """Hang up on everybody."""
        for handle in (self._pass, self._resume):
            if handle:
                handle.cancel()
        if self._bus:
            asyncio.get_running_loop().remove_reader(self._bus)
            self._bus.close()
            self._bus = None
        for connection in self.connections:
            connection.hang_up()

    @property
    def connections(self) -> tuple[Connection, ...]:
        """Everybody, the oldest first."""
        return tuple(self._connections.values())

    def get(self, client: Client) -> Connection | None:
        """The connection of a client, if it is still there."""
        return self._connections.get(client)

    def enter(self, connection: Connection) -> None:
        """A new connection gets its number, and room if it takes somebody else's."""
        connection.client, self._next_client = self._next_client, self._next_client + 1
        connection.roles = self._roles.of(connection.peer)
        connection.trusted = self._roles.is_trusted(connection.peer)
        self._make_room(UNKNOWN)
        self._connections[connection.client] = connection
        if self._bus is None:  # it was on its way in when we closed
            connection.drop()
        elif self._roles.is_kept_out(connection.peer):
            self.complain(connection, "a game has no business here")
            connection.drop()

    def leave(self, connection: Connection) -> None:
        """A connection is closed."""
        del self._connections[connection.client]
        self._host.leave(connection.client)

    def has_lines(self, connection: Connection) -> None:
        """A connection was read from: it is heard in one of the next passes."""
        self._waiting.append(connection)
        if self._pass is None:
            self._pass = asyncio.get_running_loop().call_soon(self._hear_some)

    def complain(self, connection: Connection, what: str) -> None:
        """Log it, though not each of thousands."""
        who, peer = connection.role or "unknown", connection.peer
        self._complaints.warn(
            f"bus: client {connection.client} ({who}, process {peer.process}, "
            f"account {peer.account}): {what}"
        )

    def _listen(self) -> None:
        self._resume = None
        if self._bus:
            asyncio.get_running_loop().add_reader(self._bus, self._accept)

    def _accept(self) -> None:
        """Let some in. Out of descriptors, we wait a moment instead of breaking down.

        asyncio's own server would report that like a mistake of ours, which ends us.
        """
        assert self._bus
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTED_PER_PASS):
            try:
                accepted, _ = self._bus.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as wrong:
                self._complaints.warn(f"bus: cannot accept a connection: {wrong}")
                loop.remove_reader(self._bus)
                self._resume = loop.call_later(ACCEPT_PAUSE_S, self._listen)
                return
            accepted.setblocking(False)  # noqa: FBT003
            task: asyncio.Task[object] = loop.create_task(
                loop.connect_accepted_socket(lambda: Connection(self), accepted)
            )
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)

    def _make_room(self, role: str) -> bool:
        """Room for one more; programs have to wait, tools make room for new ones.

        The account that has most of them loses its oldest, if possible one that has
        nothing to say: so a flood costs nobody but its own account.
        """
        there = [each for each in self.connections if each.role == role]
        there = [each for each in there if each.is_open]
        if len(there) < LIMITS[role]:
            return True
        if role in ROLES:
            return False
        quiet = [each for each in there if each not in self._waiting] or there
        most = Multiset(each.peer.account for each in quiet).most_common(1)[0][0]
        oldest = next(each for each in quiet if each.peer.account == most)
        self.complain(oldest, f"more than {LIMITS[role]} like it are connected")
        oldest.drop()
        return True

    def _hear_some(self) -> None:
        """One pass: a message of each in turn, until it is somebody else's turn."""
        self._pass = None
        end = self._clock.now() + LONGEST_PASS
        for _ in range(HEARD_PER_PASS):
            if not self._waiting or self._host.stopped or self._clock.now() > end:
                break
            connection = self._waiting.popleft()
            message = connection.next_message()
            if message is not None:
                self._waiting.append(connection)
                self._hear(connection, message)
        self._host.settle()
        if self._waiting and not self._host.stopped:
            self._pass = asyncio.get_running_loop().call_soon(self._hear_some)

    def _hear(
        self, connection: Connection, message: BusMessage | ProtocolError
    ) -> None:
        if isinstance(message, ProtocolError):
            self.complain(connection, str(message))
            connection.refuse(i18n.verbatim(str(message)))
        elif isinstance(message, Hello) and (why := self._meet(connection, message)):
            self.complain(connection, str(why))
            connection.refuse(why)
        else:
            self._host.hear(connection, message)

    def _meet(self, connection: Connection, hello: Hello) -> i18n.Message | None:
        """Give a client the role it asks for; why not, if it may not have it."""
        role = hello.role if hello.role in ROLES else TOOL
        if connection.role == role:
            return None
        if connection.role:
            return i18n.message("refused.one_role", role=_named(connection.role))
        if role in ROLES and role not in connection.roles:
            if self._roles.launcher:
                return i18n.message("refused.not_started", role=_named(role))
            return i18n.message("refused.not_role", role=_named(role))
        if not self._make_room(role):
            return i18n.message("refused.too_many_clients", role=_named(role))
        connection.become(role)
        return None


def _named(role: str) -> i18n.Message:
    return i18n.message(f"role.{role}")


class SparseLog:
    """Says one warning a second at most: a flood of lines must not fill the disk."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._silent_until: Nanos = 0
        self._left_out = 0

    def warn(self, sentence: str) -> None:
        """Log it, with how many were left out before it."""
        now = self._clock.now()
        if now < self._silent_until:
            self._left_out += 1
            return
        more = f" ({self._left_out} like it before)" if self._left_out else ""
        log.warning("%s%s", sentence, more)
        self._silent_until, self._left_out = now + SECOND, 0


def listening_socket(path: Path) -> socket.socket:
    """The counter's end of the socket; refuses a path that somebody listens on."""
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise CabinetError(
            f"{path}: too long for a socket ({LONGEST_SOCKET_PATH} bytes at most); "
            "give a shorter --state folder"
        )
    if _somebody_listens(path):
        raise BusyError(
            f"{path}: another cabinet is running here; stop it first, or give "
            "this one its own folder with --state DIR"
        )
    bus = socket.socket(socket.AF_UNIX)
    try:
        path.unlink(missing_ok=True)
        bus.bind(str(path))
        path.chmod(0o660)
        share_on_the_bus(path)
        bus.listen()
    except OSError as wrong:
        bus.close()
        raise CabinetError(
            f"{path}: cannot listen there ({wrong.strerror}); give another folder "
            "with --state DIR"
        ) from None
    bus.setblocking(False)  # noqa: FBT003
    return bus


def _somebody_listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as knock:
        return knock.connect_ex(str(path)) == 0
