"""Lamps and lock-out on lines of a real kernel: who drives them, and who lets go."""

import os
import signal
from contextlib import contextmanager
from itertools import pairwise
from threading import Thread

import gpiod
from gpiod.line import Direction

from cabinet.core.events import MILLISECOND
from tests.pins.chip import URGENT
from tests.pins.counter import TIMEOUT, PinnedCounter, cabinet

CHIP = "/dev/gpiochip0"
LOCKOUT, START_LAMP, COIN_LAMP = 20, 12, 18
OUTPUTS = (LOCKOUT, START_LAMP, COIN_LAMP)
ON_OFF, UNUSED = 3, 21


def is_driven(line):
    with gpiod.Chip(CHIP) as chip:
        info = chip.get_line_info(line)
        return info.used and info.direction is Direction.OUTPUT


def test_the_slot_is_shut_until_there_is_a_screen(free_pins):
    counter = PinnedCounter()
    try:
        counter.listen(1)
        assert all(map(is_driven, OUTPUTS))
        assert not any(map(free_pins.level, OUTPUTS))
        counter.call_a_screen()
        counter.until(lambda shown: shown.lockout_open)
        assert free_pins.level(LOCKOUT)
    finally:
        counter.close()


def test_in_standby_the_slot_is_shut_and_lamps_are_dark(chip, counter):
    for mode, is_open in (("standby", False), ("attract", True)):
        assert chip.level(LOCKOUT) is not is_open
        chip.play(ON_OFF, [0, 100 * MILLISECOND])
        counter.until(lambda shown, mode=mode: shown.mode == mode)
        assert chip.level(LOCKOUT) is is_open
    counter.until(lambda shown: shown.lockout_open)


def test_a_lamp_blinks_on_its_pin_once_a_second(chip, counter):
    seen = []
    for _ in range(40):
        counter.listen(0.1)
        seen.append(chip.level(COIN_LAMP))
    changes = sum(one != other for one, other in pairwise(seen))
    assert 7 <= changes <= 9, "on for half a second, off for half a second"


def test_asked_to_end_it_leaves_every_output_off_and_let_go(chip, counter):
    assert chip.level(LOCKOUT)
    said = counter.end()
    assert counter.process.returncode == 0, said
    assert not any(map(chip.level, OUTPUTS))
    assert not any(map(is_driven, OUTPUTS))


@contextmanager
def watched(chip, lines):
    """Who asks for a line to drive it, in order, and the level it has then."""
    seen = []

    def watch():
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(URGENT))
        while (info := watching.read_info_event().line_info).offset != UNUSED:
            if info.direction is Direction.OUTPUT and info.used:
                seen.append((info.offset, chip.level(info.offset)))

    with gpiod.Chip(CHIP) as watching:
        for line in (*lines, UNUSED):
            watching.watch_line_info(line)
        thread = Thread(target=watch)
        thread.start()
        yield seen
        gpiod.request_lines(CHIP, {UNUSED: None}).release()
        thread.join(TIMEOUT)


def test_behind_a_killed_counter_the_slot_is_shut_and_can_be_shut(chip, counter):
    """This kernel lets go of what a dead program drove, and the resistor shuts.

    A Pi's own kernel may keep the level. A pull-up stands for that: what shuts must
    then drive each output low, the lock-out first.
    """
    assert chip.level(LOCKOUT)
    counter.end(signal.SIGKILL)
    assert not any(map(is_driven, OUTPUTS))
    assert not chip.level(LOCKOUT)
    for line in OUTPUTS:
        chip.pull(line, high=True)
    with watched(chip, OUTPUTS) as seen:
        shut = cabinet(counter.state, "shut")
        said, _ = shut.communicate(timeout=TIMEOUT)
    assert shut.returncode == 0, said
    assert seen[0] == (LOCKOUT, False)
    assert set(seen) == {(line, False) for line in OUTPUTS}
    assert not any(map(is_driven, OUTPUTS)), "and let go"
