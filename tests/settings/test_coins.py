"""Coin acceptors of every kind, and the tables that thieves would like."""

import pytest

from cabinet.core.events import MILLISECOND
from cabinet.core.operating import Width
from cabinet.settings import load
from tests.settings.conftest import CATALOGUE, GOOD

COIN = "{slot: 1, pulse_value: 100}"
MS = MILLISECOND


def slot(write, coin):
    path = write(GOOD.replace(COIN, coin))
    return load(path, None, CATALOGUE).operating(CATALOGUE).slots[0]


def test_a_table_in_which_every_pulse_is_worth_the_same_is_taken(write):
    rows = "{pulses: 1, value: 50}, {pulses: 2, value: 100}, {pulses: 4, value: 200}"
    assert slot(write, f"{{slot: 1, table: [{rows}]}}").pulse_value == 50


def test_a_line_for_each_coin_is_one_pulse_each(write):
    assert slot(write, "{slot: 1, kind: line, pulse_value: 200}").pulse_value == 200


def test_coins_told_by_their_length(write):
    found = slot(
        write,
        "{slot: 1, kind: duration, widths: "
        "[{ms: [40, 60], value: 50}, {ms: [90, 120], value: 200}]}",
    )
    assert found.widths == (
        Width(40 * MS, 60 * MS, 50),
        Width(90 * MS, 120 * MS, 200),
    )
    assert (found.min_width, found.max_width) == (40 * MS, 120 * MS)
    assert found.pulse_value == 200


@pytest.mark.parametrize(
    ("coin", "said"),
    [
        (
            (
                "{slot: 1, table: [{pulses: 1, value: 200}, {pulses: 2, value: "
                "100}, {pulses: 3, value: 50}]}"
            ),
            (
                "coins.0.table: coins of 1 and 1 pulses, dropped without a pause, "
                "are 2 pulses: 100 instead of 400 (give every pulse the same "
                "worth, for example 200)"
            ),
        ),
        (
            (
                "{slot: 1, table: [{pulses: 2, value: 10}, {pulses: 4, value: "
                "50}, {pulses: 6, value: 200}]}"
            ),
            (
                "coins.0.table: coins of 2 and 2 pulses, dropped without a pause, "
                "are 4 pulses: 50 instead of 20 (give every pulse the same worth, "
                "for example 5)"
            ),
        ),
        (
            ("{slot: 1, table: [{pulses: 3, value: 100}, {pulses: 5, value: 200}]}"),
            (
                "coins.0.table: a train of pulses is not worth the same however "
                "it is cut into coins (give every pulse the same worth, for "
                "example 34)"
            ),
        ),
        (
            "{slot: 1, table: [{pulses: 1, value: 50}], pulse_value: 50}",
            "coins.0.table: stands beside pulse_value (keep one of the two)",
        ),
        (
            "{slot: 1, kind: line, table: [{pulses: 1, value: 50}]}",
            (
                "coins.0.table: does not go with kind line (one line, one coin: "
                "write pulse_value)"
            ),
        ),
        (
            "{slot: 1, kind: duration}",
            (
                "coins.0.widths: is missing; kind duration needs it (add widths: "
                "[{ms: [40, 60], value: 100}, …])"
            ),
        ),
        (
            "{slot: 1, pulse_value: 50, widths: [{ms: [40, 60], value: 50}]}",
            (
                "coins.0.widths: does not go with kind pulse (set kind: duration, "
                "or remove it)"
            ),
        ),
        (
            (
                "{slot: 1, kind: duration, widths: [{ms: [40, 60], value: 50}, "
                "{ms: [60, 90], value: 200}]}"
            ),
            (
                "coins.0.widths.1.ms: a pulse of 60 ms is a coin of 50 and of 200 "
                "(begin above 60)"
            ),
        ),
        (
            "{slot: 1, kind: duration, widths: [{ms: [60, 40], value: 50}]}",
            (
                "coins.0.widths.0.ms: the shortest pulse (60) is not shorter than "
                "the longest (below 40, or swap them)"
            ),
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(problems, coin, said):
    (problem,) = problems(GOOD.replace(COIN, coin))
    assert problem.partition(": ")[2] == said
