"""What the rules of most games answer alike."""

from collections.abc import Mapping, Sequence
from typing import Generic

from cabinet.tabletop.api import A, Document, Option, S, Seat


class BaseRules(Generic[S, A]):
    """Rules of a game without dice in which nothing is hidden.

    See `cabinet.tabletop.api.Rules` for the rest; a game with either has its own.
    """

    name: str
    seats: tuple[int, ...]
    options: Mapping[str, Option]

    def chances(self, state: S) -> Sequence[tuple[A, int]]:
        """Nothing is left to chance."""
        return ()

    def write(self, state: S) -> Document:
        """The position as a document."""
        raise NotImplementedError

    def observe(self, state: S, seat: Seat | None) -> Document:
        """Everything."""
        return self.write(state)
