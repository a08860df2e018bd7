"""An encoder, a keyboard or a pad as a device of the cabinet.

One thread looks for it, opens it, and empties the kernel's queue, which is short, while
the counter waits for its disk. Who polls empties it too, so that everything up to then
is heard. What the kernel could not keep is told of each coin line as lost edges. When
it is unplugged every control on it is released, and it is looked for again, for ever.
"""

import logging
import os
import select
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final

from cabinet.core.boards import Boards
from cabinet.core.errors import CabinetError
from cabinet.core.events import (
    MILLISECOND,
    BoardNews,
    Edge,
    LinkFound,
    LinkLost,
    Nanos,
    ToBook,
)
from cabinet.core.inputs.controls import PadControl, control, control_name
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import Clock, Wiring
from cabinet.i18n.message import Message, message, to_text
from cabinet.io.evdev.node import OVERFLOWED, ControlChange, EventNode, GoneError
from cabinet.io.evdev.search import Search

LOOK_AGAIN_S: Final = 0.5
FAREWELL_S: Final = 1.0
# Between the kernel's stamp of an event and its place in the queue.
UNSURE: Final[Nanos] = MILLISECOND
DEAD_ZONE: Final = 50

_log = logging.getLogger(__name__)


class EvdevPort:
    """A `BoardPort` without coins of its own counting: a coin line is a key."""

    lost = ""  # it goes on looking
    counted: frozenset[str] = frozenset()
    awaited = ("",)

    def __init__(
        self,
        wiring: Wiring,
        clock: Clock,
        wake: Callable[[], None],
        search: Search | None = None,
    ) -> None:
        options = wiring.options
        self._clock = clock
        self._lines = _lines(wiring)
        self._levels = dict.fromkeys(wiring.inputs, False)
        self._match = str(options.get("match", ""))
        self._nodes: list[EventNode] = []
        self._watcher = Watcher(
            search or Search(),
            self._match,
            str(options.get("port") or ""),
            tuple(self._lines),
            int(str(options.get("dead_zone", DEAD_ZONE))) / 100,
            wake,
        )
        # On how many of its nodes each control is pressed.
        self._held: Counter[PadControl] = Counter()
        self._edges: list[Edge] = []
        self._seq = 0
        self._news: list[BoardNews] = []
        self._why: Message | None = None
        self._last = ""
        self._presses = 0
        self._begun = False
        self._heard_until = clock.now() - UNSURE

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`."""
        self._begun = True
        self._watcher.start()

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        now = self._clock.now()
        self._listen(now)
        self._heard_until = max(self._heard_until, now - UNSURE)
        edges, self._edges = self._edges, []
        return edges

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._heard_until

    def news(self) -> Sequence[BoardNews]:
        """See `BoardPort.news`."""
        news, self._news = self._news, []
        return news

    def booked(self, news: ToBook) -> None:
        """See `BoardPort.booked`: nothing here is."""

    def due(self) -> Nanos | None:
        """See `IoPort.due`."""
        return None

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        self._listen(self._clock.now())
        return dict(self._levels)

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`: it has no outputs."""

    def close(self) -> None:
        """See `IoPort.close`."""
        if self._begun:
            self._begun = False
            self._watcher.close()
            self._drop()
        self._edges.clear()
        self._news.clear()

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`; `pressed` is live, `presses` counts what `last` is."""
        held = (each for each, nodes in self._held.items() if nodes > 0)
        facts = {
            "port": self._match,
            "lost": to_text(self._why) if self._why else "",
            "pressed": ", ".join(sorted(map(control_name, held))),
            "last": self._last,
            "presses": str(self._presses),
        }
        if self._nodes:
            found = self._nodes[0].found
            facts |= {"board": found.name, "name": found.name}
            facts |= {"port": " ".join(str(each.found.path) for each in self._nodes)}
            facts |= {"socket": found.socket, "lacks": self._lacks()}
        return facts

    def _lacks(self) -> str:
        """The wired controls that are on none of its nodes."""
        nodes = [node.found for node in self._nodes]
        lacks = (c for c in self._lines if not any(each.has(c) for each in nodes))
        return ", ".join(map(control_name, lacks))

    def _listen(self, now: Nanos) -> None:
        for told in self._watcher.take():
            if isinstance(told, list):
                self._meet(told, now)
            elif told != self._why and not self._nodes:
                self._miss(told, now)
        changes: list[ControlChange] = []
        gone = False
        for node in self._nodes:
            try:
                for change in node.read(now):
                    changes.append(change)
            except GoneError:
                gone = True
        self._heed(changes)
        if gone:
            name = self._nodes[0].found.name
            self._drop()
            self._release(now)
            self._miss(message("input_unplugged", name=name), now)
            self._watcher.seek()

    def _meet(self, nodes: list[EventNode], now: Nanos) -> None:
        self._nodes = nodes
        self._why = None
        self._news.append(LinkFound(now))
        found = nodes[0].found
        _log.info("%s at %s", found.name, " ".join(str(n.found.path) for n in nodes))
        for node in nodes:
            self._heed(node.state(now))

    def _heed(self, changes: Iterable[ControlChange]) -> None:
        for moved, active, at in sorted(changes, key=lambda change: change.at):
            if moved == OVERFLOWED:
                self._doubt_coins(max(at, self._heard_until))
                continue
            if active:
                self._last = control_name(moved)
                self._presses += 1
            self._held[moved] += 1 if active else -1
            if line := self._lines.get(moved):
                self._tell(line, self._held[moved] > 0, max(at, self._heard_until))

    def _tell(self, line: str, active: bool, at: Nanos) -> None:  # noqa: FBT001
        if self._levels[line] != active:
            self._levels[line] = active
            self._add(line, active, at)

    def _add(self, line: str, active: bool, at: Nanos, lost: int = 0) -> None:  # noqa: FBT001
        self._seq += 1 + lost
        self._edges.append(Edge(line, active, at, self._seq))

    def _doubt_coins(self, at: Nanos) -> None:
        """A spike on each coin line, too short for money, before which one is lost."""
        for line, active in self._levels.items():
            if line.startswith("coin."):
                self._add(line, not active, at, lost=1)
                self._add(line, active, at)

    def _release(self, now: Nanos) -> None:
        self._held.clear()
        for line in self._levels:
            self._tell(line, active=False, at=now)

    def _drop(self) -> None:
        for node in self._nodes:
            with suppress(OSError):
                node.close()
        self._nodes = []

    def _miss(self, why: Message, at: Nanos) -> None:
        self._why = why
        _log.warning("%s", why)
        self._news.append(LinkLost(why, at))


