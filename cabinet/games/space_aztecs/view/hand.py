"""How a stick and two buttons play Space Aztecs.

The stick points at a pile, a card or an answer, `a` takes it. A pile in hand is
secret and the screen is not: `b` draws a curtain away from it, for as long as it is
held, or tapped until it is tapped again, and without looking nothing can be chosen.
Who sits alone has no curtain.
"""

from math import cos, pi, sin
from typing import Final, NamedTuple

from cabinet.games.space_aztecs.rules.position import UNKNOWN, State
from cabinet.tabletop.stick import STEPS, ahead

# Where piles stand around the dial, as (right, down) from its middle; pile 1 on top.
AROUND: Final = tuple(
    (round(92 * sin(pile * pi / 4)), round(-116 * cos(pile * pi / 4)))
    for pile in range(8)
)
COLUMNS: Final = 5


class Hand(NamedTuple):
    """What is pointed at, as the action it would play, and whether one may look."""

    action: str
    open: bool


def take(seen: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: where it was if that is legal, behind the curtain."""
    alone = any(pile and UNKNOWN not in pile for pile in seen.piles)
    if before is not None and before.action in legal:
        return Hand(before.action, alone)
    if legal and legal[0].startswith("take ") and before is not None:
        return Hand(_next_pile(before.action, legal), alone)
    return Hand(legal[0] if legal else "", alone)


def _next_pile(action: str, legal: tuple[str, ...]) -> str:
    later = [text for text in legal if text > action]
    return later[0] if action.startswith("take ") and later else legal[0]


def secret(legal: tuple[str, ...]) -> bool:
    """Whether what may be done is itself a secret."""
    return bool(legal) and legal[0].startswith("choose ")


def press(
    hand: Hand, button: str, _: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays; nothing behind the curtain."""
    if hand.action not in legal:
        return hand, None
    hidden = secret(legal) and not hand.open
    if button == "a":
        return hand, None if hidden else hand.action
    if button == "b":
        return (hand._replace(open=not hand.open) if secret(legal) else hand), None
    if hidden:
        return hand, None
    return hand._replace(action=_moved(hand.action, button, legal)), None


def _moved(action: str, button: str, legal: tuple[str, ...]) -> str:
    if action.startswith("take "):
        return _towards(action, button, legal)
    columns = COLUMNS if secret(legal) else 1
    across, down = STEPS[button]
    if columns == 1:
        across, down = 0, across + down
    place = legal.index(action) + across + down * columns
    return legal[place] if 0 <= place < len(legal) else action


def pile_of(action: str) -> int:
    """The pile, from 0, of `take P`."""
    return int(action.split()[1]) - 1


def _towards(action: str, button: str, legal: tuple[str, ...]) -> str:
    """The pile that lies best in that direction, or where the hand is."""
    piles = {other: AROUND[pile_of(other)] for other in legal}
    there = ahead(AROUND[pile_of(action)], STEPS[button], piles)
    costs = {other: far + 2 * aside for far, aside, other in there}
    return min(costs, key=lambda other: costs[other], default=action)
