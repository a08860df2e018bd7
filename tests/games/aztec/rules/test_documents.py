"""What a state document may be, how others are refused, and what events tell."""

from random import Random

import pytest

from cabinet.tabletop.api import PositionError, RulesError
from tests.games.aztec.table import (
    FIRST,
    RULES,
    STUCK,
    at,
    build,
    cubes,
    new,
    play,
    seen,
)

THREE = {"rounds": 3}
BIDS = [{"seat": 0, "bid": 12}, {"seat": 1, "bid": None}, {"seat": 2, "bid": None}]
ONE = [cubes(FIRST)]
MIRRORED = [[3, 3, 0], [3, 4, 0], [3, 5, 0], [4, 3, 0], [5, 3, 0], [3, 5, 1]]
OUTSIDE = [[7, 3, 0], [8, 3, 0], [9, 3, 0], [7, 4, 0], [7, 5, 0], [9, 3, 1]]


def test_the_opening_document_is_this_one():
    assert seen(new()) == {
        "game": "aztec",
        "options": {"corners": "both", "rounds": 1},
        "players": 2,
        "first": 0,
        "round": 1,
        "turn": 0,
        "pieces": [],
        "bids": [],
        "ohpuch": None,
        "target": None,
        "results": [],
    }
    assert seen(new(3, rounds=3))["ohpuch"] == 0
    assert seen(new(3))["ohpuch"] is None


def test_every_field_may_be_left_out():
    whole = seen(new())
    assert at() == new()
    for field in whole:
        rest = {name: value for name, value in whole.items() if name != field}
        assert at(**rest) == new()


@pytest.mark.parametrize(
    ("fields", "players"),
    [
        ({}, 2),
        ({"pieces": ONE}, 2),
        ({"options": THREE}, 3),
        ({"bids": BIDS[:1]}, 3),
        ({"ohpuch": 2, "target": 9}, 3),
    ],
)
def test_players_left_out_follow_from_the_rest(fields, players):
    assert seen(at(**fields))["players"] == players


@pytest.mark.parametrize(
    ("fields", "turn"),
    [
        ({"first": 1}, 1),
        ({"first": 1, "pieces": ONE}, 0),
        ({"players": 3, "first": 2}, 2),
        ({"players": 3, "first": 2, "bids": [{"seat": 2, "bid": 5}]}, 0),
        ({"bids": BIDS}, 0),
        ({"ohpuch": 2, "target": 9}, 2),
        ({"ohpuch": 2, "target": 9, "pieces": ONE}, 0),
        ({"options": THREE, "first": 1}, 1),
        ({"options": THREE, "round": 2, "results": [[0, 1, 2]]}, 1),
        ({"pieces": STUCK}, None),
    ],
)
def test_turn_left_out_follows_from_the_rest(fields, turn):
    assert seen(at(**fields))["turn"] == turn
    assert at(**fields, turn=turn) == at(**fields)


def test_a_finished_auction_gives_oh_puch_and_target():
    state = at(bids=BIDS)
    assert (seen(state)["ohpuch"], seen(state)["target"]) == (0, 12)
    assert at(bids=BIDS, ohpuch=0, target=12) == state


def test_oh_puch_may_be_loaded_without_an_auction():
    document = seen(at(ohpuch=1, target=7))
    assert document["bids"] == []
    assert at(**document) == at(ohpuch=1, target=7)


def test_the_cubes_of_a_piece_may_come_in_any_order():
    assert at(pieces=[ONE[0][::-1]]) == at(pieces=ONE)


