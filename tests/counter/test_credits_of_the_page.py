"""Credits that the page gives and takes, and ON/OFF that is not for customers."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.people import NOBODY, Person
from cabinet.i18n.message import message
from cabinet.protocol.codec import Booked, refused
from cabinet.protocol.operator import GiveCredit, TakeCredits
from tests.books.ledgers import query
from tests.counter.stand import HOUSE, Stand

WEB = 7
SOMEBODY = Person(2, "staff")


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, gifts_per_day=5, power_locked=True))
    stand.join()
    yield stand
    stand.counter.close()


def said(stand, wish, operator=SOMEBODY):
    stand.counter.outbox.clear()
    stand.counter.hear(WEB, wish, trusted=False, operator=operator)
    return [each.message for each in stand.counter.outbox if each.to == WEB]


def postings(stand, kind):
    sql = f"SELECT credits, note FROM postings WHERE kind = '{kind}' ORDER BY seq"
    return query(stand.path, sql)


def test_several_credits_are_given_with_a_reason_and_a_name(stand):
    assert said(stand, GiveCredit("me", 3, "a coin was lost")) == [Booked()]
    assert stand.counter.shown().credits == 3
    notes = [note for _, note in postings(stand, "service")]
    assert len(notes) == 3
    assert all("web:staff" in note and "a coin was lost" in note for note in notes)
    assert stand.counter.shown().books.service == 3


def test_no_more_than_the_day_allows_are_given_and_then_none(stand):
    said(stand, GiveCredit("me", 3))
    too_many = refused(message("refused.enough_credits", credits=5))
    assert said(stand, GiveCredit("me", 3)) == [too_many]
    assert stand.counter.shown().credits == 3
    assert said(stand, GiveCredit("me", -3)) != [Booked()]


def test_all_credits_are_taken_away_at_closing_time_and_booked(stand):
    said(stand, GiveCredit("me", 2))
    assert said(stand, TakeCredits("me")) != [Booked()], "somebody chooses a game"
    stand.advance(60 * SECOND)
    assert said(stand, TakeCredits("me")) == [Booked()]
    assert stand.counter.shown().credits == 0
    assert postings(stand, "expiry") == [(-2, "web:staff")]
    nothing = refused(message("refused.no_credits"))
    assert said(stand, TakeCredits("me")) == [nothing]
    assert said(stand, TakeCredits("me"), operator=NOBODY) != [nothing]


def test_on_and_off_is_not_for_customers_but_for_who_opens_the_door(stand):
    stand.press("power")
    assert stand.counter.shown().mode == "attract"
    stand.press("power", 4 * SECOND)
    assert not stand.counter.halted
    stand.play()
    before = stand.counter.shown().mode
    stand.press("power")
    assert (stand.counter.shown().mode, stand.counter.shown().question) == (before, "")


def test_with_the_door_open_on_and_off_works_and_it_always_wakes(stand):
    stand.port.touch("door", active=True)
    stand.advance(SECOND)
    stand.press("power")
    assert stand.counter.shown().mode == "standby"
    stand.port.touch("door", active=False)
    stand.advance(SECOND)
    stand.press("power")
    assert stand.counter.shown().mode == "attract"
