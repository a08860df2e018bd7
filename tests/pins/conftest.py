"""Tests of the wires on a real kernel; they run inside the machine of `make gpio`.

Anywhere else there is nothing to collect: `tests/system/test_gpio_kernel.py` has each
of them by its name, boots the machine and tells how it went there.
"""

import pytest

from tests.pins.chip import FOLDER, Chip
from tests.pins.counter import PinnedCounter

if not FOLDER.exists():
    collect_ignore_glob = ["test_*.py"]


class Arcade:
    """At most one counter at a time: they would want the same pins."""

    def __init__(self):
        self._counter = None

    def counter(self):
        """One that is well and open for coins: the one that runs, or another."""
        if self._counter is None or self._counter.process.poll() is not None:
            self.close()
            self._counter = PinnedCounter()
            self._counter.call_a_screen()
        try:
            self._counter.become_well()
        except AssertionError:
            self.close()  # the next test is not to blame
            raise
        return self._counter

    def close(self):
        if self._counter:
            self._counter.close()
            self._counter = None


@pytest.fixture(scope="session")
def arcade():
    arcade = Arcade()
    yield arcade
    arcade.close()


@pytest.fixture
def chip():
    """All lines as resistors leave them: inputs up, outputs down."""
    return Chip()


@pytest.fixture
def counter(arcade, chip):
    return arcade.counter()


@pytest.fixture
def free_pins(arcade, chip):
    """No counter has them."""
    arcade.close()
    return chip
