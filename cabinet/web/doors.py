"""Listening sockets that a flood cannot fill: who comes in, and who makes room.

A door counts the connections that are open at once, of each address and of all. When
there are too many, the oldest that still owes us a request makes room: of the same
address, or of the one that has most. A client whose request is being answered never
does, so players keep their streams while somebody else opens half requests. With the
caps of both doors together the program stays far below its number of descriptors.

Where a door speaks TLS, the first byte tells who does not; they get `plain` instead.
"""

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import uvicorn
from uvicorn.server import ServerState

from cabinet.web.limits import HEAD_S, RateLimit, TimedProtocol

log = logging.getLogger("cabinet.web")


@dataclass(frozen=True, slots=True)
class Caps:
    """How many connections: open in all, open of one address, new ones of it.

    `new` is a burst, and then a number a second.
    """

    most: int
    each: int
    new: tuple[int, int] = (200, 100)


# A bar's network may show all its phones with one address: six seats, six lines each.
PHONES: Final = Caps(most=256, each=64)
# The live view, a few tabs, somebody who measures.
CONSOLE: Final = Caps(most=96, each=48)
# Connections that wait to be accepted, while others have their turn.
BACKLOG: Final = 1_024
# Connections that are accepted before everybody else has a turn.
_ACCEPTED_AT_ONCE: Final = 8
# Who is turned away is told so, if no more than this wait for that.
_TOLD_AT_ONCE: Final = 32
_TELL_S: Final = 1.0
# Seconds before we accept again when the system has no descriptor left.
_PAUSE_S: Final = 0.25
_BETWEEN_WARNINGS_S: Final = 60.0
_SCARCE: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
# What a client that speaks TLS says first.
_HANDSHAKE: Final = b"\x16"
_TOO_OFTEN: Final = b"too many connections: wait a second\n"
_REFUSAL: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\n"
    b"Retry-After: 1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b"
) % (len(_TOO_OFTEN), _TOO_OFTEN)


class Door:
    """One listening socket, and everybody who came in through it."""

    def __init__(
        self,
        listening: socket.socket,
        caps: Caps,
        serves: uvicorn.Config,
        tls: ssl.SSLContext | None = None,
        plain: uvicorn.Config | None = None,
    ) -> None:
        self._listening = listening
        self._caps = caps
        self._serves = serves
        self.tls = tls
        self._plain = plain or serves
        self._rate = RateLimit(*caps.new)
        self._here: dict[str, dict[_Caller, None]] = {}
        self._told: set[_Caller] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._state = ServerState()
        self._warned = -_BETWEEN_WARNINGS_S
        self._turned_away = 0
        listening.setblocking(False)  # noqa: FBT003

    @property
    def count(self) -> int:
        """How many connections are open."""
        return sum(map(len, self._here.values()))

    def open(self, state: ServerState) -> None:
        """Accept from now on; `state` is that of the server."""
        self._state = state
        for config in (self._serves, self._plain):
            if not config.loaded:
                config.load()
        self._resume()

    def close(self) -> None:
        """Accept nobody any more; who is in stays until the server says so."""
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        for caller in [*self._told, *self._callers()]:
            caller.drop_unless_served()

    def leave(self, caller: "_Caller") -> None:
        """Somebody is gone."""
        self._told.discard(caller)
        same = self._here.get(caller.address, {})
        same.pop(caller, None)
        if not same:
            self._here.pop(caller.address, None)

    def serve(self, caller: "_Caller", *, encrypted: bool) -> None:
        """Somebody has begun to speak: answer."""
        task = asyncio.get_running_loop().create_task(self._connect(caller, encrypted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, caller: "_Caller", encrypted: bool) -> None:  # noqa: FBT001
        config = self._serves if encrypted or self.tls is None else self._plain
        with suppress(OSError, TimeoutError):  # gone, or what it said was no TLS
            found = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: TimedProtocol(config, self._state, {}),
                caller.line,
                ssl=self.tls if encrypted else None,
                ssl_handshake_timeout=HEAD_S if encrypted else None,
            )
            caller.transport = found[0]

    def _resume(self) -> None:
        if self._listening.fileno() >= 0:
            loop = asyncio.get_running_loop()
            loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(_ACCEPTED_AT_ONCE):
            try:
                found, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as wrong:
                self._wait(wrong)
                return
            self._greet(found, str(peer[0]))

    def _wait(self, wrong: OSError) -> None:
        """There is no room for one more: somebody makes some, and we try again."""
        if wrong.errno in _SCARCE:
            self._evict(self._callers())
        self._warn(f"cannot accept a connection ({wrong.strerror})")
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._listening)
        loop.call_later(_PAUSE_S, self._resume)

    def _greet(self, found: socket.socket, address: str) -> None:
        caller = _Caller(self, found, address)
        now = asyncio.get_running_loop().time()
        if self._rate.grant(address, now) and self._has_room(address):
            self._here.setdefault(address, {})[caller] = None
            caller.expect(HEAD_S)
            return
        self._turned_away += 1
        self._warn(f"{self._turned_away} connections turned away, now of {address}")
        if len(self._told) < _TOLD_AT_ONCE:
            self._told.add(caller)
            caller.refused = True
            caller.expect(_TELL_S)
        else:
            caller.line.close()

    def _has_room(self, address: str) -> bool:
        same = self._here.get(address, {})
        if len(same) >= self._caps.each:
            return self._evict(same)
        return self.count < self._caps.most or self._evict(self._callers())

    def _callers(self) -> "list[_Caller]":
        """Everybody, those first whose address has most; of one address the oldest."""
        crowds = sorted(self._here.values(), key=len, reverse=True)
        return [caller for crowd in crowds for caller in crowd]

    def _evict(self, callers: "Iterable[_Caller]") -> bool:
        """Whether one of them made room."""
        idle = next((one for one in callers if one.owes), None)
        if idle is None:
            return False
        idle.drop()
        return True

    def _warn(self, what: str) -> None:
        """At most once a minute: a flood is no reason to fill the journal."""
        now = asyncio.get_running_loop().time()
        if now - self._warned >= _BETWEEN_WARNINGS_S:
            log.warning("port %d: %s", self._listening.getsockname()[1], what)
            self._warned, self._turned_away = now, 0


