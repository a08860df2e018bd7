"""Two implementations, one law: they agree on every position of random games."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.azteka.plain import PlainMatch
from tests.games.azteka.table import RULES
from tests.games.scaffold import perft
from tests.support.seeds import a_few_of

TABLES = [
    {},
    {"variant": "aggressive"},
    {"placement": "own"},
    {"diagonal": True},
    {"placement": "own", "diagonal": True},
    {"variant": "mummies"},
    {"variant": "mummies", "diagonal": True},
]
MANY = 15_000


def new(options):
    return RULES.new(3 if options.get("variant") == "mummies" else 2, options, Random())


def agree(state, plain):
    assert RULES.write(state) == plain.document()
    assert RULES.actors(state) == plain.actors
    listed = [
        RULES.write_action(state, action)
        for seat in RULES.actors(state)
        for action in RULES.legal(state, seat)
    ]
    assert listed == plain.legal()
    assert RULES.read(RULES.write(state), Random(0)) == state
    return listed


def play_both(options, choose):
    state, plain = new(options), PlainMatch(**options)
    while listed := agree(state, plain):
        text = choose(listed)
        (seat,) = RULES.actors(state)
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))
        plain.play(text)
    return state


@pytest.mark.parametrize("options", TABLES, ids=str)
@a_few_of(40, 4)
def test_random_games_are_the_same_game(options, seeds):
    for seed in seeds:
        play_both(options, Random(seed).choice)


@pytest.mark.parametrize("options", TABLES, ids=str)
@a_few_of(40, 3)
def test_games_of_many_turns_are_the_same_game(options, seeds):
    """Mostly turns: repetition, goals by the opponent's turn, the limit."""
    for seed in seeds:
        rng = Random(seed)

        def mostly_turn(listed, rng=rng):
            turns = [text for text in listed if text.startswith("turn")]
            return rng.choice(turns if turns and rng.random() < 0.8 else listed)

        play_both(options, mostly_turn)


@given(choices=st.lists(st.integers(0, 99), max_size=60), table=st.sampled_from(TABLES))
def test_any_beginning_is_the_same_game(choices, table):
    state, plain = new(table), PlainMatch(**table)
    for choice in choices:
        listed = agree(state, plain)
        if not listed:
            return
        text = listed[choice % len(listed)]
        (seat,) = RULES.actors(state)
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))
        plain.play(text)


def placed(document):
    start = {"options": {}, "turn": "life", "birth": False}
    return PlainMatch.at(**start | document)


COUNTED = list(perft("azteka", MANY, lambda new: PlainMatch(**new["options"]), placed))


@pytest.mark.parametrize(("plain", "depth", "count"), COUNTED)
def test_the_perft_file_is_counted_a_second_time(plain, depth, count):
    assert plain.perft(depth) == count
