"""Forms to settings and back: only what was changed, and money as people write it."""

from dataclasses import replace

import pytest

from cabinet.protocol.operator import Column, Entry, Group, Menu
from cabinet.web.console.charts import Bar, bars
from cabinet.web.console.fields import (
    FieldError,
    changes,
    decimal,
    minor_units,
    sections,
    shown_rows,
)
from cabinet.web.console.preview import preview
from tests.web.test_web import SHOWN

NAMES = {"fr": "x", "en": "x"}


def entry(path, kind, value, **more):
    return Entry(path, kind, NAMES, NAMES, value, **more)


TIERS = (Column("money", "money", NAMES), Column("credits", "number", NAMES))
PRICING = Group(
    "pricing",
    NAMES,
    (
        entry("pricing.currency", "text", "EUR"),
        entry("pricing.credit", "money", "100"),
        entry("pricing.tiers", "choice", "[]", columns=TIERS, most=10),
        entry("pricing.free_play", "bool", "false"),
    ),
)
MODE = Group(
    "modes.0",
    {"fr": "Arcade", "en": "Arcade"},
    (
        entry("modes.0.enabled", "bool", "true"),
        entry("modes.0.credits", "number", "1"),
        entry("modes.0.per_player", "bool", "true"),
    ),
)
MENU = Menu((PRICING, MODE))
HOURS = [
    entry("modes.0.hours", "act", "", choices=("",)),
    entry("modes.0.hours", "act", "", choices=("[{from: 1}]",)),
]


@pytest.mark.parametrize(
    ("ticked", "wanted"),
    [
        ({}, {}),
        ({"modes.0.hours": ""}, {"modes.0.hours": ""}),
        ({"modes.0.hours": "[{from: 1}]"}, {"modes.0.hours": "[{from: 1}]"}),
        ({"modes.0.hours": "[1]"}, {}),
    ],
)
def test_hours_are_added_or_removed_only_where_that_is_ticked(ticked, wanted):
    form = {"was:modes.0.hours": "", **ticked}
    assert changes(form, HOURS, "EUR") == wanted


def form(**given):
    """As a browser sends it: what each field was, and what stands in it."""
    was = {f"was:{each.path}": each.value for each in PRICING.entries}
    now = {"pricing.currency": "EUR", "pricing.credit": "1.00"}
    return was | now | {key.replace("__", "."): value for key, value in given.items()}


def changed(**given):
    return changes(form(**given), PRICING.entries, "EUR")


def test_a_form_that_nobody_touched_asks_for_nothing():
    assert changed() == {}


def test_only_what_was_changed_is_asked_for():
    assert changed(pricing__credit="1,50") == {"pricing.credit": "150"}
    assert changed(pricing__free_play="true") == {"pricing.free_play": "true"}


def test_what_another_desk_changed_meanwhile_is_left_alone():
    late = [entry("pricing.credit", "money", "300")]
    assert changes(form(), late, "EUR") == {}


def test_bonuses_are_rows_of_money_and_credits():
    rows = {
        "pricing.tiers.0.money": "5",
        "pricing.tiers.0.credits": "8",
        "pricing.tiers.2.money": "2,00",
        "pricing.tiers.2.credits": "3",
    }
    wanted = "[{money: 200, credits: 3}, {money: 500, credits: 8}]"
    assert changed(**rows) == {"pricing.tiers": wanted}


FIVE = "[" + ", ".join(f"{{money: {n}00, credits: {2 * n}}}" for n in range(2, 7)) + "]"


def shown(entry, sent=None):
    rows = shown_rows(sent or {}, entry, "EUR", "fr")
    return [[text for _, _, text in row] for row in rows]


def test_every_bonus_is_shown_and_one_more_can_be_written():
    five = entry("pricing.tiers", "choice", FIVE, columns=TIERS, most=10)
    assert shown(five)[4:] == [["6,00", "12"], ["", ""]]
    full = entry("pricing.tiers", "choice", FIVE, columns=TIERS, most=5)
    assert len(shown(full)) == 5


def test_a_form_removes_nothing_that_it_does_not_show():
    five = entry("pricing.tiers", "choice", FIVE, columns=TIERS, most=10)
    sent = {"was:pricing.tiers": FIVE}
    for number, row in enumerate(shown(five)[:4]):
        for column, text in zip(TIERS, row, strict=True):
            sent[f"pricing.tiers.{number}.{column.name}"] = text
    assert changes(sent, [five], "EUR") == {}
    emptied = {"pricing.tiers.0.money": "", "pricing.tiers.0.credits": ""}
    (left,) = changes(sent | emptied, [five], "EUR").values()
    assert left == FIVE.replace("{money: 200, credits: 4}, ", "")


LENGTHS = tuple(
    Column(name, kind, NAMES)
    for name, kind in (("ms.0", "number"), ("ms.1", "number"), ("value", "money"))
)
LIMITS = (Column("0", "number", NAMES), Column("1", "number", NAMES))


def test_an_amount_left_empty_is_left_out_and_a_table_may_stand_for_it():
    worth = entry("x.pulse_value", "money", "100")
    table = entry("x.table", "rows", "[]", columns=TIERS, most=16)
    sent = {
        "was:x.pulse_value": "100",
        "x.pulse_value": "",
        "was:x.table": "[]",
        "x.table.0.money": "0.50",
        "x.table.0.credits": "1",
    }
    assert changes(sent, [worth, table], "EUR") == {
        "x.pulse_value": "",
        "x.table": "[{money: 50, credits: 1}]",
    }
    left_out = {"was:x.pulse_value": "", "x.pulse_value": ""}
    assert changes(left_out, [replace(worth, value="")], "EUR") == {}


