"""What each button does: the tables of the architecture, against the floor."""

import pytest

from cabinet.core.events import SECOND, Held, Pressed, Tapped, Ticked
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Halt,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Result,
    Select,
    Service,
    Signing,
    Standby,
)
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import MatchClosed, MatchRecord, Seating
from cabinet.core.money.tariff import NOTHING, Purse
from cabinet.core.operating import Offer, OperatingSettings
from tests.test_docs import ARCHITECTURE, TABLE, rows, section

NOW = 100 * SECOND
LATER = NOW + 10 * SECOND
HOUSE = OperatingSettings(offers=(Offer("azteka", {}), Offer("azteka", {})))
RECORD = MatchRecord(
    1, 0, "azteka", {}, (Seating(), Seating()), seed=1, credits=1, paid=((0, 1),)
)
MODES = {
    "standby": Standby(),
    "attract": Attract(),
    "select": Select(0, LATER),
    "join": Join(0, LATER),
    "playing": Playing(RECORD, LATER),
    "signing": Signing(RECORD, MatchClosed(1, "finished", (), (5, 0)), (0,), LATER),
    "result": Result(RECORD, MatchClosed(1, "finished"), LATER),
    "service": Service(LATER),
    "out_of_order": OutOfOrder("books", Attract()),
}
QUESTIONS = ("power", "leave", "idle", "resume")
BUTTONS = {
    "`power`": Tapped("power", NOW),
    "`power` held": Held("power", NOW),
    "`start`": Tapped("start", NOW),
    "`start` held": Held("start", NOW),
    "`mode`": Pressed("mode", NOW),
    "`player`": Pressed("player", NOW),
    "stick": Pressed("p1.right", NOW),
    "`a`": Pressed("p1.a", NOW),
    "`b`": Pressed("p1.b", NOW),
    "`service`": Pressed("service", NOW),
    "`test`": Pressed("test", NOW),
    "any other": Pressed("p1.b", NOW),
    "nobody answers": Ticked(LATER),
}
TABLES = TABLE.findall(section(ARCHITECTURE, "## What each button does"))


def cells(number):
    """Every cell of a table with the names of its row and column."""
    head, _, *lines = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TABLES[number].splitlines()
    )
    for first, *others in lines:
        for column, cell in zip(head[1:], others, strict=True):
            yield pytest.param(first, column, cell, id=f"{first}-{column}")


def pressed(mode, column):
    state = Cabinet(
        mode,
        purses=(Purse(credits=3), *NOTHING[1:]),
        screen_gone=None,
        next_match=2,
    )
    return state, *step(state, BUTTONS[column], HOUSE)


def what_follows(before, after, effects):
    """A step in the words of the tables."""
    told = []
    if Halt() in effects:
        told.append("ends")
    if before.mode_name != after.mode_name:
        told.append(f"→ {after.mode_name}")
    elif isinstance(after.mode, Playing) and isinstance(before.mode, Playing):
        was, now = before.mode.question, after.mode.question
        if was and not now:
            told.append("plays on")
        elif now and (was is None or now.about != was.about):
            told.append(f"asks {now.about}" if was else "asks")
    return told


@pytest.mark.parametrize(("mode", "column", "cell"), list(cells(0)))
def test_each_button_does_in_each_mode_what_the_table_says(mode, column, cell):
    before, after, effects = pressed(MODES[mode], column)
    told = what_follows(before, after, effects)
    if "+1" in cell:
        assert after.credits == before.credits + 1
        cell = cell.replace("+1", "").strip()
    elif after.mode_name != "playing":
        assert after.purses == before.purses
    moved = {"reads": ("reading", True), "moves": ("cursor", 1)}
    moved |= {"adds": ("persons", 2), "seat, level": ("seat", 1)}
    if cell in moved:
        name, value = moved[cell]
        assert getattr(after.mode, name) == value
    elif cell == "game":
        assert [effect.event for effect in effects] == [BUTTONS[column]]
        assert told == []
    else:
        assert told == ([] if cell in ("–", "") else [cell])


@pytest.mark.parametrize(("question", "column", "cell"), list(cells(1)))
def test_each_question_is_answered_as_the_table_says(question, column, cell):
    mode = Playing(RECORD, LATER + 1, Question(question, LATER))
    before, after, effects = pressed(mode, column)
    assert what_follows(before, after, effects) == ([] if cell == "–" else [cell])
    refunded = after.credits - before.credits
    assert refunded == (question == "resume" and cell.startswith("→"))


def test_the_tables_have_every_mode_and_every_question():
    assert [row[0] for row in rows(TABLES[0])] == list(MODES)
    assert [row[0] for row in rows(TABLES[1])] == list(QUESTIONS)
