"""The opponents of Space Aztecs: what they remember, and how long they think.

A bot imagines deals that fit what its seat knows, and in each of them tries every
action it may choose from, playing on at random to the end: the same deal for all, so
that luck favours none. What counts is its lead over the best of the others. An action
that is clearly behind the best is not tried any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from cabinet.games.space_aztecs.rules.imagine import imagine
from cabinet.games.space_aztecs.rules.position import NO_PILE, State
from cabinet.tabletop.api import Bot, Enough, Rules, Seat
from cabinet.tabletop.census import random_game

# So many deals are looked at between two judgements of what is behind.
_LAPS: Final = 8
# Behind by so many standard errors is clearly behind.
_CLEARLY: Final = 2.0
MOST: Final = 5_000


@dataclass(frozen=True, slots=True)
class LeadBot:
    """Looks at `deals` deals at most; a forgetful one knows only the pile it holds."""

    deals: int = MOST
    forgetful: bool = False

    def choose(
        self,
        rules: Rules[State, int],
        state: State,
        seat: Seat,
        rng: Random,
        enough: Enough,
    ) -> int:
        """The best lead at the end, on average; among equals the dice decide."""
        legal = rules.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        if self.forgetful:
            state = forgotten(state, seat)
        left = list(legal)
        rng.shuffle(left)
        leads: dict[int, list[int]] = {action: [] for action in left}
        tried = 0
        for lap in range(1, self.deals + 1):
            deal = imagine(state, seat, rng)
            for action in left:
                if enough(tried):
                    return _ahead(left, leads)
                after = rules.apply(deal, seat, action)
                leads[action].append(_lead(rules, after, seat, rng))
                tried += 1
            if lap % _LAPS == 0:
                left = _not_behind(left, leads)
                if len(left) == 1:
                    break
        return _ahead(left, leads)


def forgotten(state: State, seat: Seat) -> State:
    """The position for a seat that remembers nothing but the pile in its hand."""
    pile = state.taken[seat]
    own = 0 if pile == NO_PILE else 1 << pile
    return state._replace(held=(*state.held[:seat], own, *state.held[seat + 1 :]))


def _lead(rules: Rules[State, int], state: State, seat: Seat, rng: Random) -> int:
    """How far ahead the seat is at the end of one random game from here."""
    last, _ = random_game(rules, state, rng)
    scores = list(rules.outcome(last).scores)
    own = scores.pop(seat)
    return own - max(scores)


def _mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else -1_000.0


def _ahead(actions: list[int], leads: Mapping[int, list[int]]) -> int:
    return max(actions, key=lambda action: _mean(leads[action]))


def _not_behind(actions: list[int], leads: Mapping[int, list[int]]) -> list[int]:
    """Those not clearly behind the best, deal for deal."""
    best = _ahead(actions, leads)
    kept = []
    for action in actions:
        gaps = [a - b for a, b in zip(leads[best], leads[action], strict=True)]
        mean = _mean(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
        if mean <= _CLEARLY * sqrt(spread / len(gaps)):
            kept.append(action)
    return kept


BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": LeadBot(deals=1, forgetful=True),
    "normal": LeadBot(deals=6),
    "hard": LeadBot(),
}
