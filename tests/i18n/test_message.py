"""Messages as data: they travel as documents and are read in any language."""

import json

import pytest

from cabinet.i18n import Words
from cabinet.i18n.message import Amount, Verbatim, document, from_document, message

FRENCH = Words(
    "fr",
    "test",
    {
        "message.lost": "{line} perdue : {why}",
        "message.full": "le disque est plein ({system})",
        "message.owed.one": "{n} pièce, {money}",
        "message.owed.other": "{n} pièces, {money}",
    },
)
LOST = message("lost", line="coin.1", why=message("full", system=Verbatim("ENOSPC")))


def test_a_message_within_a_message_is_said_in_the_same_language():
    assert FRENCH.say(LOST) == "coin.1 perdue : le disque est plein (ENOSPC)"


def test_amounts_are_written_as_the_reader_writes_money_and_numbers_choose_plurals():
    owed = message("owed", n=2, money=Amount(150))
    assert FRENCH.say(owed) == "2 pièces, 1,50\u00a0€"


@pytest.mark.parametrize(
    "told", [LOST, message("owed", n=1, money=Amount(5)), message("x", of=("a", 2))]
)
def test_a_message_comes_back_from_its_document(told):
    assert from_document(json.loads(json.dumps(document(told)))) == told


@pytest.mark.parametrize("found", [{}, {"code": 3}, {"code": "x", "y": None}])
def test_what_is_no_message_is_refused(found):
    with pytest.raises(ValueError, match=r"message"):
        from_document(found)
