"""A counter and a ccTalk acceptor: every coin once, whatever happens between."""

import random
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from tests.counter.stand import HOUSE, full_disk
from tests.io.cctalk.stand import AcceptorStand
from tools.cctalk_sim.acceptor import Acceptor

EURO, TWO_EUROS = 2, 1
# A purse that is never full: the slot stays open.
ENDLESS = replace(HOUSE, tariff=replace(HOUSE.tariff, max_credits=1_000_000))


@pytest.fixture
def stand(tmp_path):
    stand = AcceptorStand(tmp_path).ready()
    yield stand
    stand.close()


def drop(stand, place=EURO, after=SECOND):
    taken = stand.acceptor.coin(place)
    stand.advance(after)
    return taken


def test_an_acceptor_is_entered_and_its_coin_is_a_credit(stand):
    (alarm,) = stand.alarms_on_disk()
    assert alarm.startswith("SIM-C1-123456 is new to the books")
    assert drop(stand)
    assert stand.shown.credits == 1
    assert stand.money_on_disk() == 100
    assert dict(stand.port.about())["coins"].startswith("EU200A EU100A")


@pytest.mark.parametrize("kind", [{"echo": False}, {"master": False}])
def test_it_works_without_an_echo_and_without_a_master_inhibit(tmp_path, kind):
    stand = AcceptorStand(tmp_path, Acceptor(**kind)).ready()
    assert drop(stand, TWO_EUROS)
    assert stand.money_on_disk() == 200
    stand.close()


def test_a_slow_acceptor_is_waited_for_and_one_that_is_too_slow_is_missing(tmp_path):
    stand = AcceptorStand(tmp_path)
    stand.wire.delay = 150 * MILLISECOND
    stand.join()
    stand.advance(30 * SECOND)
    assert drop(stand, after=3 * SECOND)
    assert stand.coins_on_disk() == 1
    stand.wire.delay = 900 * MILLISECOND
    stand.advance(10 * SECOND)
    assert any("no coin acceptor answers" in str(each) for each in stand.shown.alarms)
    stand.close()


def test_coins_before_the_first_meeting_are_not_money(tmp_path):
    acceptor = Acceptor(life=40)
    acceptor.mask = acceptor.gate = 1
    assert acceptor.coin(1)
    stand = AcceptorStand(tmp_path, acceptor).ready()
    assert stand.money_on_disk() == 0
    drop(stand)
    assert stand.money_on_disk() == 100
    stand.close()


def test_the_lock_out_is_its_inhibits_and_closing_shuts_it(stand):
    stand.leave()
    stand.advance(SECOND)
    assert not stand.acceptor.takes
    stand.join()
    stand.advance(SECOND)
    assert stand.acceptor.takes
    stand.port.close()
    assert not stand.acceptor.takes


def test_five_coins_between_two_looks_are_five(stand):
    assert all(stand.acceptor.coin(EURO) for _ in range(5))
    stand.advance(SECOND)
    assert stand.coins_on_disk() == 5


def test_more_than_five_are_an_alarm_with_the_count(stand):
    assert all(stand.acceptor.coin(EURO) for _ in range(9))
    stand.advance(2 * SECOND)
    assert stand.coins_on_disk() == 5
    assert any(
        "4 coins fell that nobody could be credited with" in alarm
        for alarm in stand.alarms_on_disk()
    )


def test_the_counter_wraps_from_255_to_1(stand):
    stand.acceptor.counter = 253
    stand.acceptor.pairs = [(0, 1)] * 5
    stand.advance(2 * SECOND)
    before = stand.coins_on_disk()
    for _ in range(4):
        drop(stand)
    assert stand.acceptor.counter == 2
    assert stand.coins_on_disk() == before + 4


def test_a_coin_that_fell_while_no_counter_ran_is_credited_by_the_next(stand):
    drop(stand)
    stand.acceptor.coin(EURO)
    stand.kill_counter()
    stand.join()
    stand.advance(4 * SECOND)
    assert stand.coins_on_disk() == 2
    assert len(stand.alarms_on_disk()) == 1


def test_kill_the_counter_at_every_moment_of_a_coin(stand):
    for step in range(40):
        stand.acceptor.coin(EURO)
        stand.advance(step * 10 * MILLISECOND)
        stand.kill_counter()
        stand.join()
        stand.advance(5 * SECOND)
    assert stand.coins_on_disk() == stand.acceptor.life
    assert len(stand.alarms_on_disk()) == 1


