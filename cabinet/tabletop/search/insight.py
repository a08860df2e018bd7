"""What a game can tell a search about its positions, besides its rules.

It is for two seats against each other: whatever is good for one is as bad for the
other.
"""

from collections.abc import Hashable
from typing import Final, Protocol, TypeVar

# A game that is won; what `worth` says stays well within it.
WON: Final = 1_000_000

S = TypeVar("S", contravariant=True)


class Insight(Protocol[S]):
    """A game's own judgement."""

    def worth(self, state: S) -> int:
        """How good a position is for seat 0, in a unit of the game's own."""

    def key(self, state: S) -> Hashable:
        """What decides how play goes on from here: equal keys, equal worth."""

    def settled(self, state: S, since: S) -> bool:
        """Whether a search that began at `since` need not look further than here."""
