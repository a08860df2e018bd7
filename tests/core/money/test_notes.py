"""What is noted beside credits that were given."""

import pytest

from cabinet.core.money.notes import gift_note, giver
from cabinet.i18n import words
from cabinet.i18n.message import from_text


@pytest.mark.parametrize("reason", ["", "lost", "the machine ate it"])
def test_who_gave_credits_is_read_back_whatever_the_reason(reason):
    assert giver(gift_note("web:owner:Anne", reason)) == "web:owner:Anne"


def test_a_reason_is_said_in_the_readers_language_and_a_persons_words_as_they_are():
    said = words("fr").say(from_text(gift_note("web:owner:Anne", "lost")))
    assert said != words("en").say(from_text(gift_note("web:owner:Anne", "lost")))
    kept = words("fr").say(from_text(gift_note("web:owner:Anne", "eaten by a seagull")))
    assert "eaten by a seagull" in kept


def test_the_button_behind_the_door_and_other_notes_have_no_giver():
    assert giver("") == ""
    assert giver('{"code":"coin_jammed","slot":1}') == ""
