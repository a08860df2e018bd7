"""Every way through a turn of the Alien's, in bare numbers.

The same law as in `alien`, without positions on the way: a test walks both ways and
compares. A way ends where the Alien may stop, or where fortune speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from cabinet.games.arkade.bots import insight
from cabinet.games.arkade.bots.bits import AHEAD, Lane, cell_of, danger, danger_of
from cabinet.games.arkade.bots.insight import Values
from cabinet.games.arkade.rules.actions import CLEAR, FORWARD, LEFT, RIGHT, SACRIFICE
from cabinet.games.arkade.rules.board import FIRST_COLUMN, LAST_COLUMN, LAST_LINE
from cabinet.games.arkade.rules.box import CLEARING, COLOR_CELLS, COLORS, FRAMES

if TYPE_CHECKING:
    from mypy_extensions import i64

# A tile still to be drawn, for who draws it.
TILE: Final = 4.0
# How much of a threat is left when the Defender has had his turn.
FEAR: Final = 0.4
STAY: Final = -1


def _frames(face: int, color: int) -> int:
    """The frames that wake for a colour."""
    return sum(1 << cell for cell, wants in FRAMES[face].items() if wants == color)


_FRAMES: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_frames(face, color) for color in range(len(COLORS)))
    for face in range(len(FRAMES))
)
_NONE: Final = (0,) * len(COLORS)
_PAIRS: Final = tuple((a, b) for a in range(len(COLORS)) for b in range(a + 1))


class RouteEnd(NamedTuple):
    """Where a way ends, what that is worth at a glance, and how it began."""

    lane: Lane
    worth: float
    action: int


class Raid:
    """The ways from one lane. `fear` is how much of a threat counts at the end.

    The best end is in `best` and `action`; with `collect`, all are in `ends`.
    """

    def __init__(self, lane: Lane, fear: float, *, collect: bool = False) -> None:
        self._lane = lane
        self._fear = fear * insight.GAME
        self._collect = collect
        self._opened = COLOR_CELLS[lane.face]
        self._frames = _FRAMES[lane.face] if lane.wakes else _NONE
        self.best = -insight.SURE
        self.action = STAY
        self.ends: dict[tuple[int, ...], RouteEnd] = {}

    def walk(self, one: i64, two: i64, woken: i64 = 0) -> float:
        """The most that comes of these dice (-1: spent); `woken` frames wait."""
        lane = self._lane
        self.best, self.action = -insight.SURE, STAY
        self.ends = {}
        waiting, frames = woken, 0.0
        while waiting:
            waiting &= waiting - 1
            frames += TILE
        worth = frames + danger(lane.saucers(), lane.hearts, lane.walls())
        self._go(lane, one, two, woken, STAY, worth)
        return self.best

    def _go(
        self, lane: Lane, one: i64, two: i64, woken: i64, action: i64, worth: float
    ) -> None:
        """Perhaps the end; else each die that is left, or a sacrifice."""
        self._end(lane, woken, action, worth)
        if one < 0 and two < 0 and woken:
            return
        if one >= 0:
            self._spend(lane, one, two, woken, action, worth)
        if two >= 0 and two != one:
            self._spend(lane, two, one, woken, action, worth)
        if lane.asteroids:
            self._sacrifice(lane, one, two, woken, action, worth)

    def _end(self, lane: Lane, woken: i64, action: i64, worth: float) -> None:
        if self._fear > 0.0:
            saucers, walls = lane.saucers(), lane.walls()
            worth += self._fear * insight.threat(saucers, walls, lane.face, lane.rolls)
        if worth > self.best:
            self.best, self.action = worth, action
        if self._collect:
            self.ends.setdefault((*lane.key(), woken), RouteEnd(lane, worth, action))

    def _spend(
        self, lane: Lane, die: i64, left: i64, woken: i64, action: i64, worth: float
    ) -> None:
        """Every step, and every field cleared, for one die."""
        saucers = lane.saucers()
        targets: i64 = self._opened[die]
        targets &= ~(saucers | lane.walls())
        last, first = LAST_COLUMN, FIRST_COLUMN
        bits = saucers & targets >> AHEAD
        while bits:
            low = bits & -bits
            bits ^= low
            number = action if action >= 0 else FORWARD + cell_of(low)
            self._step(lane, low, low << AHEAD, left, woken, number, worth)
        bits = saucers & (targets & ~last) << 1
        while bits:
            low = bits & -bits
            bits ^= low
            number = action if action >= 0 else LEFT + cell_of(low)
            self._step(lane, low, low >> 1, left, woken, number, worth)
        bits = saucers & (targets & ~first) >> 1
        while bits:
            low = bits & -bits
            bits ^= low
            number = action if action >= 0 else RIGHT + cell_of(low)
            self._step(lane, low, low << 1, left, woken, number, worth)
        if lane.fields and die == CLEARING:
            self._clear(lane, left, woken, action, worth)

    def _step(
        self,
        lane: Lane,
        source: i64,
        target: i64,
        left: i64,
        woken: i64,
        action: i64,
        worth: float,
    ) -> None:
        if target & LAST_LINE:
            worth = insight.SURE + (1.0 if left >= 0 else 0.0)
            if worth > self.best:
                self.best, self.action = worth, action
            return
        both, hearts, walls = source | target, lane.hearts, lane.walls()
        worth -= danger_of(source, hearts, walls)
        if hearts & source:
            hearts ^= both
        worth += danger_of(target, hearts, walls)
        if woken & source:
            woken ^= source
            worth -= TILE
        one, two, three = lane.one, lane.two, lane.three
        if one & source:
            one, color = one ^ both, 0
        elif two & source:
            two, color = two ^ both, 1
        else:
            three, color = three ^ both, 2
        if self._frames[color] & target:
            woken |= target
            worth += TILE
        after = lane.with_saucers(one, two, three, hearts)
        self._go(after, left, -1, woken, action, worth)

    def _clear(
        self, lane: Lane, left: i64, woken: i64, action: i64, worth: float
    ) -> None:
        """Every field that a saucer touches, gone."""
        saucers, bits = lane.saucers(), lane.fields
        before = danger(saucers, lane.hearts, lane.walls())
        while bits:
            low = bits & -bits
            bits ^= low
            beside = low << AHEAD | low >> AHEAD
            beside |= low << 1 & ~FIRST_COLUMN | low >> 1 & ~LAST_COLUMN
            if beside & saucers:
                after = _with_walls(lane, lane.asteroids, lane.fields ^ low)
                gain = danger(saucers, lane.hearts, after.walls()) - before
                number = action if action >= 0 else CLEAR + cell_of(low)
                self._go(after, left, -1, woken, number, worth + gain)

    def _sacrifice(
        self, lane: Lane, one: i64, two: i64, woken: i64, action: i64, worth: float
    ) -> None:
        """Every saucer that can be given for the asteroid before it."""
        saucers = lane.saucers()
        bits = saucers & lane.asteroids >> AHEAD
        while bits:
            low = bits & -bits
            bits ^= low
            if saucers == low:
                continue
            cleared = _with_walls(lane, lane.asteroids ^ low << AHEAD, lane.fields)
            rest = worth - danger_of(low, lane.hearts, lane.walls())
            if woken & low:
                rest -= TILE
            number = action if action >= 0 else SACRIFICE + cell_of(low)
            self._go(cleared.without(low), one, two, woken & ~low, number, rest)


def _with_walls(lane: Lane, asteroids: i64, fields: i64) -> Lane:
    return Lane(
        lane.one,
        lane.two,
        lane.three,
        lane.hearts,
        asteroids,
        fields,
        lane.tower,
        lane.face,
        lane.rolls,
        lane.wakes,
    )


_advances: Final[dict[tuple[int, ...], float]] = {}


def advance(lane: Lane, late: Callable[[], bool]) -> float | None:
    """What the Alien gains in his next turn on average, with the best re-rolls.

    None if it was `late` before that was known.
    """
    key = lane.key()
    known = _advances.get(key)
    if known is None:
        known = _advance(lane, late)
        if known is not None:
            if len(_advances) >= insight.MOST_KNOWN:
                _advances.clear()
            _advances[key] = known
    return known


def _advance(lane: Lane, late: Callable[[], bool]) -> float | None:
    raid = Raid(lane, FEAR)
    now = danger(lane.saucers(), lane.hearts, lane.walls())
    values: Values = [[0.0] * len(COLORS) for _ in COLORS]
    for a, b in _PAIRS:
        if late():
            return None
        gain = min(insight.GAME, raid.walk(a, b) - now)
        values[a][b] = values[b][a] = gain
    return insight.mean_of(values, insight.ALIEN_ODDS, insight.ALIEN_ODDS, lane.rolls)
