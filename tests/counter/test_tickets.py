"""Tickets for passwords that are right: how long they count, and who may try."""

import asyncio
import re
import sys

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.core.people import NOBODY, Person, who_says
from cabinet.counter.rights import may_ask
from cabinet.counter.tickets import (
    BURST,
    IDLE,
    LONGEST,
    MOST_TICKETS,
    PasswordChild,
    Tickets,
    ToCheck,
)
from cabinet.people.file import PeopleFile
from cabinet.people.passwords import People
from cabinet.protocol.alerts import PutSecret
from cabinet.protocol.codec import Collect, Correct, Quit, Touch
from cabinet.protocol.login import (
    AddPerson,
    ChangePerson,
    DrawPin,
    EndPerson,
    SetPassword,
    Vouch,
)
from cabinet.protocol.operator import (
    Edit,
    GiveCredit,
    PutLogo,
    Reload,
    Restart,
    RestartScreen,
    Rewrite,
    TakeCredits,
    Undo,
)

OWNER, STAFF = "correct horse", "battery staple"
STAFFS, MANAGERS, OWNERS = map(Person, (2, 3, 1), ("staff", "manager", "owner"))


@pytest.fixture
def clock():
    return VirtualClock()


def role_of(tickets, ticket):
    return tickets.who(ticket).role


def later(clock, by):
    clock.advance_to(clock.now() + by)


def test_a_ticket_has_128_bits_and_is_somebodys(clock):
    tickets = Tickets(clock)
    given = {tickets.give(OWNERS).ticket for _ in range(20)}
    assert len(given) == 20
    assert {len(each) for each in given} == {22}
    assert {role_of(tickets, each) for each in given} == {"owner"}
    assert role_of(tickets, "") == role_of(tickets, "owner") == ""


