"""What a board's reports mean: its lines, totals and jams against those told before.

Reports repeat everything, so whatever was lost on the way is told by the next one. A
total smaller than the one told before means nothing: totals only grow.
"""

from collections import deque
from typing import Final, TypeAlias

from firmware_bridge.events import (
    MILLISECOND,
    CoinsCounted,
    Event,
    LineChanged,
    Nanos,
    PulseRefused,
    SlotFreed,
    SlotJammed,
    SlotNoisy,
    SlotQuiet,
    TimeLost,
)
from firmware_bridge.messages import (
    SLOTS,
    Coin,
    Input,
    Pulse,
    State,
    Totals,
    Verdict,
    lines_of,
)

# The chip's milliseconds on the host's clock.
#
# A message is late by an unknown while, never early, so the least difference between
# the two clocks seen lately is the best. Lately, because a ceramic resonator drifts by
# half a percent: the last `_SAMPLES` reports span four seconds.


_SAMPLES: Final = 8
_WRAP: Final = 1 << 32


class ChipClock:
    """Tells when something happened that the chip has stamped."""

    __slots__ = ("_last_ms", "_offsets", "_told")

    def __init__(self) -> None:
        self._last_ms = 0
        self._offsets: deque[Nanos] = deque(maxlen=_SAMPLES)
        self._told: Nanos = 0

    def observe(self, chip_ms: int, now: Nanos) -> None:
        """A message stamped when it was sent has just arrived."""
        self._last_ms = self._unwrap(chip_ms)
        self._offsets.append(now - self._last_ms * MILLISECOND)

    def when(self, chip_ms: int, now: Nanos) -> Nanos:
        """The host's time of a stamp: not after `now`, and never going back."""
        if self._offsets:
            at = self._unwrap(chip_ms) * MILLISECOND + min(self._offsets)
            now = min(now, at)
        self._told = max(self._told, now)
        return self._told

    def _unwrap(self, chip_ms: int) -> int:
        ahead = (chip_ms - self._last_ms + _WRAP // 2) % _WRAP - _WRAP // 2
        return self._last_ms + ahead


REFUSED: Final = frozenset(
    {
        *(Verdict.SHORT, Verdict.LONG, Verdict.GAP, Verdict.RATE),
        *(Verdict.NOISE, Verdict.LOST),
    }
)
Sighting: TypeAlias = State | Input | Coin | Pulse


class Watch:
    """Turns the reports of a welcomed board into events."""

    def __init__(self) -> None:
        self._clock = ChipClock()
        self._board = 0
        self._totals = [0] * SLOTS
        self._jammed: frozenset[int] = frozenset()
        self._noisy: frozenset[int] = frozenset()
        self._lost: int | None = None
        self.lines: frozenset[str] = frozenset()

    def begin(self, board: int, credited: Totals, *, fresh: bool) -> None:
        """A board was welcomed whose coins are credited so far.

        It is `fresh` when nobody has welcomed it since its reset.
        """
        self._clock = ChipClock()
        self._board = board
        self._totals = list(credited)
        self._lost = 0 if fresh else self._lost

    def note(self, report: Sighting, now: Nanos) -> list[Event]:
        """Everything that is new in a report."""
        if isinstance(report, State | Input):
            self._clock.observe(report.at_ms, now)
        at = self._clock.when(report.at_ms, now)
        match report:
            case Input():
                return self._see(lines_of(report.inputs), at)
            case Coin():
                return self._count(report.totals, at)
            case Pulse():
                return self._judge(report, at)
            case State():
                return [
                    *self._see(lines_of(report.inputs), at),
                    *self._count(report.totals, at),
                    *self._jams(_slots(report.slots), at),
                    *self._noise(_slots(report.slots >> 4), at),
                    *self._miss(report.lost_ticks, at),
                ]

    def let_go(self, at: Nanos) -> list[Event]:
        """Nobody is watched any more: every line is idle."""
        return self._see(frozenset(), at)

    def _see(self, lines: frozenset[str], at: Nanos) -> list[Event]:
        changed = sorted(
            line for line in lines ^ self.lines if not line.startswith("coin.")
        )
        self.lines = lines
        return [LineChanged(line, line in lines, at) for line in changed]

    def _count(self, totals: Totals, at: Nanos) -> list[Event]:
        told: list[Event] = []
        for i, total in enumerate(totals):
            fresh = total - self._totals[i]
            if fresh > 0:
                self._totals[i] = total
                told.append(CoinsCounted(self._board, i + 1, total, fresh, at))
        return told

    def _jams(self, jammed: frozenset[int], at: Nanos) -> list[Event]:
        freed, stuck = self._jammed - jammed, jammed - self._jammed
        self._jammed = jammed
        return [
            *(SlotFreed(slot, at) for slot in sorted(freed)),
            *(SlotJammed(slot, at) for slot in sorted(stuck)),
        ]

    def _noise(self, noisy: frozenset[int], at: Nanos) -> list[Event]:
        quiet, loud = self._noisy - noisy, noisy - self._noisy
        self._noisy = noisy
        return [
            *(SlotQuiet(slot, at) for slot in sorted(quiet)),
            *(SlotNoisy(slot, at) for slot in sorted(loud)),
        ]

    def _miss(self, lost: int, at: Nanos) -> list[Event]:
        before, self._lost = self._lost, lost
        count = 0 if before is None else (lost - before) % 256
        return [TimeLost(count, at)] if count else []

    def _judge(self, pulse: Pulse, at: Nanos) -> list[Event]:
        match pulse.verdict:
            case Verdict.NOISY:
                return self._noise(self._noisy | {pulse.slot}, at)
            case Verdict.QUIET:
                return self._noise(self._noisy - {pulse.slot}, at)
            case Verdict.JAMMED:
                return self._jams(self._jammed | {pulse.slot}, at)
            case Verdict.FREED:
                return self._jams(self._jammed - {pulse.slot}, at)
            case verdict if verdict in REFUSED:
                why = Verdict(pulse.verdict).name.lower()
                width = pulse.width_ms * MILLISECOND
                return [PulseRefused(pulse.slot, why, width, at)]
        return []


def _slots(bits: int) -> frozenset[int]:
    return frozenset(i + 1 for i in range(SLOTS) if bits >> i & 1)
