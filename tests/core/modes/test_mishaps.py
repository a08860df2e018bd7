"""What goes wrong around the floor: a screen dies, books fail, the power is cut."""

from dataclasses import replace

from cabinet.core.events import BooksFailed, ScreenJoined, ScreenLost, Ticked
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.faults import RETRY, SCREEN_LOSSES_FORGIVEN
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import Attract, OutOfOrder, ShowAgain
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import MatchClosed, OpenBooks, Posting, Totals
from cabinet.core.money.tariff import NOTHING, Purse
from cabinet.i18n.message import message, verbatim
from tests.core.example import HOUSE, KEY, NOW, RECORD, REFUNDED, WAIT, cabinet, playing


def test_a_screen_that_dies_is_forgiven_a_few_times_then_the_credit_goes_back():
    state = cabinet(playing())
    for loss in range(1, SCREEN_LOSSES_FORGIVEN + 1):
        state, _ = step(state, ScreenLost(message("screen_left"), NOW), HOUSE)
        assert state.mode.losses == loss
        state, effects = step(state, ScreenJoined(NOW), HOUSE)
        assert effects == (ShowAgain(),)
    state, effects = step(state, ScreenLost(message("screen_left"), NOW), HOUSE)
    assert state.mode == REFUNDED
    assert state.credits == 1


def test_without_a_screen_the_cabinet_is_out_of_order_until_one_comes():
    state, _ = step(cabinet(playing()), ScreenLost(message("screen_left"), NOW), HOUSE)
    due = deadline(state, HOUSE)
    assert due == NOW + WAIT.screen
    state, _ = step(state, Ticked(due), HOUSE)
    assert state.mode.reason == "screen"
    state, _ = step(state, ScreenJoined(due), HOUSE)
    assert state.mode.match == RECORD


def test_books_that_fail_put_the_cabinet_out_of_order_and_shut_the_slot():
    state, effects = step(
        cabinet(playing()), BooksFailed(verbatim("disk full"), NOW), HOUSE
    )
    again = NOW + RETRY
    assert state.mode == OutOfOrder("books", playing(), verbatim("disk full"), again)
    assert effects == ()
    assert not accepts_coins(state, HOUSE)


def test_the_cabinet_wakes_up_where_the_books_left_it():
    purses = (Purse(3, 50), *NOTHING[1:])
    books = OpenBooks(purses, Totals(coins=4), next_match=9, tariff=KEY, clicks=2)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert effects == ()
    assert state.clicks == 2
    assert (state.mode, state.purses[0]) == (Attract(), Purse(3, 50))
    assert (state.next_match, state.totals.coins) == (9, 4)


def test_a_match_cut_by_a_power_failure_is_offered_again():
    books = OpenBooks(unfinished=RECORD, tariff=KEY)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert effects == ()
    assert state.mode.match == RECORD
    assert state.mode.question.about == "resume"


def test_a_match_whose_game_is_gone_is_refunded_at_once():
    orphan = replace(RECORD, game="chess")
    books = OpenBooks(unfinished=orphan, tariff=KEY)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert state.mode == REFUNDED
    assert state.credits == 1
    assert [type(e) for e in effects] == [Posting, MatchClosed]
