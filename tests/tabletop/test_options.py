"""Settings that are asked for: defaults, choices, and what is refused."""

import pytest

from cabinet.tabletop.api import Option, RulesError
from cabinet.tabletop.options import chosen_options

KNOWN = {
    "variant": Option(("calm", "wild"), "calm"),
    "corners": Option((True, False), None),
    "rounds": Option((1, 3), 1),
}


def chosen(**asked):
    return chosen_options("Nim", KNOWN, asked)


def test_what_is_left_out_takes_its_default():
    assert chosen() == {"variant": "calm", "corners": None, "rounds": 1}


def test_what_is_asked_for_is_chosen_and_the_rest_is_not_touched():
    assert chosen(rounds=3) == {"variant": "calm", "corners": None, "rounds": 3}


def test_a_default_may_be_asked_for_though_it_is_no_choice():
    assert chosen(corners=None)["corners"] is None


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            {"speed": 2},
            "Nim has no option 'speed' (there are: variant, corners, rounds)",
        ),
        ({"variant": "mad"}, "option variant cannot be 'mad' (choices: calm, wild)"),
        ({"corners": 1}, "option corners cannot be 1 (choices: true, false)"),
        ({"rounds": True}, "option rounds cannot be True (choices: 1, 3)"),
        ({"rounds": 1.0}, "option rounds cannot be 1.0 (choices: 1, 3)"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_what_could(asked, sentence):
    with pytest.raises(RulesError) as refused:
        chosen(**asked)
    assert str(refused.value) == sentence
