"""A counter and a ccTalk bill validator: a bill is booked exactly when it is kept."""

import random
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND, Pressed
from tests.counter.stand import HOUSE, full_disk
from tests.io.cctalk.stand import AcceptorStand
from tools.cctalk_sim.acceptor import Acceptor
from tools.cctalk_sim.device import Bus
from tools.cctalk_sim.validator import Validator

FIVE, TEN, TWENTY, FIFTY = 1, 2, 3, 4
WORTH = {"EU0005A": 500, "EU0010A": 1000, "EU0020A": 2000, "EU0050A": 5000}
ENDLESS = replace(HOUSE, tariff=replace(HOUSE.tariff, max_credits=10_000_000))


def bill_stand(folder, validator=None, operating=ENDLESS, options=None):
    options = {"address": 40, **(options or {})}
    return AcceptorStand(folder, validator or Validator(), operating, options)


@pytest.fixture
def stand(tmp_path):
    stand = bill_stand(tmp_path).ready()
    yield stand
    stand.close()


def put_in(stand, place, after=3 * SECOND):
    taken = stand.acceptor.insert(place)
    stand.advance(after)
    return taken


def in_the_box(stand):
    return sum(WORTH[bill] for bill in stand.acceptor.box)


def alarm_amounts(stand):
    with stand.reading() as db:
        rows = "SELECT coalesce(sum(amount), 0) FROM postings WHERE kind = 'alarm'"
        return db.execute(rows).fetchone()[0]


def test_a_bill_is_held_until_it_is_written_down_and_credited_in_the_box(stand):
    assert stand.acceptor.insert(TEN)
    while not stand.acceptor._moving:
        assert stand.money_on_disk() == 0
        stand.advance(10 * MILLISECOND)
    (seen,) = stand.counter.state.acceptors.values()
    assert seen.held == 1000, "it is in the books before it is sent to the box"
    stand.advance(3 * SECOND)
    assert stand.acceptor.box == ["EU0010A"]
    assert stand.money_on_disk() == 1000
    assert stand.shown.credits == 10
    assert stand.port.about()["bills"] == "1"


def test_a_bill_that_comes_back_although_it_was_wanted_is_no_money(stand):
    stand.acceptor.jams = 1
    put_in(stand, FIVE)
    assert stand.acceptor.back == ["EU0005A"]
    assert stand.money_on_disk() == 0
    put_in(stand, FIVE)
    assert stand.money_on_disk() == in_the_box(stand) == 500


def test_a_bill_that_there_is_no_room_for_is_not_taken(tmp_path):
    stand = bill_stand(tmp_path, operating=HOUSE).ready()
    assert not put_in(stand, FIFTY), "twenty credits are the most"
    assert put_in(stand, TEN)
    assert not put_in(stand, TWENTY), "ten are left"
    assert put_in(stand, FIVE)
    assert stand.money_on_disk() == in_the_box(stand) == 1500
    stand.close()


def test_the_settings_may_say_which_bill_is_the_dearest(tmp_path):
    stand = bill_stand(tmp_path, options={"max_bill": 1000}).ready()
    assert not put_in(stand, TWENTY)
    assert put_in(stand, TEN)
    stand.close()


def test_a_bill_of_another_currency_is_not_taken(tmp_path):
    bills = Validator(names=("GB0005A", "EU0005A"))
    stand = bill_stand(tmp_path, bills).ready()
    assert not put_in(stand, 1)
    assert put_in(stand, 2)
    assert stand.money_on_disk() == 500
    stand.close()


def test_a_liar_that_takes_what_is_inhibited_gets_it_sent_back(tmp_path):
    bills = Validator(names=("GB0005A", "EU0005A"))
    stand = bill_stand(tmp_path, bills).ready()
    bills.mask = 0xFFFF
    assert put_in(stand, 1)
    assert bills.back == ["GB0005A"]
    bills.held, bills.mode = 0, 0
    bills.mask = 0xFFFF
    assert put_in(stand, 1)
    assert bills.box == ["GB0005A"], "it went past the escrow"
    assert stand.money_on_disk() == 0
    assert any("was not credited" in alarm for alarm in stand.alarms_on_disk())
    stand.close()


def test_a_validator_without_an_escrow_takes_nothing_and_says_why(tmp_path):
    stand = bill_stand(tmp_path, Validator(escrow=False))
    stand.join()
    stand.advance(4 * SECOND)
    assert not stand.acceptor.takes
    assert any("cannot hold a bill in escrow" in str(a) for a in stand.shown.alarms)
    stand.close()


def test_what_was_in_escrow_before_the_first_meeting_goes_back(tmp_path):
    bills = Validator()
    bills.mask, bills.gate, bills.mode = 0xFFFF, 1, 3
    assert bills.insert(FIVE)
    stand = bill_stand(tmp_path, bills).ready()
    stand.advance(SECOND)
    assert bills.back == ["EU0005A"]
    assert stand.money_on_disk() == 0
    stand.close()


def test_no_bill_is_kept_while_the_slot_is_shut(stand):
    stand.leave()
    stand.advance(SECOND)
    assert not stand.acceptor.takes
    stand.acceptor.mask, stand.acceptor.gate = 0xFFFF, 1
    put_in(stand, FIVE)
    assert stand.acceptor.back == ["EU0005A"]
    assert stand.money_on_disk() == 0


