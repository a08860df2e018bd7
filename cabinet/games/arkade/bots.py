"""The opponents of Arkade: how far each thinks, and how often it errs.

The best one works the re-rolls out exactly and sees what the other may do next; the
others play the dice as they lie, and at times the first thing that comes to mind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from cabinet.games.arkade.planning import Planner
from cabinet.games.arkade.position import State
from cabinet.tabletop.api import Bot, Enough, Rules, Seat


@dataclass(frozen=True, slots=True)
class ArkadeBot:
    """Plans its turn; `slips` is the part of its decisions it leaves to chance."""

    deep: bool = False
    slips: float = 0.0

    def choose(
        self,
        rules: Rules[State, int],
        state: State,
        seat: Seat,
        rng: Random,
        enough: Enough,
    ) -> int:
        """The first action of the best plan, or a slip."""
        if rng.random() < self.slips:
            return rng.choice(rules.legal(state, seat))
        planner = Planner(rules.apply, seat, deep=self.deep, enough=enough)
        return planner.choose(state)


BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": ArkadeBot(slips=0.45),
    "normal": ArkadeBot(slips=0.15),
    "hard": ArkadeBot(deep=True),
}
