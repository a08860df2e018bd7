"""The owner's PIN: once a visit, in service only, and three guesses."""

from dataclasses import replace

import pytest

from cabinet.books.legacy_notes import read_note
from cabinet.core.events import SECOND
from cabinet.core.modes.state import Service
from cabinet.core.owner_pin import SALT_BYTES, sealed
from cabinet.core.people import NOBODY, THE_OWNER, Person, who_says
from cabinet.counter.service_menu import GUESSES
from cabinet.i18n import words
from cabinet.i18n.message import message
from cabinet.protocol.codec import Booked, Refused, refused
from cabinet.protocol.operator import (
    ClearScores,
    Edit,
    GiveCredit,
    TakeCredits,
    TryOutput,
    Unlock,
    Unlocked,
)
from cabinet.protocol.snapshot import Snapshot
from tests.books.ledgers import query
from tests.counter.stand import HOUSE, SCREEN, Stand

TOOL = 9
RIGHT = Unlocked(right=True, role="owner", number=1)
PRICE = Edit({"pricing.credit": "200"}, "service menu")
QUIET = Edit({"sound.music": "5"}, "service menu")
FREE = Edit({"pricing.free_play": "true"}, "service menu")
HOURS = Edit({"schedule.rules.0.from": "21:00"}, "service menu")
BOTH = Edit(PRICE.changes | QUIET.changes, "service menu")
NETWORK = Edit({"web.host": "0.0.0.0"}, "service menu")
LIMIT = Edit({"service.credits_per_person": "0"}, "service menu")
LAMP = TryOutput("lamp.start", on=True)
ALL = (QUIET, FREE, PRICE, HOURS, LAMP, NETWORK, LIMIT)


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin="4711"))
    stand.join()
    stand.press("test")
    stand.counter.outbox.clear()
    yield stand
    stand.close()


def said(stand, message, client=SCREEN):
    """What the counter answers at once; "asked" when the file has to tell."""
    stand.counter.outbox.clear()
    stand.counter.hear(client, message)
    if stand.counter.asked:
        stand.counter.asked.clear()
        return "asked"
    said = [each.message for each in stand.counter.outbox]
    return next((each for each in said if not isinstance(each, Snapshot)), None)


def test_without_the_pin_volumes_are_set_and_nothing_else(stand):
    assert said(stand, QUIET) == "asked"
    lamp = TryOutput("lamp.start", on=True)
    for wish in (PRICE, FREE, BOTH, HOURS, lamp, ClearScores(0)):
        assert said(stand, wish) == refused(message("refused.needs_pin"))
    assert said(stand, Unlock("4711")) == RIGHT
    assert said(stand, lamp) is None
    assert stand.port.outputs["lamp.start"]


def test_a_sealed_pin_opens_like_a_plain_one(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin=sealed("4711", bytes(SALT_BYTES))))
    stand.join()
    stand.press("test")
    assert said(stand, Unlock("4710")) == Unlocked(right=False)
    assert said(stand, Unlock("4711" * 99)) == Unlocked(right=False)
    assert said(stand, Unlock("4711")) == RIGHT
    stand.close()


def test_who_says_the_pin_may_change_everything_until_service_is_left(stand):
    assert said(stand, Unlock("4711")) == RIGHT
    assert said(stand, PRICE) == "asked"
    stand.press("test")
    stand.press("test")
    assert isinstance(said(stand, PRICE), Refused)


def test_three_guesses_and_a_pause_that_leaving_does_not_shorten(stand):
    assert said(stand, Unlock("0000")) == Unlocked(right=False)
    assert said(stand, Unlock("")) == Unlocked(right=False)
    assert said(stand, Unlock("4710")) == Unlocked(right=False, wait_s=30)
    stand.press("test")
    stand.press("test")
    assert said(stand, Unlock("4711")) == Unlocked(right=False, wait_s=30)
    stand.advance(31 * SECOND)
    assert said(stand, Unlock("4711")) == RIGHT


def test_every_pause_is_twice_as_long_until_somebody_is_right(stand):
    for pause in (30, 60, 120):
        for _ in range(2):
            assert said(stand, Unlock("0000")) == Unlocked(right=False)
        assert said(stand, Unlock("0000")) == Unlocked(right=False, wait_s=pause)
        stand.advance((pause + 1) * SECOND)
        if not isinstance(stand.counter.state.mode, Service):
            stand.press("test")
    assert said(stand, Unlock("4711")) == RIGHT
    for _ in range(2):
        said(stand, Unlock("0000"))
    assert said(stand, Unlock("0000")) == Unlocked(right=False, wait_s=30)


