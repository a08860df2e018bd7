"""The quick way through a random round comes where the slow one comes."""

from random import Random

import pytest

from cabinet.games.azteka import GAME
from cabinet.games.azteka.rules.board import BIT, cells, count, nth
from cabinet.games.azteka.rules.position import ACTION_LIMIT, State
from cabinet.tabletop.api import abilities
from cabinet.tabletop.census import playouts, random_game

RULES = GAME.rules
GAMES = [
    (2, {}),
    (2, {"placement": "own"}),
    (2, {"diagonal": True}),
    (2, {"variant": "aggressive"}),
    (2, {"variant": "aggressive", "diagonal": True}),
    (3, {}),
]


@pytest.mark.parametrize(("players", "options"), GAMES, ids=str)
@pytest.mark.parametrize("most", [1, 7, 1_000])
def test_the_same_seed_comes_to_the_same_end(players, options, most):
    start = RULES.new(players, options, Random(0))
    for seed in range(20):
        slow, quick = Random(seed), Random(seed)
        end, played = random_game(RULES, start, slow)
        state, swiftly = start, 0
        while RULES.actors(state):
            state, more = RULES.play_randomly(state, quick, most)
            assert 1 <= more <= most
            swiftly += more
        assert (state, swiftly) == (end, played)
        assert quick.random() == slow.random()


@pytest.mark.parametrize(("players", "options"), GAMES, ids=str)
def test_every_action_on_the_way_is_the_one_of_the_rules(players, options):
    rng, twin = Random(3), Random(3)
    state = RULES.new(players, options, Random(0))
    while due := RULES.actors(state):
        legal = RULES.legal(state, due[0])
        expected = RULES.apply(state, due[0], legal[int(rng.random() * len(legal))])
        state, _ = RULES.play_randomly(state, twin, 1)
        assert state == expected


def test_it_does_not_play_beyond_a_round():
    state, _ = RULES.play_randomly(RULES.new(2, {}, Random(0)), Random(1), 1_000)
    assert (state.round, state.actions) == (2, 0)


@pytest.mark.parametrize("round_number", [1, 2])
def test_the_last_action_of_a_round_wakes_no_birth(round_number):
    # Life's pawn fills a segment with the last action there is.
    results = (-1,) * (round_number - 1)
    nearly = ACTION_LIMIT - 1
    late = State(0, round_number, 0, 0x00010101, 0xFEFE, 0, False, nearly, (), results)
    for seed in range(30):
        end, _ = random_game(RULES, late, Random(seed))
        state, rng = late, Random(seed)
        while RULES.actors(state):
            state, _ = RULES.play_randomly(state, rng, 1_000)
        assert state == end


def test_random_games_are_counted_the_same_either_way():
    class Slow:
        """The same rules without their quick way."""

        def __getattr__(self, name):
            if name == "play_randomly":
                raise AttributeError(name)
            return getattr(RULES, name)

    assert abilities(RULES).play_randomly
    assert not abilities(Slow()).play_randomly
    quick = playouts(RULES, 2, {}, 30, Random(5))
    assert quick == playouts(Slow(), 2, {}, 30, Random(5))


def test_a_place_is_found_by_its_number():
    rng = Random(1)
    for _ in range(300):
        pawns = rng.getrandbits(32) & rng.getrandbits(32)
        places = cells(pawns)
        assert count(pawns) == len(places) == sum(pawns & bit != 0 for bit in BIT)
        assert tuple(nth(pawns, number) for number in range(len(places))) == places
