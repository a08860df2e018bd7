"""How somebody wants to play, for as long as they are here, and with one button."""

from dataclasses import replace

import pytest

from cabinet.core.events import (
    SECOND,
    Chosen,
    Held,
    MatchOver,
    Preferred,
    Pressed,
    Released,
    ScoresCleared,
)
from cabinet.core.modes.state import (
    Attract,
    Forward,
    Join,
    Playing,
    Result,
    Select,
    Service,
    ShowAgain,
    Signing,
)
from cabinet.core.modes.step import refit, step
from cabinet.core.modes.timeouts import AGAIN, to_select
from cabinet.core.money.ledger import HighScore, MatchClosed, paced, unpaced
from cabinet.core.preferences import CHOICES, USUAL_SCAN, Preferences
from tests.core.example import DUEL, HOUSE, NOW, RECORD, START, WAIT, cabinet, playing

ONE_BUTTON = Preferences(scan=2000)
RELAXED = Preferences(relaxed=1)
REAL_TIME = replace(HOUSE, offers=(replace(DUEL, hands=2), *HOUSE.offers[1:]))


def visit(mode, preferences, credits=5):
    return replace(cabinet(mode, credits), preferences=preferences)


def prefer(state, name, value):
    return step(state, Preferred(name, value, NOW), HOUSE)[0]


def choose(state, *lines, operating=HOUSE):
    return step(state, Chosen(lines, NOW), operating)


def test_what_is_preferred_lasts_until_the_cabinet_waits_for_somebody_else():
    state = prefer(to_select(cabinet(Attract(), 5), NOW, HOUSE), "contrast", 1)
    assert state.preferences == Preferences(contrast=1)
    state, _ = step(state, START, HOUSE)
    assert isinstance(state.mode, Join)
    assert state.preferences.contrast == 1
    for _ in range(2):
        state, _ = step(state, Pressed("p1.b", NOW), HOUSE)
    assert (state.mode, state.preferences) == (Attract(), Preferences())


def test_each_visit_begins_as_the_operator_wants_it():
    bright = replace(HOUSE, preferences=Preferences(contrast=1))
    state, _ = refit(cabinet(Attract(), 1), HOUSE, bright)
    assert state.preferences.contrast == 1
    state = replace(state, mode=Select(0, NOW), preferences=RELAXED)
    state, _ = step(state, Pressed("p1.b", NOW), bright)
    assert state.preferences == Preferences(contrast=1)


@pytest.mark.parametrize(
    ("mode", "event"),
    [
        (Select(0, NOW), Preferred("contrast", 7, NOW)),
        (Select(0, NOW), Preferred("credits", 1, NOW)),
        (Attract(), Preferred("contrast", 1, NOW)),
        (Service(NOW), Preferred("contrast", 1, NOW)),
        (Select(0, NOW), Chosen(("start",), NOW)),
        (Attract(), Chosen(("start",), NOW)),
    ],
)
def test_what_cannot_be_wanted_changes_nothing(mode, event):
    state = cabinet(mode, 5)
    assert step(state, event, HOUSE) == (state, (ShowAgain(),))


def test_relaxed_is_waited_for_twice_as_long_and_one_button_four_times():
    for preferences, times in ((RELAXED, 2), (ONE_BUTTON, 4)):
        state = visit(Select(0, NOW), preferences)
        state, _ = step(state, Pressed("p1.right", NOW), HOUSE)
        assert state.mode.until == NOW + times * WAIT.select
        state, _ = choose(visit(Join(0, NOW, adjusting=True), preferences), "p1.b")
        assert state.mode.until == NOW + times * WAIT.join
        closed = MatchClosed(7, "finished", (1,), (0, 0))
        verdict = visit(Result(RECORD, closed, NOW, "verdict", 0), preferences)
        state, _ = step(verdict, Pressed("p1.b", NOW), HOUSE)
        assert preferences.scan or state.mode.until == NOW + times * AGAIN
    assert step(cabinet(Select(0, NOW)), Pressed("mode", NOW), HOUSE)[0].mode.until == (
        NOW + WAIT.select
    )


def test_with_one_button_start_is_the_screens_and_what_it_chose_is_pressed():
    state = visit(Select(0, NOW), ONE_BUTTON)
    for event in (Pressed("start", NOW), START, Held("start", NOW)):
        after, effects = step(state, event, HOUSE)
        assert (after.mode.cursor, effects) == (0, (Forward(event),))
    after, effects = choose(state, "p1.right", "p1.a")
    assert (type(after.mode), after.mode.offer) == (Join, 1)
    after, _ = choose(after, "player", "start", "p1.a")
    assert isinstance(after.mode, Playing)
    assert after.mode.match.persons == 2
    after, _ = choose(after, "hold start")
    assert after.mode.question.about == "leave"
    assert choose(after, "hold start")[0].mode == Attract()


