"""How a stick and two buttons play Azteka.

The stick moves a cursor over the Circle: right is clockwise, up is outward. `b`
changes the tool (place, turn, turn by two, decline), `a` uses it at the cursor.
"""

from typing import Final, NamedTuple

from cabinet.games.azteka.rules.position import State
from cabinet.tabletop.stick import STEPS

TOOLS: Final = ("place", "turn", "turn2", "pass")


class Hand(NamedTuple):
    """Where a player points, and with which tool."""

    ring: int
    segment: int
    tool: str

    @property
    def action(self) -> str:
        """What `a` would play here, legal or not."""
        if self.tool == "place":
            return f"place {self.ring} {self.segment}"
        return self.tool if self.tool == "pass" else f"{self.tool} {self.ring}"


_RESTING: Final = Hand(3, 0, "place")


def tools(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The tools that can do something now."""
    words = {text.split()[0] for text in legal}
    return tuple(tool for tool in TOOLS if tool in words)


def take(_: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: placing, at the legal place nearest to before."""
    hand = before or _RESTING
    useful = tools(legal)
    if not useful:
        return hand
    if useful[0] != "place":
        return hand._replace(tool=useful[0])
    ring, segment = min(places(legal), key=lambda place: _far(hand, place))
    return Hand(ring, segment, "place")


def _far(hand: Hand, place: tuple[int, int]) -> tuple[int, int, int]:
    round_about = (place[1] - hand.segment) % 8
    steps = abs(place[0] - hand.ring) + min(round_about, 8 - round_about)
    return steps, round_about, place[0]


def places(legal: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """The places where a pawn may go."""
    placing = (text.split() for text in legal if text.startswith("place "))
    return frozenset((int(ring), int(segment)) for _, ring, segment in placing)


def next_tool(hand: Hand, legal: tuple[str, ...]) -> str:
    """The tool that `b` would take."""
    useful = tools(legal)
    if hand.tool not in useful:
        return useful[0] if useful else hand.tool
    return useful[(useful.index(hand.tool) + 1) % len(useful)]


def press(
    hand: Hand, button: str, _: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays; nothing on an illegal place."""
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    if button == "b":
        return hand._replace(tool=next_tool(hand, legal)), None
    around, inward = STEPS[button]
    ring, segment = min(4, max(1, hand.ring - inward)), (hand.segment + around) % 8
    return hand._replace(ring=ring, segment=segment), None
