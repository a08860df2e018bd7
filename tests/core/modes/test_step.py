"""The floor by example: one case per sentence of the cabinet's front sheet."""

from dataclasses import replace

import pytest

from cabinet.core.events import Released, StopAsked, Ticked
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.state import (
    Attract,
    Forward,
    Halt,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Select,
    Service,
    Standby,
)
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import MatchClosed
from tests.core.example import (
    HELD_POWER,
    HELD_START,
    HOUSE,
    NOW,
    POWER,
    RECORD,
    REFUNDED,
    START,
    WAIT,
    cabinet,
    join,
    playing,
    pressed,
    select,
)


@pytest.mark.parametrize(
    ("mode", "credits", "event", "then"),
    [
        # ON/OFF
        (Standby(), 0, POWER, Attract()),
        (Attract(), 0, POWER, Standby()),
        (select(), 1, POWER, Standby()),
        (join(), 1, POWER, Standby()),
        (OutOfOrder("books", Attract()), 0, POWER, OutOfOrder("books", Attract())),
        (Standby(), 3, START, Standby()),
        # Coin and Start in attract
        (Attract(), 0, START, Attract()),
        (Attract(), 1, START, select()),
        # Select a mode
        (select(0), 3, pressed("mode"), replace(select(0), reading=True)),
        (select(1), 3, pressed("p1.right"), select(0)),
        (select(0), 3, pressed("p1.right"), select(1)),
        (select(0), 3, pressed("p1.left"), select(1)),
        (select(0), 3, START, join(0)),
        (select(1), 3, pressed("p1.a"), join(1)),
        (select(1), 1, START, select(1)),
        (select(), 3, HELD_START, Attract()),
        (select(), 3, pressed("p1.b"), Attract()),
        # Add a player
        (join(1), 9, pressed("player"), join(1, persons=2)),
        (join(1, persons=4), 9, pressed("player"), join(1, persons=4)),
        (join(0), 9, pressed("p2.a"), join(0, persons=2)),
        (join(0, persons=2), 9, pressed("p1.b"), join(0, persons=1)),
        (join(0), 9, pressed("p1.b"), select(0)),
        (join(1), 9, HELD_START, select(1)),
        (join(0), 9, pressed("p1.up"), join(0, level="hard")),
        (join(0), 9, pressed("p1.down"), join(0, level="easy")),
        (join(0, level="hard"), 9, pressed("p1.up"), join(0, level="hard")),
        (join(0), 9, pressed("p1.right"), join(0, seat=1)),
        (join(0, seat=1), 9, pressed("p1.right"), join(0, seat=1, persons=2)),
        (join(0, seat=1, persons=2), 9, pressed("p1.left"), join(0, seat=1)),
        (select(0), 3, pressed("p1.up"), select(0)),
        (select(0), 3, pressed("p1.down"), select(0, row="preferences")),
        (join(0, seat=1), 9, pressed("p1.left"), join(0)),
        (join(0, seat=1), 9, pressed("p2.a"), join(0, persons=2, seat=1)),
        # Start without enough credit
        (join(1, persons=2), 3, START, join(1, persons=2)),
        # The operator
        (Attract(), 0, pressed("test"), Service(NOW + WAIT.service)),
        (Service(NOW + WAIT.service), 0, pressed("test"), Attract()),
        (playing(), 0, pressed("test"), playing()),
        (OutOfOrder("books", Attract()), 0, pressed("test"), Attract()),
        # Questions in mid-game
        (playing(), 0, POWER, playing("power")),
        (playing("power"), 0, POWER, Standby()),
        (playing("power"), 0, START, playing()),
        (playing("power"), 0, pressed("p1.a"), playing()),
        (playing(), 0, HELD_POWER, playing("power")),
        (playing(), 0, HELD_START, playing("leave")),
        (playing("leave"), 0, HELD_START, Attract()),
        (playing("leave"), 0, START, playing()),
        (playing("idle"), 0, pressed("p2.left"), playing()),
        (playing("resume"), 0, START, playing()),
        (playing("resume"), 0, HELD_START, REFUNDED),
        (playing("resume"), 0, POWER, Standby()),
    ],
)
def test_a_button_leads_where_the_front_sheet_says(mode, credits, event, then):
    state, _ = step(cabinet(mode, credits), event, HOUSE)
    assert state.mode == then


def test_the_house_plays_as_well_as_the_operator_says_until_a_player_says_otherwise():
    operating = replace(HOUSE, offers=(replace(HOUSE.offers[0], level="hard"),))
    state, _ = step(cabinet(select(0), 3), START, operating)
    assert state.mode == join(0, level="hard")
    state, _ = step(state, pressed("p1.down"), operating)
    assert state.mode.level == "normal"


@pytest.mark.parametrize(
    ("mode", "then"),
    [
        (Select(0, NOW), Attract()),
        (Join(0, NOW), Attract()),
        (Service(NOW), Attract()),
        (Playing(RECORD, NOW), playing("idle")),
        (Playing(RECORD, 0, Question("idle", NOW)), Attract()),
        (Playing(RECORD, 0, Question("power", NOW)), playing()),
        (Playing(RECORD, 0, Question("resume", NOW)), REFUNDED),
    ],
)
def test_every_mode_gives_up_waiting_and_keeps_the_credit(mode, then):
    before = cabinet(mode, 2)
    assert deadline(before, HOUSE) == NOW
    assert step(before, Ticked(NOW - 1), HOUSE) == (before, ())
    state, _ = step(before, Ticked(NOW), HOUSE)
    if isinstance(then, Playing) and then.question:
        assert state.mode.question == then.question
    else:
        assert state.mode == then
    assert state.credits >= 2


def test_an_abandoned_match_is_closed_and_one_nobody_resumed_is_refunded():
    idle = cabinet(Playing(RECORD, 0, Question("idle", NOW)))
    assert step(idle, Ticked(NOW), HOUSE)[1] == (MatchClosed(7, "abandoned"),)
    resume = cabinet(Playing(RECORD, 0, Question("resume", NOW)))
    assert step(resume, Ticked(NOW), HOUSE)[0].credits == 1


def test_power_held_ends_the_program_but_asks_in_mid_game():
    assert Halt() in step(cabinet(Attract()), HELD_POWER, HOUSE)[1]
    assert Halt() not in step(cabinet(playing()), HELD_POWER, HOUSE)[1]
    state, effects = step(cabinet(playing("power")), HELD_POWER, HOUSE)
    assert effects == (Halt(),)
    assert state.mode.match == RECORD


def test_closing_the_window_ends_the_program():
    assert step(cabinet(playing()), StopAsked(NOW), HOUSE)[1] == (Halt(),)


def test_the_game_hears_its_buttons_but_not_the_answer_to_a_question():
    press = pressed("p1.a")
    assert step(cabinet(playing()), press, HOUSE)[1] == (Forward(press),)
    assert step(cabinet(playing("leave")), press, HOUSE)[1] == ()
    assert Forward(press) not in step(cabinet(join(), 1), press, HOUSE)[1]
    release = Released("p1.a", NOW)
    assert step(cabinet(playing()), release, HOUSE)[1] == (Forward(release),)
