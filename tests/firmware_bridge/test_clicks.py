"""Clicks of the meter: each is told once, when the chip has made it."""

from dataclasses import replace

import pytest

from firmware_bridge.events import SECOND, LinkDown, LinkUp, MeterTurned
from firmware_bridge.frames import FrameReader
from firmware_bridge.messages import SetOutputs, from_frame
from tests.firmware_bridge.table import HELLO, STATE, linked


@pytest.fixture
def table():
    return linked()


def test_the_meter_is_told_how_far_to_go_and_tells_when_it_got_there(table):
    table.session.pulse_meter()
    table.session.pulse_meter()
    assert table.settle() == [SetOutputs(0, 1)]
    assert table.says(STATE) == []
    assert table.settle() == [SetOutputs(0, 1)], "until it says so it is asked again"
    assert table.says(replace(STATE, meter=1)) == [MeterTurned(table.now)]
    assert table.says(replace(STATE, meter=1)) == []
    assert table.settle() == []


def met_again(table, **hello):
    """The link is lost and found; what is told meanwhile besides."""
    told = table.wait(2 * SECOND)
    table.hears()
    told += table.says(replace(HELLO, **hello))
    while table.hears():
        told += table.answers()
    return [event for event in told if not isinstance(event, LinkDown | LinkUp)]


def test_a_click_that_was_made_while_the_cable_was_out_is_told(table):
    table.session.pulse_meter()
    table.settle()
    assert met_again(table, flags=1, meter=1) == [MeterTurned(table.now)]
    table.says(replace(STATE, meter=1))
    assert table.settle() == []


def test_a_click_that_was_not_made_while_the_cable_was_out_is_asked_for(table):
    table.session.pulse_meter()
    table.settle()
    assert met_again(table, flags=1) == []
    table.says(STATE)
    assert table.settle() == [SetOutputs(0, 1)]
    assert table.says(replace(STATE, meter=1)) == [MeterTurned(table.now)]


@pytest.mark.parametrize("meter", [0, 200])
def test_a_board_that_was_reset_in_mid_click_makes_it_again(table, meter):
    table.session.pulse_meter()
    table.settle()
    assert met_again(table, boots=8, meter=meter) == []
    table.says(replace(STATE, meter=meter))
    assert table.settle() == [SetOutputs(0, meter + 1)]
    assert table.says(replace(STATE, meter=meter + 1)) == [MeterTurned(table.now)]


def test_who_says_goodbye_wants_no_further_click(table):
    table.session.pulse_meter()
    (frame,) = FrameReader().feed(table.session.goodbye(table.now))
    assert from_frame(frame) == SetOutputs(0, 0)
