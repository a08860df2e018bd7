"""Every setting has a name and a sentence of help in both languages."""

import pytest

from cabinet.settings.titles import Title, every_key, french, key, titles


def test_every_setting_is_named_in_french_and_nothing_that_is_none():
    assert list(every_key()) != []
    assert set(french()) == set(every_key())


@pytest.mark.parametrize("name", list(every_key()))
def test_a_setting_is_explained_in_both_languages(name):
    steps = name.split(".")
    for group, place in (("coins", 0), ("modes", 0), ("tiers", 0), ("lines", "power")):
        if group in steps[:-1]:
            steps.insert(steps.index(group) + 1, place)
    for inner in ("table", "widths", "hours"):
        if inner in steps[:-1]:
            steps.insert(steps.index(inner) + 1, 0)
    for title in titles(tuple(steps)).values():
        assert title.name
        assert title.help.endswith(".")


def test_numbers_and_names_of_lines_are_no_part_of_a_key():
    assert key(("modes", 3, "title", "fr")) == "modes.title.fr"
    assert key(("io", "lines", "coin.1", "pin")) == "io.lines.pin"


def test_french_is_french():
    assert titles(("pricing", "credit")) == {
        "fr": Title("Prix d'un crédit", "En centimes : 100, c'est 1,00."),
        "en": Title("Price of a credit", "In minor units: 100 is 1.00."),
    }
