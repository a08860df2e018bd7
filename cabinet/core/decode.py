"""Edges in, events out: what the wires mean, for every backend alike.

The law

- Time is the edges' own; the decoder never asks for it. Before an edge is heard,
  everything that was due by then is told, so events come in time order, and
  ticking in between changes nothing. An edge that arrives late counts from the
  last event told.
- A panel button is told at its first edge and let go after `REARM` of quiet.
  A press costs 0 ms, contact bounce is one press, and no pattern leaves a button
  stuck. The price: a spike cannot be told from the first bounce of a press.
- `power`, `start`, `service`, `test`, `door` and every line with a hold time are
  told only after being stable for `STEADY`: a spike there would cost money or the
  evening, and nobody feels 5 ms. With a hold time, `Held` comes at the threshold,
  `Tapped` after a `Released` that came before it.
- A coin line is settled by the same rule (`SETTLE`). A settled stretch is one
  pulse, and one pulse is one value, so coins without a pause between them add up.
  It is money only if the wire was active for `min_width` without the shortest
  break (no storm of shorter glitches ever adds up to a coin), the whole no longer
  than `max_width`, after `gap` of idle, and at most `max_per_s` in a second.
- A coin line active for `jam`, or when the cabinet wakes up, is a fault: told
  once, worth nothing, and freed when it is idle again.
"""

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinRejected,
    Edge,
    Event,
    Held,
    Nanos,
    Pressed,
    Released,
    Tapped,
)
from cabinet.core.house import Slot

REARM: Final[Nanos] = 8 * MILLISECOND
STEADY: Final[Nanos] = 5 * MILLISECOND
SETTLE: Final[Nanos] = 4 * MILLISECOND
HOLDS: Final[Mapping[str, Nanos]] = MappingProxyType(
    {"power": 3 * SECOND, "start": 1 * SECOND}
)
_PATIENT: Final = frozenset({"power", "start", "service", "test", "door"})
_NEVER: Final[Nanos] = 1 << 63


class Decoder:
    """Turns the edges of every line into events."""

    __slots__ = ("_due", "_holds", "_lines", "_told_at", "_waiting")

    def __init__(
        self, slots: tuple[Slot, ...], holds: Mapping[str, Nanos] = HOLDS
    ) -> None:
        self._holds = holds
        self._lines: dict[str, _Line] = {slot.line: _Coin(slot) for slot in slots}
        self._waiting: dict[_Line, None] = {}  # every line that has a deadline
        self._due = _NEVER  # never later than the first of them
        self._told_at = -_NEVER

    def begin(self, levels: Mapping[str, bool], now: Nanos) -> list[Event]:
        """Wake up to wires as they are.

        A coin line already active is jammed. A button already down is not a
        press; only its `Released` will be told.
        """
        told: list[Event] = []
        for name, active in levels.items():
            if line := self._line(name):
                line.begin(now, told, active=active)
        return told

    def feed(self, edge: Edge) -> list[Event]:
        """Hear one edge; everything it means, and all that was due before it."""
        name, active, at, _ = edge
        told: list[Event] = [] if at < self._due else self.tick(at)
        line = self._lines.get(name) or self._line(name)
        if line is None:
            return told
        line.change(at if at > self._told_at else self._told_at, told, active=active)
        if line.due < _NEVER:
            self._waiting[line] = None
            if line.due < self._due:
                self._due = line.due
        if told:
            self._told_at = told[-1].at
        return told

    def tick(self, now: Nanos) -> list[Event]:
        """Let time pass up to and including `now`."""
        told: list[Event] = []
        while self._waiting and self._due <= now:
            line = min(self._waiting, key=_due_of)
            if line.due > now:
                self._due = line.due
                break
            line.expire(line.due, told)
            if line.due == _NEVER:
                del self._waiting[line]
            self._told_at = told[-1].at if told else self._told_at
        return told

    def due(self) -> Nanos | None:
        """When `tick` may next have something to say."""
        first = min((line.due for line in self._waiting), default=_NEVER)
        return first if first < _NEVER else None

    def _line(self, name: str) -> "_Line | None":
        line = self._lines.get(name)
        if line is None and not name.startswith("coin."):
            if name in _PATIENT or name in self._holds:
                line = _PatientButton(name, self._holds.get(name, _NEVER))
            else:
                line = _EagerButton(name)
            self._lines[name] = line
        return line


