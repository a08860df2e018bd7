"""Counting a game: every sequence of actions (perft), or many random games.

Perft is how two programs agree that they know the same rules: the number of
action sequences of a length is one number that any wrong rule changes. Playouts
say how fast the rules are and whom chance favours.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from cabinet.tabletop.api import CHANCE, A, Options, Rules, S, abilities

# Positions reached twice are counted once, as long as this many fit in memory.
REMEMBERED: Final = 200_000
_ENDLESS: Final = 1_000_000_000


def perft(rules: Rules[S, A], state: S, depth: int) -> int:
    """How many sequences of `depth` actions there are; chance's count too."""
    if depth == 0:
        return 1
    known: dict[tuple[S, int], int] = {}
    actors, legal, apply = rules.actors, rules.legal, rules.apply

    def count(state: S, depth: int) -> int:
        if depth == 1:
            return sum(len(legal(state, seat)) for seat in actors(state))
        key = (state, depth)
        nodes = known.get(key)
        if nodes is None:
            nodes = sum(
                count(apply(state, seat, action), depth - 1)
                for seat in actors(state)
                for action in legal(state, seat)
            )
            if len(known) < REMEMBERED:
                known[key] = nodes
        return nodes

    return count(state, depth)


@dataclass(frozen=True, slots=True)
class CensusTally:
    """What came of so many random games: `wins` by seat, the rest drawn."""

    games: int
    actions: int
    wins: tuple[int, ...]
    draws: int


def playouts(
    rules: Rules[S, A], players: int, options: Options, games: int, rng: Random
) -> CensusTally:
    """Uniformly random games; a seat among those due, then one of its actions.

    `actions` counts what players do, not chance. A shared victory is no win.
    """
    wins = [0] * players
    actions = 0
    play_on = abilities(rules).play_randomly
    for _ in range(games):
        state = rules.new(players, options, rng)
        if play_on is None:
            state, played = random_game(rules, state, rng)
            actions += played
        else:
            while rules.actors(state):
                state, played = play_on(state, rng, _ENDLESS)
                actions += played
        winners = rules.outcome(state).winners
        if len(winners) == 1:
            wins[winners[0]] += 1
    return CensusTally(games, actions, tuple(wins), games - sum(wins))


def random_game(rules: Rules[S, A], state: S, rng: Random) -> tuple[S, int]:
    """Play on at random to the end: the last position, and how many actions."""
    actors, legal, apply, draw = rules.actors, rules.legal, rules.apply, rng.random
    played = 0
    while due := actors(state):
        seat = due[0] if len(due) == 1 else due[int(draw() * len(due))]
        if seat == CHANCE:
            state = apply(state, CHANCE, throw(rules, state, rng))
        else:
            actions = legal(state, seat)
            state = apply(state, seat, actions[int(draw() * len(actions))])
            played += 1
    return state, played


def throw(rules: Rules[S, A], state: S, rng: Random) -> A:
    """One of fortune's actions, by its weight."""
    outcomes, weights = zip(*rules.chances(state), strict=True)
    chosen: A = rng.choices(outcomes, weights)[0]
    return chosen
