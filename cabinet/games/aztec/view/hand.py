"""How a stick and two buttons play Aztec.

The stick moves a pointer over the columns where a piece may go; `b` takes the next way
in which it fits there, and `a` lays it. What is found over a column follows from the
column and from the way last taken with `b`, and a push is undone by the opposite one:
however the pointer has come somewhere, it finds the same.

Below the front edge are two keys for the eyes, with the stick pushed down once more:
one turns the board by quarters, one shows it from above, level by level. That changes
what is seen and where the stick points, never a rule. North is at the back right to
begin with; after a quarter it is at the back left.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from cabinet.games.aztec.rules import board
from cabinet.games.aztec.rules.board import CUBES, LAID, Cube, Piece
from cabinet.games.aztec.rules.notation import ACTIONS
from cabinet.games.aztec.rules.position import PASS, State
from cabinet.tabletop.stick import STEPS, ahead

Column = tuple[int, int]
# How a piece is held: its orientation, and which of its columns is pointed at.
Grip = tuple[int, int, int]
KEYS: Final = ("around", "above")
EDGES: Final = ("north", "east", "south", "west")


class Hand(NamedTuple):
    """Where a player points, what `a` would play there, and which key is lit.

    The board is seen turned by so many quarters; from above if `floor` is a level,
    from 1, and not 0.
    """

    x: int
    y: int
    action: str
    grip: Grip = (0, 0, 0)
    key: str = ""
    quarters: int = 0
    floor: int = 0

    @property
    def placement(self) -> int:
        """The number of the placement in hand; `PASS` if no piece is."""
        return min(ACTIONS.get(self.action, PASS), PASS)

    @property
    def piece(self) -> Piece:
        """The six cubes in hand, if it is a piece that is in hand."""
        return CUBES[self.placement] if self.placement < PASS else ()


COLUMNS: Final = tuple(frozenset([(x, y) for x, y, _ in piece]) for piece in CUBES)
_RESTING: Final = Hand(*board.START[:2], "")


@lru_cache(maxsize=8)
def ways(legal: tuple[str, ...]) -> dict[Column, tuple[str, ...]]:
    """The legal placements over each column that has one, alike ones together."""
    found: dict[Column, list[str]] = {}
    for text in legal:
        action = ACTIONS[text]
        if action < PASS:
            for column in COLUMNS[action]:
                found.setdefault(column, []).append(text)
    return {
        column: tuple(sorted(texts, key=lambda text: grip(text, column)))
        for column, texts in found.items()
    }


def grip(text: str, column: Column) -> Grip:
    """How a placement is held by who points at that column."""
    number = ACTIONS[text]
    left = min(x for x, _, _ in CUBES[number])
    back = min(y for _, y, _ in CUBES[number])
    return LAID[number].orientation, column[0] - left, column[1] - back


@lru_cache(maxsize=8)
def promise(legal: tuple[str, ...], side: str, *, corners: bool) -> dict[Column, int]:
    """For each useful column, the most that a placement over it adds for a side.

    The legal placements are the same until somebody lays one, so it is worked out once.
    """
    sectors = dict(zip(("ns", "ew"), board.SECTORS[corners], strict=True))
    sector = sectors.get(side, 0)
    return {
        column: max((board.BODY[ACTIONS[text]] & sector).bit_count() for text in texts)
        for column, texts in ways(legal).items()
    }


def take(_: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: near where this player pointed before."""
    hand = (before or _RESTING)._replace(key="", quarters=0, floor=0)
    columns = ways(legal)
    if columns:
        return _over(_nearest(columns, (hand.x, hand.y)), hand, columns)
    return hand._replace(action=call(legal, hand.action))


def _nearest(columns: Iterable[Column], to: Column) -> Column:
    x, y = to
    return min(columns, key=lambda c: (abs(c[0] - x) + abs(c[1] - y), c))


