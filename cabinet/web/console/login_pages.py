"""Pairing, logging in and out, the second factor, and who is logged in."""

import asyncio
import logging
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from hmac import compare_digest
from math import ceil
from typing import Final

import segno
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cabinet.core.errors import CabinetError
from cabinet.core.people import FIRST, Person
from cabinet.i18n.authors import FROM_PAGE
from cabinet.people.file import Kept
from cabinet.people.passwords import LONGEST as LONGEST_PASSWORD
from cabinet.people.passwords import SHORTEST, PasswordError, done
from cabinet.people.second_factor import SecondFactorError, new_secret
from cabinet.people.second_factor import address as second_address
from cabinet.protocol.login import (
    HIDDEN_CODE,
    OfPeople,
    Pair,
    PersonChanged,
    SetSecondFactor,
    Vouch,
)
from cabinet.protocol.operator import Reload
from cabinet.protocol.refusals import RefusedError
from cabinet.web.console.access import LONGEST, cookie_of
from cabinet.web.console.console import HEADERS, Console, Notice, Visit
from cabinet.web.console.requests import BOTH, POST, page

log = logging.getLogger("cabinet.web")

# Wrong codes before the one on the screen is no use any more.
CODE_TRIES: Final = 10
# What the counter says of a password or a code, in the words of the page.
_REFUSALS: Final = {
    "refused.wrong_code": "pair.wrong",
    "refused.no_code": "pair.shut",
    "refused.password_length": "password.length",
    "refused.password_same": "password.same",
    "refused.wrong_second": "second.wrong",
    "refused.second_waits": "second.wait",
    "refused.second_on": "second.on",
    **{
        f"refused.person.{why}": f"person.{why}"
        for why in ("name", "name_taken", "unknown", "first", "first_pin", "too_many")
    },
    "refused.person.pin_first": "person.pin_first",
}
# The same at the login, which does not say whether the password was right.
_AT_LOGIN: Final = {
    "second.wrong": "login.wrong_either",
    "second.wait": "login.second_waits",
}


def login_routes(console: Console) -> list[Route]:
    """The pages that strangers see, and what only the owner may do to them."""
    take = partial(page, console)
    return [
        take("/login", _login, "", methods=BOTH),
        take("/pair", _pair, "", methods=BOTH),
        take("/logout", _logout, methods=POST),
        take("/access/second", _second, "owner", methods=BOTH),
        take("/access/end", _end, "owner", methods=POST),
    ]


async def _login(visit: Visit) -> Response:
    console = visit.console
    if not console.people.paired():
        return RedirectResponse("/pair", 303, HEADERS)
    if not visit.posted:
        return _asking(visit, "login.html")
    async with console.hashing:  # one after the other: what one learns counts for all
        wait = console.attempts.wait(visit.address, console.clock())
        found = _Found()
        if not wait:
            found = await _checked(visit)
            if found.wrong:
                console.attempts.was_wrong(visit.address, console.clock())
    if wait:
        log.warning("console: too many tries to log in from %s", visit.address)
        return await _wait(visit, "login.html", wait)
    if found.wrong:
        log.warning("console: a wrong %s from %s", found.what, visit.address)
        return _asking(visit, "login.html", 403, found.wrong)
    assert found.who is not None
    if found.who.role == "owner":  # or others could guess between logins of their own
        console.attempts.was_right(visit.address)
    return enter(visit, found.who, found.ticket)


@dataclass(frozen=True, slots=True)
class _Found:
    """Who logs in, with the counter's ticket for it; or the words for what is wrong."""

    who: Kept | None = None
    ticket: str = ""
    wrong: str = ""
    # What the log calls it: it may know whether the password was right.
    what: str = "password"


async def _checked(visit: Visit) -> _Found:
    """Whose name and password the form has, and their code if they need one."""
    console, people = visit.console, visit.console.people
    said = visit.form.get("password", "")[: LONGEST_PASSWORD + 1]
    name, code = visit.form.get("name", "").strip(), digits(visit)
    who = await asyncio.to_thread(people.who, said, name)
    if who is None:
        both = people.asks_for_codes
        return _Found(wrong="login.wrong_either" if both else "login.wrong")
    try:
        if people.kept_by_till:
            vouched = await console.counter.vouch(Vouch(said, code, name))
            return _Found(who, vouched.ticket)
        await asyncio.to_thread(people.second(who.number).check, code)
    except SecondFactorError as wrong:
        return _Found(wrong=_AT_LOGIN[str(wrong.args[0])], what="code")
    except RefusedError as wrong:
        key = _REFUSALS.get(wrong.problems[0].what.code, "")
        if key not in _AT_LOGIN:
            raise
        return _Found(wrong=_AT_LOGIN[key], what="code")
    return _Found(who)


