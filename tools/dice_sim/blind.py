"""Players who look at nothing: the same few buttons over and over.

They press on the hand that the game's own view gives a person, so what comes of a
press is what would come of it at the cabinet. A house that loses to one of them is no
opponent. Each is a level of `--seats`, beside those of the bots.
"""

from collections.abc import Mapping
from itertools import cycle
from random import Random
from typing import Any, Final

from cabinet.tabletop.api import AnyGame, Enough, Rules, Seat, abilities

# What is pressed, again and again.
SCRIPTS: Final[Mapping[str, tuple[str, ...]]] = {
    "blind-a": ("a",),
    "blind-baa": ("b", "a", "a"),
    "blind-down": ("b", "down", "a", "down", "a"),
    "blind-sides": ("b", "left", "a", "right", "a"),
}
# How long it is from one press to the next, in milliseconds: as fast as a hand hammers.
EVERY_MS: Final = 150
# After so many presses that play nothing a game is given up.
VAIN: Final = 200


class Blind:
    """One of them in one game; a `Bot` whose press may also play nothing."""

    def __init__(self, game: AnyGame, level: str) -> None:
        from cabinet.screen.match.table import Cursors

        self._hands = Cursors(game.view)
        self._buttons = cycle(SCRIPTS[level])
        self.vain = 0

    def choose(
        self,
        rules: Rules[Any, Any],
        state: Any,  # noqa: ANN401 - the game's own type
        seat: Seat,
        rng: Random,
        enough: Enough,
    ) -> Any:  # noqa: ANN401
        """The action that the next button plays; None if it plays none."""
        see = abilities(rules).seen_by
        seen = see(state, seat) if see else state
        legal = {rules.write_action(state, a): a for a in rules.legal(state, seat)}
        _, played = self._hands.press(seat, next(self._buttons), seen, tuple(legal))
        self.vain = 0 if played else self.vain + 1
        return legal.get(played) if played else None

    def acted(self, seat: Seat) -> None:
        """Somebody has played: the hand is where it was, as far as that goes."""
        self._hands.settle(seat)