class Watcher:
    """The thread: looks for the device, hands it over, empties it, says when it has."""

    def __init__(
        self,
        search: Search,
        match: str,
        socket: str,
        wanted: tuple[PadControl, ...],
        dead_zone: float,
        wake: Callable[[], None],
    ) -> None:
        self._search, self._match, self._socket = search, match, socket
        self._wanted, self._dead_zone, self._wake = wanted, dead_zone, wake
        self._told: SimpleQueue[list[EventNode] | Message] = SimpleQueue()
        self._watched: dict[int, EventNode] = {}  # the thread's own
        self._closing = Event()
        self._missing = Event()
        self._bell, self._rope = os.pipe()
        self._thread = Thread(target=self._run, name="io.devices, evdev", daemon=True)

    def start(self) -> None:
        """Look for it from now on."""
        self._missing.set()
        self._thread.start()

    def take(self) -> list[list[EventNode] | Message]:
        """Nodes that were opened, or why none could be."""
        taken: list[list[EventNode] | Message] = []
        with suppress(Empty):
            while True:
                taken.append(self._told.get_nowait())
        return taken

    def seek(self) -> None:
        """It is gone: look for it again."""
        self._missing.set()
        os.write(self._rope, b"\0")

    def close(self) -> None:
        """End the thread; nodes that nobody took are closed."""
        self._closing.set()
        os.write(self._rope, b"\0")
        self._thread.join(FAREWELL_S)
        for told in self.take():
            for node in told if isinstance(told, list) else ():
                node.close()
        os.close(self._rope)
        os.close(self._bell)

    def _run(self) -> None:
        if sys.platform == "linux":
            with select.epoll() as epoll:
                edge = select.EPOLLIN | select.EPOLLET
                epoll.register(self._bell, select.EPOLLIN)
                while not self._closing.is_set():
                    if self._missing.is_set():
                        self._find(lambda node: epoll.register(node.fd, edge))
                    pause = LOOK_AGAIN_S if self._missing.is_set() else None
                    for fd, _ in epoll.poll(pause):
                        if fd == self._bell:
                            os.read(self._bell, 64)
                        elif node := self._watched.get(fd):
                            node.drain()
                            self._ring()

    def _find(self, watch: Callable[[EventNode], None]) -> None:
        nodes: list[EventNode] = []
        self._watched.clear()
        try:
            for found in self._search.find(self._match, self._socket, self._wanted):
                nodes.append(EventNode(found, self._dead_zone))
            for node in nodes:
                self._watched[node.fd] = node
                watch(node)
        except (CabinetError, OSError) as wrong:
            for node in nodes:
                node.close()
            told = wrong.told if isinstance(wrong, CabinetError) else None
            self._told.put(told or message("port_failed", system=str(wrong)))
        else:
            self._missing.clear()
            self._told.put(nodes)
        self._ring()

    def _ring(self) -> None:
        with suppress(Exception):  # waking may fail while the counter stops
            self._wake()


def _lines(wiring: Wiring) -> dict[PadControl, str]:
    lines: dict[PadControl, str] = {}
    for line, wire in wiring.inputs.items():
        found = control(wire.key or "")
        if found is None:
            raise CabinetError(f"io.lines.{line}: no key is called {wire.key!r}")
        lines[found] = line
    return lines


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> EvdevPort:
    """Entry point `cabinet.io: evdev`; `match` is a name, an id or a path."""
    return EvdevPort(wiring, clock, wake)