def digits(visit: Visit, field: str = "code") -> str:
    """The digits of a code that somebody typed, however they spaced them."""
    return "".join(filter(str.isdecimal, visit.form.get(field, "")))


async def _pair(visit: Visit) -> Response:
    console = visit.console
    if not visit.posted:
        return _asking(visit, "pair.html")
    code = _code(console)
    if not code:
        return _asking(visit, "pair.html", 403, "pair.shut")
    now = console.clock()
    if wait := console.pairings.wait(visit.address, now):
        return await _wait(visit, "pair.html", wait)
    said = digits(visit)
    if code != HIDDEN_CODE and not compare_digest(said.encode(), code.encode()):
        return _wrong_code(visit, code)
    who, ticket, wrong = await _paired(visit, said)
    if wrong == "pair.wrong":
        return _wrong_code(visit, code)
    if wrong:
        return _asking(visit, "pair.html", 400, wrong)
    console.attempts.was_right(visit.address)
    console.pairings.was_right(visit.address)
    if code != HIDDEN_CODE:  # the counter knows by itself
        console.wrong_codes[code] = CODE_TRIES
    return enter(visit, who, ticket)


async def _paired(visit: Visit, code: str) -> tuple[Person, str, str]:
    """Give whoever stands at the cabinet the password; who, a ticket, what is wrong."""
    console, password = visit.console, visit.form.get("password", "")
    who = Person(FIRST, "owner")
    if password != visit.form.get("again", ""):
        return who, "", "password.again"
    ticket = ""
    try:
        if console.people.kept_by_till:
            found = await console.counter.vouch(Pair(code, password))
            who, ticket = Person(found.number, found.role, found.name), found.ticket
        else:
            done = await in_process(visit, Pair(code, password), who.signed(FROM_PAGE))
            who = Person(done.number, done.role, done.name)
    except CabinetError as wrong:
        return who, "", key_of(wrong)
    console.sessions.end_all(who.number)
    return who, ticket, ""


def _wrong_code(visit: Visit, code: str) -> Response:
    console = visit.console
    console.pairings.was_wrong(visit.address, console.clock())
    if code != HIDDEN_CODE:
        console.wrong_codes[code] = console.wrong_codes.get(code, 0) + 1
    log.warning("console: a wrong pairing code from %s", visit.address)
    return _asking(visit, "pair.html", 403, "pair.wrong")


def _code(console: Console) -> str:
    """The code on the screen, as long as it is of use."""
    shown = console.snapshot()
    if shown is None:  # the counter is away, and comes back with the same code
        return ""
    code = shown.pairing
    for old in set(console.wrong_codes) - {code}:
        del console.wrong_codes[old]
    return code if console.wrong_codes.get(code, 0) < CODE_TRIES else ""


async def _logout(visit: Visit) -> Response:
    if ticket := visit.console.sessions.ticket(visit.number):
        await visit.console.counter.log_out(ticket)
    visit.console.sessions.end(visit.number)
    log.info("console: %s logged out from %s", visit.author, visit.address)
    response = RedirectResponse("/login", 303, HEADERS)
    _give_cookie(visit, response, "", 0)
    return response


async def _end(visit: Visit) -> Response:
    """End a session of the list; one's own is to log out."""
    sessions = visit.console.sessions
    number = sessions.named(visit.form.get("session", ""))
    if number == visit.number:
        return await _logout(visit)
    if number:
        if ticket := sessions.ticket(number):
            await visit.console.counter.log_out(ticket)
        sessions.end(number)
        log.info("console: %s ended a session from %s", visit.author, visit.address)
    return visit.back("/access", Notice(visit.words("access.ended")))


