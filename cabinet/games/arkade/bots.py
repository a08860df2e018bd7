"""The opponents of Arkade: how far each thinks, and how often it errs.

The best one works the re-rolls out exactly and sees what the other may do next; the
others play the dice as they lie, and at times the first thing that comes to mind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from cabinet.games.arkade.planning import Planner
from cabinet.games.arkade.position import ALIEN, State
from cabinet.tabletop.api import Bot, Enough, Rules, Seat


class Style(NamedTuple):
    """How a side is played: with the re-rolls worked out, and with how many slips."""

    deep: bool
    slips: float


@dataclass(frozen=True, slots=True)
class ArkadeBot:
    """Plans its turn; a slip is a decision that it leaves to chance.

    The lane is kinder to the Alien, so each side has its own style.
    """

    alien: Style
    defender: Style

    def choose(
        self,
        rules: Rules[State, int],
        state: State,
        seat: Seat,
        rng: Random,
        enough: Enough,
    ) -> int:
        """The first action of the best plan, or a slip."""
        style = self.alien if seat == ALIEN else self.defender
        if rng.random() < style.slips:
            return rng.choice(rules.legal(state, seat))
        planner = Planner(rules.apply, seat, deep=style.deep, enough=enough)
        return planner.choose(state)


BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": ArkadeBot(Style(deep=False, slips=0.68), Style(deep=False, slips=0.3)),
    "normal": ArkadeBot(Style(deep=False, slips=0.15), Style(deep=True, slips=0.1)),
    "hard": ArkadeBot(Style(deep=True, slips=0.0), Style(deep=True, slips=0.0)),
}
