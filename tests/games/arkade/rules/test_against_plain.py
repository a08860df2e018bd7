"""Two implementations, one law: they agree on every position of random games."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.arkade.plain import CHANCE, PlainGame
from tests.games.arkade.table import RULES
from tests.games.scaffold import perft
from tests.support.seeds import a_few_of

TABLES = [
    {},
    {"nuggets": 4, "rolls": 2},
    {"face": "advanced", "nuggets": 8},
    {"layout": "simple"},
    {"tiles": False},
    {"mode": "arcade"},
    {"mode": "arcade", "tiles": True},
    {"mode": "arcade", "tiles": True, "face": "advanced", "layout": "simple"},
]
RARE = ("fire", "ammo", "sacrifice", "clear", "gps", "tile")
MANY = 4_000


def agree(state, plain):
    """Both know the same position; who may play what, by seat."""
    assert RULES.write(state) == plain.document()
    assert RULES.actors(state) == plain.actors
    for seat in (CHANCE, 0, 1):
        actions = RULES.legal(state, seat)
        listed = [RULES.write_action(state, action) for action in actions]
        assert set(listed) == plain.legal(seat)
        assert len(set(listed)) == len(listed)
        if listed:
            yield from ((seat, text) for text in listed)


def play_both(state, choose):
    """Both to the end, or as long as `choose` chooses."""
    plain = PlainGame(RULES.write(state))
    while moves := list(agree(state, plain)):
        chosen = choose(moves)
        if chosen is None:
            return
        seat, text = chosen
        plain.play(seat, text)
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))


@pytest.mark.parametrize("options", TABLES, ids=str)
@a_few_of(20, 2)
def test_random_games_are_the_same_game(options, seeds):
    for seed in seeds:
        rng = Random(seed)
        play_both(RULES.new(2, options, rng), rng.choice)


@pytest.mark.parametrize("options", TABLES, ids=str)
@a_few_of(40, 3)
def test_games_of_many_shots_are_the_same_game(options, seeds):
    """Whatever is rare is done when it can be: many tiles are turned."""
    for seed in seeds:
        rng = Random(seed)

        def mostly_rare(moves, rng=rng):
            rare = [move for move in moves if move[1].split()[0] in RARE]
            return rng.choice(rare or moves)

        play_both(RULES.new(2, options, rng), mostly_rare)


@settings(max_examples=25)
@given(
    choices=st.lists(st.integers(0, 999), max_size=120),
    table=st.sampled_from(TABLES),
    seed=st.integers(0, 99),
)
def test_any_beginning_is_the_same_game(choices, table, seed):
    numbers = iter(choices)

    def choose(moves):
        number = next(numbers, None)
        return None if number is None else moves[number % len(moves)]

    play_both(RULES.new(2, table, Random(seed)), choose)


COUNTED = list(
    perft(
        "arkade",
        MANY,
        lambda new: RULES.new(2, new["options"], Random(0)),
        lambda document: RULES.read(document, Random(0)),
    )
)


@pytest.mark.parametrize(("state", "depth", "count"), COUNTED)
def test_the_perft_file_is_counted_a_second_time(state, depth, count):
    assert PlainGame(RULES.write(state)).perft(depth) == count


@pytest.mark.parametrize(("state", "depth", "count"), COUNTED[::3])
@a_few_of(10, 1)
def test_games_from_set_up_positions_are_the_same_game(state, depth, count, seeds):
    for seed in seeds:
        play_both(state, Random(seed).choice)
