"""A lock-out held by pulses: open while the counter's loop turns, and only then."""

import gc
from math import exp

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.ports import Wire, Wiring
from cabinet.io.charge_pump import TURN_EVERY
from cabinet.io.gpio import GpioPort
from tests.counter.stand import SCREEN, Stand

PIN = 20
STEP = 20 * MILLISECOND
# The parts of docs/wiring.md, section 4, and what the makers promise of them.
HIGH, DROP, C1, C2, R2 = 3.3, 0.25, 22e-6, 2.2e-6, 2.7e6
FULLY_ON, SURELY_OFF = 2.5, 0.65


class Gate:
    """The voltage at Q1's gate: what C2 holds, what C1 brings, what R2 takes."""

    def __init__(self):
        self.volts = 0.0
        self._u1 = 0.0  # across C1, from the pin to the diodes
        self._high = False

    def see(self, high, nanos):
        self.volts *= exp(-nanos / SECOND / (R2 * C2))
        if high and not self._high:
            surplus = max(0.0, HIGH - self._u1 - DROP - self.volts)
            charge = surplus * C1 * C2 / (C1 + C2)
            self.volts += charge / C2
            self._u1 += charge / C1
        elif not high:
            self._u1 = min(self._u1, DROP)  # D1 lets C1 down, never below it
        self._high = high


class PumpStand(Stand):
    """A counter on pins whose lock-out hangs on a charge pump."""

    def start(self):
        wiring = Wiring(
            {"coin.1": Wire(17), "start": Wire(27), "test": Wire(25)},
            {"lockout": Wire(PIN, active_low=False, pulses=True)},
        )
        self.port = GpioPort(wiring, self.clock)
        self.gate = Gate()
        super().start()

    def live(self, duration):
        """The voltages at the gate meanwhile."""
        seen = []
        for _ in range(duration // STEP):
            self.advance(STEP)
            seen.append(self.look())
        return seen

    def hang(self, duration):
        """Time passes and nobody turns anything."""
        return [self.look() for _ in range(duration // STEP)]

    def look(self):
        self.gate.see(bool(Device.pin_factory.pin(PIN).state), STEP)
        return self.gate.volts


@pytest.fixture
def stand(tmp_path):
    Device.pin_factory = MockFactory()
    stand = PumpStand(tmp_path, port=object())
    yield stand
    stand.close()
    gc.collect()
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_the_slot_is_shut_before_anybody_lives_and_open_within_a_second(stand):
    assert max(stand.live(2 * SECOND)) == 0
    stand.join()
    assert min(stand.live(3 * SECOND)[SECOND // STEP :]) >= FULLY_ON


@pytest.mark.parametrize("turns", [0, 1])
def test_a_loop_that_hangs_shuts_the_slot_whatever_level_it_leaves(stand, turns):
    stand.join()
    stand.live(2 * SECOND + turns * TURN_EVERY)
    volts = stand.hang(9 * SECOND)
    assert volts[SECOND // STEP] > 2
    assert volts[-1] < SURELY_OFF
    assert min(stand.live(2 * SECOND)[SECOND // STEP :]) >= FULLY_ON


def test_levels_that_hang_are_of_both_kinds(stand):
    stand.join()
    levels = set()
    for _ in range(4):
        stand.live(TURN_EVERY)
        levels.add(bool(Device.pin_factory.pin(PIN).state))
    assert levels == {False, True}


def test_a_slot_that_is_to_be_shut_is_so_at_once_and_wakes_nobody(stand):
    stand.join()
    stand.live(SECOND)
    stand.leave(SCREEN)
    assert not Device.pin_factory.pin(PIN).state
    assert stand.port.due() is None
    stand.live(SECOND)
    assert not Device.pin_factory.pin(PIN).state


def test_a_late_loop_turns_once_and_not_as_often_as_it_missed(stand):
    stand.join()
    before = bool(Device.pin_factory.pin(PIN).state)
    stand.clock.advance_to(stand.clock.now() + 5 * TURN_EVERY)
    stand.counter.turn()
    stand.counter.turn()
    assert bool(Device.pin_factory.pin(PIN).state) is not before
