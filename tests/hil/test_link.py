"""Hosts that go silent, lines that lie, and a chip that hangs."""

import random

import pytest

from firmware_bridge.events import MILLISECOND, SECOND, LinkDown, LinkUp
from firmware_bridge.frames import encode
from firmware_bridge.messages import Hello, Ping, SetOutputs, State, to_frame
from tests.hil.rig import Rig


@pytest.fixture
def rig(new_chip):
    rig = Rig(new_chip())
    rig.link()
    rig.set_output("lockout", on=True)
    rig.set_output("lamp.coin", on=True)
    rig.run(50 * MILLISECOND)
    assert rig.chip.outputs["lockout"]
    return rig


def last_change(rig, name):
    return [(at, on) for at, n, on in rig.chip.output_changes if n == name][-1]


def test_the_slot_is_shut_at_power_on_and_until_a_host_opens_it(new_chip):
    rig = Rig(new_chip())
    rig.kill_host()
    rig.run(SECOND)
    assert rig.chip.output_changes == []
    rig.start_host()
    rig.link()
    rig.run(SECOND)
    assert not rig.chip.outputs["lockout"]


def test_a_lost_host_shuts_the_slot_within_3_seconds(rig):
    gone = rig.chip.now
    rig.kill_host()
    rig.run(3100 * MILLISECOND)
    shut, on = last_change(rig, "lockout")
    assert not on
    assert shut - gone <= 3 * SECOND
    assert not any(rig.chip.outputs.values())


def test_a_living_host_keeps_the_slot_open(rig):
    rig.run(10 * SECOND)
    assert last_change(rig, "lockout")[1]


def test_a_host_that_only_stood_still_gets_its_slot_back(rig):
    stalled, rig.session = rig.session, None
    rig.run(3100 * MILLISECOND)
    assert not rig.chip.outputs["lockout"]
    rig.session = stalled
    rig.run(2 * SECOND)
    assert rig.chip.outputs["lockout"]


def test_a_restarted_host_begins_with_a_shut_slot_and_knows_every_coin(rig):
    rig.drop_coin(rig.chip.now)
    rig.run(200 * MILLISECOND)
    rig.kill_host()
    rig.drop_coin(rig.chip.now)
    rig.run(500 * MILLISECOND)
    rig.start_host()
    rig.link()
    rig.run(SECOND)
    assert rig.books.coins == 2
    assert not rig.chip.outputs["lockout"]


def test_a_corrupt_command_does_nothing_and_is_counted(rig):
    bad = bytearray(encode(to_frame(SetOutputs(0, 0), 77)))
    bad[4] ^= 0x10
    rig.chip.write(bytes(bad))
    rig.run(SECOND)
    assert last_change(rig, "lockout")[1]
    _, state = rig.messages(State)[-1]
    assert state.bad_frames == 1


def test_garbage_at_full_speed_neither_opens_nor_stops_anything(rig):
    noise = random.Random(3).randbytes(4000)
    rig.chip.write(noise)
    rig.run(600 * MILLISECOND)
    rig.drop_coin(rig.chip.now)
    rig.run(SECOND)
    assert rig.books.coins == 1
    assert rig.chip.resets == 0


def test_a_flood_of_good_frames_does_not_hold_up_a_coin(rig):
    for n in range(400):
        rig.chip.write(encode(to_frame(Ping(), n % 256)))
    rig.drop_coin(rig.chip.now)
    rig.run(SECOND)
    assert rig.books.coins == 1
    assert rig.session.up


def test_a_hung_chip_is_reset_by_its_watchdog_and_says_so(rig):
    rig.drop_coin(rig.chip.now)
    rig.run(300 * MILLISECOND)
    rig.chip.stop_the_timer()
    told = rig.run(2500 * MILLISECOND)
    assert rig.chip.resets == 1
    up = [event for event in told if isinstance(event, LinkUp)]
    assert [event.boots for event in up] == [2]
    assert any(isinstance(event, LinkDown) for event in told)
    hello = [hello for _, hello in rig.messages(Hello)][-1]
    assert hello.reset_cause == 8
    assert rig.books.coins == 1


def test_the_slot_falls_shut_while_the_chip_restarts(rig):
    rig.chip.press_reset()
    rig.run(5 * MILLISECOND)
    assert not rig.chip.outputs["lockout"]
    rig.run(2 * SECOND)
    assert rig.chip.outputs["lockout"]


def test_a_chip_that_was_reset_sees_its_lines_as_they_are(rig):
    rig.chip.touch("door", active=True)
    rig.run(100 * MILLISECOND)
    rig.chip.press_reset()
    rig.run(SECOND)
    assert rig.session.lines == {"door"}
    assert rig.changes("door") == [True, False, True]


def test_a_hopeless_line_credits_nothing_wrong_and_recovers(rig):
    rig.line.corrupt = 0.2
    rig.drop_coin(rig.chip.now)
    rig.run(5 * SECOND)
    rig.line.corrupt = 0
    rig.run(3 * SECOND)
    assert rig.books.coins == 1
    assert rig.session.up