async def _second(visit: Visit) -> Response:
    """Turn the second factor on, with a code to prove it, or off again."""
    console = visit.console
    if not visit.posted:
        if console.people.second(visit.who.number).is_on:
            return visit.back("/access")
        secret = console.sessions.offer(visit.number, new_secret())
        shown = console.snapshot()
        cabinet = shown.name if shown else "Arkade"
        uri = second_address(secret, cabinet, visit.who.name or visit.role)
        code = segno.make(uri, error="m")
        drawn = code.svg_inline(border=3, light="white", omitsize=True)
        return visit.page("second.html", secret=secret, drawn=Markup(drawn))
    off = "off" in visit.form
    secret = "" if off else console.sessions.offer(visit.number, new_secret())
    if wrong := await _set_second(visit, SetSecondFactor(secret, digits(visit))):
        log.warning("console: a wrong code from %s", visit.address)
        back = "/access" if off else "/access/second"
        return visit.back(back, Notice(visit.words(wrong), good=False))
    state = "off" if off else "on"
    log.info("console: second factor %s, from %s", state, visit.address)
    return visit.back("/access", Notice(visit.words(f"second.is_{state}")))


async def _set_second(visit: Visit, wanted: SetSecondFactor) -> str:
    """Have it done where passwords are kept; the words for what is wrong, or ""."""
    console = visit.console
    try:
        if console.people.kept_by_till:
            await console.counter.set_second_factor(wanted)
        else:
            await in_process(visit, wanted, visit.author)
    except CabinetError as wrong:
        return key_of(wrong)
    return ""


async def in_process(
    visit: Visit, asked: OfPeople | Pair | SetSecondFactor, author: str
) -> PersonChanged:
    """Do it here, where one account has everything; the counter books it."""
    console = visit.console
    told = {"do": type(asked).__name__, **asdict(asked), "by": visit.who.number}
    async with console.hashing:
        found = await asyncio.to_thread(
            done, console.people, told["do"], told | {"house": ""}
        )
    who = PersonChanged(
        found["number"], found["role"], found["name"], found.get("pin", "")
    )
    what = f"people: {who.name or who.role}: {told['do']}"
    console.begin(_told(console, Reload(author, (what,))))
    return who


def key_of(wrong: CabinetError) -> str:
    """The words for what the counter, or we, have against it; else it is raised."""
    if isinstance(wrong, PasswordError | SecondFactorError):
        return str(wrong.args[0])
    if isinstance(wrong, RefusedError):
        key = _REFUSALS.get(wrong.problems[0].what.code)
        if key is not None:
            return key
    raise wrong


async def _told(console: Console, reload: Reload) -> None:
    with suppress(CabinetError):
        _, menu = await console.counter.change(reload)
        console.keep_menu(menu)


def enter(
    visit: Visit, who: Person | Kept, ticket: str = "", to: str = "/"
) -> Response:
    """A new session: the number that a stranger had is worth nothing inside."""
    sessions, person = visit.console.sessions, Person(who.number, who.role, who.name)
    sessions.end(visit.number)
    signed = person.signed(FROM_PAGE)
    log.info("console: %s logged in from %s", signed, visit.address)
    response = RedirectResponse(to, 303, HEADERS)
    now, address = visit.console.clock(), visit.address
    number = sessions.begin(person.role, now, ticket, address, person)
    _give_cookie(visit, response, number)
    return response


def _asking(
    visit: Visit, template: str, status: int = 200, wrong: str = ""
) -> Response:
    """A form for strangers; its token needs a number, so they get one."""
    number = visit.number or secrets.token_urlsafe(32)
    response = visit.page(
        template,
        status,
        wrong=words_of(visit, wrong) if wrong else "",
        token=visit.console.sessions.token(number),
        paired=visit.console.people.paired(),
        second_on=visit.console.people.asks_for_codes,
    )
    if not visit.number:
        _give_cookie(visit, response, number)
    return response


async def _wait(visit: Visit, template: str, seconds: float) -> Response:
    await asyncio.sleep(visit.console.pause)
    why = visit.words("login.wait", n=ceil(seconds))
    codes = visit.console.people.asks_for_codes
    response = visit.page(template, 429, wrong=why, paired=True, second_on=codes)
    response.headers["Retry-After"] = str(ceil(seconds))
    return response


def words_of(visit: Visit, key: str) -> str:
    """What is wrong with a password or a name, in a sentence."""
    return visit.words(key, shortest=SHORTEST, longest=LONGEST_PASSWORD)


def _give_cookie(
    visit: Visit, response: Response, number: str, seconds: float = LONGEST
) -> None:
    response.set_cookie(
        cookie_of(visit.request),
        number,
        max_age=round(seconds),
        httponly=True,
        samesite="strict",
        secure=visit.request.scope["scheme"] == "https",
    )
