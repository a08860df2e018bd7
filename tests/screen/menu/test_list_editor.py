"""A list under a stick: cells are chosen, turned and kept, rows come and go."""

import pytest

from cabinet.protocol.operator import Column, Entry
from cabinet.screen.menu.list_editor import ListEditor

NAMES = {"fr": "x", "en": "x"}
PULSES = (
    Column("pulses", "number", NAMES, "", 1, 100),
    Column("value", "money", NAMES, "", 1, 10_000, 5),
)
LENGTHS = (
    Column("ms.0", "number", NAMES, "ms", 1, 10_000),
    Column("ms.1", "number", NAMES, "ms", 1, 10_000),
    Column("value", "money", NAMES, "", 1, 10_000, 5),
)
WIDTH = tuple(Column(str(n), "number", NAMES, "ms", 1, 10_000) for n in range(2))
TWO = "[{pulses: 1, value: 50}, {pulses: 2, value: 100}]"
WINDOWS = "[{ms: [20, 40], value: 50}, {ms: [50, 70], value: 100}]"


def entry(kind, value, **more):
    return Entry("x", kind, NAMES, NAMES, value, **more)


def table(value=TWO, most=4):
    return entry("rows", value, columns=PULSES, most=most, fresh=("1", "50"))


def opened(of):
    return ListEditor.of(of, of.value)


def pressed(sheet, *buttons):
    for button in buttons:
        sheet = sheet.press(button)
    return sheet


@pytest.mark.parametrize(
    "of",
    [
        table(),
        table("[]"),
        entry("rows", WINDOWS, columns=LENGTHS, most=16),
        entry("pair", "[12, 80]", columns=WIDTH),
        entry("choice", TWO, columns=PULSES, most=10, choices=("[]", TWO)),
        entry("several", "[b, c]", choices=("a", "b", "c")),
        entry("several", "[]", choices=("a", "b", "c")),
    ],
)
def test_a_list_that_nobody_touched_is_what_it_was(of):
    sheet = opened(of)
    assert (sheet.text, sheet.changed) == (of.value, False)
    assert pressed(sheet, "b").over == "drop"
    assert pressed(sheet, "up", *["right"] * 5).over == ""


def test_a_cell_is_turned_and_kept_or_left():
    turned = pressed(opened(table()), "right", "a", "right", "right")
    assert (turned.turning, turned.cells[0]) == ("60", ("1", "50"))
    assert turned.text == TWO.replace("50", "60"), "as it would be"
    assert pressed(turned, "up", "down") == turned, "the stick does not run away"
    assert pressed(turned, "b").cells == opened(table()).cells
    kept = pressed(turned, "a")
    assert (kept.turning, kept.cells[0], kept.changed) == (None, ("1", "60"), True)


def test_a_held_stick_turns_by_more_and_stays_within_the_range():
    turning = pressed(opened(table()), "a")
    assert turning.press("right", 50).turning == "5", "no range in fewer than 20 turns"
    assert pressed(turning, *["left"] * 3).turning == "1"
    money = pressed(opened(table()), "right", "a")
    assert money.press("right", 50).turning == "300"


def test_a_new_row_goes_on_as_the_last_two_did():
    grown = pressed(opened(table()), "up", "a")
    assert (grown.cells[2], grown.row, grown.column) == (("3", "150"), 2, 0)
    single = opened(table("[{pulses: 1, value: 50}]"))
    assert pressed(single, "up", "a").cells[1] == ("2", "100")
    windows = opened(entry("rows", WINDOWS, columns=LENGTHS, most=16))
    assert pressed(windows, "up", "a").cells[2] == ("80", "100", "150")
    falling = table("[{pulses: 90, value: 9000}, {pulses: 2, value: 1}]")
    assert pressed(opened(falling), "up", "a").cells[2] == ("1", "1"), "in its range"


def test_the_first_row_is_given_and_no_row_comes_when_it_is_full():
    begun = opened(table("[]", most=2))
    assert begun.key == "add"
    grown = pressed(begun, "a")
    assert (grown.cells, grown.key) == ((("1", "50"),), "")
    full = pressed(grown, "down", "left", "left", "a")
    assert (len(full.cells), full.keys) == (2, ("drop", "keep"))


def test_behind_its_last_cell_a_row_is_taken_out():
    sheet = pressed(opened(table()), "left")
    assert sheet.removes
    gone = pressed(sheet, "a")
    assert (gone.cells, gone.row) == ((("2", "100"),), 0)
    none = pressed(gone, "a")
    assert (none.cells, none.key, none.text) == ((), "keep", "[]")
    assert pressed(none, "a").over == "keep"


def test_a_pair_has_two_numbers_and_no_more():
    pair = opened(entry("pair", "[12, 80]", columns=WIDTH))
    assert pair.keys == ("drop", "keep")
    assert pressed(pair, "right", "right").column == 0, "and no row to take out"
    assert pressed(pair, "a", *["left"] * 3, "a").text == "[9, 80]"


def test_several_are_ticked_in_the_order_they_are_offered():
    three = opened(entry("several", "[c]", choices=("a", "b", "c")))
    assert pressed(three, "a").text == "[a, c]"
    assert pressed(three, "down", "right", "down", "left").text == "[b]"


def test_at_the_keys_one_stands_where_one_is_going():
    assert pressed(opened(table()), "up").key == "add"
    changed = pressed(opened(table()), "a", "right", "a", "down", "down")
    assert changed.key == "keep"
    assert pressed(changed, "a").over == "keep"
    assert pressed(changed, "right").key == "add", "round"


def test_nothing_is_lost_by_one_b():
    changed = pressed(opened(table()), "a", "right", "a")
    asked = pressed(changed, "b")
    assert (asked.key, asked.over, asked.cells) == ("drop", "", changed.cells)
    assert pressed(asked, "b").over == "drop"
    assert pressed(asked, "a").over == "drop"
    assert pressed(asked, "up").over == ""


def test_rows_are_kept_with_the_least_first():
    mixed = pressed(opened(table()), "a", *["right"] * 4, "a", "down", "down", "a")
    assert mixed.over == "keep"
    assert mixed.text == "[{pulses: 2, value: 100}, {pulses: 5, value: 50}]"
    assert mixed.cells == (("2", "100"), ("5", "50")), "as a refusal counts them"
