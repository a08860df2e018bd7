"""Panels that lack a button: what does its work."""

import pytest

from cabinet.core.events import SECOND
from cabinet.core.inputs.wired_buttons import WAYS, WiredButtons

STICK = frozenset(f"p1.{way}" for way in WAYS)


@pytest.mark.parametrize(
    ("wired", "a", "b", "held"),
    [
        (WiredButtons(), "a", "b", 1),
        (WiredButtons(STICK | {"p1.a"}), "a", "hold a", 1),
        (WiredButtons(STICK | {"p1.b"}), "start", "b", 1),
        (WiredButtons(STICK), "start", "short start", 2),
    ],
)
def test_another_button_does_the_work_of_one_that_is_missing(wired, a, b, held):
    assert (wired.gesture(1, "a"), wired.gesture(1, "b")) == (a, b)
    assert wired.start_held == held * SECOND


def test_a_seat_without_a_stick_shares_the_first():
    assert [WiredButtons().stick_of(seat) for seat in (0, 5)] == [1, 6]
    second = WiredButtons(frozenset(f"p2.{way}" for way in WAYS))
    assert [second.stick_of(seat) for seat in (0, 1, 2)] == [2, 2, 2]
    assert WiredButtons(frozenset()).stick_of(3) == 1
