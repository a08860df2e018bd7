"""The simulated chip from outside: hands on its inputs, an eye on its outputs."""

import os
import select
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cabinet.core.events import MILLISECOND, Nanos

FOLDER = Path("/run/pins")
LINES = 54
# The lines that config/cabinet.yaml drives; each has a resistor that pulls it off.
OUTPUTS = (12, 18, 20)
LEVELS = ("pull-down", "pull-up")
# Above every program, below the threads of the kernel that take interrupts.
URGENT = 10


class Stroke(NamedTuple):
    """A level that a line was given, and when: after `begun`, before `done`."""

    high: bool
    begun: Nanos
    done: Nanos


class Chip:
    """gpio-sim's files: what pulls at a line, and which level it has."""

    def __init__(self):
        for line in range(LINES):
            self.pull(line, high=line not in OUTPUTS)

    def pull(self, line, *, high):
        """Pull at a line; if nobody drives it, it has that level now."""
        (FOLDER / f"sim_gpio{line}/pull").write_text(LEVELS[high], encoding="ascii")

    def level(self, line):
        return (FOLDER / f"sim_gpio{line}/value").read_text(encoding="ascii") == "1\n"

    def play(self, line, contacts):
        """Close and open a contact to ground; what was done and when.

        `contacts` are times from now on, in nanoseconds: at the first the contact
        closes, at the next it opens, and so on.
        """
        strokes = []
        pull = os.open(FOLDER / f"sim_gpio{line}/pull", os.O_WRONLY)
        with _urgent():
            now = time.monotonic_ns()
            for number, after in enumerate(contacts):
                wait_until(now + after)
                begun = time.monotonic_ns()
                os.pwrite(pull, LEVELS[number % 2].encode(), 0)
                strokes.append(Stroke(bool(number % 2), begun, time.monotonic_ns()))
        os.close(pull)
        return strokes


def wait_until(at):
    """Let that moment come; hands have a speed."""
    while (left := at - time.monotonic_ns()) > 0:
        select.select([], [], [], left / 1e9)


@contextmanager
def _urgent():
    """A hand does not wait for a processor."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(URGENT))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def bouncing(at, random, longest=600_000):
    """A contact moves at that time: an odd number of strokes, so it stays moved."""
    times = [at]
    for _ in range(2 * random.randint(1, 3)):
        times.append(times[-1] + random.randrange(50_000, longest))
    return times


def coins(number, random=None, *, every=200 * MILLISECOND):
    """Times of `number` pulses of 20 to 50 ms; `random` makes the contact bounce."""
    times = []
    for coin in range(number):
        begin = 20 * MILLISECOND + coin * every
        for at in (begin, begin + (20 + 10 * (coin % 4)) * MILLISECOND):
            times += bouncing(at, random) if random else [at]
    return times
