"""Every sentence an operator can get about one setting, word for word."""

import pytest

from cabinet.settings import ConfigError, load
from tests.settings.conftest import GOOD, cases


@pytest.mark.parametrize(("old", "new", "message"), cases("messages.txt"))
def test_one_mistake_gives_one_message(mended, old, new, message):
    assert mended(old, new) == [message]


def test_long_values_are_shown_short(mended):
    (message,) = mended("credit: 100", f"credit: {'9' * 5000}")
    assert f", got '{'9' * 40}…' (amounts are in minor units" in message
    (message,) = mended("fr: Azteka", f"fr: {'a' * 41}")
    assert message == (
        "cabinet.yaml:16:32: modes.0.title.fr: expected text of 1 to 40 visible "
        f"characters, got '{'a' * 40}…' (for example Azteka)"
    )


def test_a_list_that_goes_on_and_on_is_refused(mended):
    tiers = "{money: 200, credits: 3}, " * 11
    (message,) = mended("credit: 100", f"credit: 100\n  tiers: [{tiers}]")
    assert message == (
        "cabinet.yaml:15:10: pricing.tiers: expected a list of at most 10, got a list "
        "(write one item a line, each after a dash)"
    )


def test_the_file_these_cases_break_is_right(problems):
    assert problems(GOOD) == []


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(problems):
    text = GOOD.replace("pin: 17", "pin: 99").replace("credit: 100", "credit: no")
    text = text.replace("slot: 1", "slot: 1, jam_ms: 80").replace("azteka", "aztek")
    places = [message.split(": ")[:2] for message in problems(text)]
    assert places == [
        ["cabinet.yaml:4:19", "io.lines.coin.1.pin"],
        ["cabinet.yaml:12:23", "coins.0.jam_ms"],
        ["cabinet.yaml:14:11", "pricing.credit"],
        ["cabinet.yaml:16:12", "modes.0.game"],
    ]


def test_a_problem_is_shown_with_its_line_and_a_caret(write):
    text = GOOD.replace("credit: 100", "credit: 0").replace("pin: 17", "\tpin: x")
    with pytest.raises(ConfigError) as error:
        load(write(text))
    assert error.value.exit_code == 1
    assert str(error.value) == (
        "cabinet.yaml:4:20: io.lines.coin.1.pin: expected a whole number from 2 to "
        "27, got 'x' (for example 17)\n"
        '        coin.1: {\tpin: x, key: "5"}\n'
        "                 \t     ^\n"
        "cabinet.yaml:14:11: pricing.credit: expected a whole number of at least 1, "
        "got 0 (amounts are in minor units: 100 is 1.00)\n"
        "      credit: 0\n"
        "              ^"
    )