class _Line(socket.socket):
    """A connection that tells when it is closed, whoever speaks on it by then."""

    caller: "_Caller | None" = None

    def close(self) -> None:
        """See `socket.socket`."""
        caller, self.caller = self.caller, None
        if caller is not None:
            caller.gone()
        super().close()


class _Caller:
    """Somebody who is connected; until the first byte nothing else is made for them."""

    def __init__(self, door: Door, found: socket.socket, address: str) -> None:
        self._door = door
        self.address = address
        self.refused = False
        self.line = _Line(fileno=found.detach())
        self.line.setblocking(False)  # noqa: FBT003
        self.line.caller = self
        self.transport: asyncio.BaseTransport | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def owes(self) -> bool:
        """Whether a request is still awaited, or the rest of one."""
        if not isinstance(self.transport, asyncio.Transport):
            return True
        protocol = self.transport.get_protocol()
        return isinstance(protocol, TimedProtocol) and protocol.owes

    def expect(self, seconds: float) -> None:
        """Wait so long for the first byte."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self.line, self._begins)
        self._timer = loop.call_later(seconds, self.drop)

    def drop(self) -> None:
        """Hang up, at once."""
        self._door.leave(self)
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        elif self._timer is not None:
            self.line.close()
        else:  # asyncio has the line already, and closes it
            with suppress(OSError):
                self.line.shutdown(socket.SHUT_RDWR)

    def drop_unless_served(self) -> None:
        """Hang up on who has not said anything yet."""
        if self.transport is None:
            self.drop()

    def gone(self) -> None:
        """The line is being closed."""
        self._stop_waiting()
        self._door.leave(self)

    def _begins(self) -> None:
        try:
            first = self.line.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            first = b""
        self._stop_waiting()
        if self.refused and first:
            with suppress(OSError):
                self.line.recv(65_536)  # unread, it would take the answer with it
                if first != _HANDSHAKE:
                    self.line.send(_REFUSAL)
        if self.refused or not first:
            self.line.close()
        else:
            encrypted = self._door.tls is not None and first == _HANDSHAKE
            self._door.serve(self, encrypted=encrypted)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            asyncio.get_running_loop().remove_reader(self.line)
            self._timer.cancel()
            self._timer = None


class DoorServer(uvicorn.Server):
    """uvicorn behind doors of ours: its answers, our way to accept."""

    def __init__(self, config: uvicorn.Config, doors: Iterable[Door]) -> None:
        super().__init__(config)
        self._doors = tuple(doors)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`."""
        self.servers = []
        for door in self._doors:
            door.open(self.server_state)
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`."""
        for door in self._doors:
            door.close()
        await super().shutdown(sockets)
