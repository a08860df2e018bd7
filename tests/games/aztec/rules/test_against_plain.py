"""Two implementations, one law: they agree on every position of random games."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.aztec import plain
from tests.games.aztec.plain import PlainMatch
from tests.games.aztec.table import RULES, at
from tests.games.scaffold import perft

TABLES = [
    {"players": 2},
    {"players": 2, "corners": "none", "first": 1},
    {"players": 3},
    {"players": 3, "first": 2, "corners": "none"},
    {"players": 3, "rounds": 3, "first": 1},
]
MANY = 1_000


def new(table):
    options = {name: table[name] for name in ("corners", "rounds") if name in table}
    return at(players=table["players"], first=table.get("first", 0), options=options)


def agree(state, match):
    assert RULES.write(state) == match.document()
    assert RULES.actors(state) == match.actors
    listed = [
        RULES.write_action(state, action)
        for seat in RULES.actors(state)
        for action in RULES.legal(state, seat)
    ]
    assert listed == match.legal()
    outcome = RULES.outcome(state)
    assert list(outcome.scores) == match.scores()
    assert list(outcome.winners) == ([] if match.actors else match.winners())
    return listed


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_random_game_is_the_same_game(table):
    state, match, rng = new(table), PlainMatch(**table), Random(4)
    while listed := agree(state, match):
        text = rng.choice(listed)
        (seat,) = RULES.actors(state)
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))
        match.play(text)


@settings(max_examples=12)
@given(choices=st.lists(st.integers(0, 999), min_size=1, max_size=22))
def test_any_beginning_is_the_same_game(choices):
    state, match = new({"players": 2}), PlainMatch()
    for choice in choices:
        listed = [RULES.write_action(state, a) for a in RULES.legal(state, match.turn)]
        text = listed[choice % len(listed)]
        action = RULES.read_action(state, match.turn, text)
        state = RULES.apply(state, match.turn, action)
        match.play(text)
        if not RULES.actors(state):
            break
    agree(state, match)


def placed(document):
    """A position with pieces on it, played from its beginning."""
    match = PlainMatch(document.get("players", 2))
    for cubes in document["pieces"]:
        match.play(plain.written({tuple(cube) for cube in cubes}))
    return match


COUNTED = list(
    perft(
        "aztec", MANY, lambda new: PlainMatch(new["players"], **new["options"]), placed
    )
)


@pytest.mark.parametrize(("match", "depth", "count"), COUNTED)
def test_the_perft_file_is_counted_a_second_time(match, depth, count):
    assert match.perft(depth) == count
