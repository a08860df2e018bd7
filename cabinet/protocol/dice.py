"""Messages about a dice tower.

The screen knows when its match needs dice, the counter has the tower and the log: the
screen asks for a place in the log to be bound to a throw, and finds in the next
snapshots what was asked for and how it fell (`cabinet.throws`).
"""

from dataclasses import dataclass

from cabinet.i18n.message import Message


@dataclass(frozen=True, slots=True)
class WantDice:
    """Screen to counter: the `turn`-th action of the match is the tower's."""

    match: int
    turn: int


@dataclass(frozen=True, slots=True)
class TowerCard:
    """The dice tower as the screen tells it.

    `state` is ready, cocked or missing (throw again), away (`why` says more), or
    other: a tower is there, but not the one that was asked.
    """

    state: str
    why: Message | None = None