def test_a_game_that_waits_for_nobody_has_start_and_leaves_when_it_is_held():
    runs_on = replace(HOUSE, offers=(replace(DUEL, hands=2, runs_on=True),))
    state = visit(playing(), ONE_BUTTON)
    assert step(state, START, runs_on)[0].mode.question is None
    assert step(state, Held("start", NOW), HOUSE)[0].mode.question is None
    assert step(state, Held("start", NOW), runs_on)[0].mode.question.about == "leave"


def test_start_held_while_nobody_plays_is_for_who_has_no_other_button():
    state, _ = step(cabinet(Attract(), 0), Held("start", NOW), HOUSE)
    assert state.preferences == Preferences(scan=USUAL_SCAN)
    assert state.mode == Select(0, NOW + 4 * WAIT.select, "preferences", adjusting=True)
    after, _ = choose(state, "p1.b")
    assert not after.mode.adjusting
    off = prefer(state, "scan", 0)
    assert step(off, START, HOUSE)[0].mode.adjusting


def test_the_page_opens_below_the_games_and_below_the_seats_and_closes_again():
    state = cabinet(Select(0, NOW), 5)
    for line in ("p1.down", "p1.a"):
        state, _ = step(state, Pressed(line, NOW), HOUSE)
    assert state.mode.adjusting
    state, _ = step(state, Pressed("p1.right", NOW), HOUSE)
    assert (state.mode.cursor, state.mode.adjusting) == (0, True)
    state, _ = step(state, Pressed("p1.b", NOW), HOUSE)
    assert (state.mode.adjusting, state.mode.row) == (False, "preferences")
    state = cabinet(Join(0, NOW), 5)
    for line in ("p1.down", "p1.down"):
        state, _ = step(state, Pressed(line, NOW), HOUSE)
    assert (state.mode.level, state.mode.row) == ("easy", "preferences")
    assert not step(state, Pressed("p1.up", NOW), HOUSE)[0].mode.row
    assert not step(state, Held("start", NOW), HOUSE)[0].mode.row
    state, _ = step(state, Pressed("p1.left", NOW), HOUSE)
    state, _ = step(state, Pressed("start", NOW), HOUSE)
    assert state.mode.adjusting
    state, _ = step(state, Held("start", NOW), HOUSE)
    assert (state.mode_name, state.mode.adjusting) == ("join", False)


def test_a_match_in_real_time_at_another_pace_has_high_scores_of_its_own():
    state = visit(Join(0, NOW), RELAXED)
    state, _ = step(state, START, REAL_TIME)
    assert state.mode.match.pace == "relaxed"
    assert step(visit(Join(0, NOW), RELAXED), START, HOUSE)[0].mode.match.pace == ""
    table = paced(DUEL.key, "relaxed")
    scored = replace(REAL_TIME, offers=(replace(REAL_TIME.offers[0], scored=True),))
    over = MatchOver(state.mode.match.id, (0,), (9, 0), "", NOW)
    usual = (HighScore("ZOÉ", 10),) * 10
    state = replace(state, high_scores={DUEL.key: usual})
    state, _ = step(state, over, scored)
    state = replace(state, mode=replace(state.mode, since=0))
    for at in (NOW + 9 * SECOND, NOW + 19 * SECOND):
        state, _ = step(state, Pressed("p1.a", at), scored)
    assert isinstance(state.mode, Signing)
    assert unpaced(state.mode.match.table) == (DUEL.key, "relaxed")
    tables = {DUEL.key: usual, table: usual, "other": usual}
    state = replace(state, mode=Service(NOW), high_scores=tables)
    state, _ = step(state, ScoresCleared(DUEL.key, NOW), scored)
    assert state.high_scores == {"other": usual}


def test_sticks_and_buttons_change_places_where_both_are_wired():
    swapped = Preferences(swap_sticks=1, swap_buttons=1)
    everything = {f"p{n}.{b}" for n in (1, 2) for b in ("left", "a", "b")}
    lines, sticks = frozenset(everything), (1, 2)
    assert swapped.swapped("p1.left", sticks, lines) == "p2.left"
    assert swapped.swapped("p2.a", sticks, lines) == "p1.b"
    assert swapped.swapped("p3.left", sticks, lines) == "p3.left"
    assert swapped.swapped("start", sticks, lines) == "start"
    assert swapped.swapped("p1.a", (1,), lines - {"p1.b"}) == "p1.a"
    state = visit(Select(1, NOW), Preferences(swap_buttons=1))
    assert step(state, Pressed("p1.a", NOW), HOUSE)[0].mode == Attract()
    told = step(state, Released("p1.a", NOW), HOUSE)[1]
    assert told == (Forward(Released("p1.b", NOW)),)
    state = visit(Service(NOW), Preferences(swap_buttons=1))
    event = Pressed("p1.a", NOW)
    assert Forward(event) in step(state, event, HOUSE)[1]


def test_every_choice_is_one_of_the_preferences_and_begins_as_usual():
    assert {name: each[0] for name, each in CHOICES.items()} == {
        name: getattr(Preferences(), name) for name in CHOICES
    }
