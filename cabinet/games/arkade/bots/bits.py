"""A lane in bare numbers, for bots that look at thousands of them.

Only what tells how far saucers are and how they may go on: no turn, no dice. What a
lane is worth is the Alien's: the danger of every saucer, which grows with each line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cabinet.games.arkade.rules.board import BIT, COLUMN, LAST_LINE
from cabinet.games.arkade.rules.box import CELLS, COLUMNS
from cabinet.games.arkade.rules.position import State

if TYPE_CHECKING:
    from mypy_extensions import i64

# The danger of a saucer by its line: each line makes it so much worse.
STEEPNESS: Final = 1.5
# What a heart adds to the danger of its saucer, and a wall ahead leaves of it.
HEART: Final = 0.6
WALLED: Final = 0.7

# The way to the next line, written so that a compiler sees it.
AHEAD: Final = 6
assert AHEAD == COLUMNS
# A bit is a power of two, and those differ modulo this prime.
PRIME: Final = 67


def _by_bit(values: tuple[float, ...]) -> tuple[float, ...]:
    """A value for each cell, to be found by the cell's bit."""
    table = [0.0] * PRIME
    for cell, value in enumerate(values):
        table[BIT[cell] % PRIME] = value
    return tuple(table)


_CELL: Final = bytes(map(int, _by_bit(tuple(map(float, range(CELLS))))))
_DANGER: Final[tuple[float, ...]] = _by_bit(
    tuple(STEEPNESS ** (cell // COLUMNS) for cell in range(CELLS))
)


def cell_of(bit: i64) -> i64:
    """The number of the cell that this bit is."""
    return _CELL[bit % PRIME]


def danger_of(bit: i64, hearts: i64, walls: i64) -> float:
    """What the saucer there has come to."""
    worth = _DANGER[bit % PRIME]
    if hearts & bit:
        worth *= 1.0 + HEART
    return worth * WALLED if walls & bit << AHEAD else worth


def danger(saucers: i64, hearts: i64, walls: i64) -> float:
    """What the Alien has on the lane: further is more, hearts more, walls less."""
    total = 0.0
    while saucers:
        low = saucers & -saucers
        saucers ^= low
        total += danger_of(low, hearts, walls)
    return total


class Lane:
    """Saucers by colour, hearts, and what stands in the way; never changed once made.

    `wakes` is whether a frame still has a tile to give.
    """

    __slots__ = (
        "asteroids",
        "face",
        "fields",
        "hearts",
        "one",
        "rolls",
        "three",
        "tower",
        "two",
        "wakes",
    )

    def __init__(
        self,
        one: i64,
        two: i64,
        three: i64,
        hearts: i64,
        asteroids: i64,
        fields: i64,
        tower: i64,
        face: i64,
        rolls: i64,
        wakes: bool,  # noqa: FBT001
    ) -> None:
        self.one = one
        self.two = two
        self.three = three
        self.hearts = hearts
        self.asteroids = asteroids
        self.fields = fields
        self.tower = tower
        self.face = face
        self.rolls = rolls
        self.wakes = wakes

    def saucers(self) -> i64:
        """The cells with a saucer."""
        return self.one | self.two | self.three

    def walls(self) -> i64:
        """The cells that hold saucers up."""
        return self.asteroids | self.fields | self.tower

    def foremost(self, column: i64) -> i64:
        """The saucer, as a bit, that a shot up this column meets; 0 if none."""
        line_up = self.saucers() & COLUMN[column]
        bit = LAST_LINE & COLUMN[column]
        while bit:
            if line_up & bit:
                return bit
            bit >>= AHEAD
        return 0

    def color_of(self, bit: i64) -> i64:
        """The colour of the saucer that this bit is."""
        return 0 if self.one & bit else 1 if self.two & bit else 2

    def without(self, bit: i64) -> Lane:
        """The same lane, and that saucer gone."""
        rest = ~bit
        return self.with_saucers(
            self.one & rest, self.two & rest, self.three & rest, self.hearts & rest
        )

    def heartless(self, bit: i64) -> Lane:
        """The same lane, and that saucer's heart gone."""
        return self.with_saucers(self.one, self.two, self.three, self.hearts & ~bit)

    def with_saucers(self, one: i64, two: i64, three: i64, hearts: i64) -> Lane:
        """The same lane with its saucers elsewhere."""
        return Lane(
            one,
            two,
            three,
            hearts,
            self.asteroids,
            self.fields,
            self.tower,
            self.face,
            self.rolls,
            self.wakes,
        )

    def key(self) -> tuple[int, ...]:
        """All of it, to be remembered by."""
        rest = self.face * 8 + self.rolls * 2 + self.wakes
        return (
            self.one,
            self.two,
            self.three,
            self.hearts,
            self.asteroids,
            self.fields,
            self.tower,
            rest,
        )


def lane_of(state: State) -> Lane:
    """The lane of a position."""
    one, two, three = state.saucers
    return Lane(
        one,
        two,
        three,
        state.hearts,
        state.asteroids,
        state.fields,
        state.tower,
        state.setup.face,
        state.setup.rolls,
        any(state.alien_tiles),
    )