@pytest.mark.parametrize(
    ("columns", "kind", "was", "sent", "wanted"),
    [
        (LIMITS, "pair", "[12, 80]", {"0.0": "12", "0.1": "80"}, None),
        (LIMITS, "pair", "[12, 80]", {"0.0": "9", "0.1": "80"}, "[9, 80]"),
        (LIMITS, "pair", "[12, 80]", {"0.0": "", "0.1": ""}, ""),
        (
            LENGTHS,
            "rows",
            "[{ms: [20, 40], value: 100}]",
            {"1.ms.0": "50", "1.ms.1": "70", "1.value": "2,00"},
            "[{ms: [20, 40], value: 100}, {ms: [50, 70], value: 200}]",
        ),
    ],
)
def test_limits_and_tables_of_coins_are_fields(columns, kind, was, sent, wanted):
    held = entry("x", kind, was, columns=columns, most=16)
    given = {"was:x": was, **{f"x.{name}": text for name, text in sent.items()}}
    assert changes(given, [held], "EUR").get("x") == wanted


def test_several_of_some_are_ticked():
    held = entry("x", "several", "[wake]", choices=("credit", "wake"))
    was = {"was:x": "[wake]"}
    assert changes(was | {"x.wake": "true"}, [held], "EUR") == {}
    assert changes(was, [held], "EUR") == {"x": "[]"}
    both = was | {"x.wake": "true", "x.credit": "true"}
    assert changes(both, [held], "EUR") == {"x": "[credit, wake]"}


@pytest.mark.parametrize("text", ["many", "-1", "1.234", "1e9", "１", "1 000"])
def test_what_is_no_amount_is_said_to_be_none(text):
    with pytest.raises(FieldError) as wrong:
        changed(pricing__credit=text)
    assert wrong.value.path == "pricing.credit"


@pytest.mark.parametrize(("default", "refused"), [("", False), ("100", True)])
def test_an_amount_is_left_out_only_where_none_is_shipped(default, refused):
    held = Entry("x", "money", NAMES, NAMES, "150", default=default)
    sent = {"was:x": "150", "x": " "}
    if refused:
        with pytest.raises(FieldError):
            changes(sent, [held], "EUR")
    else:
        assert changes(sent, [held], "EUR") == {"x": ""}


@pytest.mark.parametrize(
    ("minor", "currency", "shown"),
    [("150", "EUR", "1.50"), ("5", "XXX", "5"), ("500", "JPY", "500"), ("", "EUR", "")],
)
def test_money_is_shown_as_people_write_it(minor, currency, shown):
    assert decimal(minor, currency) == shown
    assert decimal(minor, currency, "fr") == shown.replace(".", ",")
    if minor:
        assert minor_units(shown, currency, "x") == minor


def test_a_pin_that_nobody_wrote_stays_what_it_is():
    pin = entry("service.pin", "pin", "•••")
    was = {"was:service.pin": "•••"}
    assert changes(was | {"service.pin": ""}, [pin], "EUR") == {}
    twice = {"service.pin": "4711", "service.pin:again": "4711"}
    assert changes(was | twice, [pin], "EUR") == {"service.pin": "4711"}


@pytest.mark.parametrize("again", ["4712", ""])
def test_a_pin_that_was_not_written_twice_alike_changes_nothing(again):
    pin = entry("service.pin", "pin", "•••")
    form = {"was:service.pin": "•••", "service.pin": "4711"}
    with pytest.raises(FieldError) as wrong:
        changes(form | {"service.pin:again": again}, [pin], "EUR")
    assert (wrong.value.path, wrong.value.why) == ("service.pin", "pin_differs")


def test_who_names_a_game_in_one_language_keeps_the_other():
    title = entry("modes.0.title.fr", "text", "Azteka", also={"modes.0.title.en": "Az"})
    form = {"was:modes.0.title.fr": "Azteka", "modes.0.title.fr": "Le jeu"}
    assert changes(form, [title], "EUR") == {
        "modes.0.title.fr": "Le jeu",
        "modes.0.title.en": "Az",
    }


def test_pages_of_settings_are_in_the_menus_order():
    assert sections(MENU) == ["pricing", "modes"]


def test_the_prices_of_a_draft_are_the_tills():
    tiers = {"pricing.tiers.0.money": "2", "pricing.tiers.0.credits": "3"}
    found = preview(MENU, form(**tiers), SHOWN, "en")
    assert [(each.persons, each.credits, each.money) for each in found.prices] == [
        ("1", 1, 100),
        ("2", 2, 200),
    ]
    assert found.buys[:4] == [(100, 1), (200, 3), (300, 4), (400, 6)]


def test_prices_by_the_hour_are_shown_too():
    hours = [
        ("from", "time", "17:00"),
        ("to", "time", "19:00"),
        ("credits", "number", "2"),
    ]
    happy = [entry(f"schedule.rules.0.{name}", kind, v) for name, kind, v in hours]
    week = Group("schedule", {"fr": "Horaires", "en": "Schedule"}, tuple(happy))
    found = preview(Menu((PRICING, MODE, week)), {}, SHOWN, "en").prices
    assert [(each.hours, each.credits) for each in found] == [
        ("", 1),
        ("", 2),
        ("17:00–19:00", 2),
        ("17:00–19:00", 4),
    ]


def test_prices_that_cannot_be_are_no_table():
    tiers = {"pricing.tiers.0.money": "2", "pricing.tiers.0.credits": "1"}
    with pytest.raises(ValueError, match="fewer than"):
        preview(MENU, form(**tiers), SHOWN, "en")


def test_bars_escape_what_they_are_told():
    drawn = bars("<b>", [Bar(1, '"<script>', "&"), Bar(0, "", "")], "money")
    assert "<script>" not in drawn
    assert "<b>" not in drawn
    assert drawn.count('class="bar"') == 2
