"""A program on sale is a match as any other, but for what is its own."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND, MatchFailed, Pressed, Ticked
from cabinet.core.guests import LINES, TARGETS, Guest, is_target, key_code
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.state import Attract, Playing
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import OpenBooks
from cabinet.counter.publisher import seen_by, snapshot
from cabinet.i18n.message import message
from tests.core.example import DUEL, HOUSE, NOW, START, cabinet, join

SNAKE = Guest("snake", ("/usr/games/snake",), environment={"TOKEN": "secret"})
OFFER = replace(
    DUEL,
    game="program",
    options={"name": "snake"},
    seats=(1, 1),
    idle=45 * SECOND,
    guest=SNAKE,
)
SOLD = replace(HOUSE, offers=(OFFER,))


def begun():
    state, _ = step(cabinet(join(), 1), START, SOLD)
    return state


def test_who_is_there_is_asked_as_soon_as_the_program_says():
    state = begun()
    assert deadline(state, SOLD) == NOW + 45 * SECOND
    state, _ = step(state, Pressed("p1.a", NOW + 30 * SECOND), SOLD)
    assert deadline(state, SOLD) == NOW + 75 * SECOND
    state, _ = step(state, Ticked(NOW + 75 * SECOND), SOLD)
    assert state.mode.question.about == "idle"


def test_only_the_screen_is_told_what_is_run():
    shown = snapshot(begun(), SOLD)
    assert seen_by("screen", shown).guest == SNAKE
    for role in ("web", "fleet", "tool", ""):
        assert seen_by(role, shown).guest is None
    assert snapshot(cabinet(join(), 1), SOLD).guest is None


def test_one_that_failed_gives_the_credit_back_and_an_alarm_that_says_why():
    why = message("guest_missing", path="/usr/games/snake")
    state, _ = step(begun(), MatchFailed(1, why, NOW), SOLD)
    assert (state.mode, state.credits) == (Attract(1), 1)


@pytest.mark.parametrize(("name", "goes_on"), [("snake", True), ("other", False)])
def test_after_a_cut_only_the_same_program_goes_on(name, goes_on):
    record = begun().mode.match
    other = replace(OFFER, options={"name": name}, guest=replace(SNAKE, name=name))
    settings = replace(HOUSE, offers=(other,))
    books = OpenBooks(unfinished=record, next_match=2)
    state, _ = begin(books, settings, 1, NOW)
    assert isinstance(state.mode, Playing) == goes_on


def test_every_name_of_the_list_can_be_a_target():
    assert [name for name in TARGETS if not is_target(name)] == []


@pytest.mark.parametrize("name", ["", "key 0", "key 999", "stick left", "button 1"])
def test_what_is_no_key_mouse_or_pad_cannot(name):
    assert not is_target(name)


def test_keys_have_the_numbers_of_the_kernel():
    assert (key_code("left ctrl"), key_code("5"), key_code("key 240")) == (29, 6, 240)
    assert key_code("pad a") is None
    assert len(LINES) == 3 + 36
