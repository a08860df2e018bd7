"""The host's side of the link, without the link: bytes in, events and bytes out.

The law

- A session credits nobody: it tells what is not credited yet, once, and acknowledges
  a total only after the host has said that it is in the books.
- A board counts on from what it kept. If it kept less than was credited (its power
  went in the middle of writing), it is told so in WELCOME, which raises what the boot
  began with; coins that came since stay counted. A coin is thus credited once, over
  noise, restarts of either side and power cuts.
- A board that is not in the books is not welcomed until the host has written its
  totals down as worth nothing (`adopt`).
- A click of the meter is made when the board says so (`Clicks`).
- While the link is lost every line reads idle; the chip shuts the slot by itself.

`conversation` has the calls for whoever owns the wire.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from firmware_bridge.conversation import Conversation, Phase
from firmware_bridge.events import (
    MILLISECOND,
    BoardForgot,
    BoardUnknown,
    Event,
    FreshCoins,
    LineChanged,
    MeterTurned,
    Nanos,
    PulseRefused,
    SlotFreed,
    SlotJammed,
    SlotNoisy,
    SlotQuiet,
    TimeLost,
    WhyLost,
)
from firmware_bridge.lines import OUTPUTS, SLOTS
from firmware_bridge.messages import (
    Coin,
    Credited,
    Hello,
    Input,
    Kind,
    Message,
    Pulse,
    SetMeter,
    SetOutputs,
    SetSlot,
    State,
    Totals,
    Verdict,
    lines_of,
)

_ALL_OUTPUTS: Final = (1 << len(OUTPUTS)) - 1
_ROUND: Final = 256
_SAMPLES: Final = 8
_WRAP: Final = 1 << 32
REFUSED: Final = frozenset(
    {
        *(Verdict.SHORT, Verdict.LONG, Verdict.GAP, Verdict.RATE),
        *(Verdict.NOISE, Verdict.LOST),
    }
)
Sighting: TypeAlias = State | Input | Coin | Pulse


class Clicks:
    """Clicks of the coin meter that the chip makes: one at a time, told when made.

    The chip counts its clicks from its reset on and is told how far to go, so hearing
    that twice turns the meter once. A click is made when the chip says so. If the chip
    is reset before it could, nobody knows how far the coil came, and the click is made
    again: the meter may then be one ahead of the books, never behind them.
    """

    def __init__(self) -> None:
        self._boot: tuple[int, int] | None = None
        # How many clicks the chip has told of since its reset.
        self.made = 0
        # Whether a click is wanted that nobody has told of yet.
        self.wanted = False

    @property
    def goal(self) -> int:
        """How many clicks shall have been made since the reset."""
        return (self.made + self.wanted) % _ROUND

    def meet(self, hello: Hello) -> int:
        """A board is there; how many clicks of this boot nobody has told us of."""
        boot = hello.board, hello.boots
        if not hello.welcomed or boot != self._boot:
            self._boot, self.made = boot, hello.meter
        return self.note(hello.meter)

    def note(self, made: int) -> int:
        """The chip says how many it has made; how many of them are news."""
        fresh = (made - self.made) % _ROUND
        self.made = made
        self.wanted = self.wanted and not fresh
        return fresh


class ChipClock:
    """The chip's milliseconds on the host's clock: when something it stamped happened.

    A message is late by an unknown while, never early, so the least difference between
    the two clocks seen lately is the best. Lately, because a ceramic resonator drifts
    by half a percent: the last `_SAMPLES` reports span four seconds.
    """

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


class Watch:
    """Turns the reports of a welcomed board into events.

    Reports repeat everything, so whatever was lost on the way is told by the next one.
    A total smaller than the one told before means nothing: totals only grow.
    """

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
                told.append(FreshCoins(self._board, i + 1, total, fresh, at))
        return told

    def _jams(self, jammed: frozenset[int], at: Nanos) -> list[Event]:
        before, self._jammed = self._jammed, jammed
        return [
            *(SlotFreed(slot, at) for slot in sorted(before - jammed)),
            *(SlotJammed(slot, at) for slot in sorted(jammed - before)),
        ]

    def _noise(self, noisy: frozenset[int], at: Nanos) -> list[Event]:
        before, self._noisy = self._noisy, noisy
        return [
            *(SlotQuiet(slot, at) for slot in sorted(before - noisy)),
            *(SlotNoisy(slot, at) for slot in sorted(noisy - before)),
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


class Session(Conversation):
    """One conversation with a board at the coin slot."""

    KIND = Kind.SLOT

    def __init__(
        self,
        credited: Mapping[int, Totals],
        nonce: int,
        now: Nanos,
        settings: Iterable[SetSlot | SetMeter] = (),
    ) -> None:
        super().__init__(nonce, now)
        self._credited = dict(credited)
        self._settings = tuple(settings)
        self._watch = Watch()
        self._outputs = 0
        self._clicks = Clicks()
        self._misheard = 0

    @property
    def lines(self) -> frozenset[str]:
        """The lines that are active, coin lines too."""
        return self._watch.lines

    @property
    def health(self) -> Mapping[str, int]:
        """Of the cable: frames and bytes damaged either way, commands said again."""
        damaged = self._reader.damaged + self._misheard
        return {"damaged": damaged, "repeated": self._commands.repeated}

    # What the host says

    def set_output(self, name: str, *, on: bool) -> None:
        """Drive `lockout`, `lamp.start` or `lamp.coin`; others are not wired."""
        if name not in OUTPUTS:
            return
        bit = 1 << OUTPUTS.index(name)
        self._outputs = self._outputs | bit if on else self._outputs & ~bit
        self._want_outputs()

    def pulse_meter(self) -> None:
        """Turn the coin meter by one; `MeterTurned` tells when that was done.

        To ask again before it is made changes nothing.
        """
        self._clicks.wanted = True
        self._want_outputs()

    def adopt(self, board: int, totals: Totals) -> None:
        """A new board's totals are in the books, worth nothing: count from there."""
        self._credited[board] = totals
        if self._phase is Phase.STRANGE:
            self._ask_again()

    def credited(self, board: int, slot: int, total: int) -> None:
        """The coins of a `FreshCoins` are in the books for ever."""
        one, two = self._credited[board]
        self._credited[board] = (total, two) if slot == 1 else (one, total)
        if self.up and self._hello and self._hello.board == board:
            self._commands.want(Credited(self._credited[board]))

    def goodbye(self, now: Nanos) -> bytes:
        """Every output off, said once: the host ends and hears no answer."""
        self._outputs = 0
        last = SetOutputs(0, self._clicks.made)
        return self._commands.say(last, now) if self.up else b""

    # What the chip says

    def _meet(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        self._hello = hello
        credited = self._credited.get(hello.board)
        if credited is not None:
            base, forgotten = _reckon(hello, credited, now)
            told += forgotten
            self._welcome(hello, base)
        elif self._phase is not Phase.STRANGE:
            told.append(BoardUnknown(hello.board, hello.totals, now))
            self._phase = Phase.STRANGE

    def _begin(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        credited = self._credited[hello.board]
        self._watch.begin(hello.board, credited, fresh=not hello.welcomed)
        told += [MeterTurned(now)] * self._clicks.meet(hello)
        for setting in self._settings:
            self._commands.want(setting)
        self._want_outputs()

    def _note(self, report: Message, now: Nanos, told: list[Event]) -> None:
        if not isinstance(report, State | Input | Coin | Pulse):
            return
        told += self._watch.note(report, now)
        if isinstance(report, State):
            told += [MeterTurned(now)] * self._clicks.note(report.meter)
            self._misheard = report.bad_frames + report.lost_bytes
            differs = (report.outputs ^ self._outputs) & _ALL_OUTPUTS
            if differs or self._clicks.wanted:
                self._want_outputs()
        if isinstance(report, Coin) and self._hello:
            credited = self._credited[self._hello.board]
            if report.totals == credited:
                self._commands.want(Credited(credited))

    def _want_outputs(self) -> None:
        if self.up:
            self._commands.want(SetOutputs(self._outputs, self._clicks.goal))

    def _lose(self, why: WhyLost, now: Nanos, told: list[Event]) -> None:
        was_up = self.up
        super()._lose(why, now, told)
        if was_up:
            told += self._watch.let_go(now)


def _reckon(
    hello: Hello, credited: Totals, now: Nanos
) -> tuple[Totals, list[BoardForgot]]:
    """Which totals the boot began with, by the books; and what the board forgot."""
    counted = hello.totals if hello.welcomed else hello.base
    lacks = [max(0, credited[i] - counted[i]) for i in range(SLOTS)]
    forgotten = [
        BoardForgot(hello.board, i + 1, credited[i], counted[i], now)
        for i in range(SLOTS)
        if lacks[i]
    ]
    return (hello.base[0] + lacks[0], hello.base[1] + lacks[1]), forgotten
