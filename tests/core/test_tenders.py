"""Cash, cards and tokens: only cash is in the box."""

import pytest

from cabinet.core.money.tenders import TENDERS, is_tender, marked, tender_of


@pytest.mark.parametrize("tender", TENDERS)
def test_a_tender_is_found_again_in_what_is_booked(tender):
    assert tender_of(marked(tender)) == tender


def test_cash_is_booked_as_it_always_was():
    assert marked("cash") == ""
    assert not is_tender("")


def test_a_game_is_no_tender():
    assert not is_tender("azteka")
    assert is_tender(marked("card"))
