"""What a position of Arkade is worth, and how likely the next turn changes that.

Worth is the Alien's: the danger of every saucer, which grows with each line, and
what the next turn may do about it. Odds are exact: nothing is sampled, and the best
re-rolls are assumed. Which tiles lie face down is never looked at.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from cabinet.games.arkade.board import BIT, COLUMN, FULL, LAST_LINE
from cabinet.games.arkade.box import (
    ALIEN_FACES,
    COLOR_AT,
    COLORS,
    COLUMNS,
    FIRE_FACES,
    LINES,
)
from cabinet.games.arkade.position import State, standing

# The danger of a saucer by its line: each line makes it so much worse.
STEEPNESS: Final = 1.5
DANGER: Final = tuple(STEEPNESS**line for line in range(LINES))
# What a heart adds to the danger of its saucer, and a wall ahead leaves of it.
HEART: Final = 0.6
WALLED: Final = 0.7
# The game, against the danger of saucers.
GAME: Final = 120.0
SURE: Final = 10_000.0

_KINDS: Final = range(len(COLORS))
_ALIEN_ODDS: Final = tuple(n / sum(ALIEN_FACES) for n in ALIEN_FACES)
_FIRE_ODDS: Final = tuple(n / sum(FIRE_FACES) for n in FIRE_FACES)
_MOVE_ODDS: Final = (1 / COLUMNS,) * COLUMNS
Odds = tuple[float, ...]


def best_rerolls(
    worth: Callable[[int, int], float], first: Odds, second: Odds, left: int
) -> list[list[float]]:
    """The worth of each throw of two dice with `left` re-rolls still to be had."""
    values = [[worth(a, b) for b in range(len(second))] for a in range(len(first))]
    for _ in range(left):
        again = rerolled(values, first, second)
        values = [
            [
                max(kept, again[0][b], again[1][a], again[2][0])
                for b, kept in enumerate(row)
            ]
            for a, row in enumerate(values)
        ]
    return values


def rerolled(
    values: list[list[float]], first: Odds, second: Odds
) -> tuple[list[float], list[float], list[float]]:
    """What rolling the first die, the second, or both again is worth on average.

    The first list is by the second die that stays, the second by the first.
    """
    rows = [
        sum(p * worth for p, worth in zip(second, row, strict=True)) for row in values
    ]
    columns = [
        sum(p * row[b] for p, row in zip(first, values, strict=True))
        for b in range(len(second))
    ]
    both = sum(p * worth for p, worth in zip(first, rows, strict=True))
    return columns, rows, [both]


def alien_odds() -> tuple[Odds, Odds]:
    """How the Alien's two dice fall."""
    return _ALIEN_ODDS, _ALIEN_ODDS


def defender_odds() -> tuple[Odds, Odds]:
    """How the movement die and the fire die fall."""
    return _MOVE_ODDS, _FIRE_ODDS


@lru_cache(maxsize=4096)
def _chance(wins: frozenset[tuple[int, int]], rolls: int) -> float:
    """The probability of one of these throws within so many rolls."""
    values = best_rerolls(
        lambda a, b: float((a, b) in wins), _ALIEN_ODDS, _ALIEN_ODDS, rolls - 1
    )
    return rerolled(values, _ALIEN_ODDS, _ALIEN_ODDS)[2][0]


@lru_cache(maxsize=65_536)
def _threat(saucers: int, walls: int, face: int, rolls: int) -> float:
    colors, vacant = COLOR_AT[face], FULL & ~(saucers | walls)
    wins: set[tuple[int, int]] = set()
    near = saucers >> (LINES - 3) * COLUMNS << (LINES - 3) * COLUMNS
    while near:
        low = near & -near
        near ^= low
        cell = low.bit_length() - 1
        for way in _ways(cell, vacant):
            if len(way) == 1:
                only = colors[way[0]]
                wins.update((only, b) for b in _KINDS)
                wins.update((b, only) for b in _KINDS)
            else:
                one, two = (colors[step] for step in way)
                wins |= {(one, two), (two, one)}
    return _chance(frozenset(wins), rolls) if wins else 0.0


