"""The counter's socket, and everybody who connects to it.

Only one counter stands behind a door. Who knocks is known by what the kernel says of
the other end, never by what somebody says of themselves.
"""

import asyncio
import logging
import os
import pwd
import signal
import socket
import struct
from pathlib import Path
from typing import Final, Protocol

from cabinet.core.errors import BusyError, CabinetError
from cabinet.counter.envelopes import Client
from cabinet.protocol.codec import Hello, Reader

log = logging.getLogger("cabinet.counter")

LONGEST_SOCKET_PATH: Final = 100
# Under systemd the web pages are an account of their own, which has logged people in;
# the second is its old name, for one more release.
WEB_ACCOUNTS: Final = ("cabinet-web", "cabinet-office")
# A client that reads nothing while we have this much for it is not listening.
DEAF_AFTER: Final = 4_000_000


class Host(Protocol):
    """Whoever receives connections."""

    def enter(self, connection: "Connection") -> Client:
        """Give a new connection its number."""

    def hear(self, client: Client, message: object) -> None:
        """Take one message, or the error that it was instead."""

    def settle(self) -> None:
        """Everything that came at once has been heard."""

    def leave(self, client: Client) -> None:
        """A connection is closed."""


class Connection(asyncio.Protocol):
    """One connected program."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._reader = Reader()
        self._transport: asyncio.Transport | None = None
        self._client: Client = 0
        self.known = False
        self.trusted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        _, account = _peer(transport.get_extra_info("socket"))
        self.trusted = is_trusted(account)
        self._client = self._host.enter(self)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        for message in self._reader.feed(data):
            self.known = self.known or isinstance(message, Hello)
            self._host.hear(self._client, message)
        self._host.settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._transport = None
        self._host.leave(self._client)

    def send(self, line: bytes) -> None:
        """Queue a line; a client that never reads is disconnected."""
        if self._transport is None or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > DEAF_AFTER:
            self._transport.abort()
        else:
            self._transport.write(line)

    def hang_up(self) -> None:
        """Close after what was said is delivered."""
        if self._transport:
            self._transport.close()

    def kill(self) -> None:
        """End a program that hangs; whoever started it starts it again."""
        if self._transport is None:
            return
        pid, _ = _peer(self._transport.get_extra_info("socket"))
        self._transport.abort()
        if pid not in (0, 1, os.getpid(), os.getppid()):
            log.warning("bus: process %d stopped answering, ending it", pid)
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError as wrong:
                log.warning("bus: cannot end process %d: %s", pid, wrong)


def _peer(connection: socket.socket) -> tuple[int, int | None]:
    """Process and account at the other end, as the kernel knows them; else 0, None.

    Where it does not tell, the rights of the socket's file have to do.
    """
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return 0, None
    credentials = connection.getsockopt(socket.SOL_SOCKET, option, 12)
    pid, account, _ = struct.unpack("iII", credentials)
    return int(pid), int(account)


def is_trusted(account: int | None) -> bool:
    """Whether an account may ask for what touches money or the operator's file."""
    if account in (None, 0, os.geteuid()):
        return True
    try:
        return pwd.getpwuid(account or 0).pw_name in WEB_ACCOUNTS
    except KeyError:
        return False


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
