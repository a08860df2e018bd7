"""How a stick and two buttons play Aztec.

`a` lays the piece and `b` changes what the stick does. It begins with the simple
tool, which only ever stops on legal places; the others turn the piece, push it as it
is held, legal or not, and turn the pyramid. Every turn begins with the simple one.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import (
    BODY,
    CUBES,
    LEVELS,
    SECTORS,
    START,
    Cube,
    Piece,
)
from cabinet.games.aztec.rules.notation import ACTIONS, TEXTS
from cabinet.games.aztec.rules.position import PASS, State
from cabinet.games.aztec.view import holding
from cabinet.games.aztec.view.compass import Column, step

TOOLS: Final = ("move", "turn", "push", "look")


class Hand(NamedTuple):
    """Where a player points, what `a` would play there, and what the stick does.

    The board is seen turned by so many quarters; from above if `floor` is a level,
    from 1, and not 0.
    """

    x: int
    y: int
    action: str
    tool: str = "move"
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


_RESTING: Final = Hand(*START[:2], "")


@lru_cache(maxsize=8)
def ways(legal: tuple[str, ...]) -> dict[Column, tuple[str, ...]]:
    """The legal placements over each column that has one."""
    found: dict[Column, list[str]] = {}
    for text in legal:
        action = ACTIONS[text]
        if action < PASS:
            for column in holding.COLUMNS[action]:
                found.setdefault(column, []).append(text)
    return {column: tuple(texts) for column, texts in found.items()}


@lru_cache(maxsize=8)
def promise(legal: tuple[str, ...], side: str, *, corners: bool) -> dict[Column, int]:
    """For each useful column, the most that a placement over it adds for a side.

    The legal placements are the same until somebody lays one, so it is worked out once.
    """
    sectors = dict(zip(("ns", "ew"), SECTORS[corners], strict=True))
    sector = sectors.get(side, 0)
    return {
        column: max((BODY[ACTIONS[text]] & sector).bit_count() for text in texts)
        for column, texts in ways(legal).items()
    }


def take(legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: near where this player pointed before."""
    hand = (before or _RESTING)._replace(tool="move", quarters=0, floor=0)
    columns = ways(legal)
    if columns:
        return _snapped(hand, columns)
    return hand._replace(action=call(legal, hand.action))


def _snapped(hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    return _over(min(columns, key=lambda c: _far(hand, c)), hand, columns)


def _far(hand: Hand, column: Column) -> tuple[int, Column]:
    return abs(column[0] - hand.x) + abs(column[1] - hand.y), column


def _over(column: Column, hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The piece over another column, held as much as before as it can be."""
    x, y = column
    dx, dy = x - hand.x, y - hand.y
    wanted = {(cx + dx, cy + dy, z) for cx, cy, z in hand.piece}

    def alike(text: str) -> int:
        return len(wanted.intersection(CUBES[ACTIONS[text]]))

    return hand._replace(x=x, y=y, action=max(columns[column], key=alike))


def next_tool(hand: Hand) -> str:
    """The tool that `b` takes."""
    return TOOLS[(TOOLS.index(hand.tool) + 1) % len(TOOLS)]


def press(
    hand: Hand, button: str, seen: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays."""
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    columns = ways(legal)
    if not columns:
        return hand._replace(action=dialled(hand.action, button, legal)), None
    if button == "b":
        other = hand._replace(tool=next_tool(hand))
        strays = other.tool == "move" and hand.action not in legal
        return _snapped(other, columns) if strays else other, None
    if hand.tool == "look":
        return _look(hand, button), None
    if hand.tool == "move":
        return _step(hand, button, columns), None
    return _hold(hand, button, seen, legal), None


def _look(hand: Hand, button: str) -> Hand:
    """Round the pyramid, or up above it and down through its levels."""
    if button in ("left", "right"):
        turn = 1 if button == "right" else 3
        return hand._replace(quarters=(hand.quarters + turn) % 4)
    # The eye rises from the side to above the top level, then sinks level by level.
    order = (0, *range(LEVELS, 0, -1))
    place = order.index(hand.floor) + (1 if button == "up" else -1)
    return hand._replace(floor=order[min(max(place, 0), LEVELS)])


def _step(hand: Hand, button: str, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The nearest useful column that way: straight on if there is one."""
    sx, sy = step(button, hand.quarters)

    def ahead(column: Column) -> int:
        return (column[0] - hand.x) * sx + (column[1] - hand.y) * sy

    def detour(column: Column) -> tuple[int, int, Column]:
        aside = abs((column[0] - hand.x) * sy) + abs((column[1] - hand.y) * sx)
        return ahead(column) + 2 * aside, aside, column

    there = [column for column in columns if ahead(column) > 0]
    return _over(min(there, key=detour), hand, columns) if there else hand


def _hold(hand: Hand, button: str, seen: State, legal: tuple[str, ...]) -> Hand:
    """The piece turned over its column, or pushed on by one."""
    able, built = _placements(legal), built_in(seen)
    now, (x, y) = hand.placement, (hand.x, hand.y)
    if hand.tool == "turn":
        way = holding.turned(holding.orientation(now), button, hand.quarters)
        there = holding.turn(now, (x, y), way, able, built)
        x, y = holding.nearest(there, (x, y))
    else:
        by = step(button, hand.quarters)
        there = holding.push(now, by, able, built)
        if there != now:
            x, y = x + by[0], y + by[1]
    return hand._replace(x=x, y=y, action=TEXTS[there])


@lru_cache(maxsize=8)
def _placements(legal: tuple[str, ...]) -> frozenset[int]:
    return frozenset(ACTIONS[text] for text in legal)


def built_in(seen: State) -> frozenset[Cube]:
    """Every cube on the board."""
    return frozenset((START, *(cube for p in seen.pieces for cube in CUBES[p])))


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
