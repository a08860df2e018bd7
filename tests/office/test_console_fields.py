"""Forms to settings and back: only what was changed, and money as people write it."""

import pytest

from cabinet.hallway_desk import Entry, Group, Menu
from cabinet.office.charts import Bar, bars
from cabinet.office.fields import FieldError, changes, decimal, minor_units, sections
from cabinet.office.preview import preview
from tests.office.test_office import SHOWN

NAMES = {"fr": "x", "en": "x"}


def entry(path, kind, value, **more):
    return Entry(path, kind, NAMES, NAMES, value, **more)


PRICING = Group(
    "pricing",
    NAMES,
    (
        entry("pricing.currency", "text", "EUR"),
        entry("pricing.credit", "money", "100"),
        entry("pricing.tiers", "choice", "[]"),
        entry("pricing.free_play", "bool", "false"),
        entry("pricing.more", "more", "whatever"),
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


@pytest.mark.parametrize("text", ["", "many", "-1", "1.234", "1e9", "１", "1 000"])
def test_what_is_no_amount_is_said_to_be_none(text):
    with pytest.raises(FieldError) as wrong:
        changed(pricing__credit=text)
    assert wrong.value.path == "pricing.credit"


@pytest.mark.parametrize(
    ("minor", "currency", "shown"),
    [("150", "EUR", "1.50"), ("5", "XXX", "5"), ("500", "JPY", "500"), ("", "EUR", "")],
)
def test_money_is_shown_as_people_write_it(minor, currency, shown):
    assert decimal(minor, currency) == shown
    if minor:
        assert minor_units(shown, currency, "x") == minor


def test_a_pin_that_nobody_wrote_stays_what_it_is():
    pin = entry("service.pin", "pin", "•••")
    was = {"was:service.pin": "•••"}
    assert changes(was | {"service.pin": ""}, [pin], "EUR") == {}
    assert changes(was | {"service.pin": "4711"}, [pin], "EUR") == {
        "service.pin": "4711"
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


def test_prices_that_cannot_be_are_no_table():
    tiers = {"pricing.tiers.0.money": "2", "pricing.tiers.0.credits": "1"}
    with pytest.raises(ValueError, match="fewer than"):
        preview(MENU, form(**tiers), SHOWN, "en")


def test_bars_escape_what_they_are_told():
    drawn = bars("<b>", [Bar(1, '"<script>', "&"), Bar(0, "", "")], "money")
    assert "<script>" not in drawn
    assert "<b>" not in drawn
    assert drawn.count('class="bar"') == 2
