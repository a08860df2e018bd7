"""The house at a table of three: it misses no win in one action, and no block of one.

Random games are played to find the rest; too few of them see that much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, cast

from cabinet.games.azteka.rules import position
from cabinet.games.azteka.rules.position import NOBODY, State
from cabinet.games.azteka.rules.reach import reach
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.tabletop.api import A, Bot, Enough, Rules, S, Seat

RULES: Final = AztekaRules()


@dataclass(frozen=True, slots=True)
class Watchful:
    """Looks at what one action can do, then asks `bot` about what is left."""

    bot: Bot[Any, Any]

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """An action that wins, else one after which nobody who follows can win."""
        circle = cast(State, state)
        legal = position.menu(circle)
        wins = [action for action in legal if _won(circle, action, seat)]
        if wins:
            return cast(A, wins[0])
        left = _safe(circle, seat, legal)
        narrowed = cast(Rules[S, A], Narrowed(circle, left))
        chosen: A = self.bot.choose(narrowed, state, seat, rng, enough)
        return chosen


class Narrowed:
    """The rules where in one position only some actions are thought about."""

    def __init__(self, where: State, left: Sequence[int]) -> None:
        self._where = where
        self._left = left

    def __getattr__(self, name: str) -> object:
        return getattr(RULES, name)

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Those actions there, and all of them elsewhere."""
        return self._left if state is self._where else RULES.legal(state, seat)


def _safe(state: State, seat: Seat, legal: Sequence[int]) -> Sequence[int]:
    """The actions after which nobody wins at once; those that leave most to be done.

    Whoever plays next is looked at first: who comes after them may still be stopped.
    """
    left = legal
    for steps in (1, 2):
        found = [a for a in left if not _lost(RULES.apply(state, seat, a), seat, steps)]
        left = found or left
    return left


def _lost(after: State, seat: Seat, steps: int) -> bool:
    """Whether another has won, or could with the action that is theirs in `steps`."""
    if after.mover == NOBODY:
        return seat not in RULES.outcome(after).winners
    rival = (seat + steps) % position.PLAYERS[after.variant]
    return rival != seat and reach(after, rival)


def _won(state: State, action: int, seat: Seat) -> bool:
    """Whether the action ends the game for the good of the seat whose turn it is."""
    after = RULES.apply(state, state.mover, action)
    return after.mover == NOBODY and seat in RULES.outcome(after).winners
