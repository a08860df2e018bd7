"""The page of the people: who may do what, their passwords and PINs; the owner's."""

from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from cabinet.core.errors import CabinetError
from cabinet.core.people import FIRST, LONGEST_NAME, Person
from cabinet.i18n.authors import ROLES
from cabinet.people.passwords import SHORTEST
from cabinet.protocol.login import (
    AddPerson,
    ChangePerson,
    DrawPin,
    EndPerson,
    OfPeople,
    PersonChanged,
    SetPassword,
)
from cabinet.web.console.console import Console, Notice, Visit
from cabinet.web.console.login_pages import (
    digits,
    enter,
    in_process,
    key_of,
    words_of,
)
from cabinet.web.console.requests import BOTH, page

HERE = "/access"


def people_routes(console: Console) -> list[Route]:
    """The page, and what is sent from it."""
    take = partial(page, console, role="owner")
    return [take(HERE, _access, methods=BOTH)]


async def _access(visit: Visit) -> Response:
    if visit.posted:
        return await _changed(visit)
    console = visit.console
    return visit.page(
        "access.html",
        people=console.people.file.active(),
        roles=ROLES,
        first=FIRST,
        longest=LONGEST_NAME,
        shortest=SHORTEST,
        second_on=console.people.second(visit.who.number).is_on,
        sessions=console.sessions.listed(visit.number, console.clock()),
    )


async def _changed(visit: Visit) -> Response:
    """Do it, and say so; a PIN that was drawn is on this one answer."""
    asked = _asked(visit)
    if asked is None:
        return visit.refuse(400, "refused.malformed")
    password = visit.form.get("password", "")
    if password != visit.form.get("again", password):
        return _no(visit, "password.again")
    console = visit.console
    draws = isinstance(asked, DrawPin) and not asked.off
    if draws and not (await console.menu()).locked:
        return _no(visit, "person.pin_first")
    try:
        if console.people.kept_by_till:
            done = await console.counter.have_done(asked)
        else:
            done = await in_process(visit, asked, visit.author)
    except CabinetError as wrong:
        return _no(visit, key_of(wrong))
    if not isinstance(asked, AddPerson):
        console.sessions.end_all(done.number)
    notice = Notice(_said(visit, asked, done))
    if done.number != visit.who.number:
        return visit.back(HERE, notice)
    if isinstance(asked, EndPerson):
        return visit.back("/login")
    return enter(visit, Person(done.number, done.role, done.name), done.ticket, HERE)


def _asked(visit: Visit) -> OfPeople | None:
    """What the form wants; None: it is none of ours."""
    form, code = visit.form, digits(visit)
    number = form.get("number", "")
    name, role = form.get("name", ""), form.get("role", "")
    if form.get("do") == "add":
        return AddPerson(name, role, form.get("password", ""), code)
    if not number.isdecimal() or len(number) > 6:
        return None
    match form.get("do"):
        case "change":
            return ChangePerson(int(number), name, role, code)
        case "password":
            return SetPassword(int(number), form.get("password", ""), code)
        case "no_password":
            return SetPassword(int(number), "", code)
        case "pin" | "no_pin" as do:
            return DrawPin(int(number), do == "no_pin", code)
        case "end":
            return EndPerson(int(number), code)
    return None


def _no(visit: Visit, key: str) -> Response:
    return visit.back(HERE, Notice(words_of(visit, key), good=False))


def _said(visit: Visit, asked: OfPeople, done: PersonChanged) -> str:
    """What became of it, in a sentence."""
    who = visit.call(done.role, done.name)
    match asked:
        case DrawPin(off=False):
            return visit.words("person.drawn", who=who, pin=done.pin)
        case DrawPin():
            return visit.words("person.no_pin_any_more", who=who)
        case AddPerson():
            return visit.words("person.added", who=who)
        case EndPerson():
            return visit.words("person.ended", who=who)
        case SetPassword(password=""):
            return visit.words("person.no_password_any_more", who=who)
        case SetPassword():
            return visit.words("access.set")
    return visit.words("person.changed", who=who)
