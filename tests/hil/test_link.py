"""Hosts that go silent, lines that lie, and a chip that hangs."""

import random

import pytest

from firmware_bridge.events import MILLISECOND, SECOND, LinkLost, LinkUp
from firmware_bridge.frames import encode
from firmware_bridge.messages import Hello, Ping, SetOutputs, State, to_frame
from tests.hil.desk import Desk


@pytest.fixture
def desk(new_chip):
    desk = Desk(new_chip())
    desk.link()
    desk.set_output("lockout", on=True)
    desk.set_output("lamp.coin", on=True)
    desk.run(50 * MILLISECOND)
    assert desk.chip.outputs["lockout"]
    return desk


def last_change(desk, name):
    return [(at, on) for at, n, on in desk.chip.output_changes if n == name][-1]


def test_the_slot_is_shut_at_power_on_and_until_a_host_opens_it(new_chip):
    desk = Desk(new_chip())
    desk.kill_host()
    desk.run(SECOND)
    assert desk.chip.output_changes == []
    desk.start_host()
    desk.link()
    desk.run(SECOND)
    assert not desk.chip.outputs["lockout"]


def test_a_lost_host_shuts_the_slot_within_3_seconds(desk):
    gone = desk.chip.now
    desk.kill_host()
    desk.run(3100 * MILLISECOND)
    shut, on = last_change(desk, "lockout")
    assert not on
    assert shut - gone <= 3 * SECOND
    assert not any(desk.chip.outputs.values())


def test_a_living_host_keeps_the_slot_open(desk):
    desk.run(10 * SECOND)
    assert last_change(desk, "lockout")[1]


def test_a_host_that_only_stood_still_gets_its_slot_back(desk):
    stalled, desk.session = desk.session, None
    desk.run(3100 * MILLISECOND)
    assert not desk.chip.outputs["lockout"]
    desk.session = stalled
    desk.run(2 * SECOND)
    assert desk.chip.outputs["lockout"]


def test_a_restarted_host_begins_with_a_shut_slot_and_knows_every_coin(desk):
    desk.drop_coin(desk.chip.now)
    desk.run(200 * MILLISECOND)
    desk.kill_host()
    desk.drop_coin(desk.chip.now)
    desk.run(500 * MILLISECOND)
    desk.start_host()
    desk.link()
    desk.run(SECOND)
    assert desk.books.coins == 2
    assert not desk.chip.outputs["lockout"]


def test_a_corrupt_command_does_nothing_and_is_counted(desk):
    bad = bytearray(encode(to_frame(SetOutputs(0, 0), 77)))
    bad[4] ^= 0x10
    desk.chip.write(bytes(bad))
    desk.run(SECOND)
    assert last_change(desk, "lockout")[1]
    _, state = desk.messages(State)[-1]
    assert state.bad_frames == 1


def test_garbage_at_full_speed_neither_opens_nor_stops_anything(desk):
    noise = random.Random(3).randbytes(4000)
    desk.chip.write(noise)
    desk.run(600 * MILLISECOND)
    desk.drop_coin(desk.chip.now)
    desk.run(SECOND)
    assert desk.books.coins == 1
    assert desk.chip.resets == 0


def test_a_flood_of_good_frames_does_not_hold_up_a_coin(desk):
    for n in range(400):
        desk.chip.write(encode(to_frame(Ping(), n % 256)))
    desk.drop_coin(desk.chip.now)
    desk.run(SECOND)
    assert desk.books.coins == 1
    assert desk.session.up


def test_a_hung_chip_is_reset_by_its_watchdog_and_says_so(desk):
    desk.drop_coin(desk.chip.now)
    desk.run(300 * MILLISECOND)
    desk.chip.stop_the_timer()
    told = desk.run(2500 * MILLISECOND)
    assert desk.chip.resets == 1
    up = [event for event in told if isinstance(event, LinkUp)]
    assert [event.boots for event in up] == [2]
    assert any(isinstance(event, LinkLost) for event in told)
    hello = [hello for _, hello in desk.messages(Hello)][-1]
    assert hello.reset_cause == 8
    assert desk.books.coins == 1


def test_the_slot_falls_shut_while_the_chip_restarts(desk):
    desk.chip.press_reset()
    desk.run(5 * MILLISECOND)
    assert not desk.chip.outputs["lockout"]
    desk.run(2 * SECOND)
    assert desk.chip.outputs["lockout"]


def test_a_chip_that_was_reset_sees_its_lines_as_they_are(desk):
    desk.chip.touch("door", active=True)
    desk.run(100 * MILLISECOND)
    desk.chip.press_reset()
    desk.run(SECOND)
    assert desk.session.lines == {"door"}
    assert desk.changes("door") == [True, False, True]


def test_a_hopeless_line_credits_nothing_wrong_and_recovers(desk):
    desk.line.corrupt = 0.2
    desk.drop_coin(desk.chip.now)
    desk.run(5 * SECOND)
    desk.line.corrupt = 0
    desk.run(3 * SECOND)
    assert desk.books.coins == 1
    assert desk.session.up
