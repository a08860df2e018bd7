"""The end of a match: nobody presses it away, and it asks for more."""

from dataclasses import replace

import pytest

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    Held,
    MatchOver,
    Pressed,
    Tapped,
    Ticked,
)
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.results import LOCK, REMEMBERED
from cabinet.core.modes.state import Attract, Playing, Result, Select, Signing
from cabinet.core.modes.step import step
from cabinet.core.modes.timeouts import AGAIN, to_select
from cabinet.core.money.ledger import MatchClosed
from cabinet.core.money.pricing import price
from tests.core.example import DUEL, HOUSE, NOW, RECORD, START, WAIT, cabinet, playing

OVER = MatchOver(7, (1,), (0, 1), "took the last", NOW)
SCORED = replace(HOUSE, offers=(replace(DUEL, scored=True), *HOUSE.offers[1:]))


def press(state, after, line="p1.a", operating=HOUSE):
    return step(state, Pressed(line, NOW + after), operating)[0]


def over(operating=HOUSE, winners=(1,), scores=(0, 1)):
    event = replace(OVER, winners=winners, scores=scores)
    return step(cabinet(playing(), 1), event, operating)[0]


def stage(state):
    mode = state.mode
    return mode.stage if isinstance(mode, Result) else state.mode_name


def test_the_end_is_booked_and_the_final_position_stays_for_a_look():
    state, effects = step(cabinet(playing()), OVER, HOUSE)
    closed = MatchClosed(7, "finished", (1,), (0, 1), "took the last")
    assert effects == (closed,)
    until = NOW + DUEL.last_look
    assert state.mode == Result(RECORD, closed, until, "look", NOW)


@pytest.mark.parametrize("line", ["p1.a", "p1.b", "p2.left", "start", "mode", "player"])
def test_any_button_first_shows_the_result(line):
    assert stage(press(over(), 2 * SECOND, line)) == "verdict"


def test_a_press_within_the_first_second_shows_nothing_yet():
    assert stage(press(over(), SECOND - 1)) == "look"


def test_the_verdict_is_deaf_and_who_hammers_stays_until_hands_rest():
    state = press(over(), 2 * SECOND)
    for tenth in range(1, 60):
        state = press(state, 2 * SECOND + tenth * 100 * MILLISECOND)
        assert stage(state) == "verdict"
    assert stage(press(state, 9 * SECOND)) == "again"


def test_start_held_since_before_neither_pays_nor_leaves():
    state = press(over(), 2 * SECOND)
    state = press(state, 4 * SECOND, "start")
    assert stage(state) == "again"
    for late in (Tapped("start", NOW + 5 * SECOND), Held("start", NOW + 6 * SECOND)):
        state, effects = step(state, late, HOUSE)
        assert (stage(state), effects[1:]) == ("again", ())
    state, _ = step(state, Held("start", NOW + 9 * SECOND), HOUSE)
    assert isinstance(state.mode, Select)


def test_a_record_is_signed_between_the_verdict_and_the_question():
    state = over(SCORED, (0,), (9, 0))
    for expected in ("verdict", "signing", "again", "select"):
        state, _ = step(state, Ticked(deadline(state, SCORED)), SCORED)
        assert stage(state) == expected


def test_start_held_since_the_verdict_does_not_skip_the_record():
    state = press(over(SCORED, (0,), (9, 0)), 2 * SECOND, operating=SCORED)
    state = press(state, 4 * SECOND, "start", SCORED)
    held, _ = step(state, Held("start", NOW + 5 * SECOND), SCORED)
    assert isinstance(held.mode, Signing)


@pytest.mark.parametrize(("credits", "then"), [(1, Select), (0, Attract)])
def test_who_does_not_answer_is_let_go(credits, then):
    asked = Result(RECORD, MatchClosed(7, "finished"), NOW)
    state, _ = step(cabinet(asked, credits), Ticked(NOW), HOUSE)
    assert isinstance(state.mode, then)


def test_the_same_table_plays_again_for_what_a_match_costs():
    asked = Result(RECORD, MatchClosed(7, "finished"), NOW + AGAIN)
    assert price(cabinet(asked, 3), HOUSE) == (1, 0)
    state, (charge, opened) = step(cabinet(asked, 3), START, HOUSE)
    assert charge.credits == -1
    assert opened.record.seats == RECORD.seats
    assert isinstance(state.mode, Playing)


def test_a_coin_makes_the_question_wait_longer():
    asked = Result(RECORD, MatchClosed(7, "finished"), NOW + SECOND, "again", NOW)
    state, _ = step(cabinet(asked), CoinAccepted(1, 100, NOW), HOUSE)
    assert state.mode.until == NOW + AGAIN
    assert step(state, START, HOUSE)[0] == state, "still deaf"
    state, _ = step(state, Tapped("start", NOW + LOCK), HOUSE)
    assert isinstance(state.mode, Playing)


def test_the_menu_begins_with_the_game_just_played_for_a_minute():
    second = replace(RECORD, offer=1)
    state, _ = step(cabinet(playing(record=second), 1), OVER, HOUSE)
    for _ in range(3):
        state, _ = step(state, Ticked(state.mode.until), HOUSE)
    assert state.mode == Select(1, state.mode.until)
    ended = state.mode.until - WAIT.select
    assert to_select(state, ended + REMEMBERED - 1, HOUSE).mode.cursor == 1
    assert to_select(state, ended + REMEMBERED, HOUSE).mode.cursor == 0
