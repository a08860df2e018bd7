"""Lists under the stick of a cabinet: tables of coins, two limits, bonuses, ticks.

On a panel with A and B, and on one that has Start and a stick alone.
"""

import pytest

from cabinet.counter.settings_worker import settings_file
from cabinet.picture.shapes import Text
from cabinet.protocol.operator import Entry
from cabinet.screen.menu.rows import PageRow
from cabinet.settings import load
from cabinet.settings.history import HISTORY
from tests.screen.menu.test_walk import Walk, booked
from tests.settings.test_menu import CATALOGUE

PANELS = {"a and b": (), "start alone": ("p1.a", "p1.b", "p2.a", "p2.b")}
BLOCK = """\
    table:                # by the pulse
      # what our acceptor is taught
      - {pulses: 1, value: 50}    # half a euro
      - pulses: 2         # two of them
        value: 100
"""


@pytest.fixture(params=PANELS.values(), ids=PANELS)
def walk(tmp_path, request):
    made = Walk(tmp_path, without=request.param)
    made.buttons("test")
    yield made
    made.close()


def chosen(walk, path):
    """Walk down to the row of a page or a setting."""
    menu_state = walk.controller._menu_controller.menu_state
    for _ in menu_state.rows:
        row = walk.controller._menu_controller.menu_state.row
        if path == (row.path if isinstance(row, Entry) else row.page):
            return
        walk.buttons("down")
    raise AssertionError(f"there is no {path} on this page")


def opened(walk, *pages):
    for page in pages:
        chosen(walk, page)
        walk.buttons("a")


def config(walk):
    return load(walk.place.config)


def file_of(walk):
    return settings_file(walk.place, CATALOGUE)


def test_a_coin_is_told_by_a_table_and_that_is_undone_whole(walk):
    before = walk.place.config.read_text()
    opened(walk, "more", "coins.0", "coins.0.table")
    assert isinstance(walk.controller._menu_controller.menu_state.row, Entry)
    walk.buttons("a", "right", "a", *["left"] * 10, "a")  # a row, its value: 0.50
    walk.buttons("down", "left", "left", "a")  # another goes on from it
    assert "€0.50" in walk.said
    assert "€1.00" in walk.said
    assert "it also changes: Pulse value (none)." in " ".join(walk.said)
    walk.buttons("down", "a")
    assert "Kept. It counts from the next start." in " ".join(walk.said)
    slot = config(walk).coins[0]
    assert (slot.worth, slot.pulse_value) == ({1: 50, 2: 100}, None)
    after = walk.place.config.read_text()
    assert "    width_ms: [12, 80]    # shortest and longest pulse" in after
    assert booked(walk)[-1]["by"] == "service menu"
    (revision,) = file_of(walk).history()
    assert {".".join(map(str, each.path)) for each in revision.changes} == {
        "coins.0.table",
        "coins.0.pulse_value",
    }
    file_of(walk).undo("test", 0)
    assert walk.place.config.read_text() == before


def test_a_row_of_a_table_keeps_its_comments_and_another_goes(walk):
    text = walk.place.config.read_text()
    line = next(each for each in text.splitlines() if "pulse_value:" in each)
    walk.place.config.write_text(text.replace(f"{line}\n", BLOCK))
    walk.buttons("test", "test")  # the menu is read anew
    opened(walk, "more", "coins.0", "coins.0.table")
    walk.buttons("right", "a", *["right"] * 2, "a", "up", "a")
    said = " ".join(walk.said)
    assert "coins of 1 and 1 pulses, dropped without a pause, are 2 pulses" in said
    assert "€1.00 instead of €1.20" in said
    assert BLOCK in walk.place.config.read_text(), "nothing was kept"
    walk.buttons("up", "right", "a", *["right"] * 4, "a", "down", "a")
    assert "Kept" in " ".join(walk.said)
    wanted = BLOCK.replace("value: 50}    #", "value: 60}    #")
    assert wanted.replace("100", "120") in walk.place.config.read_text()
    walk.buttons("b", "a", "left", "a", "up", "a")  # it offers a restart first
    assert config(walk).coins[0].worth == {2: 120}
    assert "# what our acceptor is taught\n      - pulses: 2         # two of them" in (
        walk.place.config.read_text()
    )


def test_the_limits_of_a_pulse_are_turned_one_by_one(walk):
    opened(walk, "more", "coins.0", "coins.0.width_ms")
    walk.buttons("a", *["left"] * 3, "a", "right", "a", *["right"] * 5, "b")
    walk.buttons("a", *["right"] * 15, "a", "down", "a")
    assert config(walk).coins[0].width_ms == (9, 95)
    assert "    width_ms: [9, 95]     # shortest" in walk.place.config.read_text()
    walk.buttons("b", "a", "right", "a", *["left"] * 120, "a", "down", "a")
    said = " ".join(walk.said)
    assert "Pulse width: the shortest pulse (9) is not shorter than the longest" in said
    assert config(walk).coins[0].width_ms == (9, 95)
    walk.buttons("b", "b")
    assert "9 to 95 ms" in walk.said
    assert len(file_of(walk).history()) == 1


def test_two_bonuses_are_written_row_by_row_and_counted(walk):
    opened(walk, "pricing", "pricing.tiers")
    walk.buttons("a", "down", "left", "left", "a")
    walk.buttons("a", *["right"] * 20, "a", "right", "a", *["right"] * 2, "a")
    walk.buttons("down", "a")
    assert "Kept." in walk.said
    assert "2 rows" in walk.said
    tiers = config(walk).pricing.tiers
    assert [(tier.money, tier.credits) for tier in tiers] == [(200, 3), (500, 8)]
    assert booked(walk)[-1]["tariff"] == "EUR 100 200:3 500:8"
    walk.buttons("b", "b", "test")
    for _ in range(5):
        assert walk.drop()
    assert walk.shown.credits == 8
    assert (walk.place.state / HISTORY).read_text().count("\n") == 1


def test_commands_from_afar_are_ticked_and_others_are_not(walk):
    opened(walk, "more", "fleet", "fleet.commands")
    assert "restart the screen" in walk.said
    walk.buttons("a", "down", "down", "right", "down", "down", "a")
    assert config(walk).fleet.commands == ("credit", "wake")
    assert "commands: [credit, wake] # from afar" in walk.place.config.read_text()
    assert "2 of 4" in walk.said
    walk.buttons("a", "a", "b")
    assert config(walk).fleet.commands == ("credit", "wake"), "only when it is kept"
    walk.buttons("b")
    assert "2 of 4" in walk.said


def test_the_bar_names_what_does_the_work_here(walk):
    few = not walk.controller._button_fallback.wired.lines & {"p1.a"}
    opened(walk, "pricing", "pricing.tiers")
    picture = walk.controller.picture()
    said = [shape.words for shape in picture if isinstance(shape, Text)]
    assert ("START" in said) == few
    assert ("A" in said) != few
    walk.buttons("b", "b")
    assert walk.controller._menu_controller.menu_state.rows[0] == PageRow("books")
