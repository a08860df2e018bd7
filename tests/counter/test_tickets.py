"""Tickets for passwords that are right: how long they count, and who may try."""

import asyncio
import sys

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.counter.dispatcher import may_ask
from cabinet.counter.tickets import (
    BURST,
    IDLE,
    LONGEST,
    MOST_TICKETS,
    PasswordChild,
    Tickets,
)
from cabinet.protocol.codec import Collect, Quit, Touch
from cabinet.protocol.login import SetPassword, Vouch
from cabinet.protocol.operator import Edit, GiveCredit, Rewrite
from cabinet.web.console.passwords import Passwords

OWNER, STAFF = "correct horse", "battery staple"


@pytest.fixture
def clock():
    return VirtualClock()


def later(clock, by):
    clock.advance_to(clock.now() + by)


def test_a_ticket_has_128_bits_and_is_somebodys(clock):
    tickets = Tickets(clock)
    given = {tickets.give("owner").ticket for _ in range(20)}
    assert len(given) == 20
    assert {len(each) for each in given} == {22}
    assert {tickets.role_of(each) for each in given} == {"owner"}
    assert tickets.role_of("") == tickets.role_of("owner") == ""


def test_a_ticket_ends_unused_after_long_and_with_the_password(clock):
    tickets = Tickets(clock)
    unused, used = tickets.give("staff").ticket, tickets.give("owner").ticket
    for _ in range(LONGEST // (IDLE // 2) - 1):
        later(clock, IDLE // 2)
        assert tickets.role_of(used) == "owner"
    assert tickets.role_of(unused) == ""
    later(clock, IDLE // 2)
    assert tickets.role_of(used) == ""
    staff, owner = tickets.give("staff").ticket, tickets.give("owner").ticket
    tickets.end_all("staff")
    assert (tickets.role_of(staff), tickets.role_of(owner)) == ("", "owner")
    tickets.end(owner)
    assert tickets.role_of(owner) == ""


def test_there_are_so_many_tickets_and_no_more(clock):
    tickets = Tickets(clock)
    given = []
    for _ in range(MOST_TICKETS + 1):
        given.append(tickets.give("staff").ticket)
        later(clock, 1)
    assert tickets.role_of(given[0]) == ""
    assert all(map(tickets.role_of, given[1:]))


def test_there_are_so_many_tries_and_then_one_a_second(clock):
    tickets = Tickets(clock)
    assert sum(tickets.may_try() for _ in range(BURST + 50)) == BURST
    later(clock, 3 * SECOND)
    assert sum(tickets.may_try() for _ in range(50)) == 3


@pytest.mark.parametrize(
    ("message", "staff", "owner"),
    [
        (GiveCredit("x"), True, True),
        (Edit({"sound.coin": "1"}, "x"), True, True),
        (Edit({"sound.coin": "1", "pricing.free_play": "true"}, "x"), False, True),
        (Edit({"sound.coin": "1", "pricing.credit": "1"}, "x"), False, True),
        (Collect(1), False, True),
        (Rewrite("", "x"), False, True),
        (Quit(), False, False),
        (Touch("coin.1", active=True), False, False),
    ],
)
def test_staff_may_less_than_the_owner_and_both_less_than_the_till(
    message, staff, owner
):
    for operator, may in (("", False), ("staff", staff), ("owner", owner)):
        how = {"trusted": False, "roles": {"web"}, "on_duty": False}
        assert may_ask(message, operator=operator, **how) is may


def ask(state, request):
    command = (sys.executable, "-P", "-m", "cabinet.web.console.passwords", str(state))
    return asyncio.run(PasswordChild(command).ask(request))


def test_a_child_compares_and_keeps_passwords(tmp_path):
    (tmp_path / "access").mkdir()
    assert ask(tmp_path, SetPassword("owner", OWNER)) == "owner"
    assert Passwords(tmp_path).role_of(OWNER) == "owner"
    assert ask(tmp_path, SetPassword("staff", STAFF)) == "staff"
    assert ask(tmp_path, Vouch(STAFF)) == "staff"
    for request, said in (
        (Vouch("battery horse"), "nobody's password"),
        (SetPassword("staff", "short"), "10 to 128 characters"),
        (SetPassword("owner", ""), "10 to 128 characters"),
        (SetPassword("staff", OWNER), "the other role's"),
    ):
        with pytest.raises(CabinetError, match=said):
            ask(tmp_path, request)
    assert ask(tmp_path, SetPassword("staff", "")) == "staff"
    with pytest.raises(CabinetError):
        ask(tmp_path, Vouch(STAFF))
    file = tmp_path / "access/access.json"
    assert file.stat().st_mode & 0o777 == 0o640
    file.write_text("}")
    with pytest.raises(CabinetError, match="cannot be"):
        ask(tmp_path, Vouch(OWNER))
