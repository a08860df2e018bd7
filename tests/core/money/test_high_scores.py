"""High scores: who may sign, where a name stands, and what the floor does meanwhile."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import SECOND, CoinAccepted, Held, MatchOver, Signed, Ticked
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import Cabinet, Playing, Result, ShowAgain, Signing
from cabinet.core.modes.step import begin, step
from cabinet.core.money.high_scores import PLACES, entered, proper, rank, signers
from cabinet.core.money.ledger import (
    HighScore,
    MatchClosed,
    MatchRecord,
    OpenBooks,
    ScoreSigned,
    Seating,
)
from cabinet.core.operating import Offer, OperatingSettings

NOW = 100 * SECOND
DUEL = Offer("nim", {}, scored=True)
HOUSE = OperatingSettings(offers=(DUEL,))
PEOPLE = MatchRecord(1, 0, "nim", {}, (Seating(), Seating()), 1, 1, mode="nim")
AGAINST_A_BOT = replace(PEOPLE, seats=(Seating(), Seating("bot", "easy")))


def over(record, scores, operating=HOUSE, **known):
    state = Cabinet(Playing(record, NOW), screen_gone=None, **known)
    event = MatchOver(record.id, (0,), scores, "", NOW)
    state, _ = step(state, event, operating)
    for _ in ("look", "verdict"):
        state, _ = step(state, Ticked(state.mode.until), operating)
    return state


def sign(state, seat, name, match=1):
    return step(state, Signed(match, seat, name, NOW + SECOND), HOUSE)


def test_people_sign_the_better_first_and_then_the_result_is_shown():
    state = over(PEOPLE, (5, 9))
    assert (state.mode.seats, state.mode.score) == ((1, 0), 9)
    state, (entry,) = sign(state, 1, "ÉVA")
    assert entry == ScoreSigned(1, 1, "nim", 9, "ÉVA")
    assert (state.mode.seats, state.mode.score) == ((0,), 5)
    state, (entry,) = sign(state, 0, "BOB")
    assert isinstance(state.mode, Result)
    assert state.high_scores == {"nim": (HighScore("ÉVA", 9), HighScore("BOB", 5))}


def test_bots_do_not_sign_and_nothing_is_no_score():
    assert over(AGAINST_A_BOT, (5, 9)).mode.seats == (0,)
    assert isinstance(over(AGAINST_A_BOT, (0, 9)).mode, Result)


def test_a_mode_without_scores_asks_nobody():
    operating = OperatingSettings(offers=(replace(DUEL, scored=False),))
    assert isinstance(over(PEOPLE, (5, 9), operating).mode, Result)


@pytest.mark.parametrize("name", ["", "AB", "ABCD", "ab!", "A\nB", "A€B"])
def test_a_name_the_stick_cannot_enter_is_not_taken(name):
    before = over(PEOPLE, (5, 9))
    assert sign(before, 1, name) == (before, (ShowAgain(),))


@pytest.mark.parametrize(("seat", "match"), [(0, 1), (1, 2)])
def test_a_signature_nobody_waits_for_is_not_taken(seat, match):
    before = over(PEOPLE, (5, 9))
    assert sign(before, seat, "EVA", match) == (before, (ShowAgain(),))


def test_patience_runs_out_and_start_held_goes_on_without_a_name():
    state = over(PEOPLE, (5, 9))
    assert deadline(state, HOUSE) == state.mode.since + HOUSE.patience.signing
    late, _ = step(state, Ticked(deadline(state, HOUSE)), HOUSE)
    held, _ = step(state, Held("start", state.mode.since + 4 * SECOND), HOUSE)
    assert isinstance(late.mode, Result)
    assert isinstance(held.mode, Result)
    assert late.high_scores == held.high_scores == {}


def test_a_coin_is_taken_while_somebody_signs():
    state = over(PEOPLE, (5, 9))
    assert accepts_coins(state, HOUSE)
    after, _ = step(state, CoinAccepted(1, 100, NOW + SECOND), HOUSE)
    assert after.credits == 1
    assert isinstance(after.mode, Signing)


def test_the_cabinet_wakes_up_with_the_scores_of_its_books():
    tables = {"nim": (HighScore("EVA", 9),)}
    state, _ = begin(OpenBooks(high_scores=tables), HOUSE, seed=1, at=NOW)
    assert state.high_scores == tables


@given(st.lists(st.integers(-5, 30), max_size=25))
def test_a_table_is_the_ten_best_in_order_and_equals_stand_by_age(scores):
    tables = {}
    for match, score in enumerate(scores):
        name = f"{match:03}"
        tables = entered(tables, ScoreSigned(match, 0, "nim", score, name))
    worth = [(f"{match:03}", score) for match, score in enumerate(scores) if score > 0]
    best = sorted(worth, key=lambda both: -both[1])[:PLACES]
    assert [(h.name, h.score) for h in tables.get("nim", ())] == best


def test_a_full_table_takes_only_better_ones():
    table = tuple(HighScore("AAA", score) for score in range(20, 10, -1))
    assert rank(table, 11) is None
    assert rank(table, 12) == PLACES
    assert rank(table, 99) == 1
    closed = MatchClosed(1, "finished", (0,), (11, 12))
    assert signers({"nim": table}, PEOPLE, closed) == (1,)


def test_accents_signs_and_blanks_are_proper():
    assert all(proper(name) for name in ("ÉÀÇ", "A. ", "007", "!?-"))


def test_a_score_that_is_not_among_the_best_leaves_the_tables_as_they_are():
    full = {"nim": tuple(HighScore("EVA", 9) for _ in range(PLACES))}
    assert entered(full, ScoreSigned(1, 0, "nim", 9, "BOB")) == full
    assert entered({}, ScoreSigned(1, 0, "nim", 0, "BOB")) == {}
