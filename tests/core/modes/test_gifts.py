"""The SERVICE button gives so many credits a day, and then it is an alarm."""

from dataclasses import replace

from cabinet.core.events import SECOND, Pressed, Ticked
from cabinet.core.modes.state import Attract, Cabinet
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import Kind
from cabinet.core.operating import OperatingSettings

HOUR = 3600 * SECOND


def pressed(state, at, operating):
    state, effects = step(state, Pressed("service", at), operating)
    return state, [effect.kind for effect in effects if hasattr(effect, "kind")]


def test_after_so_many_in_a_day_there_are_no_more_until_the_first_is_a_day_old():
    operating = replace(OperatingSettings(), gifts_per_day=2)
    state = Cabinet(Attract(), screen_gone=None)
    state, first = pressed(state, 0, operating)
    state, second = pressed(state, HOUR, operating)
    state, third = pressed(state, 23 * HOUR, operating)
    assert (first, second, third) == ([Kind.SERVICE], [Kind.SERVICE], [Kind.ALARM])
    assert state.credits == 2
    state, fourth = pressed(state, 24 * HOUR, operating)
    assert (fourth, state.credits) == ([Kind.SERVICE], 3)
    _, fifth = pressed(state, 24 * HOUR + 1, operating)
    assert fifth == [Kind.ALARM]


def test_without_a_limit_nothing_is_remembered():
    state = Cabinet(Attract(), screen_gone=None)
    for at in range(5):
        state, booked = pressed(state, at, OperatingSettings())
        assert booked == [Kind.SERVICE]
    assert state.gifts == ()


def test_whoever_presses_in_vain_is_told_so_for_a_while():
    operating = replace(OperatingSettings(), gifts_per_day=1)
    state, _ = pressed(Cabinet(Attract(), screen_gone=None), 0, operating)
    assert state.denied is None
    state, _ = pressed(state, HOUR, operating)
    assert HOUR < state.denied < HOUR + 60 * SECOND
    before, _ = step(state, Ticked(state.denied - 1), operating)
    assert before.denied is not None
    after, _ = step(state, Ticked(state.denied), operating)
    assert after.denied is None
    assert after.mode == state.mode
