"""The display in closed hours: dark after a minute, back before opening or by hand."""

import ctypes
import struct
from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.schedule import Moment
from cabinet.protocol.codec import Panel
from cabinet.screen.loop import power_switches
from cabinet.screen.loop.display_power import DisplayPower
from cabinet.screen.loop.power_switches import CardSwitch, power_switch
from tests.web.test_web import SHOWN

MONDAY = 739_621
CLOSED = replace(SHOWN, mode="standby", opens="08:00", opens_on=-1)
MINUTE = 60 * SECOND


class Display:
    """A display that remembers what it was told; `fails` from then on."""

    def __init__(self):
        self.on, self.told, self.fails = True, [], False

    def switch(self, *, on):
        if self.fails:
            raise OSError("no such display")
        self.on = on
        self.told.append(on)


@pytest.fixture
def display():
    return Display()


@pytest.fixture
def power(display):
    return DisplayPower(display)


def at(hours, minutes=0, day=MONDAY):
    return Moment(day, 60 * hours + minutes)


def test_it_goes_dark_a_minute_after_closing_and_is_back_before_opening(power, display):
    power.hear(CLOSED, 0)
    assert not power.turn(59 * SECOND, at(2))
    assert power.turn(60 * SECOND, at(2))
    assert not display.on
    assert power.turn(5 * 60 * MINUTE, at(7, 56))
    assert not power.turn(5 * 60 * MINUTE + MINUTE, at(7, 57))
    assert display.on
    power.hear(SHOWN, 6 * 60 * MINUTE)
    assert not power.turn(6 * 60 * MINUTE, at(8))
    assert display.told == [False, True]


@pytest.mark.parametrize(
    ("moment", "opens", "opens_on", "dark"),
    [
        (at(23), "08:00", 1, True),
        (at(23, 58), "00:00", 1, False),
        (at(23, 55), "00:00", 1, True),
        (at(23, 58, MONDAY + 6), "00:01", 0, False),
        (at(12), "12:01", -1, False),
        (at(12, 1), "12:00", -1, False),
    ],
)
def test_opening_may_be_another_day(power, moment, opens, opens_on, dark):
    power.hear(replace(CLOSED, opens=opens, opens_on=opens_on), 0)
    assert power.turn(2 * MINUTE, moment) == dark


def test_a_button_brings_the_picture_back_for_a_minute(power, display):
    power.hear(CLOSED, 0)
    assert power.turn(MINUTE, at(2))
    power.hear(Panel("start", "pressed", 0), 2 * MINUTE)
    assert not power.turn(2 * MINUTE, at(2))
    assert display.on
    power.hear(CLOSED, 2 * MINUTE + SECOND)
    assert power.turn(3 * MINUTE, at(2))


def test_asleep_by_hand_is_not_closed(power):
    power.hear(replace(CLOSED, opens=""), 0)
    assert not power.turn(10 * MINUTE, at(2))


def test_a_display_that_cannot_be_switched_stays_on_and_is_asked_once(power, display):
    power.hear(CLOSED, 0)
    display.fails = True
    assert not power.turn(MINUTE, at(2))
    display.fails = False
    assert not power.turn(2 * MINUTE, at(2))
    assert display.told == []


def test_a_display_that_does_not_come_back_ends_the_screen(power, display):
    power.hear(CLOSED, 0)
    power.turn(MINUTE, at(2))
    display.fails = True
    power.hear(SHOWN, 2 * MINUTE)
    with pytest.raises(OSError, match="no such display"):
        power.turn(2 * MINUTE, at(8))


def test_nowhere_to_draw_is_nothing_to_switch():
    assert power_switch("dummy") is None


# The card, as include/uapi/drm/drm_mode.h has it.

CARD = 7
# Of each connector: whether something is plugged in, and its properties.
CONNECTORS = {31: (True, [2, 5]), 40: (False, [2, 5]), 45: (True, [2])}
NAMES = {2: b"EDID", 5: b"DPMS"}


class Kernel:
    """Answers a card's ioctls, writing lists where it is told to."""

    def __init__(self):
        self.set = []

    def __call__(self, card, request, asked):
        assert card == CARD
        size, number = request >> 16 & 0x3FFF, request & 0xFF
        assert (request >> 30, request >> 8 & 0xFF) == (3, ord("d"))
        assert size == len(asked)
        match number:
            case 0xA0:
                where, count = struct.unpack_from("=Q", asked, 16)[0], asked[40]
                if count:
                    _write(where, "I", list(CONNECTORS))
                struct.pack_into("=I", asked, 40, len(CONNECTORS))
            case 0xA7:
                connector = struct.unpack_from("=I", asked, 48)[0]
                there, properties = CONNECTORS[connector]
                numbers, values = struct.unpack_from("=2Q", asked, 16)
                if struct.unpack_from("=I", asked, 36)[0]:
                    _write(numbers, "I", properties)
                    _write(values, "Q", [0] * len(properties))
                struct.pack_into("=I", asked, 36, len(properties))
                struct.pack_into("=I", asked, 60, 1 if there else 2)
            case 0xAA:
                struct.pack_into("=32s", asked, 24, NAMES[asked[16]])
            case 0xAB:
                self.set.append(struct.unpack("=Q2I", asked))
        return 0


def _write(where, kind, values):
    raw = struct.pack(f"={len(values)}{kind}", *values)
    ctypes.memmove(where, raw, len(raw))


def test_every_connector_with_a_display_is_switched_on_the_card():
    kernel = Kernel()
    switch = CardSwitch(lambda: iter([CARD]), kernel)
    switch.switch(on=False)
    switch.switch(on=True)
    assert kernel.set == [(3, 5, 31), (0, 5, 31)]


def test_the_structures_have_the_kernels_sizes():
    sizes = {
        power_switches.GET_RESOURCES: 0xC04064A0,
        power_switches.GET_CONNECTOR: 0xC05064A7,
        power_switches.GET_PROPERTY: 0xC04064AA,
        power_switches.SET_PROPERTY: 0xC01064AB,
    }
    for ours, kernels in sizes.items():
        assert ours == kernels


def test_without_a_card_it_says_so():
    with pytest.raises(OSError, match="no card is open"):
        CardSwitch(lambda: iter(())).switch(on=False)
