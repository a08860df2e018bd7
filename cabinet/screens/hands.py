"""The hands over a table: what each seat points at until somebody acts."""

from typing import Any

from cabinet.tabletop.api import Document, Seat, View
from cabinet.tabletop.handheld import Handheld


class Hands:
    """One hand for each seat, as the game's view made it.

    It is made from what is seen and what the seat may play, and from where the hand
    before it pointed.
    """

    def __init__(self, view: View[Any]) -> None:
        self._view = view
        self._hands: dict[Seat, Any] = {}
        self._pointed: dict[Seat, Any] = {}

    def of(self, seat: Seat, seen: Document, legal: tuple[str, ...]) -> Any:  # noqa: ANN401 - the game's own type
        """The hand of a seat."""
        if seat not in self._hands:
            before = self._pointed.get(seat)
            self._hands[seat] = self._view.hand(seen, legal, before)
        return self._hands[seat]

    def press(
        self, seat: Seat, button: str, seen: Document, legal: tuple[str, ...]
    ) -> tuple[bool, str | None]:
        """A button: whether the hand moved, and the action it plays, if it does."""
        before = self.of(seat, seen, legal)
        hand, action = self._view.press(before, button, seen, legal)
        self._hands[seat] = hand
        return bool(hand != before), action

    def let_go(self, seat: Seat, button: str) -> None:
        """A button that was held comes up: a private hand is covered again."""
        if isinstance(self._view, Handheld) and seat in self._hands:
            self._hands[seat] = self._view.let_go(self._hands[seat], button)

    def points_elsewhere(
        self, seat: Seat, seen: Document, legal: tuple[str, ...]
    ) -> bool:
        """Whether the hand does not point where it did before the last action."""
        return bool(self.of(seat, seen, legal) != self._pointed.get(seat))

    def settle(self) -> None:
        """Somebody acted: each hand is made anew, near where it was."""
        self._pointed |= self._hands
        self._hands = {}

    def drop(self) -> None:
        """Something else is to be pointed at: each hand is made anew."""
        self._hands = {}
