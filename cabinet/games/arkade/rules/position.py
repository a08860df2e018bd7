"""A position of Arkade.

Seat 0 is the Alien, seat 1 the Defender. A die that is not rolled or spent is
NO_DIE. A bonus frame waits in `bonus` from the moment a saucer of its colour
arrives until its tile is drawn; a saucer that leaves takes its frame with it.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from cabinet.games.arkade.rules.board import BIT, FULL, LAST_LINE
from cabinet.games.arkade.rules.box import COLORS, COLUMNS, START

ALIEN: Final = 0
DEFENDER: Final = 1
BOTH: Final = 2
NOBODY: Final = -1
SIDES: Final = ("alien", "defender")
TURNS: Final = ("alien", "defender", "both")
# By the side that won.
SCORES: Final = ((1, 0), (0, 1))
REASONS: Final = ("a saucer reached the last line", "no saucer is left")

NO_DIE: Final = -1
NO_DICE: Final = (NO_DIE, NO_DIE)
NOTHING: Final = (0, 0, 0)
# Tiles the Defender keeps: a bit for the ammunition of each colour, then the GPS.
GPS_KEPT: Final = 1 << len(COLORS)

# A number, or cells as bits, for each colour.
Counts: TypeAlias = tuple[int, int, int]


class Setup(NamedTuple):
    """The options of a game; `face` and `layout` are numbers of `box`."""

    arcade: bool
    face: int
    layout: int
    nuggets: int
    tiles: bool
    rolls: int


class Pending(NamedTuple):
    """What must be answered first.

    `about` is the cell of a `tile` of the Alien's, the colour of one of the
    Defender's, the line (from 0) of a `rift`, how far a `comet` throws. `then` is
    "end" or "roll" where the Alien had asked for that.
    """

    ask: str
    seat: int
    about: int = 0
    then: str = ""


FIELDS: Final = (
    "alien_dice",
    "alien_rolls",
    "alien_tiles",
    "asteroids",
    "bonus",
    "defender_dice",
    "defender_rolls",
    "defender_tiles",
    "fields",
    "hearts",
    "kept",
    "kills",
    "lost",
    "mover",
    "nuggets",
    "pending",
    "reactor",
    "saucers",
    "setup",
    "ship",
    "tower",
)


class State:
    """One position; `mover` is a side, BOTH in arcade mode, NOBODY at the end.

    `saucers` and `hearts` are cells as bits, `tower` too; `ship` is a column
    from 0. The Alien's dice are colours, the Defender's a column and a colour.

    A position is made as a copy of the one before it and changed before anybody has
    seen it, never after: that is four times as fast as anything frozen, once compiled.
    """

    __slots__ = FIELDS

    def __init__(
        self,
        setup: Setup,
        mover: int,
        saucers: Counts,
        nuggets: int,
        alien_tiles: tuple[int, ...],
        defender_tiles: tuple[tuple[str, ...], ...],
        hearts: int = 0,
        asteroids: int = 0,
        fields: int = 0,
        tower: int = 0,
        ship: int = 0,
        alien_dice: tuple[int, int] = NO_DICE,
        alien_rolls: int = 0,
        defender_dice: tuple[int, int] = NO_DICE,
        defender_rolls: int = 0,
        kills: Counts = NOTHING,
        lost: Counts = NOTHING,
        kept: int = 0,
        reactor: bool = False,  # noqa: FBT001, FBT002
        bonus: tuple[int, ...] = (),
        pending: Pending | None = None,
    ) -> None:
        self.setup = setup
        self.mover = mover
        self.saucers = saucers
        self.nuggets = nuggets
        self.alien_tiles = alien_tiles
        self.defender_tiles = defender_tiles
        self.hearts = hearts
        self.asteroids = asteroids
        self.fields = fields
        self.tower = tower
        self.ship = ship
        self.alien_dice = alien_dice
        self.alien_rolls = alien_rolls
        self.defender_dice = defender_dice
        self.defender_rolls = defender_rolls
        self.kills = kills
        self.lost = lost
        self.kept = kept
        self.reactor = reactor
        self.bonus = bonus
        self.pending = pending

    def copy(self) -> State:
        """The same position, to be changed by who asked for it."""
        return State(
            self.setup,
            self.mover,
            self.saucers,
            self.nuggets,
            self.alien_tiles,
            self.defender_tiles,
            self.hearts,
            self.asteroids,
            self.fields,
            self.tower,
            self.ship,
            self.alien_dice,
            self.alien_rolls,
            self.defender_dice,
            self.defender_rolls,
            self.kills,
            self.lost,
            self.kept,
            self.reactor,
            self.bonus,
            self.pending,
        )

    def standing(self) -> int:
        """The cells with a saucer."""
        one, two, three = self.saucers
        return one | two | three

    def free(self) -> int:
        """The cells with nothing on them."""
        one, two, three = self.saucers
        return FULL & ~(one | two | three | self.asteroids | self.fields | self.tower)

    def color_of(self, cell: int) -> int:
        """The colour of the saucer on a cell that has one."""
        one, two, _ = self.saucers
        bit = BIT[cell]
        return 0 if one & bit else 1 if two & bit else 2

    def tower_column(self) -> int:
        """The column, from 0, of the tower that stands."""
        return (self.tower.bit_length() - 1) % COLUMNS

    def winner(self) -> int:
        """The side that has won on this board, or NOBODY."""
        saucers = self.standing()
        if saucers & LAST_LINE:
            return ALIEN
        return NOBODY if saucers else DEFENDER

    def dice(self, seat: int) -> tuple[int, int]:
        """The two dice of a side."""
        return self.alien_dice if seat == ALIEN else self.defender_dice

    def rolls(self, seat: int) -> int:
        """How often a side has rolled in this turn."""
        return self.alien_rolls if seat == ALIEN else self.defender_rolls

    def but(self, **changes: object) -> State:
        """The same position with other values in these fields."""
        after = self.copy()
        for name, value in changes.items():
            setattr(after, name, value)
        return after

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash(_values(self))


_values: Final = attrgetter(*FIELDS)
ALIEN_THROWS: Final = Pending("dice", ALIEN)
DEFENDER_THROWS: Final = Pending("dice", DEFENDER)


def start(
    setup: Setup,
    alien_tiles: tuple[int, ...],
    defender_tiles: tuple[tuple[str, ...], ...],
) -> State:
    """The position before the first roll, with these tiles face down."""
    return State(
        setup,
        BOTH if setup.arcade else ALIEN,
        START[setup.layout],
        setup.nuggets,
        alien_tiles,
        defender_tiles,
    )


def changed(counts: Counts, color: int, by: int) -> Counts:
    """The same counts but one."""
    one, two, three = counts
    if color == 0:
        return one + by, two, three
    return (one, two + by, three) if color == 1 else (one, two, three + by)
