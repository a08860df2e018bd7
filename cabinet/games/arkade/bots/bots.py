"""The opponents of Arkade: how far each thinks, and how often it errs.

The best one works the re-rolls out exactly and sees what the other may do next; the
others play the dice as they lie, and at times the first thing that comes to mind.
Where both play at once the levels differ above all in how fast they act, which is in
`data/arcade.toml`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from cabinet.games.arkade.bots.planning import Planner
from cabinet.games.arkade.rules.position import State
from cabinet.tabletop.api import Bot, Enough, Rules, Seat


class Style(NamedTuple):
    """How a side is played: seeing what the other may do next, and with how many slips.

    A slip is a decision that is left to chance.
    """

    deep: bool
    slips: float = 0.0


@dataclass(frozen=True, slots=True)
class ArkadeBot:
    """Plans its turn, in the style of its side: the Alien's, then the Defender's.

    There is one pair where sides take turns, and one where they act at once.
    """

    in_turn: tuple[Style, Style]
    at_once: tuple[Style, Style]

    def choose(
        self,
        rules: Rules[State, int],
        state: State,
        seat: Seat,
        rng: Random,
        enough: Enough,
    ) -> int:
        """The first action of the best plan, or a slip."""
        style = (self.at_once if state.setup.arcade else self.in_turn)[seat]
        if rng.random() < style.slips:
            return rng.choice(rules.legal(state, seat))
        return Planner(
            rules.apply, state, seat, deep=style.deep, enough=enough
        ).choose()


BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": ArkadeBot(
        in_turn=(Style(deep=False, slips=0.68), Style(deep=False, slips=0.3)),
        at_once=(Style(deep=False, slips=0.3), Style(deep=False, slips=0.1)),
    ),
    "normal": ArkadeBot(
        in_turn=(Style(deep=False, slips=0.15), Style(deep=True, slips=0.1)),
        at_once=(Style(deep=True), Style(deep=True)),
    ),
    "hard": ArkadeBot(
        in_turn=(Style(deep=True), Style(deep=True)),
        at_once=(Style(deep=True), Style(deep=True)),
    ),
}
