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
    """How a side is played: with the re-rolls worked out, and with how many slips.

    Those `in_a_rush` are the slips where both play at once.
    """

    deep: bool
    slips: float
    in_a_rush: float


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
        slips = style.in_a_rush if state.setup.arcade else style.slips
        if rng.random() < slips:
            return rng.choice(rules.legal(state, seat))
        return Planner(
            rules.apply, state, seat, deep=style.deep, enough=enough
        ).choose()


# Time presses the Alien, who moves more, harder than the Defender: hence his slips.
BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": ArkadeBot(
        Style(deep=False, slips=0.68, in_a_rush=0.78),
        Style(deep=False, slips=0.3, in_a_rush=0.03),
    ),
    "normal": ArkadeBot(
        Style(deep=False, slips=0.15, in_a_rush=0.64),
        Style(deep=True, slips=0.1, in_a_rush=0.1),
    ),
    "hard": ArkadeBot(
        Style(deep=True, slips=0.0, in_a_rush=0.54),
        Style(deep=True, slips=0.0, in_a_rush=0.0),
    ),
}