def test_a_ticket_ends_unused_after_long_and_with_the_password(clock):
    tickets = Tickets(clock)
    unused, used = tickets.give(STAFFS).ticket, tickets.give(OWNERS).ticket
    for _ in range(LONGEST // (IDLE // 2) - 1):
        later(clock, IDLE // 2)
        assert role_of(tickets, used) == "owner"
    assert role_of(tickets, unused) == ""
    later(clock, IDLE // 2)
    assert role_of(tickets, used) == ""
    staff, owner = tickets.give(STAFFS).ticket, tickets.give(OWNERS).ticket
    tickets.end_all(2)
    assert (role_of(tickets, staff), role_of(tickets, owner)) == ("", "owner")
    tickets.end(owner)
    assert role_of(tickets, owner) == ""


def test_there_are_so_many_tickets_and_no_more(clock):
    tickets = Tickets(clock)
    given = []
    for _ in range(MOST_TICKETS + 1):
        given.append(tickets.give(STAFFS).ticket)
        later(clock, 1)
    assert role_of(tickets, given[0]) == ""
    assert all(role_of(tickets, each) for each in given[1:])


def test_there_are_so_many_tries_and_then_one_a_second(clock):
    tickets = Tickets(clock)
    assert sum(tickets.may_try() for _ in range(BURST + 50)) == BURST
    later(clock, 3 * SECOND)
    assert sum(tickets.may_try() for _ in range(50)) == 3


@pytest.mark.parametrize(
    ("message", "may"),
    [
        (GiveCredit("x"), "smo"),
        (TakeCredits("x"), "smo"),
        (Edit({"sound.coin": "1"}, "x"), "smo"),
        (Edit({"sound.coin": "1", "pricing.free_play": "true"}, "x"), "mo"),
        (Edit({"sound.coin": "1", "pricing.credit": "1"}, "x"), "mo"),
        (Edit({"schedule.rules": "[]", "web.host": "0.0.0.0"}, "x"), "o"),
        (Edit({"service.pin": "1234"}, "x"), "o"),
        (Edit({"service.credits_per_person": "0"}, "x"), "o"),
        (Edit({"coins.0.pulse_value": "1"}, "x"), "o"),
        (Edit({"modesty": "1"}, "x"), "o"),
        (Edit({"": "1"}, "x"), "o"),
        (Collect(1), "mo"),
        (PutLogo("", "x"), "mo"),
        (Restart("x"), "mo"),
        (RestartScreen("x"), "mo"),
        (Correct(1), "o"),
        (Undo("x"), "o"),
        (Rewrite("", "x"), "o"),
        (Reload("x"), "o"),
        (PutSecret("ntfy_token", "x", "x"), "o"),
        (Quit(), ""),
        (Touch("coin.1", active=True), ""),
    ],
)
def test_each_role_may_what_the_one_before_may_and_more(message, may):
    for operator in (NOBODY, STAFFS, MANAGERS, OWNERS):
        how = {"trusted": False, "roles": {"web"}, "on_duty": False}
        wanted = bool(operator.role) and operator.role[0] in may
        assert may_ask(message, operator=operator, **how) is wanted, operator


def ask(state, request, by=NOBODY, **more):
    command = (sys.executable, "-P", "-m", "cabinet.people.passwords", str(state))
    return asyncio.run(PasswordChild(command).ask(ToCheck(request, by, **more)))


def test_a_child_compares_and_keeps_passwords_and_people(tmp_path):
    (tmp_path / "access").mkdir()
    assert ask(tmp_path, SetPassword(1, OWNER)).who == OWNERS
    assert People(tmp_path).who(OWNER).role == "owner"
    anne = ask(tmp_path, AddPerson(" Anne  B", "staff", STAFF)).who
    assert anne == Person(3, "staff", "Anne B"), "the second was the staff of old"
    assert ask(tmp_path, Vouch(STAFF, name="anne b")).who == anne
    for request, said in (
        (Vouch("battery horse", name="Anne B"), "nobody's password"),
        (Vouch(STAFF), "nobody's password"),
        (Vouch(OWNER, name="Anne B"), "nobody's password"),
        (SetPassword(3, "short"), "10 to 128 characters"),
        (SetPassword(1, ""), "stays an owner"),
        (SetPassword(99, STAFF), "is gone"),
        (AddPerson("ANNE-B.", "owner"), "is or was called so"),
        (AddPerson("web:owner", "staff"), "begins with a letter"),
        (AddPerson("x" * 25, "staff"), "begins with a letter"),
        (AddPerson("Anne\u202eB", "staff"), "begins with a letter"),
        (AddPerson("Jean", "king"), "is gone"),
        (ChangePerson(1, "Marie", "staff"), "stays an owner"),
        (EndPerson(1), "stays an owner"),
        (DrawPin(1), "under Service"),
    ):
        with pytest.raises(CabinetError, match=said):
            ask(tmp_path, request)
    assert ask(tmp_path, SetPassword(3, "")).who == anne
    with pytest.raises(CabinetError):
        ask(tmp_path, Vouch(STAFF, name="Anne B"))
    file = tmp_path / "access/people.json"
    assert file.stat().st_mode & 0o777 == 0o640
    pin = ask(tmp_path, DrawPin(3)).pin
    assert (tmp_path / "access/pins.json").stat().st_mode & 0o777 == 0o600
    assert pin not in file.read_text()
    (known,) = [one for one in PeopleFile(tmp_path).with_pins() if one.pin]
    assert who_says(pin, [known]).name == "Anne B"
    file.write_text("}")
    with pytest.raises(CabinetError, match="cannot be"):
        ask(tmp_path, Vouch(OWNER))


def test_pins_are_drawn_and_no_two_are_the_same(tmp_path):
    """Nobody chooses one, so nobody is told which are taken."""
    people = People(tmp_path)
    drawn = set()
    numbers = [people.add(f"Person {n}", "staff").number for n in "abcdef"]
    for number in numbers * 2:
        looked = []

        def taken(said, seen=looked):
            seen.append(said)
            return len(seen) == 1

        pin = people.draw_pin(number, taken)
        assert pin == looked[-1] != looked[0], "the owner's own is drawn for nobody"
        drawn.add(pin)
    pins = people.file.pins()[1]
    assert len(set(pins.values())) == len(pins) == 6
    assert all(re.fullmatch("[0-9]{4}", pin) for pin in drawn)