def _ways(cell: int, vacant: int) -> list[tuple[int, ...]]:
    """The ways to the last line in one step or two."""
    ways: list[tuple[int, ...]] = []
    for first in _steps(cell, vacant):
        if BIT[first] & LAST_LINE:
            ways.append((first,))
        else:
            ahead = first + COLUMNS
            if BIT[ahead] & LAST_LINE & vacant:
                ways.append((first, ahead))
    return ways


def _steps(cell: int, vacant: int) -> list[int]:
    column = cell % COLUMNS
    steps = [cell + COLUMNS]
    if column > 0:
        steps.append(cell - 1)
    if column < COLUMNS - 1:
        steps.append(cell + 1)
    return [step for step in steps if vacant & BIT[step]]


def threat(state: State) -> float:
    """How likely the Alien wins in the turn to come, by dice alone."""
    walls = state.asteroids | state.fields | state.tower
    return _threat(standing(state), walls, state.setup.face, state.setup.rolls)


def danger(state: State) -> float:
    """What the Alien has on the lane: further is more, hearts more, walls less."""
    walls = state.asteroids | state.fields | state.tower
    return _danger(standing(state), state.hearts, walls)


@lru_cache(maxsize=65_536)
def _danger(saucers: int, hearts: int, walls: int) -> float:
    total = 0.0
    while saucers:
        low = saucers & -saucers
        saucers ^= low
        total += _danger_of(low, hearts, walls)
    return total


def _danger_of(bit: int, hearts: int, walls: int) -> float:
    worth = DANGER[(bit.bit_length() - 1) // COLUMNS]
    if hearts & bit:
        worth *= 1 + HEART
    return worth * WALLED if walls & bit << COLUMNS else worth


def prize(state: State, column: int) -> tuple[int, float]:
    """The colour a shot up this column needs and what it takes; (-1, 0) if nothing."""
    line_up = standing(state) & COLUMN[column]
    if not line_up:
        return -1, 0.0
    bit = BIT[line_up.bit_length() - 1]
    color = next(kind for kind in _KINDS if state.saucers[kind] & bit)
    walls = state.asteroids | state.fields | state.tower
    worth = _danger_of(bit, state.hearts, walls)
    if state.hearts & bit:
        return color, worth * HEART / (1 + HEART)
    before = threat(state)
    if before:
        left = standing(state) & ~bit
        after = _threat(left, walls, state.setup.face, state.setup.rolls)
        worth += GAME * (before - after)
    return color, worth


# What a nugget is worth to the Defender.
NUGGET: Final = 0.5


def hope(state: State) -> float:
    """What the Defender's next turn takes on average, with the best re-rolls."""
    prizes = [prize(state, column) for column in range(COLUMNS)]
    takes = [
        [
            _reach(prizes, {state.ship, move}, color, state)
            for color in range(len(FIRE_FACES))
        ]
        for move in range(COLUMNS)
    ]
    values = best_rerolls(
        lambda move, color: takes[move][color],
        _MOVE_ODDS,
        _FIRE_ODDS,
        state.setup.rolls - 1,
    )
    return rerolled(values, _MOVE_ODDS, _FIRE_ODDS)[2][0]


def _reach(
    prizes: list[tuple[int, float]], docks: set[int], color: int, state: State
) -> float:
    """The best shot of a colour from these docks, nuggets paid for."""
    best = 0.0
    tower = (state.tower.bit_length() - 1) % COLUMNS if state.tower else -1
    for column, (wanted, worth) in enumerate(prizes):
        if wanted == color and worth > best:
            far = min(abs(dock - column) for dock in docks)
            if column == tower:
                far = 0
            if far <= state.nuggets:
                best = max(best, worth - far * NUGGET)
    return best
