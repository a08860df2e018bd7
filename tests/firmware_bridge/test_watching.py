"""What a board's reports mean to the host."""

from dataclasses import replace

import pytest

from cabinet.io.serial_messages import trouble
from firmware_bridge.events import (
    MILLISECOND,
    FreshCoins,
    LineChanged,
    PulseRefused,
    SlotFreed,
    SlotJammed,
    SlotNoisy,
    SlotQuiet,
    TimeLost,
)
from firmware_bridge.messages import (
    Input,
    Pulse,
    Verdict,
)
from tests.firmware_bridge.table import (
    BOARD,
    HELLO,
    STATE,
    Table,
    bit,
    linked,
)


@pytest.fixture
def table():
    return linked()


def test_lines_are_told_when_they_change_whatever_was_lost(table):
    down = [LineChanged("p2.a", True, table.now), LineChanged("power", True, table.now)]
    assert table.says(Input(bit("power") | bit("p2.a"), 1000)) == down
    assert table.says(replace(STATE, inputs=bit("power"), at_ms=1000)) == [
        LineChanged("p2.a", False, table.now)
    ]


def test_a_coin_line_is_never_told_as_a_button(table):
    assert table.says(Input(bit("coin.1"), 1000)) == []


def test_jams_are_told_once_by_word_or_by_state(table):
    jammed = [SlotJammed(2, table.now)]
    assert table.says(Pulse(2, Verdict.JAMMED, 500, 1000)) == jammed
    assert table.says(replace(STATE, slots=2)) == []
    assert table.says(STATE) == [SlotFreed(2, table.now)]
    assert table.says(Pulse(2, Verdict.FREED, 900, 1000)) == []


def test_noise_is_told_once_by_word_or_by_state(table):
    assert table.says(replace(STATE, slots=16)) == [SlotNoisy(1, table.now)]
    assert table.says(Pulse(1, Verdict.NOISY, 9, 1000)) == []
    assert table.says(Pulse(2, Verdict.NOISY, 9, 1000)) == [SlotNoisy(2, table.now)]
    assert table.says(replace(STATE, slots=32)) == [SlotQuiet(1, table.now)]
    assert table.says(Pulse(2, Verdict.QUIET, 9, 1000)) == [SlotQuiet(2, table.now)]


def test_time_the_board_did_not_look_is_told_and_how_much_of_it(table):
    assert table.says(replace(STATE, lost_ticks=250)) == [TimeLost(250, table.now)]
    assert table.says(replace(STATE, lost_ticks=250)) == []
    assert table.says(replace(STATE, lost_ticks=2)) == [TimeLost(8, table.now)]
    assert "for 8 ms" in str(trouble(TimeLost(8, 0)))


def test_what_another_host_has_heard_of_is_not_told_again():
    table = Table()
    table.hears()
    table.says(replace(HELLO, flags=1))
    table.settle()
    assert table.says(replace(STATE, lost_ticks=9)) == []
    assert table.says(replace(STATE, lost_ticks=10)) == [TimeLost(1, table.now)]


def test_damage_the_board_has_seen_counts_as_damage_of_the_cable(table):
    table.says(replace(STATE, bad_frames=3, lost_bytes=2))
    assert table.session.health["damaged"] == 5


def test_a_refused_pulse_says_why(table):
    assert table.says(Pulse(1, Verdict.SHORT, 9, 1000)) == [
        PulseRefused(1, "short", 9 * MILLISECOND, table.now)
    ]
    for verdict in (Verdict.NOISE, Verdict.LOST):
        (refused,) = table.says(Pulse(1, verdict, 9, 1000))
        assert refused.why == verdict.name.lower()
    assert table.says(Pulse(1, 77, 9, 1000)) == []


def test_coins_of_both_slots_and_of_lost_frames_are_told_together(table):
    assert table.says(replace(STATE, totals=(9, 2))) == [
        FreshCoins(BOARD, 1, 9, 4, table.now),
        FreshCoins(BOARD, 2, 2, 2, table.now),
    ]


def test_a_total_that_falls_is_never_money(table):
    assert table.says(replace(STATE, totals=(3, 0))) == []
    assert table.says(replace(STATE, totals=(5, 0))) == []
