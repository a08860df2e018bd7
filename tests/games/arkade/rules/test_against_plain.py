"""Two implementations, one law: they agree on every position of random games."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.arkade.plain import CHANCE, PlainGame
from tests.games.arkade.table import RULES

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
PERFT = Path(__file__).parents[3] / "golden" / "perft" / "arkade.perft"


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
def test_random_games_are_the_same_game(options):
    for seed in range(4):
        rng = Random(seed)
        play_both(RULES.new(2, options, rng), rng.choice)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_games_of_many_shots_are_the_same_game(options):
    """Whatever is rare is done when it can be: many tiles are turned."""
    for seed in range(8):
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


def perft_file():
    """The position, depth and count of every line that is not too long."""
    name, state = "", None
    for line in PERFT.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "new":
            state = RULES.new(2, json.loads(rest)["options"], Random(0))
        elif word == "at":
            state = RULES.read(json.loads(rest), Random(0))
        elif word == "count":
            depth, count = map(int, rest.split())
            if count <= MANY:
                yield pytest.param(state, depth, count, id=f"{name}-{depth}")


@pytest.mark.parametrize(("state", "depth", "count"), list(perft_file()))
def test_the_perft_file_is_counted_a_second_time(state, depth, count):
    assert PlainGame(RULES.write(state)).perft(depth) == count


@pytest.mark.parametrize(("state", "depth", "count"), list(perft_file())[::3])
def test_games_from_set_up_positions_are_the_same_game(state, depth, count):
    for seed in range(3):
        play_both(state, Random(seed).choice)
