"""The schedule on a whole counter: closing time, free hours, and a clock to trust."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.schedule import Rule, Schedule
from tests.counter.stand import HOUSE, Stand

# New Year's Day 2026, a Thursday, at midnight.
MIDNIGHT_MS = 1_767_225_600_000
MINUTE_MS = 60_000
WEEK = Schedule(
    (
        Rule("closed", 2 * 60, 8 * 60),
        Rule("free", 18 * 60, 20 * 60),
        Rule("price", 12 * 60, 14 * 60, credits=3, games=frozenset({"azteka"})),
        Rule("volume", 60, 3 * 60, volume=40),
    )
)


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, schedule=WEEK))
    stand.join()
    yield stand
    stand.counter.close()


def at(stand, hour, minute=0):
    """Let the wall clock jump there, and the counter notice."""
    stand.clock.set_wall(MIDNIGHT_MS + (60 * hour + minute) * MINUTE_MS)
    stand.advance(61 * SECOND)
    return stand.counter.shown()


def test_at_closing_time_the_slot_is_shut_and_it_opens_by_itself(stand):
    assert at(stand, 1).mode == "attract"
    shown = at(stand, 2)
    assert (shown.mode, shown.opens, shown.opens_on) == ("standby", "08:00", -1)
    assert not shown.lockout_open
    assert not stand.coin()
    stand.press("power")
    assert stand.counter.shown().mode == "standby"
    opened = at(stand, 8)
    assert (opened.mode, opened.opens) == ("attract", "")
    assert stand.coin()


def test_who_plays_at_closing_time_plays_on(stand):
    at(stand, 1, 55)
    stand.play()
    assert stand.counter.shown().mode in ("join", "select", "playing")
    while stand.counter.shown().mode != "playing":
        stand.press("start")
    assert at(stand, 2, 30).mode == "playing"
    assert stand.counter.shown().volume == 40
    stand.press("start", 2 * SECOND)
    stand.press("start", 2 * SECOND)
    stand.advance(SECOND)
    assert stand.counter.shown().mode == "standby"


def test_the_service_menu_works_while_it_is_closed(stand):
    at(stand, 3)
    stand.press("test")
    assert stand.counter.shown().mode == "service"
    stand.press("test")
    stand.advance(SECOND)
    assert stand.counter.shown().opens == "08:00"


def test_who_switched_it_off_by_hand_finds_it_off(stand):
    at(stand, 1)
    stand.press("power")
    assert at(stand, 3).opens == ""
    assert at(stand, 9).mode == "standby"


def test_prices_and_free_hours_come_and_go(stand):
    assert [card.credits for card in at(stand, 11).offers] == [1, 2]
    assert [card.credits for card in at(stand, 12).offers] == [3, 2]
    evening = at(stand, 18)
    assert evening.free_play
    assert not evening.lockout_open
    assert not at(stand, 20).free_play


def test_no_rule_counts_before_the_clock_is_right(stand):
    stand.clock.is_trusted = False
    shown = at(stand, 3)
    assert (shown.mode, shown.clock_waits) == ("attract", True)
    assert shown.lockout_open
    stand.clock.is_trusted = True
    stand.advance(61 * SECOND)
    assert stand.counter.shown().mode == "standby"


def test_a_counter_that_starts_at_night_is_closed_at_once(stand):
    stand.clock.set_wall(MIDNIGHT_MS + 3 * 60 * MINUTE_MS)
    stand.kill_counter()
    stand.join()
    assert stand.counter.shown().opens == "08:00"