class _EagerButton:
    __slots__ = ("_down", "_name", "due")

    def __init__(self, name: str) -> None:
        self._name = name
        self._down = False
        self.due = _NEVER

    def begin(self, now: Nanos, told: list[Event], *, active: bool) -> None:
        self._down = active
        self.due = _NEVER

    def change(self, at: Nanos, told: list[Event], *, active: bool) -> None:
        if not active:
            self.due = at + REARM if self._down else _NEVER
            return
        self.due = _NEVER
        if not self._down:
            self._down = True
            told.append(Pressed(self._name, at))

    def expire(self, at: Nanos, told: list[Event]) -> None:
        self.due = _NEVER
        self._down = False
        told.append(Released(self._name, at))


class _SettledLine:
    """A level that counts once it is stable, and may overstay a limit."""

    __slots__ = (
        "_active",
        "_began",
        "_limit",
        "_over",
        "_raw",
        "_settle",
        "_since",
        "due",
    )

    def __init__(self, settle: Nanos, limit: Nanos) -> None:
        self._settle = settle
        self._limit = limit
        self._active = self._raw = self._over = False
        self._began = self._since = -_NEVER
        self.due = _NEVER

    def begin(self, now: Nanos, told: list[Event], *, active: bool) -> None:
        self._active = self._raw = self._over = active
        self._began = self._since = now
        self.due = _NEVER

    def change(self, at: Nanos, told: list[Event], *, active: bool) -> None:
        self._raw = active
        self._since = at
        if active != self._active:
            self.due = at + self._settle
        elif active and not self._over:
            self.due = max(self._began + self._limit, at)
        else:
            self.due = _NEVER

    def expire(self, at: Nanos, told: list[Event]) -> None:
        self.due = _NEVER
        if self._raw == self._active:
            self._over = True
            self._overstay(at, told)
            return
        self._active = self._raw
        if self._active:
            self._began = self._since
            self._over = False
            self.due = max(self._began + self._limit, at)
            self._rise(at, told)
        else:
            self._fall(at, told)

    def _rise(self, at: Nanos, told: list[Event]) -> None:
        raise NotImplementedError

    def _fall(self, at: Nanos, told: list[Event]) -> None:
        raise NotImplementedError

    def _overstay(self, at: Nanos, told: list[Event]) -> None:
        raise NotImplementedError


class _PatientButton(_SettledLine):
    __slots__ = ("_name",)

    def __init__(self, name: str, hold: Nanos) -> None:
        super().__init__(STEADY, hold)
        self._name = name

    def _rise(self, at: Nanos, told: list[Event]) -> None:
        told.append(Pressed(self._name, at))

    def _fall(self, at: Nanos, told: list[Event]) -> None:
        told.append(Released(self._name, at))
        if self._limit < _NEVER and not self._over:
            told.append(Tapped(self._name, at))

    def _overstay(self, at: Nanos, told: list[Event]) -> None:
        told.append(Held(self._name, at))


class _Coin(_SettledLine):
    __slots__ = ("_ended", "_pulses", "_slot", "_solid")

    def __init__(self, slot: Slot) -> None:
        super().__init__(min(SETTLE, slot.min_width // 2), slot.jam)
        self._slot = slot
        self._ended = -_NEVER
        self._solid = 0  # the longest stretch active without a break
        self._pulses: deque[Nanos] = deque(maxlen=max(1, slot.max_per_s))

    def begin(self, now: Nanos, told: list[Event], *, active: bool) -> None:
        super().begin(now, told, active=active)
        self._ended = now
        if active:
            told.append(CoinJammed(self._slot.number, now))

    def change(self, at: Nanos, told: list[Event], *, active: bool) -> None:
        if self._raw and at - self._since > self._solid:
            self._solid = at - self._since
        super().change(at, told, active=active)

    def _rise(self, at: Nanos, told: list[Event]) -> None:
        pass

    def _fall(self, at: Nanos, told: list[Event]) -> None:
        number = self._slot.number
        if self._over:
            told.append(CoinFreed(number, at))
        elif why := self._fault():
            width = self._solid if why == "short" else self._since - self._began
            told.append(CoinRejected(number, why, width, at))
        else:
            told.append(CoinAccepted(number, self._slot.pulse_value, at))
        self._ended = self._since
        self._solid = 0

    def _overstay(self, at: Nanos, told: list[Event]) -> None:
        told.append(CoinJammed(self._slot.number, at))

    def _fault(self) -> str:
        if self._solid < self._slot.min_width:
            return "short"
        if self._since - self._began > self._slot.max_width:
            return "long"
        if self._began - self._ended < self._slot.gap:
            return "gap"
        return "rate" if self._too_many() else ""

    def _too_many(self) -> bool:
        pulses = self._pulses
        full = len(pulses) == pulses.maxlen and self._since - pulses[0] < SECOND
        pulses.append(self._since)
        return full


_Line: TypeAlias = _EagerButton | _PatientButton | _Coin


def _due_of(line: _Line) -> Nanos:
    return line.due
