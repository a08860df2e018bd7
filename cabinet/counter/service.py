"""The counter's loop: asyncio, one Unix socket, one thread.

Wires wake the loop from whatever thread they live on; the hallway is served as
bytes arrive; a timer fires when the counter is due. Nothing here decides
anything: it carries bytes to `Counter` and letters from it. A mistake in the
program ends it, wherever in the loop it shows: outputs off, slot shut, and whoever
started it begins a new one. A counter that limps along would keep the slot open.
"""

import asyncio
import logging
import os
import signal
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from cabinet.core.errors import BusyError, CabinetError, HallwayError
from cabinet.core.events import SECOND
from cabinet.core.modes import Attract, Standby
from cabinet.core.ports import Clock
from cabinet.counter.counter import Counter
from cabinet.counter.housekeeping import Copier, keep_copies
from cabinet.counter.letters import Client
from cabinet.counter.renewal import Desk
from cabinet.hallway import Hello, Reader, Refused, encode

log = logging.getLogger("cabinet.counter")

LONGEST_SOCKET_PATH: Final = 100
# A client that reads nothing while we have this much for it is not listening.
DEAF_AFTER: Final = 4_000_000


class Service:
    """Runs one `Counter` until it halts or is told to stop."""

    def __init__(
        self,
        counter: Counter,
        clock: Clock,
        path: Path,
        copier: Copier | None = None,
        desk: Desk | None = None,
    ) -> None:
        self._counter = counter
        self._clock = clock
        self._path = path
        self._copier = copier
        self._desk = desk
        self._errand: asyncio.Task[None] | None = None
        self._visitors: dict[Client, Visitor] = {}
        self._next_client = 1
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = asyncio.Event()
        self._failure: Exception | None = None

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve the hallway; returns when the cabinet stops."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._break_down)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopped.set)
        server = await loop.create_unix_server(
            lambda: Visitor(self), sock=listening_socket(self._path)
        )
        chores = (
            loop.create_task(keep_copies(self._copier, self)) if self._copier else None
        )
        try:
            ready()
            self.turn()
            await self._stopped.wait()
        finally:
            for task in (chores, self._errand):
                if task:
                    task.cancel()
            self._counter.close()
            self._deliver()
            server.close()
            for visitor in list(self._visitors.values()):
                visitor.hang_up()
            self._path.unlink(missing_ok=True)
        if self._failure:
            raise self._failure

    def _break_down(
        self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
    ) -> None:
        loop.default_exception_handler(context)
        failure = context.get("exception")
        if isinstance(failure, Exception):
            self._failure = self._failure or failure
            self._stopped.set()

    def turn(self) -> None:
        """Let the counter take what is there, and deliver what it says."""
        self._counter.turn()
        self.settle()

    def settle(self) -> None:
        """After anything happened: deliver, set the timer, notice the end."""
        self._deliver()
        for client in self._counter.hung:
            if visitor := self._visitors.get(client):
                visitor.kill()
        self._counter.hung.clear()
        if self._counter.halted:
            self._stopped.set()
        if self._counter.asked and self._errand is None:
            self._errand = asyncio.get_running_loop().create_task(self._run_errands())
        self._set_timer()

    @property
    def idle(self) -> bool:
        """Whether nobody is choosing, playing or mending."""
        return isinstance(self._counter.state.mode, Attract | Standby)

    def distrust(self, why: str) -> None:
        """See `Counter.distrust`."""
        self._counter.distrust(why)
        self.settle()

    def enter(self, visitor: "Visitor") -> Client:
        """Give a new visitor its number."""
        client, self._next_client = self._next_client, self._next_client + 1
        self._visitors[client] = visitor
        return client

    def hear(self, client: Client, message: object) -> None:
        """Pass one message on, or say what was wrong with it."""
        if isinstance(message, HallwayError):
            log.warning("hallway: client %d: %s", client, message)
            self._visitors[client].send(encode(Refused(str(message))))
        else:
            self._counter.hear(client, message)  # type: ignore[arg-type]
            # Now: the next message may have to wait for the disk.
            self._deliver()

    def leave(self, client: Client) -> None:
        """A visitor's connection is closed."""
        del self._visitors[client]
        if not self._stopped.is_set():
            self._counter.leave(client, "it left")
            self.settle()

    async def _run_errands(self) -> None:
        """One after the other, what takes the operator's file to answer."""
        try:
            while self._counter.asked:
                client, request = self._counter.asked.pop(0)
                try:
                    if self._desk is None:
                        raise CabinetError("this counter has no file of settings")
                    found = await self._desk.ask(request)
                except CabinetError as wrong:
                    log.warning("settings: %s", wrong)
                    self._counter.refuse(client, str(wrong))
                else:
                    for change in found.changes:
                        log.info("settings: %s, by %s", change, found.house.author)
                    self._counter.renew(client, request, found)
                self._deliver()
        finally:
            self._errand = None
        self.settle()

    def _deliver(self) -> None:
        letters, self._counter.outbox = self._counter.outbox, []
        for letter in letters:
            line = encode(letter.message)
            if letter.to is None:
                for visitor in self._visitors.values():
                    if visitor.known:
                        visitor.send(line)
            elif visitor_ := self._visitors.get(letter.to):
                visitor_.send(line)

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = self._counter.due()
        if due is not None:
            wait = max(0, due - self._clock.now()) / SECOND
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, self.turn)


class Visitor(asyncio.Protocol):
    """One connection in the hallway."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._reader = Reader()
        self._transport: asyncio.Transport | None = None
        self._client: Client = 0
        self.known = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._client = self._service.enter(self)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        for message in self._reader.feed(data):
            self.known = self.known or isinstance(message, Hello)
            self._service.hear(self._client, message)
        self._service.settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._transport = None
        self._service.leave(self._client)

    def send(self, line: bytes) -> None:
        """Queue a line; a visitor that never reads is shown the door."""
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
        pid = _peer(self._transport.get_extra_info("socket"))
        self._transport.abort()
        if pid not in (0, 1, os.getpid(), os.getppid()):
            log.warning("hallway: process %d stopped answering, ending it", pid)
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError as wrong:
                log.warning("hallway: cannot end process %d: %s", pid, wrong)


def _peer(connection: socket.socket) -> int:
    """The process at the other end, as the kernel knows it; 0 if it does not."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return 0
    credentials = connection.getsockopt(socket.SOL_SOCKET, option, 12)
    pid: int = struct.unpack("iII", credentials)[0]
    return pid


def listening_socket(path: Path) -> socket.socket:
    """The hallway's own end; refuses a path that somebody listens on."""
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
    hallway = socket.socket(socket.AF_UNIX)
    try:
        path.unlink(missing_ok=True)
        hallway.bind(str(path))
        path.chmod(0o660)
        hallway.listen()
    except OSError as wrong:
        hallway.close()
        raise CabinetError(
            f"{path}: cannot listen there ({wrong.strerror}); give another folder "
            "with --state DIR"
        ) from None
    hallway.setblocking(False)  # noqa: FBT003
    return hallway


def _somebody_listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as knock:
        return knock.connect_ex(str(path)) == 0
