"""Buttons, sticks, lamps and the meter on the real chip's pins."""

from itertools import pairwise

import pytest

from firmware_bridge.events import MILLISECOND, SECOND, LineChanged
from firmware_bridge.hil.chip import PINS
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


def test_the_meter_turns_once_for_each_pulse_however_fast_they_come(desk):
    for _ in range(5):
        desk.session.pulse_meter()
    desk.run(SECOND)
    turns = [at for at, name, on in desk.chip.output_changes if name == "meter" and on]
    assert len(turns) == 5
    assert all(b - a >= 110 * MILLISECOND for a, b in pairwise(turns))
