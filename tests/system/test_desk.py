"""The operator changes a running cabinet: from a terminal, and with the stick alone."""

import json
import re
import sqlite3

import pytest

from cabinet.hallway import Touch
from tests.command_line import cabinet
from tests.system.running import ROOT, RunningCabinet


@pytest.fixture
def running(tmp_path):
    file = tmp_path / "cabinet.yaml"
    file.write_bytes((ROOT / "config/cabinet.yaml").read_bytes())
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
