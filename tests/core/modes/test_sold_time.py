"""Minutes for a credit: the clock, what a coin adds, and what is given back."""

from dataclasses import replace

import pytest

from cabinet.core.events import (
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    MatchFailed,
    MatchOver,
    Pressed,
    ScreenJoined,
    ScreenLost,
    Ticked,
)
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.match_clock import GRACE, WARNS
from cabinet.core.modes.outputs import Light, lights
from cabinet.core.modes.sold_time import MINUTE, bought, unused
from cabinet.core.modes.state import OutOfOrder, Playing, Result, Signing, SoldTime
from cabinet.core.modes.step import begin, step
from cabinet.core.money.journal import settings
from cabinet.core.money.ledger import TIME_OVER, Kind, MatchClosed, OpenBooks
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import TimeOuts
from cabinet.i18n.message import message, verbatim
from tests.core.example import DUEL, HOUSE, NOW, RECORD, START, cabinet, join

BY_TIME = replace(DUEL, minutes=5)
SOLD = replace(HOUSE, offers=(BY_TIME,), patience=TimeOuts(playing=3600 * SECOND))
LOST = message("screen_silent")


def begun(credits=1, operating=SOLD):
    state, _ = step(cabinet(join(), credits), START, operating)
    return state


def coin(at, amount=100):
    return CoinAccepted(1, amount, at)


def left(state, at):
    return state.mode.time.left_at(at) / SECOND


def test_the_clock_begins_with_the_match():
    state = begun()
    assert state.mode.time == SoldTime(5 * MINUTE, NOW)
    assert left(state, NOW + 20 * SECOND) == 280


def test_a_match_that_is_not_sold_by_the_minute_has_no_clock():
    state, _ = step(cabinet(join(), 1), START, HOUSE)
    assert state.mode.time is None
    assert unused(state.mode, NOW, HOUSE) == state.mode.match


def test_near_its_end_the_slot_blinks_and_then_it_is_over():
    state = begun()
    assert lights(state, SOLD)["lamp.coin"] is Light.ON
    due = deadline(state, SOLD)
    assert due == NOW + 5 * MINUTE - WARNS
    state, effects = step(state, Ticked(due), SOLD)
    assert effects == ()
    assert lights(state, SOLD)["lamp.coin"] is Light.FAST
    due = deadline(state, SOLD)
    assert due == NOW + 5 * MINUTE + GRACE
    state, effects = step(state, Ticked(due), SOLD)
    closed = MatchClosed(1, "finished", reason=TIME_OVER)
    assert effects == (closed,)
    assert isinstance(state.mode, Result)


def test_the_screen_tells_the_scores_first():
    state = begun()
    ended = MatchOver(1, (0,), (70, 0), TIME_OVER, NOW + 5 * MINUTE)
    scored = replace(SOLD, offers=(replace(BY_TIME, scored=True),))
    state, _ = step(state, ended, scored)
    for _ in ("look", "verdict"):
        state, _ = step(state, Ticked(state.mode.until), scored)
    assert isinstance(state.mode, Signing)


def test_a_coin_adds_minutes_and_interrupts_nothing():
    state = begun()
    state, _ = step(state, Ticked(NOW + 5 * MINUTE - WARNS), SOLD)
    at = NOW + 290 * SECOND
    state, effects = step(state, coin(at), SOLD)
    paid, charged = effects
    assert (paid.kind, paid.credits) == (Kind.COIN, 1)
    assert (charged.kind, charged.credits, charged.note) == (Kind.CHARGE, -1, "time")
    assert (charged.match, charged.players) == (1, 0)
    assert isinstance(state.mode, Playing)
    assert left(state, at) == 310
    assert not state.mode.time.warned
    assert (state.credits, state.totals.plays) == (0, 1)
    assert state.mode.match.credits == 2


