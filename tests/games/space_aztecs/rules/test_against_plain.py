"""Two implementations, one law: they agree on every position of random games."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.games.space_aztecs.rules.cards import CARDS as OURS
from cabinet.games.space_aztecs.rules.cards import FAMILIES, KINDS
from tests.games.scaffold import perft
from tests.games.space_aztecs.plain import CARDS, PlainGame
from tests.games.space_aztecs.table import RULES
from tests.support.seeds import a_few_of

MANY = 12_000
TABLES = [
    (players, options)
    for players in (2, 3, 4, 5, 6)
    for options in ({}, {"codex": False}, {"removed": "pink"}, {"removed": "blue"})
]


def agree(state, plain):
    """Everything that can be asked has the same answer; the seats and actions due."""
    document = RULES.write(state)
    document.pop("held", None)  # a bot's memory, no rule
    assert document == plain.document()
    assert list(RULES.actors(state)) == plain.actors
    outcome = RULES.outcome(state)
    assert list(outcome.scores) == plain.scores()
    assert list(outcome.winners) == plain.winners()
    for seat in (None, *range(plain.players)):
        assert RULES.observe(state, seat) == plain.observed(seat)
    listed = []
    for seat in range(plain.players):
        texts = [RULES.write_action(state, a) for a in RULES.legal(state, seat)]
        assert texts == plain.legal(seat)
        listed += [(seat, text) for text in texts]
    return listed


def play_both(players, options, seed, choose):
    state = RULES.new(players, options, Random(seed))
    plain = PlainGame(RULES.write(state))
    while listed := agree(state, plain):
        seat, text = choose(listed)
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))
        plain.play(seat, text)
    return state


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
@a_few_of(20, 2)
def test_random_games_are_the_same_game(players, options, seeds):
    for seed in seeds:
        play_both(players, options, seed, Random(seed).choice)


@pytest.mark.parametrize("players", [2, 4, 6])
@a_few_of(20, 2)
def test_games_of_agents_and_temples_are_the_same_game(players, seeds):
    """Aztecs and Temples first: many hidden cards, many questions, empty piles."""
    for seed in seeds:
        rng = Random(seed)

        def peaceful(listed, rng=rng):
            late = [
                (seat, text)
                for seat, text in listed
                if text.startswith("choose ")
                and CARDS[int(text.split()[1])]["kind"] in ("saucer", "codex")
            ]
            early = [entry for entry in listed if entry not in late]
            return rng.choice(early or listed)

        play_both(players, {}, seed, peaceful)


@settings(max_examples=40)
@given(
    choices=st.lists(st.integers(0, 99), max_size=60),
    table=st.sampled_from(TABLES),
    seed=st.integers(0, 2**32),
)
def test_any_beginning_is_the_same_game(choices, table, seed):
    state = RULES.new(*table, Random(seed))
    plain = PlainGame(RULES.write(state))
    for choice in choices:
        listed = agree(state, plain)
        if not listed:
            return
        seat, text = listed[choice % len(listed)]
        state = RULES.apply(state, seat, RULES.read_action(state, seat, text))
        plain.play(seat, text)


def test_the_two_card_tables_are_the_same_cards():
    names = {"W1": "jaguar", "W2": "eagle", "W3": "coyote"}
    for number, card in CARDS.items():
        ours = OURS[number]
        colour = None if ours.family < 0 else FAMILIES[ours.family]
        what = card["what"].lower() if card["what"].isupper() else card["what"]
        assert (ours.time, colour) == (card["time"], card["colour"])
        assert KINDS[ours.kind] == card["kind"]
        assert ours.type == names.get(card["what"], what)
        assert (ours.points, ours.bonus) == (card["points"], card["bonus"])


def dealt(new):
    rng = Random(new.get("seed", 0))
    return RULES.write(RULES.new(new["players"], new["options"], rng))


COUNTED = list(
    perft(
        "space_aztecs",
        MANY,
        dealt,
        lambda document: RULES.write(RULES.read(document, Random(0))),
    )
)


@pytest.mark.parametrize(("document", "depth", "count"), COUNTED)
def test_the_perft_file_is_counted_a_second_time(document, depth, count):
    assert PlainGame(document).perft(depth) == count
