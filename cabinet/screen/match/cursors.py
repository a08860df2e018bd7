"""The hands over a table: what each seat points at until somebody acts."""

from typing import Any

from cabinet.tabletop.api import Seat, View
from cabinet.tabletop.optional import Handheld


class Cursors:
    """One hand for each seat, as the game's view made it.

    It is made from what is seen and what the seat may play, and from where the hand
    before it pointed. A private hand belongs to who is at the stick: it stays as it is,
    held open or not, until they act or somebody else is there.
    """

    def __init__(self, view: View[Any, Any]) -> None:
        self._view = view
        self._private = isinstance(view, Handheld)
        self._hands: dict[Seat, Any] = {}
        self._legal: dict[Seat, tuple[str, ...]] = {}
        self._pointed: dict[Seat, Any] = {}

    def of(self, seat: Seat, seen: object, legal: tuple[str, ...]) -> Any:  # noqa: ANN401 - the game's own type
        """The hand of a seat."""
        if seat not in self._hands or self._legal[seat] != legal:
            before = self._pointed.get(seat)
            self._hands[seat] = self._view.hand(seen, legal, before)
            self._legal[seat] = legal
        return self._hands[seat]

    def press(
        self, seat: Seat, button: str, seen: object, legal: tuple[str, ...]
    ) -> tuple[bool, str | None]:
        """A button: whether the hand moved, and the action it plays, if it does."""
        before = self.of(seat, seen, legal)
        hand, action = self._view.press(before, button, seen, legal)
        self._hands[seat] = hand
        return bool(hand != before), action

    def let_go(self, button: str) -> None:
        """A button that was held comes up: a private hand is covered again."""
        if isinstance(self._view, Handheld):
            for seat, hand in self._hands.items():
                self._hands[seat] = self._view.let_go(hand, button)

    def points_elsewhere(
        self, seat: Seat, seen: object, legal: tuple[str, ...]
    ) -> bool:
        """Whether the hand does not point where it did before the last action."""
        return bool(self.of(seat, seen, legal) != self._pointed.get(seat))

    def settle(self, actor: Seat) -> None:
        """Somebody acted: each hand is made anew, near where it was."""
        self._pointed |= self._hands
        self._hands = {
            seat: hand
            for seat, hand in self._hands.items()
            if self._private and seat != actor
        }

    def keep_only(self, seats: tuple[Seat, ...]) -> None:
        """Nobody else is at the stick: a private hand left there is covered."""
        if self._private:
            self._hands = {s: hand for s, hand in self._hands.items() if s in seats}

    def drop(self) -> None:
        """Something else is to be pointed at: each hand is made anew."""
        self._hands = {}
