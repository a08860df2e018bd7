"""What a state document and an action text may be, and how others are refused."""

from random import Random

import pytest

from cabinet.tabletop.api import IllegalActionError, PositionError, RulesError
from tests.games.azteka.table import (
    LIFE_WINS,
    NEARLY_EVERYWHERE,
    RULES,
    at,
    new,
    play,
    ring,
    seen,
    segment,
)

MUMMIES = {"variant": "mummies"}
AGGRESSIVE = {"variant": "aggressive"}
FULL_SEGMENT = segment(0, 1, 2, 3, 4)


def test_the_opening_document_is_this_one():
    assert seen(new()) == {
        "game": "azteka",
        "options": {"variant": "classic", "placement": "life", "diagonal": False},
        "round": 1,
        "turn": "life",
        "life": [],
        "death": [],
        "birth": False,
        "results": [],
        "actions": 0,
        "turned": [],
    }
    assert seen(new(3))["mummies"] == []


def test_every_field_may_be_left_out():
    whole = seen(new())
    assert at() == new()
    for field in whole:
        rest = {name: value for name, value in whole.items() if name != field}
        assert at(**rest) == new()


def test_options_left_out_of_a_document_are_the_defaults():
    assert at(options={"diagonal": True}) == new(diagonal=True)
    assert at(options=MUMMIES) == new(3)


def test_options_that_do_nothing_are_kept():
    state = at(options={"variant": "aggressive", "placement": "own", "diagonal": True})
    assert seen(state)["options"]["placement"] == "own"
    assert at(**seen(state)) == state


REFUSED = [
    ("game", {"game": "aztec"}),
    ("options", {"options": {"variant": "quick"}}),
    ("options", {"options": {"colour": "red"}}),
    ("options", {"options": {"diagonal": 1}}),
    ("options", {"options": []}),
    ("round", {"round": 3}),
    ("round", {"round": 0}),
    ("round", {"round": True}),
    ("round", {"round": "1"}),
    ("round", {"options": MUMMIES, "round": 2}),
    ("turn", {"turn": "alien"}),
    ("turn", {"turn": 0}),
    ("turn", {"turn": ["life"]}),
    ("turn", {"turn": "mummies", "life": [[1, 0]]}),
    ("turn", {"turn": None}),
    ("turn", {"turn": "death"}),
    ("turn", {"options": MUMMIES, "turn": "mummies"}),
    ("life", {"life": {}}),
    ("life", {"life": [[1]]}),
    ("life", {"life": [[1, 8]]}),
    ("life", {"life": [[0, 0]]}),
    ("life", {"life": [[5, 0]]}),
    ("life", {"life": [[1, True]]}),
    ("life", {"life": [[1, 0.0]]}),
    ("life", {"life": [[1, 0], [1, 0]]}),
    ("life", {"life": ring(1, range(8)) + ring(2, range(7))}),
    ("life", {"life": ring(1, range(7)) + ring(2, range(7))}),
    ("life", {"life": [*NEARLY_EVERYWHERE, [2, 7]]}),
    ("death", {"life": [[1, 0]], "death": [[1, 0]]}),
    ("death", {"life": [[1, 1]], "death": FULL_SEGMENT}),
    ("death", {"life": [[1, 1]], "death": ring(3, range(8))}),
    ("mummies", {"mummies": []}),
    ("mummies", {"options": MUMMIES, "mummies": FULL_SEGMENT, "life": [[1, 1]]}),
    ("life", {"options": MUMMIES, "life": FULL_SEGMENT}),
    ("life", {"options": MUMMIES, "life": ring(1, range(7)) + ring(2, range(6))}),
    ("birth", {"birth": 1}),
    ("birth", {"birth": True}),
    ("birth", {"birth": True, "life": segment(0, 1, 2, 3), "death": [[4, 0]]}),
    ("birth", {"birth": True, "life": FULL_SEGMENT, "turn": "death"}),
    ("birth", {"birth": True, "life": FULL_SEGMENT, "options": AGGRESSIVE}),
    ("birth", {"birth": True, "life": FULL_SEGMENT, "turned": [[1, 1]]}),
    (
        "birth",
        {
            "birth": True,
            "life": [*FULL_SEGMENT, [3, 1], [4, 7]],
            "death": [*segment(1, 1, 2, 4), *segment(7, 1, 2, 3), [3, 2], [4, 6]],
        },
    ),
    ("actions", {"actions": -1}),
    ("actions", {"actions": 120}),
    ("actions", {"actions": 1.0}),
    ("turned", {"turned": [[1, 1]]}),
    ("turned", {"turned": 1, "life": [[1, 0]]}),
    ("turned", {"turned": [[1, 2]], "life": [[1, 0]]}),
    ("turned", {"turned": [[1, 3]], "life": [[1, 0]], "options": AGGRESSIVE}),
    ("turned", {"turned": [[5, 1]], "life": [[1, 0]]}),
    ("turned", {"turned": [[4, 1]] * 4, "life": [[1, 0]]}),
    ("results", {"results": {}}),
    ("results", {"results": [LIFE_WINS]}),
    ("results", {"round": 2}),
    ("results", {"round": 2, "results": [{"seat": 1, "role": "life", "pawns": 9}]}),
    ("results", {"round": 2, "results": [{"seat": 0, "role": "death", "pawns": 9}]}),
    ("results", {"round": 2, "results": [{"seat": 2, "role": "mummies", "pawns": 9}]}),
    ("results", {"round": 2, "results": [{"seat": 0, "role": "life", "pawns": 15}]}),
    ("results", {"round": 2, "results": [{"seat": 0, "role": "life"}]}),
    ("results", {"round": 2, "results": [9]}),
    ("results", {"round": 2, "results": [None, LIFE_WINS], "turn": None}),
    ("turn", {"round": 2, "results": [None, None], "turn": "life"}),
    ("birth", {"round": 2, "results": [None, None], "turn": None, "birth": True}),
    (
        "results",
        {"round": 2, "results": [None, None], "turn": None, "life": [[1, 0]]},
    ),
    (
        "results",
        {
            "round": 2,
            "results": [None, {"seat": 0, "role": "death", "pawns": 5}],
            "turn": None,
            "death": FULL_SEGMENT,
        },
    ),
    ("score", {"score": 1}),
]


