"""Buttons, sticks, lamps and the meter on the real chip's pins."""

import pytest

from firmware_bridge.events import MILLISECOND, SECOND, LineChanged, MeterTurned
from firmware_bridge.hil.chip import PINS
from firmware_bridge.messages import SetMeter
from tests.hil.rig import Rig

BUTTONS = [line for line in PINS if not line.startswith("coin.")]


@pytest.fixture
def rig(new_chip):
    rig = Rig(new_chip())
    rig.link()
    rig.run(50 * MILLISECOND)
    return rig


def test_every_line_reaches_the_host_under_its_own_name(rig):
    for line in BUTTONS:
        at = rig.chip.now
        rig.bounce(line, active=True, at=at)
        rig.bounce(line, active=False, at=at + 60 * MILLISECOND)
        told = rig.run(100 * MILLISECOND)
        assert [(e.line, e.active) for e in told] == [(line, True), (line, False)]


def test_all_lines_together_lose_nothing(rig):
    for line in BUTTONS:
        rig.bounce(line, active=True, at=rig.chip.now)
    rig.run(60 * MILLISECOND)
    assert rig.session.lines == set(BUTTONS)


@pytest.mark.parametrize(("line", "limit_ms"), [("p1.up", 5), ("start", 12)])
def test_a_press_is_told_soon_and_stamped_when_it_was(rig, line, limit_ms):
    pressed = rig.chip.now + 10 * MILLISECOND
    rig.chip.touch(line, active=True, at=pressed)
    [event] = rig.run(50 * MILLISECOND)
    assert isinstance(event, LineChanged)
    assert pressed <= event.at <= pressed + limit_ms * MILLISECOND


def test_outputs_follow_the_host(rig):
    for name in ("lockout", "lamp.start", "lamp.coin"):
        rig.set_output(name, on=True)
        rig.run(20 * MILLISECOND)
        assert rig.chip.outputs[name]
        rig.set_output(name, on=False)
        rig.run(20 * MILLISECOND)
        assert not rig.chip.outputs[name]


def meter(rig):
    """When the coil was switched on, and for how long each time."""
    moved = [(at, on) for at, name, on in rig.chip.output_changes if name == "meter"]
    pairs = zip(moved[::2], moved[1::2], strict=True)
    return [(begun, ended - begun) for (begun, _), (ended, _) in pairs]


def test_a_click_is_told_when_it_is_made_and_as_long_as_it_was_said(new_chip):
    rig = Rig(new_chip(), settings=[SetMeter(on_ms=200, off_ms=150)])
    rig.link()
    for number in range(3):
        rig.session.pulse_meter()
        rig.session.pulse_meter()  # twice before it is made is once
        asked = rig.chip.now
        rig.run_until(lambda: MeterTurned in map(type, rig.events), SECOND)
        rig.events.clear()
        begun, width = meter(rig)[number]
        assert width == pytest.approx(200 * MILLISECOND, abs=MILLISECOND)
        assert begun + width + 150 * MILLISECOND <= rig.chip.now < asked + SECOND
    rig.run(SECOND)
    assert len(meter(rig)) == 3
    assert MeterTurned not in map(type, rig.events)


@pytest.mark.parametrize("breaks_ms", range(0, 160, 10))
def test_a_cable_that_breaks_in_mid_click_costs_no_click_and_makes_none(rig, breaks_ms):
    rig.session.pulse_meter()
    rig.run(breaks_ms * MILLISECOND)
    rig.line.corrupt = 1
    rig.run(4 * SECOND)
    rig.line.corrupt = 0
    rig.run(SECOND)
    assert len(meter(rig)) == 1
    assert [type(e) for e in rig.events].count(MeterTurned) == 1


def test_a_chip_reset_in_mid_click_makes_that_click_again(rig):
    rig.session.pulse_meter()
    rig.run(30 * MILLISECOND)
    rig.chip.press_reset()
    rig.run(2 * SECOND)
    assert len(meter(rig)) == 2
    assert [type(e) for e in rig.events].count(MeterTurned) == 1