REFUSED = [
    ("game", {"game": "azteka"}),
    ("score", {"score": 1}),
    ("options", {"options": []}),
    ("options", {"options": {"corners": "some"}}),
    ("options", {"options": {"rounds": 2}}),
    ("options", {"options": {"rounds": True}}),
    ("options", {"options": {"edges": 1}}),
    ("players", {"players": 4}),
    ("players", {"players": "2"}),
    ("players", {"players": 2, "options": THREE}),
    ("first", {"first": 2}),
    ("first", {"first": None}),
    ("first", {"first": False}),
    ("round", {"round": 2}),
    ("round", {"round": 4, "options": THREE}),
    ("turn", {"turn": 1}),
    ("turn", {"turn": None}),
    ("turn", {"turn": False}),
    ("turn", {"pieces": STUCK, "turn": 0}),
    ("pieces", {"pieces": 1}),
    ("pieces", {"pieces": [1]}),
    ("pieces", {"pieces": [ONE[0][:5]]}),
    ("pieces", {"pieces": [[*ONE[0][:5], [5, 3]]]}),
    ("pieces", {"pieces": [[*ONE[0][:5], [5, 3, 1.0]]]}),
    ("pieces", {"pieces": [[*ONE[0][:5], [5, 3, True]]]}),
    ("pieces", {"pieces": [[*ONE[0][:5], ONE[0][0]]]}),
    ("pieces", {"pieces": [[*ONE[0][:5], [5, 4, 0]]]}),
    ("pieces", {"pieces": [MIRRORED]}),
    ("pieces", {"pieces": [OUTSIDE]}),
    ("pieces", {"pieces": ONE + ONE}),
    ("pieces", {"pieces": STUCK[1:]}),
    ("pieces", {"pieces": [*STUCK, STUCK[0]]}),
    ("pieces", {"pieces": ONE, "players": 3}),
    ("pieces", {"pieces": ONE, "bids": BIDS[:2]}),
    ("pieces", {"pieces": STUCK, "options": THREE}),
    ("pieces", {"pieces": [*STUCK, STUCK[0]], "options": THREE}),
    ("bids", {"bids": {}}),
    ("bids", {"bids": BIDS, "players": 2}),
    ("bids", {"bids": BIDS, "options": THREE}),
    ("bids", {"bids": [12]}),
    ("bids", {"bids": [{"seat": 0}]}),
    ("bids", {"bids": [{"seat": 1, "bid": 12}]}),
    ("bids", {"bids": [{"seat": False, "bid": 12}]}),
    ("bids", {"bids": [{"seat": 0, "bid": None}]}),
    ("bids", {"bids": [{"seat": 0, "bid": 0}]}),
    ("bids", {"bids": [{"seat": 0, "bid": 19}]}),
    ("bids", {"bids": [{"seat": 0, "bid": "12"}]}),
    ("bids", {"bids": [BIDS[0], {"seat": 1, "bid": 12}]}),
    ("bids", {"bids": [*BIDS, {"seat": 0, "bid": 3}]}),
    ("ohpuch", {"ohpuch": 3, "target": 5}),
    ("ohpuch", {"ohpuch": True, "target": 5}),
    ("ohpuch", {"ohpuch": 0, "target": 5, "players": 2}),
    ("ohpuch", {"ohpuch": 1, "target": 12, "bids": BIDS}),
    ("ohpuch", {"ohpuch": None, "target": None, "bids": BIDS}),
    ("ohpuch", {"ohpuch": 0, "target": 12, "bids": BIDS[:2]}),
    ("ohpuch", {"ohpuch": 1, "options": THREE}),
    ("target", {"ohpuch": 1}),
    ("target", {"ohpuch": 1, "target": 19}),
    ("target", {"target": 5}),
    ("target", {"target": 5, "players": 3}),
    ("target", {"target": 5, "options": THREE}),
    ("target", {"target": 11, "bids": BIDS}),
    ("results", {"results": {}}),
    ("results", {"results": [[1, 2]]}),
    ("results", {"results": [[0, 1, 2]], "options": THREE}),
    ("results", {"options": THREE, "round": 2}),
    ("results", {"options": THREE, "round": 2, "results": [[0, 1]]}),
    ("results", {"options": THREE, "round": 2, "results": [[1, 0, 1]]}),
    ("results", {"options": THREE, "round": 2, "results": [[0, 19, 1]]}),
    (
        "results",
        {
            "options": THREE | {"corners": "none"},
            "round": 2,
            "results": [[0, 15, 1]],
        },
    ),
    ("results", {"options": THREE, "round": 3, "results": [[0, 1, 1]] * 4}),
    (
        "results",
        {"options": THREE, "round": 3, "results": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]},
    ),
    (
        "results",
        {
            "options": THREE,
            "round": 3,
            "results": [[0, 1, 1], [1, 0, 1], [18, 18, 0]],
            "pieces": STUCK,
        },
    ),
    (
        "results",
        {
            "options": THREE,
            "round": 3,
            "results": [[0, 1, 1], [1, 0, 1]],
            "pieces": STUCK,
        },
    ),
]


@pytest.mark.parametrize(("field", "document"), REFUSED)
def test_what_cannot_be_is_refused_by_the_name_of_the_field(field, document):
    with pytest.raises(PositionError) as error:
        RULES.read(document, Random(0))
    assert str(error.value).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ([MIRRORED], "piece 1: that is the mirror image of the piece"),
        ([OUTSIDE], "piece 1: no cube may be outside the board, as 9,3,0 is"),
        (ONE + ONE, "piece 2: 3,3,0 is taken by piece 1"),
        ([*STUCK, STUCK[0]], "the round is over before piece 21"),
    ],
)
def test_a_refused_piece_is_named_with_its_fault(pieces, sentence):
    with pytest.raises(PositionError) as error:
        RULES.read({"pieces": pieces}, Random(0))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (4, {}, "Aztec is for 2 or 3 players, not 4"),
        (2, {"rounds": 3}, "rounds 3 is for 3 players, not 2: each is Oh Puch once"),
        (2, {"round": 1}, "Aztec has no option 'round' (there are: corners, rounds)"),
        (3, {"rounds": "3"}, "option rounds cannot be '3' (choices: 1, 3)"),
    ],
)
def test_a_game_that_cannot_be_is_refused(players, options, sentence):
    with pytest.raises(RulesError) as error:
        RULES.new(players, options, Random(0))
    assert str(error.value) == sentence


def test_the_options_are_told_with_choices_and_defaults():
    assert {
        name: (option.choices, option.default) for name, option in RULES.options.items()
    } == {"corners": (("both", "none"), "both"), "rounds": ((1, 3), 1)}
    assert RULES.seats == (2, 3)


def test_the_events_tell_everything_a_screen_needs():
    _, events = play(new(), FIRST)
    assert events == [{"event": "put", "seat": 0, "cubes": ONE[0], "points": [0, 0]}]
    state, events = build(new(3, rounds=3))
    assert events[1] == {
        "event": "round_over",
        "round": 1,
        "ohpuch": 0,
        "points": seen(state)["results"][0],
        "why": "built",
        "pieces": events[1]["pieces"],
    }
    assert events[2] == {"event": "ohpuch", "seat": 1, "target": None}
    state, events = build(new())
    end = RULES.outcome(state)
    assert events[-1] == {
        "event": "game_over",
        "winners": list(end.winners),
        "scores": list(end.scores),
        "reason": end.reason,
    }
