"""What a reading of a bill validator means: held, credited, back, or nobody knows."""

from dataclasses import replace

import pytest

from cabinet.core.acceptors import EMPTY, Ruling, Seen, ruling, seen_note, with_seen
from cabinet.core.events import CreditsRead, ScreenJoined
from cabinet.core.modes.bills import room_for_bills
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import Kind, OpenBooks
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import OperatingSettings, Slot

WHO = "SIM-B1-1"
VALUES = (500, 1000, 2000, 5000)
HOUSE = OperatingSettings(slots=(Slot(1),), tariff=Tariff(max_credits=20))


class Till:
    """A cabinet with a validator that the books know, and what it tells."""

    def __init__(self, operating=HOUSE):
        self.operating = operating
        self.state, _ = begin(OpenBooks(), operating, 1, 0)
        self.stands = Seen(0, 0)
        self.do(ScreenJoined(0))
        self.tell()

    def do(self, event):
        self.state, effects = step(self.state, event, self.operating)
        return effects

    def tell(self, *events):
        for event in events:
            self.stands = self.stands.after(event)
        counter, pairs = self.stands.counter, self.stands.pairs
        read = CreditsRead(WHO, 1, counter, pairs, -1, VALUES, 1, bills=True)
        return self.do(read)

    @property
    def seen(self):
        return self.state.acceptors[WHO]

    def alarms(self, effects):
        return [(each.note, each.amount) for each in effects if each.kind is Kind.ALARM]


@pytest.fixture
def till():
    return Till()


def test_a_bill_in_escrow_is_written_down_and_no_credit_yet(till):
    (entered,) = till.tell((2, 1))
    assert (entered.kind, entered.amount, entered.credits) == (Kind.BOARD, 0, 0)
    assert till.seen.held == 1000
    assert ruling(till.seen) == Ruling(1, to_box=True)
    assert till.state.credits == 0


def test_in_the_box_it_is_a_credit_of_what_it_was_held_for(till):
    till.tell((2, 1))
    (coin,) = till.tell((2, 0))
    assert (coin.kind, coin.amount, coin.credits) == (Kind.COIN, 1000, 10)
    assert till.seen.held == 0
    assert ruling(till.seen) is None


def test_held_and_in_the_box_in_one_reading_is_one_credit(till):
    (coin,) = till.tell((2, 1), (2, 0))
    assert (coin.kind, coin.amount) == (Kind.COIN, 1000)
    assert till.tell() == ()


def test_what_went_back_is_forgotten(till):
    till.tell((2, 1))
    (entered,) = till.tell((0, 1))
    assert entered.kind is Kind.BOARD
    assert till.seen.held == 0


@pytest.mark.parametrize("place", [4, 5], ids=["no room", "no value"])
def test_a_bill_that_is_not_wanted_goes_back(till, place):
    till.tell((place, 1))
    assert till.seen.held == 0
    assert ruling(till.seen) == Ruling(1, to_box=False)


def test_the_next_bill_in_escrow_while_one_is_held_is_an_alarm_with_its_amount(till):
    till.tell((2, 1))
    effects = till.tell((1, 1))
    ((note, amount),) = till.alarms(effects)
    assert "bill_unclear" in note
    assert amount == 1000
    assert till.seen.held == 500


def test_a_validator_that_lost_its_power_is_no_alarm_unless_it_held_a_bill(till):
    till.tell((0, 2))
    till.stands = Seen(0, 0, EMPTY)
    assert len(till.alarms(till.tell())) == 1, "that it was switched off"
    till.tell((2, 1))
    till.stands = Seen(0, 0, EMPTY)
    assert [amount for _, amount in till.alarms(till.tell())] == [1000, 0]
    assert till.seen.held == 0


def test_the_dearest_bill_is_what_fits_under_the_most_credits(till):
    assert room_for_bills(till.state, 1, HOUSE) == 2099
    till.tell((2, 1), (2, 0))
    assert room_for_bills(till.state, 1, HOUSE) == 1099
    shut = replace(till.state, disk_short=True)
    assert room_for_bills(shut, 1, HOUSE) == 0


def test_a_note_keeps_what_is_held():
    held = Seen(3, 3, ((2, 1), *EMPTY[1:]), -1, 1000)
    note = seen_note(WHO, held)
    assert with_seen({}, note, coin=False) == {WHO: held}
    free = held._replace(held=0)
    assert with_seen({}, seen_note(WHO, free), coin=False) == {WHO: free}
