"""The levels of Aztec: each beats the one below."""

from itertools import pairwise
from random import Random

import pytest

from cabinet.games.aztec import GAME
from cabinet.games.aztec.bots.insight import AztecInsight
from cabinet.tabletop.bots import RandomBot, simulations
from tests.support.tournament import share

BOTS = {"random": RandomBot(), **GAME.bots}
LADDER = [(better, worse) for worse, better in pairwise(BOTS)]
# Positions that may be thought about for an action.
THOUGHT = 2_000
MUCH_THOUGHT = 20_000


@pytest.mark.parametrize(("better", "worse"), LADDER[:2])
def test_each_level_beats_the_one_below(better, worse):
    assert share(GAME, BOTS[better], BOTS[worse], 12, THOUGHT) >= 0.65


def test_the_best_level_beats_the_one_below():
    assert share(GAME, BOTS["hard"], BOTS["normal"], 6, THOUGHT) >= 0.65


@pytest.mark.soak
@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_each_level_wins_two_thirds_of_200_matches(better, worse):
    assert share(GAME, BOTS[better], BOTS[worse], 200, MUCH_THOUGHT) >= 0.65


def test_the_worth_of_a_position_is_the_points_ahead():
    rules, insight = GAME.rules, AztecInsight()
    for seed in range(3):
        rng = Random(seed)
        state = rules.new(2, {}, rng)
        while due := rules.actors(state):
            mine, theirs = rules.outcome(state).scores
            assert insight.worth(state) == mine - theirs
            state = rules.apply(state, due[0], rng.choice(rules.legal(state, due[0])))


def test_the_same_building_is_one_position_however_it_was_built():
    rules, insight = GAME.rules, AztecInsight()
    start = rules.new(2, {}, Random(1))
    ways = {}
    for first in rules.legal(start, 0):
        for second in rules.legal(rules.apply(start, 0, first), 1):
            after = rules.apply(rules.apply(start, 0, first), 1, second)
            way = ((first, second), tuple(rules.legal(after, 0)))
            ways.setdefault(insight.key(after), set()).add(way)
    assert max(len(found) for found in ways.values()) > 1
    assert all(len({after for _, after in found}) == 1 for found in ways.values())


@pytest.mark.parametrize("level", GAME.bots)
@pytest.mark.parametrize("players", [2, 3])
def test_every_level_plays_every_variant_through(level, players):
    rules, rng = GAME.rules, Random(5)
    state = rules.new(players, {}, rng)
    for _ in range(12):
        (seat,) = rules.actors(state)
        action = GAME.bots[level].choose(rules, state, seat, rng, simulations(40))
        assert action in rules.legal(state, seat)
        state = rules.apply(state, seat, action)
