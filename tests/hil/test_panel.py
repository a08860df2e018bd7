"""Buttons, sticks, lamps and the meter on the real chip's pins."""

import pytest

from firmware_bridge.events import MILLISECOND, SECOND, LineChanged, MeterTurned
from firmware_bridge.hil.chip import PINS
from firmware_bridge.messages import SetMeter
from tests.hil.desk import Desk

BUTTONS = [line for line in PINS if not line.startswith("coin.")]


@pytest.fixture
def desk(new_chip):
    desk = Desk(new_chip())
    desk.link()
    desk.run(50 * MILLISECOND)
    return desk


def test_every_line_reaches_the_host_under_its_own_name(desk):
    for line in BUTTONS:
        at = desk.chip.now
        desk.bounce(line, active=True, at=at)
        desk.bounce(line, active=False, at=at + 60 * MILLISECOND)
        told = desk.run(100 * MILLISECOND)
        assert [(e.line, e.active) for e in told] == [(line, True), (line, False)]


def test_all_lines_together_lose_nothing(desk):
    for line in BUTTONS:
        desk.bounce(line, active=True, at=desk.chip.now)
    desk.run(60 * MILLISECOND)
    assert desk.session.lines == set(BUTTONS)


@pytest.mark.parametrize(("line", "limit_ms"), [("p1.up", 5), ("start", 12)])
def test_a_press_is_told_soon_and_stamped_when_it_was(desk, line, limit_ms):
    pressed = desk.chip.now + 10 * MILLISECOND
    desk.chip.touch(line, active=True, at=pressed)
    [event] = desk.run(50 * MILLISECOND)
    assert isinstance(event, LineChanged)
    assert pressed <= event.at <= pressed + limit_ms * MILLISECOND


def test_outputs_follow_the_host(desk):
    for name in ("lockout", "lamp.start", "lamp.coin"):
        desk.set_output(name, on=True)
        desk.run(20 * MILLISECOND)
        assert desk.chip.outputs[name]
        desk.set_output(name, on=False)
        desk.run(20 * MILLISECOND)
        assert not desk.chip.outputs[name]


def meter(desk):
    """When the coil was switched on, and for how long each time."""
    moved = [(at, on) for at, name, on in desk.chip.output_changes if name == "meter"]
    pairs = zip(moved[::2], moved[1::2], strict=True)
    return [(begun, ended - begun) for (begun, _), (ended, _) in pairs]


def test_a_click_is_told_when_it_is_made_and_as_long_as_it_was_said(new_chip):
    desk = Desk(new_chip(), settings=[SetMeter(on_ms=200, off_ms=150)])
    desk.link()
    for number in range(3):
        desk.session.pulse_meter()
        desk.session.pulse_meter()  # twice before it is made is once
        asked = desk.chip.now
        desk.run_until(lambda: MeterTurned in map(type, desk.events), SECOND)
        desk.events.clear()
        begun, width = meter(desk)[number]
        assert width == pytest.approx(200 * MILLISECOND, abs=MILLISECOND)
        assert begun + width + 150 * MILLISECOND <= desk.chip.now < asked + SECOND
    desk.run(SECOND)
    assert len(meter(desk)) == 3
    assert MeterTurned not in map(type, desk.events)


@pytest.mark.parametrize("breaks_ms", range(0, 160, 10))
def test_a_cable_that_breaks_in_mid_click_costs_no_click_and_makes_none(
    desk, breaks_ms
):
    desk.session.pulse_meter()
    desk.run(breaks_ms * MILLISECOND)
    desk.line.corrupt = 1
    desk.run(4 * SECOND)
    desk.line.corrupt = 0
    desk.run(SECOND)
    assert len(meter(desk)) == 1
    assert [type(e) for e in desk.events].count(MeterTurned) == 1


def test_a_chip_reset_in_mid_click_makes_that_click_again(desk):
    desk.session.pulse_meter()
    desk.run(30 * MILLISECOND)
    desk.chip.press_reset()
    desk.run(2 * SECOND)
    assert len(meter(desk)) == 2
    assert [type(e) for e in desk.events].count(MeterTurned) == 1