@pytest.mark.parametrize(("field", "document"), REFUSED)
def test_what_cannot_be_is_refused_by_the_name_of_the_field(field, document):
    with pytest.raises(PositionError) as error:
        RULES.read(document, Random(0))
    assert str(error.value).startswith(f"{field}: ")


def test_a_finished_match_may_be_told_by_its_results_alone():
    second = {"seat": 1, "role": "life", "pawns": 9}
    state = at(round=2, results=[LIFE_WINS, second], turn=None)
    outcome = RULES.outcome(state)
    assert (outcome.over, outcome.winners, outcome.scores) == (True, (), (9, 9))
    assert outcome.reason == "a round each, with as many pawns"


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (5, {}, "Azteka is for 2 or 3 players, not 5"),
        (
            2,
            {"variants": "classic"},
            "Azteka has no option 'variants' (there are: variant, placement, diagonal)",
        ),
        (
            2,
            {"diagonal": "yes"},
            "option diagonal cannot be 'yes' (choices: false, true)",
        ),
    ],
)
def test_a_match_that_cannot_be_is_refused(players, options, sentence):
    with pytest.raises(RulesError) as error:
        RULES.new(players, options, Random(0))
    assert str(error.value) == sentence


def test_the_options_are_told_with_choices_and_defaults():
    assert {
        name: (option.choices, option.default) for name, option in RULES.options.items()
    } == {
        "variant": (("classic", "aggressive", "mummies"), "classic"),
        "placement": (("life", "own"), "life"),
        "diagonal": ((False, True), False),
    }
    assert RULES.seats == (2, 3)


TWO = {"life": [[1, 0]], "death": [[4, 0]]}


@pytest.mark.parametrize(
    ("fields", "seat", "text", "sentence"),
    [
        ({}, 0, "plonk", "'plonk' is no action of Azteka: an action is `place RING"),
        ({}, 0, "place 5 0", "'place 5 0' is no action of Azteka"),
        ({}, 0, "place  1 0", "'place  1 0' is no action of Azteka"),
        ({}, 1, "place 1 0", "it is the turn of seat 0 (life), not of seat 1"),
        ({}, 0, "turn 1", "a round begins with `place RING SEGMENT`"),
        (TWO, 0, "place 4 0", "a pawn of death stands there; legal: `place 1 1`"),
        (TWO, 0, "place 4 1", "no pawn of life is next to it; legal: `place 1 1`"),
        (TWO, 0, "turn2 1", "turning by two segments is for the aggressive variant"),
        (TWO, 0, "pass", "only a birth can be declined, and there is none"),
        (
            TWO | {"options": {"placement": "own"}, "turn": "death"},
            1,
            "place 1 1",
            "no pawn of death is next to it",
        ),
        (
            TWO | {"options": AGGRESSIVE},
            0,
            "turn2 4",
            "needs more own pawns than the opponent's on ring 4 (0 against 1)",
        ),
        (
            {"death": [[1, 0]], "turn": "death"},
            1,
            "place 1 1",
            "no free place next to a pawn of life; legal: `turn 1`",
        ),
        (
            {"life": FULL_SEGMENT, "birth": True},
            0,
            "turn 1",
            "a birth asks for one more Life pawn, or `pass`",
        ),
        (
            {"options": MUMMIES, "life": ring(1, range(7)) + ring(2, range(5))},
            0,
            "place 4 4",
            "there is no pawn left, or no place for one; legal: `turn 1`",
        ),
        (
            {"round": 2, "results": [None, None], "turn": None},
            0,
            "turn 1",
            "the match is over, nobody is to move",
        ),
    ],
)
def test_a_refused_action_says_what_would_be_right(fields, seat, text, sentence):
    with pytest.raises(IllegalActionError) as error:
        RULES.read_action(at(**fields), seat, text)
    assert sentence in str(error.value)


def test_the_events_tell_everything_a_screen_needs():
    state = at(life=[[1, 1]], death=segment(0, 2, 3, 4), turn="death", actions=40)
    _, events = play(state, "place 1 0")
    assert events == [
        {"event": "placed", "seat": 1, "role": "death", "at": [1, 0]},
        {
            "event": "round_over",
            "round": 1,
            "result": {"seat": 1, "role": "death", "pawns": 4},
            "why": "reign",
            "life": [[1, 1]],
            "death": FULL_SEGMENT,
        },
    ]
    _, events = play(at(**TWO), "turn 4")
    assert events == [
        {"event": "turned", "seat": 0, "role": "life", "ring": 4, "segments": 1}
    ]
