"""A position of Arkade, and the few ways in which pieces move on it.

Seat 0 is the Alien, seat 1 the Defender. A die that is not rolled or spent is
NO_DIE. A bonus frame waits in `bonus` from the moment a saucer of its colour
arrives until its tile is drawn; a saucer that leaves takes its frame with it.
"""

from typing import Final, NamedTuple

from cabinet.games.arkade.board import BIT, FULL, LAST_LINE, place
from cabinet.games.arkade.box import (
    COLORS,
    FRAMES,
    START,
)
from cabinet.tabletop.api import Happening

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
NOTHING: Final = (0,) * len(COLORS)
# Tiles the Defender keeps: a bit for the ammunition of each colour, then the GPS.
GPS_KEPT: Final = 1 << len(COLORS)

Story = list[Happening]


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


class State(NamedTuple):
    """One position; `mover` is a side, BOTH in arcade mode, NOBODY at the end.

    `saucers` and `hearts` are cells as bits, `tower` too; `ship` is a column
    from 0. The Alien's dice are colours, the Defender's a column and a colour.
    """

    setup: Setup
    mover: int
    saucers: tuple[int, ...]
    hearts: int
    asteroids: int
    fields: int
    tower: int
    ship: int
    nuggets: int
    alien_dice: tuple[int, int]
    alien_rolls: int
    defender_dice: tuple[int, int]
    defender_rolls: int
    kills: tuple[int, ...]
    lost: tuple[int, ...]
    alien_tiles: tuple[int, ...]
    defender_tiles: tuple[tuple[str, ...], ...]
    kept: int
    reactor: bool
    bonus: tuple[int, ...]
    pending: Pending | None


ALIEN_THROWS: Final = Pending("dice", ALIEN)
DEFENDER_THROWS: Final = Pending("dice", DEFENDER)


def start(
    setup: Setup,
    alien_tiles: tuple[int, ...],
    defender_tiles: tuple[tuple[str, ...], ...],
) -> State:
    """The position before the first roll, with these tiles face down."""
    return State(
        setup=setup,
        mover=BOTH if setup.arcade else ALIEN,
        saucers=START[setup.layout],
        hearts=0,
        asteroids=0,
        fields=0,
        tower=0,
        ship=0,
        nuggets=setup.nuggets,
        alien_dice=NO_DICE,
        alien_rolls=0,
        defender_dice=NO_DICE,
        defender_rolls=0,
        kills=NOTHING,
        lost=NOTHING,
        alien_tiles=alien_tiles,
        defender_tiles=defender_tiles,
        kept=0,
        reactor=False,
        bonus=(),
        pending=None,
    )


def standing(state: State) -> int:
    """The cells with a saucer."""
    one, two, three = state.saucers
    return one | two | three


def free(state: State) -> int:
    """The cells with nothing on them."""
    one, two, three = state.saucers
    return FULL & ~(one | two | three | state.asteroids | state.fields | state.tower)


def color_of(state: State, cell: int) -> int:
    """The colour of the saucer on a cell that has one."""
    one, two, _ = state.saucers
    bit = BIT[cell]
    return 0 if one & bit else 1 if two & bit else 2


def changed(counts: tuple[int, ...], which: int, by: int) -> tuple[int, ...]:
    """The same counts but one."""
    return (*counts[:which], counts[which] + by, *counts[which + 1 :])


def fly(
    state: State, source: int, target: int, dice: tuple[int, int], *, wakes: bool
) -> State:
    """A saucer from cell to cell; if it `wakes` frames, one it stops on waits."""
    color = color_of(state, source)
    bits = BIT[source] | BIT[target]
    one, two, three = state.saucers
    hearts, bonus = state.hearts, state.bonus
    if hearts & BIT[source]:
        hearts ^= bits
    if source in bonus:
        bonus = tuple(cell for cell in bonus if cell != source)
    if (
        wakes
        and FRAMES[state.setup.face].get(target) == color
        and any(state.alien_tiles)
    ):
        bonus = (*bonus, target)
    return state._replace(
        saucers=(
            (one ^ bits, two, three)
            if color == 0
            else (one, two ^ bits, three)
            if color == 1
            else (one, two, three ^ bits)
        ),
        hearts=hearts,
        alien_dice=dice,
        bonus=bonus,
    )


def remove(state: State, cell: int) -> State:
    """The saucer there leaves the board."""
    color, bit = color_of(state, cell), BIT[cell]
    return state._replace(
        saucers=changed(state.saucers, color, -bit),
        hearts=state.hearts & ~bit,
        lost=changed(state.lost, color, 1),
        bonus=tuple(waiting for waiting in state.bonus if waiting != cell),
    )


def winner(state: State) -> int:
    """The side that has won on this board, or NOBODY."""
    saucers = standing(state)
    if saucers & LAST_LINE:
        return ALIEN
    return NOBODY if saucers else DEFENDER


def finish(state: State, side: int, story: Story | None) -> State:
    """The game is over: nothing waits, and the dice stay as they lie."""
    if story is not None:
        won = {"winner": SIDES[side], "winners": [side], "scores": list(SCORES[side])}
        story.append({"event": "game_over"} | won | {"reason": REASONS[side]})
    return state._replace(mover=NOBODY, bonus=(), pending=None)


def pass_turn(state: State, to: int, story: Story | None) -> State:
    """The other side begins its turn with all its rolls before it."""
    if story is not None:
        story.append({"event": "turn", "turn": TURNS[to], "seat": to})
    return state._replace(
        mover=to,
        alien_dice=NO_DICE,
        alien_rolls=0,
        defender_dice=NO_DICE,
        defender_rolls=0,
        pending=None,
    )


def tell_moved(story: Story | None, source: int, target: int, by: str) -> None:
    """A saucer has moved by a die, a tile of that name."""
    if story is not None:
        story.append(
            {"event": "moved", "from": place(source), "to": place(target), "by": by}
        )


def tell_dice(state: State, seat: int, story: Story | None) -> None:
    """How the dice of a seat lie now; those in the air are null."""
    if story is not None:
        dice = write_alien_dice(state) if seat == ALIEN else write_defender_dice(state)
        story.append({"event": "dice", "seat": seat, "dice": dice})


def write_alien_dice(state: State) -> list[str | None]:
    """`["O", null]`."""
    return [None if die == NO_DIE else COLORS[die] for die in state.alien_dice]


def write_defender_dice(state: State) -> dict[str, int | str | None]:
    """`{"move": 3, "fire": null}`."""
    move, fire = state.defender_dice
    return {
        "move": None if move == NO_DIE else move + 1,
        "fire": None if fire == NO_DIE else COLORS[fire],
    }
