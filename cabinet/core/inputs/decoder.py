"""Edges in, events out: what the wires mean, for every backend alike.

The law

- Time is the edges' own; the decoder never asks for it. Before an edge is heard,
  everything that was due by then is told, so events come in time order, and
  ticking in between changes nothing. An edge that arrives late counts from the
  last event told of its kind: coins and buttons may come through different devices,
  one of which is slower, and no button lets time pass for a coin beyond what its
  port has told.
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
_at_of = attrgetter("at")


class _Group:
    """Lines that are told together: the first of their deadlines, the last event."""

    __slots__ = ("due", "lines", "next", "told_at", "waiting")

    def __init__(self, lines: dict[str, _Line]) -> None:
        self.lines = lines
        self.waiting: dict[_Line, None] = {}  # every line that has a deadline
        self.due = NEVER  # never later than the first of them
        self.next: _Line | None = None  # whose deadline `due` was
        self.told_at = -NEVER

    def tick(self, now: Nanos, told: list[LineEvent]) -> None:
        """Let time pass up to and including `now`."""
        waiting = self.waiting
        while self.due <= now:
            line = self.next
            # A line that heard an edge since may have moved its deadline away.
            if line is not None and line.due == self.due:
                line.expire(self.due, told)
                if line.due == NEVER:
                    del waiting[line]
                if told:
                    self.told_at = told[-1].at
            self.next = min(waiting, key=_due_of) if waiting else None
            self.due = self.next.due if self.next else NEVER


class Decoder:
    """Turns the edges of every line into events."""

    __slots__ = ("_coins", "_holds", "_panel", "_seq")

    def __init__(
        self, slots: tuple[Slot, ...], holds: Mapping[str, Nanos] = HOLDS
    ) -> None:
        self._holds = holds
        self._coins = _Group({slot.line: CoinLine(slot) for slot in slots})
        self._panel = _Group({})
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

    def feed(self, edge: Edge, heard: Nanos = NEVER) -> list[LineEvent]:
        """Hear one edge; everything it means, and all that was due before it.

        A button's edge lets coin lines go no further than `heard`: what came on them
        since may not be told yet.
        """
        name, active, at, seq = edge
        is_coin = name.startswith("coin.")
        group = self._coins if is_coin else self._panel
        told: list[LineEvent] = []
        if at >= self._panel.due or at >= self._coins.due:
            told = self.tick(at, at if is_coin else heard)
        line = group.lines.get(name) or self._line(name)
        if seq:
            if seq != self._seq + 1:
                told.append(EdgesLost(name, seq - self._seq - 1, at))
                if isinstance(line, CoinLine):
                    line.doubt()
            self._seq = seq
        if line is None:
            return told
        before = len(told)
        line.change(at if at > group.told_at else group.told_at, told, active=active)
        due = line.due
        if due < group.due:
            group.due, group.next = due, line
        if due < NEVER and line not in group.waiting:
            group.waiting[line] = None
        if len(told) > before:
            group.told_at = told[-1].at
        return told

    def tick(self, now: Nanos, heard: Nanos = NEVER) -> list[LineEvent]:
        """Let time pass up to and including `now`, for coin lines up to `heard`."""
        told: list[LineEvent] = []
        self._panel.tick(now, told)
        until = min(now, heard)
        if self._coins.due > until:
            return told
        coins: list[LineEvent] = []
        self._coins.tick(until, coins)
        return sorted((*told, *coins), key=_at_of) if told else coins

    def due(self) -> Nanos | None:
        """When `tick` may next have something to say."""
        waiting = (*self._panel.waiting, *self._coins.waiting)
        first = min((line.due for line in waiting), default=NEVER)
        return first if first < NEVER else None

    def _line(self, name: str) -> "_Line | None":
        """A line met for the first time; None: a coin line that is no slot's."""
        if name.startswith("coin."):
            return self._coins.lines.get(name)
        line: _Line = EagerButton(name)
        if name in _PATIENT or name in self._holds:
            line = PatientButton(name, self._holds.get(name, NEVER))
        self._panel.lines[name] = line
        return line