def test_all_credit_is_minutes_and_what_is_less_waits():
    state, _ = step(begun(), coin(NOW, 250), SOLD)
    assert left(state, NOW) == 15 * 60
    assert state.credits == 0
    state, _ = step(state, coin(NOW, 50), SOLD)
    assert left(state, NOW) == 20 * 60
    state, _ = step(state, Pressed("service", NOW), SOLD)
    assert left(state, NOW) == 25 * 60


def test_free_play_buys_no_more():
    free = replace(SOLD, tariff=Tariff(free_play=True))
    state = begun(0, free)
    assert left(state, NOW) == 300
    state, _ = step(state, Pressed("service", NOW), free)
    assert left(state, NOW) == 300
    # A slot that nobody needs stops no clock.
    state, _ = step(state, CoinJammed(1, NOW), free)
    assert state.mode.time.since is not None


@pytest.mark.parametrize(
    ("stops", "goes_on"),
    [
        (CoinJammed(1, NOW + 10 * SECOND), CoinFreed(1, NOW + 40 * SECOND)),
        (ScreenLost(LOST, NOW + 10 * SECOND), ScreenJoined(NOW + 40 * SECOND)),
    ],
    ids=["slot", "screen"],
)
def test_the_clock_stands_while_slot_or_screen_is_out_of_order(stops, goes_on):
    state, _ = step(begun(), stops, SOLD)
    assert state.mode.time == SoldTime(290 * SECOND)
    state, _ = step(state, goes_on, SOLD)
    assert state.mode.time == SoldTime(290 * SECOND, NOW + 40 * SECOND)


def test_it_stands_out_of_order_and_goes_on_after():
    at = NOW + 10 * SECOND
    state, _ = step(begun(), ScreenLost(LOST, at), SOLD)
    state, _ = step(state, Ticked(at + SOLD.patience.screen), SOLD)
    assert isinstance(state.mode, OutOfOrder)
    assert state.mode.then.time == SoldTime(290 * SECOND)
    state, _ = step(state, ScreenJoined(NOW + 90 * SECOND), SOLD)
    assert state.mode.time == SoldTime(290 * SECOND, NOW + 90 * SECOND)


def failed(state, at):
    state, effects = step(state, MatchFailed(1, verbatim("it broke"), at), SOLD)
    return state.credits, [e.credits for e in effects if getattr(e, "kind", 0)]


@pytest.mark.parametrize(
    ("more", "after", "back"),
    [(0, 1, 1), (0, 149, 1), (0, 151, 0), (2, 10, 3), (2, 400, 2), (2, 890, 0)],
)
def test_after_a_crash_whole_unused_credits_are_given_back(more, after, back):
    state = begun()
    for _ in range(more):
        state, _ = step(state, coin(NOW), SOLD)
    credits, moved = failed(state, NOW + after * SECOND)
    assert credits == back
    assert sum(moved) == back


def test_a_screen_that_fails_again_gives_back_what_is_unused():
    state = begun()
    for _ in range(3):
        state, _ = step(state, ScreenLost(LOST, NOW), SOLD)
        state, _ = step(state, ScreenJoined(NOW), SOLD)
    state, _ = step(state, ScreenLost(LOST, NOW + 200 * SECOND), SOLD)
    assert state.credits == 0


def test_after_a_power_cut_a_match_has_all_that_was_paid():
    record = replace(RECORD, credits=3, paid=((0, 1), (0, 2)))
    state, _ = begin(OpenBooks(unfinished=record), SOLD, 1, NOW)
    assert state.mode.time == SoldTime(15 * MINUTE)
    assert bought(record, HOUSE) is None
    # The clock stands until somebody goes on.
    state, _ = step(state, ScreenJoined(NOW), SOLD)
    assert state.mode.time.since is None
    state, _ = step(state, START, SOLD)
    assert state.mode.time.since == NOW


def test_the_books_remember_how_many_minutes_are_sold():
    assert settings(SOLD)["nim.minutes"] == 5
    assert "nim.minutes" not in settings(HOUSE)
