"""Opponents that play any game, knowing nothing but its rules, or a little more.

A bot is its own dice and a limit: the same position, generator and number of
simulations give the same choice. Where the rules do not offer to imagine what is
hidden (`imagine`), a bot takes the position as open to all, which for a game that
hides something would be peeking.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic

from cabinet.tabletop.api import A, AnyGame, Bot, Enough, Rules, S, Seat
from cabinet.tabletop.search.alphabeta import AlphaBeta
from cabinet.tabletop.search.insight import Insight
from cabinet.tabletop.search.montecarlo import MonteCarlo, Tempo

# More simulations than this change no choice and only fill the memory.
MOST: Final = 200_000
# Deeper than any search comes.
BOTTOMLESS: Final = 1_000
# A bot stops at this part of its time, and so many seconds earlier, to have its answer
# written within it: it looks at the clock every half a millisecond or so.
PUNCTUAL: Final = 0.9
EARLIER: Final = 0.0008


def simulations(most: int) -> Enough:
    """Stop after so many simulations, or positions: the same choice everywhere."""
    return lambda simulations: simulations >= most


def until(deadline: float, clock: Callable[[], float]) -> Enough:
    """Stop when the clock reaches the deadline."""
    return lambda _: clock() >= deadline


def within(ms: int, asked_at: float, clock: Callable[[], float]) -> Enough:
    """Stop early enough to have answered so many milliseconds after `asked_at`."""
    return until(asked_at + ms * PUNCTUAL / 1000 - EARLIER, clock)


class RandomBot:
    """Plays any legal action."""

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """One of the legal actions, all equally likely."""
        return rng.choice(rules.legal(state, seat))


@dataclass(frozen=True, slots=True)
class MonteCarloBot:
    """Thinks about `most` random games at most; see `search.montecarlo`."""

    most: int = MOST
    longest: int = 400
    curiosity: float = 0.7

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """The action tried most."""
        tempo = Tempo(self.longest, self.curiosity)
        return MonteCarlo(rules, state, seat, rng, enough, tempo).choose(self.most)


@dataclass(frozen=True, slots=True)
class AlphaBetaBot(Generic[S]):
    """Looks at most `deepest` actions ahead, and at times not at all.

    `slips` is the part of its turns in which it plays the first thing that comes to
    its mind. It is for two seats: with more, `otherwise` plays.
    """

    insight: Insight[S]
    deepest: int = BOTTOMLESS
    slips: float = 0.0
    otherwise: Bot[Any, Any] = field(default_factory=MonteCarloBot)

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """The best action found."""
        if rules.players(state) != 2:
            instead: A = self.otherwise.choose(rules, state, seat, rng, enough)
            return instead
        if rng.random() < self.slips:
            return rng.choice(rules.legal(state, seat))
        search = AlphaBeta(rules, self.insight, state, enough)
        return search.choose(self.deepest, rng)


def house_bots() -> Mapping[str, Bot[Any, Any]]:
    """The three levels any game has without writing a bot of its own."""
    return {
        "easy": MonteCarloBot(most=10),
        "normal": MonteCarloBot(most=48),
        "hard": MonteCarloBot(),
    }


def looking_ahead(
    insight: Insight[Any], easy: tuple[int, float], normal: tuple[int, float]
) -> Mapping[str, Bot[Any, Any]]:
    """The levels of a game with an insight: how far each looks, how often it slips.

    For more than two seats the house plays.
    """
    house = house_bots()
    return {
        "easy": AlphaBetaBot(insight, *easy, house["easy"]),
        "normal": AlphaBetaBot(insight, *normal, house["normal"]),
        "hard": AlphaBetaBot(insight, otherwise=house["hard"]),
    }


def bot_of(game: AnyGame, level: str) -> Bot[Any, Any]:
    """The game's bot of that level; its first one if it has no such level."""
    bots = game.bots or house_bots()
    return bots.get(level) or next(iter(bots.values()))