def test_a_disk_that_refuses_sends_no_bill_to_the_box(stand):
    with full_disk():
        stand.acceptor.insert(TEN)
        stand.advance(2 * SECOND)
        assert stand.acceptor.held == TEN
        assert stand.acceptor.box == []
        assert not stand.acceptor.takes
    stand.acceptor.lose_patience()
    stand.advance(30 * SECOND)
    assert stand.money_on_disk() == in_the_box(stand) == 0
    put_in(stand, TEN)
    assert stand.money_on_disk() == in_the_box(stand) == 1000


def test_a_bill_that_was_promised_in_attract_is_money_in_service_too(stand):
    stand.acceptor.insert(FIVE)
    while not stand.acceptor._moving:
        stand.advance(10 * MILLISECOND)
    stand.counter.take(Pressed("test", stand.clock.now()))
    assert stand.mode == "service"
    stand.advance(3 * SECOND)
    assert stand.money_on_disk() == 500


@pytest.mark.parametrize("tidy", [False, True])
def test_a_bill_whose_fate_nobody_knows_is_an_alarm_with_its_amount(tmp_path, tidy):
    stand = bill_stand(tmp_path, Validator(tidy=tidy)).ready()
    stand.acceptor.insert(TWENTY)
    while not stand.acceptor._moving:
        stand.advance(10 * MILLISECOND)
    stand.acceptor.power(on=False)
    stand.advance(3 * SECOND)
    stand.acceptor.power(on=True)
    stand.advance(6 * SECOND)
    assert stand.money_on_disk() == 0
    assert alarm_amounts(stand) == 2000
    assert any(
        "look whether the bill is in the box" in a for a in stand.alarms_on_disk()
    )
    assert put_in(stand, FIVE)
    assert stand.money_on_disk() == 500
    stand.close()


def test_its_errors_are_alarms_and_a_refused_bill_is_none(stand):
    before = len(stand.alarms_on_disk())
    for code in (0, 2, 4, 10):
        stand.acceptor.error(code)
        stand.advance(SECOND)
    assert len(stand.alarms_on_disk()) == before
    for code in (14, 18, 99):
        stand.acceptor.error(code)
        stand.advance(SECOND)
    assert stand.alarms_on_disk()[before:] == [
        "Slot 1: the validator's box is full",
        "Slot 1: somebody has a bill on a string",
        "Slot 1: the acceptor told error 99",
    ]


def test_the_counter_of_events_wraps_with_a_bill_in_escrow(stand):
    stand.acceptor.counter, stand.acceptor.pairs = 253, [(0, 2)] * 5
    stand.advance(2 * SECOND)
    for _ in range(3):
        put_in(stand, FIVE)
    assert stand.acceptor.counter == 4
    assert stand.money_on_disk() == in_the_box(stand) == 1500


def test_an_acceptor_on_the_same_wire_disturbs_nobody(tmp_path):
    bills = Validator()
    coins = Acceptor()
    stand = bill_stand(tmp_path, bills)
    stand.wire.acceptor = Bus(bills, coins)
    stand.ready()
    coins.mask, coins.gate = 0xFFFF, 1
    coins.coin(1)
    put_in(stand, FIVE)
    assert stand.money_on_disk() == 500
    stand.close()


def test_the_form_with_a_crc_is_spoken_with_a_validator(tmp_path):
    options = {"checksum": "crc"}
    stand = bill_stand(tmp_path, Validator(crc=True), options=options).ready()
    put_in(stand, TEN)
    assert stand.money_on_disk() == 1000
    stand.close()


def storm(folder, kills, faults=0.0, seed=1, power=0):
    """Bills, and the counter killed at a moment of each that chance picks."""
    chance = random.Random(seed)
    bills = Validator(faults=faults, seed=seed)
    stand = bill_stand(folder, bills)
    stand.join()
    stand.advance(10 * SECOND)
    for _ in range(kills):
        bills.insert(chance.randrange(1, 5))
        stand.advance(chance.randrange(900) * MILLISECOND)
        if power and not chance.randrange(power):
            bills.power(on=False)
            stand.advance(chance.randrange(500) * MILLISECOND)
            bills.power(on=True)
        if not chance.randrange(8):
            bills.lose_patience()
        stand.kill_counter()
        if not chance.randrange(8):
            bills.lose_patience()
        stand.join()
        stand.advance((1500 + chance.randrange(1000)) * MILLISECOND)
    bills.faults = 0
    stand.advance(30 * SECOND)
    return stand


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(12, id="few"),
        pytest.param(10_000, id="many", marks=pytest.mark.soak),
    ],
)
def test_whenever_the_counter_is_killed_a_bill_is_booked_exactly_when_it_is_kept(
    tmp_path, kills
):
    stand = storm(tmp_path, kills)
    assert stand.acceptor.box
    assert stand.money_on_disk() == in_the_box(stand)
    assert alarm_amounts(stand) == 0
    stand.close()


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(12, id="few"),
        pytest.param(5_000, id="many", marks=pytest.mark.soak),
    ],
)
def test_with_power_losses_too_what_is_not_booked_is_an_alarm_with_its_amount(
    tmp_path, kills
):
    stand = storm(tmp_path, kills, faults=0.005, power=5)
    booked, kept = stand.money_on_disk(), in_the_box(stand)
    assert booked <= kept + alarm_amounts(stand)
    assert kept <= booked + alarm_amounts(stand)
    stand.close()
