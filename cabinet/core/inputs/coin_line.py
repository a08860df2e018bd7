"""What the wire of a coin acceptor means, and when it is not to be believed.

A settled stretch of the line is a pulse, and a pulse is money if nothing speaks
against it; `cabinet.core.inputs.decoder` states the law. A line that chatters, or whose
pulses are refused again and again, is noisy: told once, and nothing of it is money
until it has been quiet for `CALM`.
"""

from collections import deque
from typing import Final

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    EdgesLost,
    LineEvent,
    Nanos,
)
from cabinet.core.inputs.buttons import NEVER, SettledLine
from cabinet.core.operating import Slot

SETTLE: Final[Nanos] = 4 * MILLISECOND
# The fastest acceptor with the worst contacts makes some 300 edges a second.
CHATTER: Final = 400
REFUSALS: Final = 6
REFUSALS_WITHIN: Final[Nanos] = 10 * SECOND
CALM: Final[Nanos] = 5 * SECOND


class Pace:
    """At most so many in any second."""

    __slots__ = ("_last",)

    def __init__(self, most: int) -> None:
        self._last: deque[Nanos] = deque(maxlen=max(1, most))

    def exceeded(self, at: Nanos) -> bool:
        """Count one more; whether that is one too many."""
        last = self._last
        full = len(last) == last.maxlen and at - last[0] < SECOND
        last.append(at)
        return full


class CoinLine(SettledLine):
    """One coin line."""

    __slots__ = (
        "_calm_at",
        "_chatter",
        "_chatter_from",
        "_coins",
        "_doubtful",
        "_ended",
        "_inner_due",
        "_lost",
        "_noisy",
        "_pulses",
        "_refused",
        "_slot",
        "_solid",
        "_train_refused",
    )

    def __init__(self, slot: Slot) -> None:
        super().__init__(min(SETTLE, slot.min_width // 2), slot.jam)
        self._slot = slot
        self._ended = -NEVER
        self._solid = 0  # the longest stretch active without a break
        self._pulses = Pace(slot.max_per_s)
        self._coins = Pace(slot.max_coins_per_s)
        self._train_refused = False
        self._refused: deque[Nanos] = deque(maxlen=REFUSALS)
        self._chatter = 0
        self._chatter_from = -NEVER
        self._lost = 0
        self._doubtful = False
        self._noisy = False
        self._calm_at = self._inner_due = NEVER

    def begin(self, now: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Wake up: a line already active is a fault, never a coin."""
        super().begin(now, told, active=active)
        self._ended = now
        if active:
            told.append(CoinJammed(self._slot.number, now))

    def change(self, at: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Take an edge; one that changes nothing means that others were lost.

        Says what `SettledLine.change` says, without the call: a storm makes
        hundreds of thousands of edges a second.
        """
        if active == self._raw:
            self._lost += 1
        elif not active and at - self._since > self._solid:
            self._solid = at - self._since
        self._raw = active
        self._since = at
        if active != self._active:
            self.due = self._inner_due = at + self._settle
        elif active and not self._over:
            self.due = self._inner_due = max(self._began + self._limit, at)
        else:
            self.due = self._inner_due = NEVER
        if not self._chatter:
            self._chatter_from = at
        self._chatter += 1
        if self._chatter > CHATTER:
            self._count_chatter(at, told)
        if self._noisy:
            self._calm_at = at + CALM
            if self._calm_at < self.due:
                self.due = self._calm_at

    def doubt(self) -> None:
        """Edges are missing before the next one: a pulse under way is no money."""
        self._doubtful = self._active or self._raw

    def _count_chatter(self, at: Nanos, told: list[LineEvent]) -> None:
        """So many edges: within a second it is noise, else the count starts anew."""
        self._chatter = 0
        if at - self._chatter_from < SECOND and not self._noisy:
            self._distrust(at, told)

    def expire(self, at: Nanos, told: list[LineEvent]) -> None:
        """The line has settled, overstayed, or been quiet long enough."""
        if at >= self._inner_due:
            self.due = self._inner_due
            super().expire(at, told)
            self._inner_due = self.due
        if at >= self._calm_at and not self._active:
            self._noisy = False
            self._calm_at = NEVER
            told.append(CoinQuiet(self._slot.number, at))
        elif at >= self._calm_at:
            self._calm_at = at + CALM
        self.due = min(self._inner_due, self._calm_at)

    def _rise(self, at: Nanos, told: list[LineEvent]) -> None:
        pass

    def _fall(self, at: Nanos, told: list[LineEvent]) -> None:
        number = self._slot.number
        if self._lost:
            told.append(EdgesLost(self._slot.line, self._lost, at))
        if self._over:
            told.append(CoinFreed(number, at))
        elif why := self._fault():
            width = self._solid if why == "short" else self._since - self._began
            told.append(CoinRejected(number, why, width, at))
            self._refuse(at, told)
        else:
            told.append(CoinAccepted(number, self._value(), at))
        self._ended = self._since
        self._solid = self._lost = 0
        self._doubtful = False

    def _overstay(self, at: Nanos, told: list[LineEvent]) -> None:
        told.append(CoinJammed(self._slot.number, at))

    def _fault(self) -> str:
        width = self._since - self._began
        if self._noisy:
            return "noise"
        if self._lost or self._doubtful:
            return "lost"
        if self._solid < self._slot.min_width:
            return "short"
        if width > self._slot.max_width:
            return "long"
        if not self._value():
            return "width"
        if self._began - self._ended < self._slot.gap:
            return "gap"
        return self._haste()

    def _value(self) -> int:
        """What the pulse is worth; 0 when no coin is that long."""
        if not self._slot.widths:
            return self._slot.pulse_value
        width = self._since - self._began
        for coin in self._slot.widths:
            if coin.shortest <= width <= coin.longest:
                return coin.value
        return 0

    def _haste(self) -> str:
        """Too many pulses or coins; a coin too many is so to its last pulse."""
        if self._began - self._ended >= self._slot.coin_pause:
            self._train_refused = self._coins.exceeded(self._since)
        if self._pulses.exceeded(self._since):
            return "rate"
        return "coins" if self._train_refused else ""

    def _refuse(self, at: Nanos, told: list[LineEvent]) -> None:
        self._refused.append(at)
        often = len(self._refused) == REFUSALS
        if often and at - self._refused[0] < REFUSALS_WITHIN and not self._noisy:
            self._distrust(at, told)
            self._calm_at = at + CALM

    def _distrust(self, at: Nanos, told: list[LineEvent]) -> None:
        self._noisy = True
        self._refused.clear()
        told.append(CoinNoisy(self._slot.number, at))
