"""The operator changes a running cabinet: from a terminal, and with the stick alone."""

import json
import re
import sqlite3
import time

import pytest

from cabinet.protocol.codec import Touch
from tests.support.command_line import cabinet
from tests.support.settings import SETTINGS
from tests.system.running import TIMEOUT, RunningCabinet


@pytest.fixture
def running(tmp_path):
    file = tmp_path / "cabinet.yaml"
    file.write_bytes(SETTINGS.read_bytes())
    made = RunningCabinet(tmp_path / "state", "--config", str(file))
    made.file = file
    yield made.enter()
    made.close()


def config(running, *words):
    place = ("--config", running.file, "--state", running.state)
    return cabinet("config", *place, *words)


def press(running, *buttons):
    for button in buttons:
        line = f"p1.{button}"
        running.say(Touch(line, active=True), Touch(line, active=False))
        running._settle()


def booked(running):
    """The settings in the books, oldest first, as the journal has them."""
    db = sqlite3.connect(f"file:{running.state / 'books.sqlite3'}?mode=ro", uri=True)
    rows = db.execute("SELECT note FROM postings WHERE kind = 'setting' ORDER BY seq")
    notes = [json.loads(note) for (note,) in rows]
    db.close()
    return notes


def test_a_price_is_changed_with_the_stick_alone_while_it_runs(running):
    assert running.shown.credit_price == 100
    running.tap("test")
    running.until_mode("service")
    # The answer to this comes after the menu has gone to the screen.
    code, said, _ = config(
        running, "set", "cabinet.name", "Chez nous", "cabinet.language", "en"
    )
    assert (code, said.splitlines()[-1]) == (0, "it counts from now on")
    shown = running.until(lambda shown: shown.name == "Chez nous")
    assert shown.language == "en"
    press(running, "down", "a", "down", "right", "right", "right", "a")
    price = running.until(lambda shown: shown.credit_price != 100).credit_price
    assert price > 100
    line = next(x for x in running.file.read_text().splitlines() if "  credit:" in x)
    assert re.fullmatch(rf"  credit: {price} +# price of one credit .*", line)
    assert booked(running)[-1]["by"] == "service menu"
    assert booked(running)[-1]["tariff"] == f"EUR {price}"
    history = (running.state / "settings-history.jsonl").read_text().splitlines()
    assert json.loads(history[-1])["by"] == "service menu"
    running.tap("test")
    running.until_mode("attract")


def written(running, *lines):
    """Wait until the file has these lines."""
    end = time.monotonic() + TIMEOUT
    while not all(line in running.file.read_text() for line in lines):
        assert time.monotonic() < end, f"never written: {lines}"
        running._listen(0.05)


def test_a_list_is_edited_with_the_stick_alone_and_undone(running):
    before = running.file.read_bytes()
    running.tap("test")
    running.until_mode("service")
    press(running, "down", "a", "down", "down", "a", "a", "down", "a")
    written(running, "  tiers: [{money: 200, credits: 3}]\n")
    assert config(running, "undo")[0] == 0
    assert running.file.read_bytes() == before
    changed = [said for note in booked(running)[1:] for said in note["changed"]]
    assert changed[0][0] == "service menu"
    assert changed[0][1].startswith("pricing.tiers:")


@pytest.mark.soak
def test_lists_are_edited_with_the_stick_alone_and_undone_one_by_one(running):
    before = running.file.read_bytes()
    running.tap("test")
    running.until_mode("service")
    # Bonuses: one row, as it is proposed.
    press(running, "down", "a", "down", "down", "a", "a", "down", "a")
    written(running, "  tiers: [{money: 200, credits: 3}]\n")
    # The coin table: a row for 0.50, and one that goes on from it.
    press(running, "b", "up", "up", "up", "a", *["down"] * 3, "a", *["down"] * 3)
    press(running, "a", "a", "right", "a", *["left"] * 10, "a")
    press(running, "down", "left", "left", "a", "down", "a")
    table = "    table: [{pulses: 1, value: 50}, {pulses: 2, value: 100}]\n"
    written(running, table)
    assert "pulse_value" not in running.file.read_text()
    # The shortest pulse: three milliseconds less.
    press(running, "down", "down", "a", "a", *["left"] * 3, "a", "down", "a")
    written(running, "    width_ms: [9, 80]     # shortest and longest pulse that is")
    # What may be asked from afar: the first and the third.
    press(running, "b", *["down"] * 3, "a", *["down"] * 8, "a")
    press(running, "a", "down", "down", "a", "down", "down", "a")
    written(running, "  commands: [credit, wake] # from afar: credit, standby, wake,")

    code, said, _ = config(running, "history")
    assert code == 0
    assert said.count("service menu") == 4
    assert "coins.0.width_ms: [12, 80] → [9, 80]" in said
    changed = [said for note in booked(running)[1:] for said in note["changed"]]
    assert {author for author, _ in changed} == {"service menu"}
    assert [said.partition(":")[0] for _, said in changed] == [
        "pricing.tiers",
        "coins.0.table",
        "coins.0.pulse_value",
        "coins.0.width_ms",
        "fleet.commands",
    ]
    for _ in range(4):
        assert config(running, "undo")[0] == 0
    assert running.file.read_bytes() == before
    assert config(running, "undo")[0] != 0
    running.tap("test")
    running.until_mode("attract")
