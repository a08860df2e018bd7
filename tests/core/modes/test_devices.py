"""Losing one device shuts what depends on it, and nothing else."""

from dataclasses import replace

import pytest

from cabinet.core.events import (
    SECOND,
    CoinAccepted,
    LinkFound,
    LinkLost,
    Pressed,
    ScreenJoined,
    Tapped,
    Ticked,
)
from cabinet.core.inputs.wired_buttons import WAYS, WiredButtons
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.devices import LINK_GRACE, slots_away
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.state import Attract, Join, OutOfOrder
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import OpenBooks
from cabinet.core.operating import Offer, OperatingSettings, Slot
from cabinet.i18n.message import verbatim

ONE = frozenset(f"p1.{way}" for way in (*WAYS, "a", "b"))
TWO = frozenset(f"p2.{way}" for way in (*WAYS, "a", "b"))
HOUSE = OperatingSettings(
    slots=(Slot(1), Slot(2)),
    offers=(
        Offer("arkade", {"fr": "Arkade", "en": "Arkade"}, hands=2),
        Offer("azteka", {"fr": "Azteka", "en": "Azteka"}),
    ),
    wired=WiredButtons(frozenset({"start", "player"}) | ONE | TWO),
    devices={
        "pins": frozenset({"start", "player", "coin.1", "lockout"}),
        "acceptor": frozenset({"coin.2"}),
        "left": ONE,
        "right": TWO,
    },
)
GONE = verbatim("unplugged")


class Floor:
    def __init__(self, operating=HOUSE):
        self.operating = operating
        names = tuple(operating.devices)
        self.state, _ = begin(OpenBooks(), operating, 1, 0, awaited=names)
        self.do(ScreenJoined(0), *(LinkFound(0, name) for name in names))

    def do(self, *events):
        effects = []
        for event in events:
            self.state, more = step(self.state, event, self.operating)
            effects += more
        return effects

    @property
    def open(self):
        return accepts_coins(self.state, self.operating)

    @property
    def alarms(self):
        return [str(each) for each in self.state.alarms]

    def later(self, at):
        while (due := deadline(self.state, self.operating)) and due <= at:
            self.do(Ticked(due))


@pytest.fixture
def floor():
    return Floor()


def test_no_coin_is_taken_before_every_needed_device_is_found():
    state, _ = begin(OpenBooks(), HOUSE, 1, 0, awaited=tuple(HOUSE.devices))
    state, _ = step(state, ScreenJoined(0), HOUSE)
    assert not accepts_coins(state, HOUSE)
    assert state.alarms == ()


def test_a_lost_acceptor_is_told_and_the_other_slot_stays_open(floor):
    floor.do(LinkLost(GONE, 1, "acceptor"))
    assert floor.open
    assert slots_away(floor.state, HOUSE) == {2}
    assert floor.alarms == ["acceptor lost: unplugged"]
    floor.later(10 * SECOND)
    assert isinstance(floor.state.mode, Attract)
    floor.do(LinkFound(5, "acceptor"))
    assert floor.alarms == []


def test_with_every_slot_out_of_reach_no_coin_is_taken():
    floor = Floor(replace(HOUSE, slots=(Slot(2),)))
    floor.do(LinkLost(GONE, 1, "acceptor"))
    assert not floor.open
    floor.do(LinkFound(2, "acceptor"))
    assert floor.open


def test_without_the_lock_out_no_coin_is_taken():
    pins = HOUSE.devices["pins"] - {"lockout"}
    devices = {**HOUSE.devices, "pins": pins, "coil": frozenset({"lockout"})}
    floor = Floor(replace(HOUSE, devices=devices))
    floor.do(LinkLost(GONE, 1, "coil"))
    assert not floor.open
    assert not isinstance(floor.state.mode, OutOfOrder)


def test_one_loss_is_one_alarm_however_often_its_reason_changes(floor):
    told = floor.do(LinkLost(GONE, 1, "left"), LinkLost(verbatim("silent"), 2, "left"))
    assert len(told) == 1
    assert floor.alarms == ["left lost: silent"]


def test_a_lost_stick_takes_its_seat_where_each_needs_a_stick(floor):
    floor.do(CoinAccepted(1, 100, 1), Tapped("start", 2))
    floor.do(Pressed("player", 3))
    assert floor.state.mode.persons == 2
    floor.do(LinkLost(GONE, 4, "right"))
    assert floor.state.mode.persons == 1
    floor.do(Pressed("player", 5), Pressed("p1.right", 6), Pressed("p1.right", 7))
    assert floor.state.mode.persons == 1
    assert lights(floor.state, HOUSE)["lamp.p2"] is Light.OFF
    floor.do(LinkFound(8, "right"), Pressed("player", 9))
    assert floor.state.mode.persons == 2


def test_who_shares_a_stick_loses_no_seat(floor):
    floor.do(CoinAccepted(1, 100, 1), Pressed("p1.right", 2), Tapped("start", 3))
    assert isinstance(floor.state.mode, Join)
    floor.do(Pressed("player", 4), LinkLost(GONE, 5, "right"))
    assert floor.state.mode.persons == 2


@pytest.mark.parametrize("lost", [["pins"], ["left", "right"]])
def test_where_nobody_could_play_it_is_out_of_order_until_one_is_back(floor, lost):
    floor.do(*(LinkLost(GONE, at, name) for at, name in enumerate(lost, 1)))
    assert not floor.open
    last = len(lost) + LINK_GRACE
    floor.later(last - 1)
    assert isinstance(floor.state.mode, Attract)
    floor.later(last)
    assert floor.state.mode == OutOfOrder("link", Attract(), GONE)
    floor.do(LinkLost(verbatim("silent"), last + 1, lost[-1]))
    assert floor.state.mode.detail == verbatim("silent")
    floor.do(LinkFound(last + 2, lost[0]))
    assert isinstance(floor.state.mode, Attract)


def test_a_device_that_changes_nothing_does_not_mend_what_another_broke(floor):
    floor.do(LinkLost(GONE, 1, "pins"), LinkLost(GONE, 1, "right"))
    floor.later(1 + LINK_GRACE)
    floor.do(LinkFound(5 * SECOND, "right"))
    assert isinstance(floor.state.mode, OutOfOrder)