def test_a_coin_lost_with_the_power_is_an_alarm_with_the_count(stand):
    drop(stand)
    stand.acceptor.coin(EURO)
    stand.acceptor.power(on=False)
    stand.advance(5 * SECOND)
    assert any("virtual" in str(alarm) for alarm in stand.shown.alarms)
    stand.acceptor.power(on=True)
    stand.advance(6 * SECOND)
    assert stand.coins_on_disk() == 1
    assert any("1 coin fell" in alarm for alarm in stand.alarms_on_disk())
    assert drop(stand)
    assert stand.coins_on_disk() == 2


def test_the_cable_is_pulled_with_a_coin_in_the_acceptor(stand):
    stand.wire.unplug()
    stand.advance(100 * MILLISECOND)
    stand.acceptor.coin(EURO)
    stand.advance(5 * SECOND)
    assert stand.coins_on_disk() == 0
    stand.wire.plug()
    stand.advance(5 * SECOND)
    assert stand.coins_on_disk() == 1


def test_what_the_disk_refuses_is_credited_when_it_takes_it(stand):
    with full_disk():
        stand.acceptor.coin(EURO)
        stand.advance(2 * SECOND)
        assert stand.mode == "out_of_order"
        assert not stand.acceptor.takes
    stand.advance(20 * SECOND)
    assert stand.coins_on_disk() == 1
    assert stand.shown.credits == 1


def test_an_error_is_an_alarm_and_a_refused_coin_is_none(stand):
    stand.acceptor.error(1)
    stand.advance(SECOND)
    assert len(stand.alarms_on_disk()) == 1
    stand.acceptor.error(20)
    stand.acceptor.error(99)
    stand.advance(SECOND)
    told = stand.alarms_on_disk()[1:]
    assert told == [
        "Slot 1: a coin went back: somebody has it on a string",
        "Slot 1: the acceptor told error 99",
    ]
    stand.kill_counter()
    stand.join()
    stand.advance(4 * SECOND)
    assert len(stand.alarms_on_disk()) == 3


def test_a_coin_of_another_currency_is_no_money_and_an_alarm(tmp_path):
    stand = AcceptorStand(tmp_path, Acceptor(names=("GB100A", "EU100A"))).ready()
    drop(stand, 1)
    assert stand.money_on_disk() == 0
    assert any("another currency" in alarm for alarm in stand.alarms_on_disk())
    stand.close()


def test_the_settings_may_say_what_a_coin_is_worth(tmp_path):
    options = {"values": {"TK001A": 100}}
    stand = AcceptorStand(tmp_path, Acceptor(names=("TK001A",)), options=options)
    drop(stand.ready(), 1)
    assert stand.money_on_disk() == 100
    stand.close()


def test_something_else_at_the_port_is_named(tmp_path):
    stand = AcceptorStand(tmp_path, Acceptor(category="Payout"))
    stand.join()
    stand.advance(3 * SECOND)
    assert any("no bill validator (Payout)" in str(a) for a in stand.shown.alarms)
    stand.close()


def test_a_device_that_lies_about_its_past_brings_no_money(stand):
    drop(stand)
    stand.acceptor.pairs = [(1, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
    stand.advance(2 * SECOND)
    assert stand.coins_on_disk() == 1


def storm(folder, coins, faults, every, seed=1):
    """Coins with spoiled bytes; now and then the power fails or the host is killed."""
    chance = random.Random(seed)
    acceptor = Acceptor(faults=faults, seed=seed)
    stand = AcceptorStand(folder, acceptor, ENDLESS)
    stand.join()
    stand.advance(15 * SECOND)
    taken = 0
    while taken < coins:
        place = chance.randrange(1, 7)
        taken += acceptor.coin(place)
        stand.advance(chance.randrange(900) * MILLISECOND)
        match chance.randrange(2 * every):
            case 0:
                acceptor.power(on=False)
                stand.advance(chance.randrange(3000) * MILLISECOND)
                acceptor.power(on=True)
            case 1:
                stand.kill_counter()
                stand.join()
    acceptor.faults = 0
    stand.advance(30 * SECOND)
    return stand, taken


def told_missing(stand):
    """How many coins the alarms say are missing."""
    missing = 0
    for alarm in stand.alarms_on_disk():
        if " fell that nobody" in alarm:
            missing += int(alarm.split(": ")[1].split(" ")[0])
    return missing


@pytest.mark.parametrize(
    ("coins", "every"),
    [
        pytest.param(120, 10, id="few"),
        pytest.param(100_000, 50, id="many", marks=pytest.mark.soak),
    ],
)
def test_in_a_storm_every_coin_is_credited_once_or_counted_as_missing(
    tmp_path, coins, every
):
    stand, taken = storm(tmp_path, coins, 0.01, every)
    assert stand.coins_on_disk() + told_missing(stand) == taken
    assert not any("may have fallen" in alarm for alarm in stand.alarms_on_disk())
    stand.close()