def _over(column: Column, hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The piece over a column, held as it was taken if that fits there."""

    def unlike(text: str) -> tuple[bool, bool, Grip]:
        here = grip(text, column)
        return here != hand.grip, here[0] != hand.grip[0], here

    action = min(columns[column], key=unlike)
    return hand._replace(x=column[0], y=column[1], action=action)


def press(
    hand: Hand, button: str, _: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays."""
    columns = ways(legal)
    if columns and hand.key:
        return _at_the_keys(hand, button), None
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    if not columns:
        return hand._replace(action=dialled(hand.action, button, legal)), None
    if button == "b":
        return _next_way(hand, columns[hand.x, hand.y]), None
    return _step(hand, button, columns), None


def _next_way(hand: Hand, texts: tuple[str, ...]) -> Hand:
    """The next of the placements over this column; the pointer holds on to it."""
    action = texts[(texts.index(hand.action) + 1) % len(texts)]
    return hand._replace(action=action, grip=grip(action, (hand.x, hand.y)))


def _step(hand: Hand, button: str, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The next useful column that way; down from the last of them, the keys."""
    start, way = (hand.x, hand.y), step(button, hand.quarters)
    there = _links(frozenset(columns)).get((start, way))
    if there is not None:
        return _over(there, hand, columns)
    return hand._replace(key=KEYS[0]) if button == "down" else hand


@lru_cache(maxsize=8)
def _links(columns: frozenset[Column]) -> dict[tuple[Column, Column], Column]:
    """Where each push leads from each column; the opposite push leads back.

    Straight on if there is a column, else to the nearest that lies rather ahead than
    beside; and further only where some columns could not be reached without.
    """
    links = _straight(columns)
    island = _islands(columns, links)
    ends = sorted(
        (aside > far, far + 2 * aside, column, there, (x, y))
        for x, y in ((1, 0), (0, 1))
        for column in columns
        if (column, (x, y)) not in links
        for far, aside, there in ahead(column, (x, y), {c: c for c in columns})
        if (there, (-x, -y)) not in links
    )
    for beside, _, column, there, (x, y) in ends:
        out, back = (column, (x, y)), (there, (-x, -y))
        needed = not beside or island[column] != island[there]
        if needed and out not in links and back not in links:
            links |= {out: there, back: column}
            one, other = island[column], island[there]
            island = {c: one if i == other else i for c, i in island.items()}
    return links


def _straight(columns: frozenset[Column]) -> dict[tuple[Column, Column], Column]:
    """From each column to the next in its row and in its file, and back."""
    links: dict[tuple[Column, Column], Column] = {}
    for line, (x, y) in ((1, (1, 0)), (0, (0, 1))):
        for column, there in pairwise(sorted(columns, key=itemgetter(line, 1 - line))):
            if column[line] == there[line]:
                links |= {(column, (x, y)): there, (there, (-x, -y)): column}
    return links


def _islands(
    columns: frozenset[Column], links: dict[tuple[Column, Column], Column]
) -> dict[Column, Column]:
    """For each column one that stands for all that it is linked with."""
    island = {column: column for column in columns}
    for (column, _), there in links.items():
        one, other = island[column], island[there]
        if one != other:
            island = {c: one if i == other else i for c, i in island.items()}
    return island


def _at_the_keys(hand: Hand, button: str) -> Hand:
    """From key to key, and back up to the board; `a` does what the key says."""
    if button in ("up", "b"):
        return hand._replace(key="")
    if button in ("left", "right"):
        return hand._replace(key=KEYS[button == "right"])
    if button != "a":
        return hand
    if hand.key == "around":
        return hand._replace(quarters=(hand.quarters + 1) % 4)
    # The eye rises from the side to above the top level, then sinks level by level.
    return hand._replace(floor=(hand.floor or board.LEVELS + 1) - 1)


# The board turned by quarters.


def drawn_at(cube: Cube, quarters: int) -> Cube:
    """Where a cube is drawn on a board turned by so many quarters."""
    x, y, z = cube
    for _ in range(quarters):
        x, y = y, board.SIZE - 1 - x
    return x, y, z


def step(button: str, quarters: int) -> Column:
    """Which way on the board the stick points."""
    x, y = STEPS[button]
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def edges(quarters: int) -> tuple[str, ...]:
    """The edges at the back right, front right, front left and back left."""
    return EDGES[quarters:] + EDGES[:quarters]


# The auction: a dial, and a choice to pass.


def bids(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers on the dial, lowest first."""
    return tuple(text for text in legal if text.startswith("bid "))


def call(legal: tuple[str, ...], before: str) -> str:
    """What the dial shows as a turn begins: the least that goes under the last."""
    if before in legal:
        return before
    dial = bids(legal)
    return dial[-1] if dial else "pass" if legal else ""


def lower_and_higher(action: str, legal: tuple[str, ...]) -> tuple[bool, bool]:
    """Whether the dial goes any lower, and any higher."""
    dial = bids(legal)
    return action in dial[1:], action in dial[:-1]


def dialled(action: str, button: str, legal: tuple[str, ...]) -> str:
    """Another number, or from bidding to passing and back."""
    dial = bids(legal)
    if button == "b":
        other = dial[-1:] if action == "pass" else ("pass",)
        return other[0] if set(other) & set(legal) else action
    if action not in dial:
        return action
    step = 1 if button in ("up", "right") else -1
    return dial[min(max(dial.index(action) + step, 0), len(dial) - 1)]
