"""How a stick and two buttons play Azteka.

The stick goes the way it is pushed, from one legal place to the next. A turn begins on
the sun, where nothing can be placed: no place is chosen before a player chooses it.
`b` changes the tool (place, turn, turn by two, decline), `a` uses it. With a tool that
turns, the stick chooses the ring instead: up and right are outward.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.azteka.rules.position import State
from cabinet.games.azteka.view.wheel import MIDDLE, Place, centre
from cabinet.tabletop.stick import STEPS, ahead

TOOLS: Final = ("place", "turn", "turn2", "pass")
_OUTWARD: Final = ("up", "right")


class Hand(NamedTuple):
    """Where a pawn would go, with which tool, and which ring that would turn.

    On ring 0, which is the sun, no place is chosen yet.
    """

    ring: int = 0
    segment: int = 0
    tool: str = "place"
    turning: int = 4

    @property
    def action(self) -> str:
        """What `a` would play here, legal or not."""
        if self.tool == "place":
            return f"place {self.ring} {self.segment}"
        return self.tool if self.tool == "pass" else f"{self.tool} {self.turning}"


def tools(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The tools that can do something now."""
    words = {text.split()[0] for text in legal}
    return tuple(tool for tool in TOOLS if tool in words)


def take(_: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: placing if that is possible, nothing chosen."""
    turning = before.turning if before else Hand().turning
    useful = tools(legal) or TOOLS
    return _holding(Hand(turning=turning), useful[0], legal)


@lru_cache(maxsize=8)
def places(legal: tuple[str, ...]) -> frozenset[Place]:
    """The places where a pawn may go."""
    placing = (text.split() for text in legal if text.startswith("place "))
    return frozenset((int(ring), int(segment)) for _, ring, segment in placing)


def rings(tool: str, legal: tuple[str, ...]) -> tuple[int, ...]:
    """The rings that a tool can turn, from the inside."""
    return tuple(ring for ring in (1, 2, 3, 4) if f"{tool} {ring}" in legal)


def next_tool(hand: Hand, legal: tuple[str, ...]) -> str:
    """The tool that `b` would take."""
    useful = tools(legal)
    if hand.tool not in useful:
        return useful[0] if useful else hand.tool
    return useful[(useful.index(hand.tool) + 1) % len(useful)]


def _holding(hand: Hand, tool: str, legal: tuple[str, ...]) -> Hand:
    """The hand with another tool, on a ring that it can turn."""
    able = rings(tool, legal)
    if not able or hand.turning in able:
        return hand._replace(tool=tool)
    nearest = min(able, key=lambda ring: abs(ring - hand.turning))
    return hand._replace(tool=tool, turning=nearest)


def press(
    hand: Hand, button: str, _: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays; nothing on an illegal place."""
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    if button == "b":
        return _holding(hand, next_tool(hand, legal), legal), None
    if hand.tool == "place":
        return _step(hand, button, places(legal)), None
    return _ring(hand, button, rings(hand.tool, legal)), None


def _step(hand: Hand, button: str, free: frozenset[Place]) -> Hand:
    """The legal place that way on the screen, if there is one."""
    there = _steps(free)[(hand.ring, hand.segment), button]
    return hand._replace(ring=there[0], segment=there[1]) if there else hand


def _ring(hand: Hand, button: str, able: tuple[int, ...]) -> Hand:
    """The next ring outward or inward that may be turned."""
    outward = button in _OUTWARD
    there = [r for r in able if (r > hand.turning if outward else r < hand.turning)]
    if not there:
        return hand
    return hand._replace(turning=min(there) if outward else max(there))


# Which way the stick leads.

_SUN: Final = (0, 0)
_SPOTS: Final = {_SUN: MIDDLE} | {
    (ring, segment): centre((ring, segment))
    for ring in (1, 2, 3, 4)
    for segment in range(8)
}
_Push = tuple[Place, str]


def _ways(start: Place, button: str) -> dict[Place, tuple[bool, int]]:
    """The places that way and how good a step each is, the best first."""
    others = {place: at for place, at in _SPOTS.items() if place not in (start, _SUN)}
    there = {
        place: (aside > 2 * far, far + 2 * aside)
        for far, aside, place in ahead(_SPOTS[start], STEPS[button], others)
    }
    return dict(sorted(there.items(), key=lambda each: (each[1], each[0])))


_WAYS: Final = {(start, b): _ways(start, b) for start in _SPOTS for b in STEPS}


@lru_cache(maxsize=8)
def _steps(free: frozenset[Place]) -> Mapping[_Push, Place | None]:
    """Where each push leads among the legal places, from each to all the others.

    A place that would always be passed by takes over the push that leads nearest to it.
    """
    steps = {
        push: next((place for place in ways if place in free), None)
        for push, ways in _WAYS.items()
    }
    for start in (_SUN, *sorted(free)):
        for _ in free:
            near = _reached(start, steps)
            if free <= near:
                break
            _, push, place = min(
                (cost, push, place)
                for push, ways in _WAYS.items()
                if push[0] in near and push[0] != _SUN
                for place, cost in ways.items()
                if place in free - near
            )
            steps[push] = place
    return steps


def _reached(start: Place, steps: Mapping[_Push, Place | None]) -> set[Place]:
    """Where the stick can come to from there."""
    reached, waiting = {start}, [start]
    for place in waiting:
        for button in STEPS:
            there = steps[place, button]
            if there and there not in reached:
                reached.add(there)
                waiting.append(there)
    return reached
