"""A real counter on pins: what a coin is worth there, and when nobody listens."""

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.modes.state import DOOR_OPEN, Attract, OutOfOrder, Service
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.counter import Counter
from cabinet.io.gpio import GpioPort
from cabinet.protocol.codec import Hello
from tests.counter.stand import HOUSE
from tests.io.kernel_line import PlayedLine
from tests.io.test_gpiod_lines import Bell, move

MS = MILLISECOND
SCREEN = 1


class OpenDoor(MockPin):
    """Pins where a contact closes GPIO 21 to ground, stronger than any pull-up."""

    is_open = True

    def drive_high(self):
        if self.is_open and self.info.name == "GPIO21":
            self.drive_low()
        else:
            super().drive_high()


class Pins:
    """A counter whose coin line is the kernel's, played by the test."""

    def __init__(self, folder, pin_class=MockPin):
        self.factory = Device.pin_factory = MockFactory(pin_class=pin_class)
        self.clock, self.bell = VirtualClock(SECOND), Bell()
        wiring = Wiring(
            {"coin.1": Wire(17), "start": Wire(27), "door": Wire(21)},
            {"lockout": Wire(20, active_low=False)},
        )
        self.port = GpioPort(wiring, self.clock, self.bell.ring, self.ask)
        books = SqliteBooks(folder / "books.sqlite3", self.clock, "boot")
        decoder = Decoder(HOUSE.slots)
        self.counter = Counter(HOUSE, books, self.port, decoder, self.clock, seed=7)
        self.counter.hear(SCREEN, Hello("screen", 0))

    def ask(self, wire):
        self.coin = PlayedLine(wire)
        return self.coin

    def insert(self):
        self.wait(100 * MS)
        now = self.clock.now()
        move(self.bell, self.coin, now, active=True)
        move(self.bell, self.coin, now + 50 * MS, active=False)
        self.wait(200 * MS)

    def wait(self, duration):
        self.clock.advance_to(self.clock.now() + duration)
        self.counter.turn()

    @property
    def is_open(self):
        return bool(self.factory.pin(20).state)

    def break_off(self):
        self.coin.break_off()
        self.port._coins._thread.join(20)

    def close(self):
        self.counter.close()
        self.factory.reset()
        Device.pin_factory = None


@pytest.fixture
def pins(tmp_path):
    pins = Pins(tmp_path)
    yield pins
    pins.close()


@pytest.fixture
def ajar(tmp_path):
    pins = Pins(tmp_path, OpenDoor)
    yield pins
    pins.close()


def test_a_coin_door_that_is_open_at_the_start_is_noticed(ajar):
    state = ajar.counter.state
    assert isinstance(state.mode, Service)
    assert (state.alarms, state.totals.alarms) == ((DOOR_OPEN,), 1)
    assert not ajar.is_open
    ajar.factory.pin(21).is_open = False
    ajar.factory.pin(21).drive_high()
    ajar.wait(10 * MS)
    ajar.wait(10 * MS)
    assert isinstance(ajar.counter.state.mode, Attract)
    assert ajar.is_open


def test_a_coin_of_the_kernel_is_credited(pins):
    assert pins.is_open
    pins.insert()
    assert pins.counter.state.credits == 1


def test_when_nobody_listens_the_slot_shuts_and_the_operator_reads_why(pins):
    pins.insert()
    pins.break_off()
    pins.wait(SECOND)
    assert not pins.is_open
    why = "coin lines: [Errno 19] No such device"
    assert f"link lost: {why}" in map(str, pins.counter.state.alarms)
    pins.counter.hear(SCREEN, Hello("screen", 0))
    pins.wait(3 * SECOND)
    assert isinstance(pins.counter.state.mode, OutOfOrder)
    assert pins.counter.state.credits == 1


def test_the_counter_looks_again_even_if_nothing_ever_moves(pins):
    looked = pins.clock.now()
    assert pins.port.due() == looked + SECOND
    assert pins.counter.due() <= looked + SECOND
