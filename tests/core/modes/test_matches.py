"""A match on the floor: charged once, logged, shown, and paid back if it fails."""

from dataclasses import replace

import pytest

from cabinet.core.events import HandSeen, MatchFailed, MatchOver, Played
from cabinet.core.modes.state import Attract, Playing, Result, ShowAgain
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import (
    Kind,
    MatchClosed,
    MatchOpened,
    Move,
    MovePlayed,
    OpenBooks,
    Posting,
    Seating,
)
from cabinet.i18n.message import from_text, to_text, verbatim
from tests.core.example import (
    FREE,
    HOUSE,
    KEY,
    NOW,
    REFUNDED,
    START,
    WAIT,
    cabinet,
    join,
    playing,
    pressed,
)


def test_start_charges_and_opens_the_match_in_one_breath():
    state, effects = step(cabinet(join(1, persons=2), 5, seed=3), START, HOUSE)
    charge, opened = effects
    assert charge == Posting(
        Kind.CHARGE, credits=-4, run=0, match=1, players=2, mode="pig"
    )
    assert isinstance(opened, MatchOpened)
    assert opened.record.game == "pig"
    assert opened.record.seats == (Seating(), Seating())
    assert opened.record.credits == 4
    assert state.credits == 1
    assert state.mode == Playing(opened.record, NOW + WAIT.playing)
    assert state.next_match == 2


def test_an_empty_seat_the_game_needs_is_taken_by_a_house_bot():
    state, _ = step(cabinet(join(0, level="hard"), 1), START, HOUSE)
    assert state.mode.match.seats == (Seating(), Seating("bot", "hard"))


def test_who_is_alone_with_the_house_may_take_its_seat():
    state, _ = step(cabinet(join(0, seat=1), 1), START, HOUSE)
    assert state.mode.match.seats == (Seating("bot", "normal"), Seating())
    state, _ = step(cabinet(join(0, persons=2, seat=1), 2), START, HOUSE)
    assert state.mode.match.seats == (Seating(), Seating())


EITHER = replace(
    HOUSE.offers[0], options={"pile": 3}, at_join="codex", choices=(True, False)
)


def test_players_may_choose_how_they_play_and_keep_it():
    operating = replace(HOUSE, offers=(EITHER,))
    state = cabinet(join(0), 2)
    for line, choice, level in (
        *(("down", 1, "normal"), ("up", 1, "hard"), ("up", 1, "easy")),
        *(("down", 0, "easy"), ("up", 0, "easy"), ("up", 0, "normal")),
        ("down", 1, "normal"),
    ):
        state, _ = step(state, pressed(f"p1.{line}"), operating)
        assert (state.mode.choice, state.mode.level) == (choice, level)
    state, (charge, opened) = step(state, START, operating)
    assert opened.record.options == {"pile": 3, "codex": False}
    # The books know one mode, with one table of high scores.
    assert charge.mode == opened.record.mode == EITHER.key == "nim pile=3"
    # A power cut, and another game at the same table.
    books = OpenBooks(unfinished=opened.record, tariff=KEY)
    resumed, _ = begin(books, operating, 0, NOW)
    assert resumed.mode.match.options == {"pile": 3, "codex": False}
    asked = Result(opened.record, MatchClosed(1, "finished"), NOW)
    again, _ = step(cabinet(asked, 1), START, operating)
    assert again.mode.match.options == {"pile": 3, "codex": False}


def test_the_usual_way_is_what_the_mode_says():
    operating = replace(HOUSE, offers=(EITHER,))
    _, (_, opened) = step(cabinet(join(0), 1), START, operating)
    assert opened.record.options == {"pile": 3}


def test_the_same_seed_deals_the_same_match_and_another_match_another():
    def seed_of(**more):
        return step(cabinet(join(), 1, **more), START, HOUSE)[0].mode.match.seed

    assert seed_of(seed=3) == seed_of(seed=3)
    assert seed_of(seed=3) != seed_of(seed=4)
    assert seed_of(seed=3) != seed_of(seed=3, next_match=2)


def test_six_start_presses_charge_once():
    state, charges = cabinet(join(), 3), 0
    for _ in range(6):
        state, effects = step(state, START, HOUSE)
        charges += sum(isinstance(e, Posting) for e in effects)
    assert charges == 1
    assert state.credits == 2


def test_free_play_charges_nothing_but_books_the_play():
    state, effects = step(cabinet(Attract()), START, FREE)
    state, effects = step(state, START, FREE)
    state, effects = step(state, START, FREE)
    assert effects[0] == Posting(Kind.CHARGE, match=1, players=1, mode="nim")
    assert state.totals.plays == 1


def test_a_move_of_the_match_is_logged_with_its_turn():
    state, effects = step(cabinet(playing()), Played(7, 0, 0, "take 1 1", NOW), HOUSE)
    assert effects == (MovePlayed(7, 0, Move(0, "take 1 1")),)
    assert state.mode.match.log == (Move(0, "take 1 1"),)


def test_a_note_of_a_loop_does_not_tell_that_somebody_is_there():
    before = cabinet(playing())
    noted, _ = step(before, Played(7, 0, 0, "checkpoint [1]", NOW + 1), HOUSE)
    assert noted.mode.match.log == (Move(0, "checkpoint [1]"),)
    assert noted.mode.idle_at == before.mode.idle_at
    acted, _ = step(before, Played(7, 0, 0, "take 1 1", NOW + 1), HOUSE)
    assert acted.mode.idle_at > before.mode.idle_at


def test_a_hand_on_a_phone_tells_that_somebody_is_there():
    before = cabinet(playing())
    state, effects = step(before, HandSeen(7, NOW + 1), HOUSE)
    assert state.mode.idle_at > before.mode.idle_at
    assert effects == ()


@pytest.mark.parametrize(("about", "after"), [("idle", None), ("leave", "leave")])
def test_a_hand_on_a_phone_answers_only_whether_anybody_is_there(about, after):
    asked = playing(about)
    state, _ = step(cabinet(asked), HandSeen(7, NOW), HOUSE)
    question = state.mode.question
    assert (question.about if question else None) == after


@pytest.mark.parametrize(
    "news",
    [
        Played(7, 1, 0, "take 1 1", NOW),
        Played(8, 0, 0, "take 1 1", NOW),
        MatchOver(6, (0,), (1, 0), "", NOW),
        MatchFailed(6, verbatim(""), NOW),
        HandSeen(6, NOW),
    ],
)
def test_news_that_does_not_fit_the_match_is_answered_with_the_truth(news):
    before = cabinet(playing())
    assert step(before, news, HOUSE) == (before, (ShowAgain(),))


def test_a_match_that_fails_gives_its_credit_back():
    state, effects = step(
        cabinet(playing()), MatchFailed(7, verbatim("bug"), NOW), HOUSE
    )
    assert state.mode == REFUNDED
    assert state.credits == 1
    *before, alarm = effects
    note = to_text(verbatim("bug"))
    assert before == [
        Posting(Kind.REFUND, credits=1, match=7, note=note, players=1, mode="nim"),
        MatchClosed(7, "failed", reason=note),
    ]
    assert str(from_text(alarm.note)) == "match 7 failed: bug"