def test_without_a_pin_everybody_is_the_owner(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.press("test")
    assert said(stand, PRICE) == "asked"
    stand.close()


def test_the_menu_on_the_cabinet_changes_nothing_outside_service(stand):
    stand.press("test")
    assert isinstance(said(stand, QUIET), Refused)
    assert isinstance(said(stand, Unlock("4711")), Refused)


def test_a_terminal_is_not_asked_and_cannot_guess(stand):
    assert said(stand, PRICE, TOOL) == "asked"
    assert isinstance(said(stand, Unlock("4711"), TOOL), Refused)


ANNE, JEAN = Person(3, "manager", "Anne"), Person(4, "staff", "Jean")
PINS = {"2222": ANNE, "3333": JEAN}


@pytest.fixture
def staffed(tmp_path):
    """The owner says 4711, Anne the manager 2222, Jean of the staff 3333."""
    salt = bytes(SALT_BYTES)
    known = [replace(who, pin=sealed(pin, salt)) for pin, who in PINS.items()]
    people = (THE_OWNER, *known)
    house = replace(HOUSE, pin="4711", people=people, gifts_per_day=9)
    stand = Stand(tmp_path, house)
    stand.join()
    stand.press("test")
    stand.counter.outbox.clear()
    yield stand
    stand.close()


def test_a_pin_says_who_stands_there_and_what_they_may(staffed):
    may = {"3333": (QUIET,), "2222": (QUIET, FREE, PRICE, HOURS, LAMP), "4711": ALL}
    for pin, allowed in may.items():
        heard = said(staffed, Unlock(pin))
        assert (heard.right, heard.name) == (
            True,
            {**PINS, "4711": THE_OWNER}[pin].name,
        )
        for wish in ALL:
            answer = said(staffed, wish)
            refusal = answer == refused(message("refused.needs_pin"))
            assert refusal is (wish not in allowed), (pin, wish)


def test_what_is_done_at_the_cabinet_carries_the_name(staffed):
    asked = Edit({"pricing.credit": "1"}, "web:owner:Somebody Else")
    said(staffed, Unlock("2222"))
    staffed.counter.hear(SCREEN, asked)
    ((_, edit),) = staffed.counter.asked
    assert edit.author == "service menu:manager:Anne", "not what the screen says"
    staffed.counter.asked.clear()
    said(staffed, Unlock("3333"))
    assert said(staffed, GiveCredit("web:owner", 2, "lost")) == Booked()
    assert said(staffed, TakeCredits("web:owner")) == Booked()
    sql = "SELECT note FROM postings WHERE kind IN ('service', 'expiry')"
    notes = [note for (note,) in query(staffed.path, sql)]
    assert len(notes) == 3
    assert all("service menu:staff:Jean" in note for note in notes)
    assert "lost" in notes[0]
    told = words("fr").say(read_note(notes[0]))
    assert told == "Jean, à la borne\u00a0: pièce perdue"


def test_staff_with_a_pin_of_its_own_does_not_guess_the_owners(staffed):
    """A right PIN that is not an owner's has no wrong one forgotten."""
    wrong = 0
    for number in range(9):
        if said(staffed, Unlock(f"000{number}")).wait_s:
            break
        wrong += 1
        assert said(staffed, Unlock("3333")).name == "Jean"
    assert wrong == GUESSES - 1
    assert not said(staffed, Unlock("4711")).right, "for a while nobody is right"
    staffed.advance(31 * SECOND)
    assert said(staffed, Unlock("4711")).right


def test_who_shares_a_pin_may_what_the_lesser_may():
    shared = tuple(replace(who, pin="5555") for who in (ANNE, JEAN, THE_OWNER))
    assert who_says("5555", shared).role == "staff"
    assert who_says("5555", shared[::2]).role == "manager"


def test_a_pin_chosen_for_the_owner_tells_nobodys(staffed):
    """Refused where it is somebody else's; as that tells something, it is a guess."""
    said(staffed, Unlock("4711"))
    taken = refused(message("refused.person.taken"))
    tried = [
        said(staffed, Edit({"service.pin": pin}, "x")) for pin in ("2222", '"3333"')
    ]
    assert tried == [taken, taken]
    assert said(staffed, Edit({"service.pin": "1234"}, "x")) == "asked"
    assert said(staffed, Edit({"service.pin": "2222"}, "x")) == taken
    wait = refused(message("refused.too_many_tries"))
    assert said(staffed, Edit({"service.pin": "9876"}, "x")) == wait


def test_who_has_left_is_a_stranger_where_they_stand(staffed):
    assert said(staffed, Unlock("2222")).name == "Anne"
    staffed.counter.forget(JEAN.number)
    assert said(staffed, PRICE) == "asked"
    ticket = staffed.counter.tickets.give(ANNE).ticket
    staffed.counter.forget(ANNE.number)
    assert said(staffed, PRICE) == refused(message("refused.needs_pin"))
    assert staffed.counter.tickets.who(ticket) == NOBODY
