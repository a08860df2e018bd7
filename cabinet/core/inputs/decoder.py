"""Edges in, events out: what the wires mean, for every backend alike.

The law

- Time is the edges' own; the decoder never asks for it. Before an edge is heard,
  everything that was due by then is told, so events come in time order, and
  ticking in between changes nothing. An edge that arrives late counts from the
  last event told.
- A panel button is told at its first edge and let go after `REARM` of quiet.
  A press costs 0 ms, contact bounce is one press, and no pattern leaves a button
  stuck. The price: a spike cannot be told from the first bounce of a press. So is
  `tilt`: a weight that swings touches only for a moment.
- `power`, `start`, `service`, `test`, `door` and every line with a hold time are
  told only after being stable for `STEADY`: a spike there would cost money or the
  evening, and nobody feels 5 ms. With a hold time, `Held` comes at the threshold,
  `Tapped` after a `Released` that came before it.
- A coin line is settled by the same rule (`SETTLE`). A settled stretch is one
  pulse, and one pulse is one value, so coins without a pause between them add up.
  It is money only if the wire was active for `min_width` without the shortest
  break (no storm of shorter glitches ever adds up to a coin), the whole no longer
  than `max_width`, after `gap` of idle, and at most `max_per_s` in a second, of
  at most `max_coins_per_s` coins.
  Where the length of a pulse tells the coin, it must be one of the lengths.
- A coin line active for `jam`, or when the cabinet wakes up, is a fault: told
  once, worth nothing, and freed when it is idle again.
- An edge that changes nothing, or a gap in a port's count, means edges were lost:
  told, and the pulse they belong to is worth nothing.
"""

from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final, TypeAlias

from cabinet.core.events import SECOND, Edge, EdgesLost, LineEvent, Nanos, Pressed
from cabinet.core.inputs.buttons import NEVER, EagerButton, PatientButton
from cabinet.core.inputs.coin_line import CoinLine
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.operating import Slot


def holds(wired: WiredButtons) -> Mapping[str, Nanos]:
    """After how long a line is held, for the lines that can be."""
    return MappingProxyType({"power": 3 * SECOND, "start": wired.start_held})


HOLDS: Final = holds(WiredButtons())
_PATIENT: Final = frozenset({"power", "start", "service", "test", "door"})
# No buttons: what matters is not that they move, but how they are.
_STATES: Final = frozenset({"door", "tilt"})
_Line: TypeAlias = EagerButton | PatientButton | CoinLine
_due_of = attrgetter("due")


class Decoder:
    """Turns the edges of every line into events."""

    __slots__ = ("_due", "_holds", "_lines", "_next", "_seq", "_told_at", "_waiting")

    def __init__(
        self, slots: tuple[Slot, ...], holds: Mapping[str, Nanos] = HOLDS
    ) -> None:
        self._holds = holds
        self._lines: dict[str, _Line] = {slot.line: CoinLine(slot) for slot in slots}
        self._waiting: dict[_Line, None] = {}  # every line that has a deadline
        self._due = NEVER  # never later than the first of them
        self._next: _Line | None = None  # whose deadline `_due` was
        self._told_at = -NEVER
        self._seq = 0

    def begin(self, levels: Mapping[str, bool], now: Nanos) -> list[LineEvent]:
        """Wake up to wires as they are.

        A coin line already active is jammed. A button already down is not a
        press; only its `Released` will be told. But a door that is open is open.
        """
        told: list[LineEvent] = []
        for name, active in levels.items():
            if line := self._line(name):
                line.begin(now, told, active=active)
                if active and name in _STATES:
                    told.append(Pressed(name, now))
        return told

    def feed(self, edge: Edge) -> list[LineEvent]:
        """Hear one edge; everything it means, and all that was due before it."""
        name, active, at, seq = edge
        told: list[LineEvent] = [] if at < self._due else self.tick(at)
        line = self._lines.get(name) or self._line(name)
        if seq:
            if seq != self._seq + 1:
                told.append(EdgesLost(name, seq - self._seq - 1, at))
                if isinstance(line, CoinLine):
                    line.doubt()
            self._seq = seq
        if line is None:
            return told
        line.change(at if at > self._told_at else self._told_at, told, active=active)
        due = line.due
        if due < self._due:
            self._due, self._next = due, line
        if due < NEVER and line not in self._waiting:
            self._waiting[line] = None
        if told:
            self._told_at = told[-1].at
        return told

    def tick(self, now: Nanos) -> list[LineEvent]:
        """Let time pass up to and including `now`."""
        told: list[LineEvent] = []
        waiting = self._waiting
        while self._due <= now:
            line = self._next
            # A line that heard an edge since may have moved its deadline away.
            if line is not None and line.due == self._due:
                line.expire(self._due, told)
                if line.due == NEVER:
                    del waiting[line]
                if told:
                    self._told_at = told[-1].at
            self._next = min(waiting, key=_due_of) if waiting else None
            self._due = self._next.due if self._next else NEVER
        return told

    def due(self) -> Nanos | None:
        """When `tick` may next have something to say."""
        first = min((line.due for line in self._waiting), default=NEVER)
        return first if first < NEVER else None

    def _line(self, name: str) -> "_Line | None":
        line = self._lines.get(name)
        if line is None and not name.startswith("coin."):
            if name in _PATIENT or name in self._holds:
                line = PatientButton(name, self._holds.get(name, NEVER))
            else:
                line = EagerButton(name)
            self._lines[name] = line
        return line
