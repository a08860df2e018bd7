"""How a stick and two buttons play Aztec.

The stick moves a cursor over the columns of the board and only stops where a piece
may go; `b` goes through the legal placements over that column, `a` lays the piece.
In the auction the stick is a dial, and `b` chooses between bidding and passing.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.board import CUBES, START, Piece
from cabinet.games.aztec.notation import ACTIONS
from cabinet.games.aztec.position import PASS

Column = tuple[int, int]
_STEPS: Final[dict[str, Column]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}


class Hand(NamedTuple):
    """Where a player points, and the action that `a` plays ("" for none)."""

    x: int
    y: int
    action: str

    @property
    def piece(self) -> Piece:
        """The six cubes in hand, if it is a piece that is in hand."""
        action = ACTIONS.get(self.action, PASS)
        return CUBES[action] if action < PASS else ()


_RESTING: Final = Hand(START[0], START[1], "")


@lru_cache(maxsize=8)
def ways(legal: tuple[str, ...]) -> dict[Column, tuple[str, ...]]:
    """The legal placements over each column that has one."""
    found: dict[Column, list[str]] = {}
    for text in legal:
        action = ACTIONS[text]
        if action < PASS:
            for column in {(x, y) for x, y, _ in CUBES[action]}:
                found.setdefault(column, []).append(text)
    return {column: tuple(texts) for column, texts in found.items()}


def bids(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers on the dial, lowest first."""
    return tuple(text for text in legal if text.startswith("bid "))


def take(legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: near where this player pointed before."""
    hand = before or _RESTING
    columns = ways(legal)
    if columns:
        return _over(min(columns, key=lambda c: _far(hand, c)), hand, columns)
    if hand.action in legal:
        return hand
    dial = bids(legal)
    return hand._replace(action=dial[-1] if dial else "pass" if legal else "")


def _far(hand: Hand, column: Column) -> tuple[int, Column]:
    return abs(column[0] - hand.x) + abs(column[1] - hand.y), column


def _over(column: Column, hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The piece over another column, held as much as before as it can be."""
    dx, dy = column[0] - hand.x, column[1] - hand.y
    wanted = {(x + dx, y + dy, z) for x, y, z in hand.piece}

    def alike(text: str) -> int:
        return len(wanted.intersection(CUBES[ACTIONS[text]]))

    return Hand(*column, max(columns[column], key=alike))


def press(hand: Hand, button: str, legal: tuple[str, ...]) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays."""
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    columns = ways(legal)
    if not columns:
        return _dial(hand, button, legal), None
    if button == "b":
        here = columns.get((hand.x, hand.y), ("",))
        index = here.index(hand.action) if hand.action in here else -1
        return hand._replace(action=here[(index + 1) % len(here)]), None
    return _step(hand, button, columns), None


def _step(hand: Hand, button: str, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The nearest useful column that way: straight on if there is one."""
    sx, sy = _STEPS[button]

    def ahead(column: Column) -> int:
        return (column[0] - hand.x) * sx + (column[1] - hand.y) * sy

    def detour(column: Column) -> tuple[int, int, Column]:
        aside = abs((column[0] - hand.x) * sy) + abs((column[1] - hand.y) * sx)
        return ahead(column) + 2 * aside, aside, column

    there = [column for column in columns if ahead(column) > 0]
    return _over(min(there, key=detour), hand, columns) if there else hand


def _dial(hand: Hand, button: str, legal: tuple[str, ...]) -> Hand:
    """Another number, or from bidding to passing and back."""
    dial = bids(legal)
    if button == "b":
        other = dial[-1:] if hand.action == "pass" else ("pass",)
        return hand._replace(action=other[0]) if set(other) & set(legal) else hand
    if hand.action not in dial:
        return hand
    step = 1 if button in ("up", "right") else -1
    index = min(max(dial.index(hand.action) + step, 0), len(dial) - 1)
    return hand._replace(action=dial[index])
