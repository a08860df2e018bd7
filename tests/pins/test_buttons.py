"""Buttons on lines of a real kernel, through gpiozero and lgpio."""

from random import Random

import pytest

from cabinet.core.events import MILLISECOND
from tests.pins.chip import bouncing

MS = MILLISECOND
PINS = {"p1.a": 26, "p1.up": 5, "player": 23, "p2.b": 11}
ON_OFF = 3
WHAT = ("pressed", "released")


def presses(number, random):
    """Times of presses of a tenth of a second, with contacts as bad as they come."""
    return [
        at
        for press in range(number)
        for moved in (press * 300 * MS, press * 300 * MS + 100 * MS)
        for at in bouncing(moved, random, longest=1_500_000)
    ]


@pytest.mark.parametrize("line", ["p1.a", "p2.b"])
def test_a_button_is_pressed_once_however_it_bounces(chip, counter, line):
    before = counter.buttons
    strokes = chip.play(PINS[line], presses(20, Random(line)))
    assert len(strokes) > 100
    edges = counter.edges(line, strokes)
    heard = [f"{line} pressed", f"{line} released"]
    assert counter.buttons == before + heard * 20
    assert strokes[0].begun <= edges[0].at <= strokes[0].done, "the kernel's stamp"


def test_buttons_pressed_at_once_are_all_heard(chip, counter):
    before = counter.buttons
    for pressed in (True, False):
        for pin in PINS.values():
            chip.pull(pin, high=not pressed)
        counter.listen(1)
    heard = sorted(counter.buttons[len(before) :])
    assert heard == sorted(f"{line} {what}" for line in PINS for what in WHAT)


def test_a_bouncing_on_off_switches_once(chip, counter):
    for mode in ("standby", "attract"):
        chip.play(ON_OFF, presses(1, Random(mode)))
        counter.until(lambda shown, mode=mode: shown.mode == mode)
        assert counter.listen(1).mode == mode
