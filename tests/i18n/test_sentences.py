"""What evidence says of a slot is said in French too."""

import pytest

from cabinet.core.operating import Slot
from cabinet.counter import evidence
from cabinet.i18n.sentences import is_known, said


@pytest.mark.parametrize("board", [False, True])
def test_what_a_slot_takes_for_a_coin_is_known(board):
    limits = evidence._limits(Slot(1), board=board)
    assert is_known(limits)
    told = said(limits, "fr")
    assert "impulsions" in told
    assert ("pièces" in told) != board
