"""Coin lines read from the kernel itself, through libgpiod.

The kernel stamps an edge in the interrupt, keeps it until somebody reads it, and
numbers it, so that a lost one leaves a gap: gpiozero can do none of the three for
us. A thread reads, because the counter may be waiting for its disk. When the counter
looks it drains the lines itself (`CoinLines.drain`), so that it knows up to when it
has heard everything: the thread may not have run yet.

Each line is a request of its own. It has a buffer of its own, so a storm on one
slot pushes out no coin of another; 1024 edges is the most the kernel keeps.

The kernel does not debounce: docs/decisions/0014-coin-lines-through-gpiod.md.
"""

import os
import selectors
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from select import select
from threading import Lock, Thread
from typing import Final, NamedTuple, Protocol, TypeAlias

import gpiod
from gpiod.line import Bias, Clock, Direction, Value
from gpiod.line import Edge as Edges

from cabinet.core.events import Edge
from cabinet.core.ports import Wire

EVENTS_KEPT: Final = 1024
CONSUMER: Final = "arkade-cabinet"
_NUMBERS: Final = 1 << 32  # the kernel counts in 32 bits


class ReadEdge(NamedTuple):
    """An edge of a line, and how many were lost just before it."""

    edge: Edge
    lost: int = 0


class EdgeRequest(Protocol):
    """What we need of a `gpiod.LineRequest` for one line."""

    def fileno(self) -> int:
        """Readable when there are events."""

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        """Take the events there are."""

    def get_value(self, line: int | str) -> Value:
        """Whether the line is active."""

    def release(self) -> None:
        """Let go of the line."""


Ask: TypeAlias = Callable[[Wire], EdgeRequest]


def settings(wire: Wire) -> gpiod.LineSettings:
    """How a coin line is asked for: every edge, by the counter's own clock."""
    return gpiod.LineSettings(
        direction=Direction.INPUT,
        edge_detection=Edges.BOTH,
        bias=Bias.PULL_UP if wire.active_low else Bias.PULL_DOWN,
        active_low=wire.active_low,
        event_clock=Clock.MONOTONIC,
    )


def asking(chip: str) -> Ask:
    """Ask for lines of the chip at this path, for instance /dev/gpiochip0."""

    def ask(wire: Wire) -> EdgeRequest:
        return gpiod.request_lines(
            chip,
            config={wire.pin or 0: settings(wire)},
            consumer=CONSUMER,
            event_buffer_size=EVENTS_KEPT,
        )

    return ask


class LineHistory:
    """What the kernel's events say about one line.

    The interrupt has the time of an edge, but the level is read a moment later. An
    event that repeats the level is therefore no mistake: the line left and came
    back in that moment. It is told as the spike it was, or the decoder would take
    it for lost edges and refuse a good coin of a bouncing contact.
    """

    def __init__(self, name: str, *, active: bool) -> None:
        self._name = name
        self._active = active
        self._seqno = 0

    def tell(self, events: Iterable[gpiod.EdgeEvent]) -> list[ReadEdge]:
        """The edges these events stand for."""
        told: list[ReadEdge] = []
        for event in events:
            active = event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE
            at = event.timestamp_ns
            lost = (event.line_seqno - self._seqno - 1) % _NUMBERS
            if active == self._active and not lost:
                told.append(ReadEdge(Edge(self._name, not active, at)))
            told.append(ReadEdge(Edge(self._name, active, at), lost))
            self._active, self._seqno = active, event.line_seqno
        return told


class CoinLines:
    """Lines of one chip, read by a thread that tells what they do."""

    def __init__(self, tell: Callable[[list[ReadEdge]], None]) -> None:
        self._tell = tell
        self._lines: dict[str, tuple[int, EdgeRequest]] = {}
        self._histories: dict[int, LineHistory] = {}
        # Reading and telling is one act: who has the lock finds no edge half told.
        self._lock = Lock()
        self._ending, self._end = os.pipe()
        self._thread = Thread(target=self._read, name="coin lines", daemon=True)
        self.failure = ""

    def add(self, name: str, wire: Wire, ask: Ask) -> None:
        """Ask for one more line; before `start`."""
        request = ask(wire)
        pin = wire.pin or 0
        self._lines[name] = pin, request
        active = request.get_value(pin) is Value.ACTIVE
        self._histories[request.fileno()] = LineHistory(name, active=active)

    def start(self) -> None:
        """Begin to read."""
        if self._lines:
            self._thread.start()

    def drain(self) -> None:
        """Tell everything the kernel has, without waiting for the thread.

        A line that cannot be read ends the thread, which says why.
        """
        with self._lock, suppress(OSError):
            for _, request in self._lines.values():
                self._tell_of(request)

    def has_died(self) -> bool:
        """Whether the thread was reading and has ended."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def levels(self) -> Mapping[str, bool]:
        """Which lines are active right now."""
        with self._lock:
            return {
                name: request.get_value(pin) is Value.ACTIVE
                for name, (pin, request) in self._lines.items()
            }

    def close(self) -> None:
        """Stop reading and let go of the lines."""
        if self._end < 0:
            return
        os.close(self._end)
        self._end = -1
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._ending)
        for _, request in self._lines.values():
            request.release()
        self._lines.clear()

    def _read(self) -> None:
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(self._ending, selectors.EVENT_READ)
                for _, request in self._lines.values():
                    selector.register(request, selectors.EVENT_READ, request)
                while not self._take(selector):
                    pass
        except Exception as wrong:  # noqa: BLE001  # nobody else would hear of it
            self.failure = str(wrong)
            self._tell([])

    def _take(self, selector: selectors.BaseSelector) -> bool:
        """Tell what has happened; True when it is time to end."""
        for key, _ in selector.select():
            if key.data is None:
                return True
            with self._lock:
                self._tell_of(key.data)
        return False

    def _tell_of(self, request: EdgeRequest) -> None:
        """Tell what one line has, if anything: reading an empty one would wait."""
        while select([request], [], [], 0)[0]:
            events = request.read_edge_events(EVENTS_KEPT)
            self._tell(self._histories[request.fileno()].tell(events))
