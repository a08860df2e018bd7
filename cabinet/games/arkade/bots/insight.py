"""How likely the next turn of Arkade changes what a lane is worth.

Odds are exact: nothing is sampled, and the best re-rolls are assumed. Which tiles
lie face down is never looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cabinet.games.arkade.bots.bits import HEART, Lane, danger_of
from cabinet.games.arkade.rules.board import BIT
from cabinet.games.arkade.rules.box import (
    ALIEN_FACES,
    CELLS,
    COLOR_AT,
    COLORS,
    COLUMNS,
    FIRE_FACES,
    LINES,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

# The game, against the danger of saucers.
GAME: Final = 120.0
SURE: Final = 10_000.0
# What a nugget is worth to the Defender.
NUGGET: Final = 0.5
# Where both play at once it is worth more: it saves the time of many rolls.
QUICK_NUGGET: Final = 2.0
# What is remembered is forgotten when there is so much of it.
MOST_KNOWN: Final = 50_000

_KINDS: Final = range(len(COLORS))
ALIEN_ODDS: Final[tuple[float, ...]] = tuple(n / sum(ALIEN_FACES) for n in ALIEN_FACES)
FIRE_ODDS: Final[tuple[float, ...]] = tuple(n / sum(FIRE_FACES) for n in FIRE_FACES)
MOVE_ODDS: Final[tuple[float, ...]] = (1 / COLUMNS,) * COLUMNS
# By one die, then the other.
Values = list[list[float]]


class Rerolled:
    """What rolling the first die, the second, or both again is worth on average.

    `first` is by the second die, which stays, and `second` by the first.
    """

    __slots__ = ("both", "first", "second")

    def __init__(
        self, values: Values, one: tuple[float, ...], two: tuple[float, ...]
    ) -> None:
        self.first = [0.0] * len(two)
        self.second: list[float] = []
        self.both = 0.0
        for a, row in enumerate(values):
            chance = one[a]
            mean = 0.0
            for b, worth in enumerate(row):
                mean += two[b] * worth
                self.first[b] += chance * worth
            self.second.append(mean)
            self.both += chance * mean


def best_rerolls(
    values: Values, one: tuple[float, ...], two: tuple[float, ...], left: int
) -> Values:
    """The worth of each throw of two dice with `left` re-rolls still to be had."""
    for _ in range(left):
        again = Rerolled(values, one, two)
        better: Values = []
        for a, row in enumerate(values):
            second = max(again.second[a], again.both)
            better.append(
                [max(kept, again.first[b], second) for b, kept in enumerate(row)]
            )
        values = better
    return values


def mean_of(
    values: Values, one: tuple[float, ...], two: tuple[float, ...], rolls: int
) -> float:
    """What a turn is worth before its first roll, of so many."""
    return Rerolled(best_rerolls(values, one, two, rolls - 1), one, two).both


# The last three lines: from there the last is reached with two dice.
_NEAR: Final = (LINES - 3) * COLUMNS
_threats: Final[dict[tuple[int, int, int], float]] = {}


def threat(saucers: i64, walls: i64, face: i64, rolls: i64) -> float:
    """How likely the Alien wins in the turn to come, by dice alone."""
    near = saucers >> 36
    if near == 0:
        return 0.0
    key = (near, walls >> 36, face * 8 + rolls)
    known = _threats.get(key)
    if known is None:
        if len(_threats) >= MOST_KNOWN:
            _threats.clear()
        known = _threats[key] = _threat(near << 36, walls, face, rolls)
    return known


def _threat(saucers: int, walls: int, face: int, rolls: int) -> float:
    wins: set[tuple[int, int]] = set()
    colors = COLOR_AT[face]
    for cell in range(_NEAR, CELLS):
        if saucers & BIT[cell]:
            for way in _ways(cell, saucers | walls):
                one, two = colors[way[0]], colors[way[-1]]
                if len(way) == 2:
                    wins |= {(one, two), (two, one)}
                else:
                    wins |= {(one, b) for b in _KINDS} | {(b, one) for b in _KINDS}
    values = [[float((a, b) in wins) for b in _KINDS] for a in _KINDS]
    return mean_of(values, ALIEN_ODDS, ALIEN_ODDS, rolls)


def _ways(cell: int, taken: int) -> list[tuple[int, ...]]:
    """The ways to the last line in one step or two."""
    ways: list[tuple[int, ...]] = []
    last = CELLS - COLUMNS
    for first in _steps(cell):
        if first >= CELLS or taken & BIT[first]:
            continue
        ahead = first + COLUMNS
        if first >= last:
            ways.append((first,))
        elif ahead >= last and not taken & BIT[ahead]:
            ways.append((first, ahead))
    return ways


def _steps(cell: int) -> list[int]:
    column = cell % COLUMNS
    steps = [cell + COLUMNS]
    if column > 0:
        steps.append(cell - 1)
    if column < COLUMNS - 1:
        steps.append(cell + 1)
    return steps


def hope(lane: Lane, ship: i64, nuggets: i64) -> float:
    """What the Defender's next turn takes on average, with the best re-rolls."""
    wanted, prizes = targets(lane)
    values: Values = []
    for move in range(COLUMNS):
        takes = [0.0, 0.0, 0.0]
        for column, color in enumerate(wanted):
            if color < 0:
                continue
            far = min(_far(ship, column), _far(move, column))
            if lane.tower & BIT[CELLS - COLUMNS + column]:
                far = 0
            if far <= nuggets:
                takes[color] = max(takes[color], prizes[column] - far * NUGGET)
        values.append(takes)
    return mean_of(values, MOVE_ODDS, FIRE_ODDS, lane.rolls)


def sight(
    lane: Lane, wanted: list[int], prizes: list[float], ship: i64, nuggets: i64
) -> float:
    """What one roll of the Defender's takes on average where both play at once.

    `wanted` and `prizes` are by column: see `targets`.
    """
    total = 0.0
    for move in range(COLUMNS):
        takes = [0.0, 0.0, 0.0]
        for column, color in enumerate(wanted):
            if color < 0:
                continue
            far = min(_far(ship, column), _far(move, column))
            if lane.tower & BIT[CELLS - COLUMNS + column]:
                far = 0
            if far <= nuggets:
                gain = prizes[column] - far * QUICK_NUGGET
                takes[color] = max(takes[color], gain)
        for color, taken in enumerate(takes):
            total += FIRE_ODDS[color] * taken
    return total / COLUMNS


def targets(lane: Lane) -> tuple[list[int], list[float]]:
    """The colour of the first saucer in each column (-1: none), and its worth."""
    wanted: list[int] = []
    prizes: list[float] = []
    for column in range(COLUMNS):
        bit = lane.foremost(column)
        wanted.append(lane.color_of(bit) if bit else -1)
        prizes.append(_prize(lane, bit) if bit else 0.0)
    return wanted, prizes


def _far(one: i64, two: i64) -> int:
    return one - two if one > two else two - one


def _prize(lane: Lane, bit: i64) -> float:
    """What a shot at this saucer takes."""
    walls = lane.walls()
    worth = danger_of(bit, lane.hearts, walls)
    if lane.hearts & bit:
        return worth * HEART / (1.0 + HEART)
    saucers = lane.saucers()
    before = threat(saucers, walls, lane.face, lane.rolls)
    if before > 0.0:
        after = threat(saucers & ~bit, walls, lane.face, lane.rolls)
        worth += GAME * (before - after)
    return worth
