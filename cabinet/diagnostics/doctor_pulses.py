"""What the edges of one wire were: pulses, presses and glitches, without judging them.

Edges that follow each other within `SETTLE` are one movement: a contact that bounces
while it closes or opens. A movement that ends where it began is glitches; what lies
between a movement to active and one to idle is a pulse.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos

SETTLE: Final[Nanos] = 4 * MILLISECOND


@dataclass(frozen=True, slots=True)
class Story:
    """One wire over a stretch: how it is now, and what it did."""

    active: bool
    edges: int = 0
    glitches: int = 0
    pulses: tuple[Nanos, ...] = ()
    most_per_s: int = 0


def story(edges: Sequence[Edge], *, active: bool) -> Story:
    """What the edges of one line mean; `active` is its level after the last of them."""
    movements: list[list[Edge]] = []
    for edge in edges:
        if movements and edge.at - movements[-1][-1].at <= SETTLE:
            movements[-1].append(edge)
        else:
            movements.append([edge])
    glitches = 0
    pulses: list[Nanos] = []
    rose: Nanos | None = None
    for movement in movements:
        first, last = movement[0], movement[-1]
        if first.active != last.active:
            glitches += len(movement) // 2
        elif last.active:
            rose = first.at
        elif rose is not None:
            pulses.append(first.at - rose)
            rose = None
    return Story(active, len(edges), glitches, tuple(pulses), _most_in_a_second(edges))


def _most_in_a_second(edges: Sequence[Edge]) -> int:
    first = most = 0
    for last, edge in enumerate(edges):
        while edge.at - edges[first].at >= SECOND:
            first += 1
        most = max(most, last - first + 1)
    return most
