"""What a phone shows: everything its player knows, and nothing more."""

from random import Random

import pytest

from cabinet.games.space_aztecs.view.phone import card, page
from cabinet.games.space_aztecs.view.texts import TEXTS
from cabinet.games.space_aztecs.view.view import SpaceAztecsView
from cabinet.tabletop.optional import Handheld
from tests.games.space_aztecs.table import RULES, legal, walk

NAMES = ("A", "B", "C")


def shown(state, seat, language="en"):
    due = seat in RULES.actors(state)
    actions = tuple(legal(state, seat)) if due else ()
    return page(RULES.seen_by(state, seat), actions, seat, NAMES, TEXTS[language])


def test_the_view_is_one_for_phones():
    assert isinstance(SpaceAztecsView(), Handheld)


def test_no_page_changes_with_what_its_seat_cannot_know():
    for number, state in enumerate(walk(3, {}, 8)):
        for seat in range(3):
            other = RULES.imagine(state, seat, Random(number))
            assert shown(other, seat) == shown(state, seat)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_action_is_a_choice_and_every_card_has_its_words(language):
    for state in walk(3, {}, 9):
        for seat in RULES.actors(state):
            found = shown(state, seat, language)
            assert [each["action"] for each in found["choices"]] == legal(state, seat)
            assert found["heading"]
            assert all(each["name"] for each in found["choices"])
            assert found["total"] == sum(points for _, points in found["lines"])
    for number in range(1, 73):
        assert all(
            card(number, TEXTS[language])[key] for key in ("name", "time", "about")
        )


def test_the_last_page_has_the_final_count():
    *_, last = walk(3, {}, 10)
    scores = RULES.outcome(last).scores
    for seat in range(3):
        found = shown(last, seat)
        assert (found["choices"], found["total"]) == ([], scores[seat])
        assert [points for _, points, _ in found["players"]] == list(scores)
