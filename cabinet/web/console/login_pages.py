"""Pairing, logging in and out, and who has which password."""

import asyncio
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from math import ceil
from typing import Final

import segno
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cabinet.core.errors import CabinetError
from cabinet.protocol.login import (
    HIDDEN_CODE,
    Pair,
    SetPassword,
    SetSecondFactor,
    Vouch,
)
from cabinet.protocol.operator import Reload
from cabinet.protocol.refusals import RefusedError
from cabinet.web.console.access import LONGEST, cookie_of
from cabinet.web.console.console import HEADERS, Console, Notice, Visit
from cabinet.web.console.passwords import LONGEST as LONGEST_PASSWORD
from cabinet.web.console.passwords import ROLES, SHORTEST, PasswordError
from cabinet.web.console.requests import BOTH, POST, page
from cabinet.web.console.second_factor import SecondFactorError, new_secret
from cabinet.web.console.second_factor import address as second_address

log = logging.getLogger("cabinet.web")

# Wrong codes before the one on the screen is no use any more.
CODE_TRIES: Final = 10
_PAIRED: Final = "paired at the cabinet: a new password, and no second factor"
# What the counter says of a password or a code, in the words of the page.
_REFUSALS: Final = {
    "refused.wrong_code": "pair.wrong",
    "refused.no_code": "pair.shut",
    "refused.password_length": "password.length",
    "refused.password_same": "password.same",
    "refused.wrong_second": "second.wrong",
    "refused.second_waits": "second.wait",
    "refused.second_on": "second.on",
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
        take("/access", _access, "owner", methods=BOTH),
        take("/access/second", _second, "owner", methods=BOTH),
        take("/access/end", _end, "owner", methods=POST),
    ]


async def _login(visit: Visit) -> Response:
    console = visit.console
    if not console.passwords.known("owner"):
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
    if found.role == "owner":  # or staff could guess between two logins of its own
        console.attempts.was_right(visit.address)
    log.info("console: the %s logged in from %s", found.role, visit.address)
    return _enter(visit, found.role, found.ticket)


@dataclass(frozen=True, slots=True)
class _Found:
    """Who logs in, with the counter's ticket for it; or the words for what is wrong."""

    role: str = ""
    ticket: str = ""
    wrong: str = ""
    # What the log calls it: it may know whether the password was right.
    what: str = "password"


async def _checked(visit: Visit) -> _Found:
    """Whose password the form has, and the owner's code if they need one."""
    console, passwords = visit.console, visit.console.passwords
    said = visit.form.get("password", "")[: LONGEST_PASSWORD + 1]
    code = _digits(visit)
    role = await asyncio.to_thread(passwords.role_of, said)
    if not role:
        both = passwords.second.is_on
        return _Found(wrong="login.wrong_either" if both else "login.wrong")
    try:
        if passwords.kept_by_till:
            vouched = await console.counter.vouch(Vouch(said, code))
            return _Found(role, vouched.ticket)
        if role == "owner":
            await asyncio.to_thread(passwords.second.check, code)
    except SecondFactorError as wrong:
        return _Found(wrong=_AT_LOGIN[str(wrong.args[0])], what="code")
    except RefusedError as wrong:
        key = _REFUSALS.get(wrong.problems[0].what.code, "")
        if key not in _AT_LOGIN:
            raise
        return _Found(wrong=_AT_LOGIN[key], what="code")
    return _Found(role)


def _digits(visit: Visit, field: str = "code") -> str:
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
    said = _digits(visit)
    if code != HIDDEN_CODE and not compare_digest(said.encode(), code.encode()):
        return _wrong_code(visit, code)
    ticket, wrong = await _set_password(visit, "owner", "pairing", said)
    if wrong == "pair.wrong":
        return _wrong_code(visit, code)
    if wrong:
        return _asking(visit, "pair.html", 400, wrong)
    console.attempts.was_right(visit.address)
    console.pairings.was_right(visit.address)
    if code != HIDDEN_CODE:  # the counter knows by itself
        console.wrong_codes[code] = CODE_TRIES
    return _enter(visit, "owner", ticket)


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
    log.info("console: the %s logged out from %s", visit.role, visit.address)
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
        log.info("console: the owner ended a session from %s", visit.address)
    return visit.back("/access", Notice(visit.words("access.ended")))


async def _second(visit: Visit) -> Response:
    """Turn the second factor on, with a code to prove it, or off again."""
    console, second = visit.console, visit.console.passwords.second
    if not visit.posted:
        if second.is_on:
            return visit.back("/access")
        secret = console.sessions.offer(visit.number, new_secret())
        shown = console.snapshot()
        uri = second_address(secret, shown.name if shown else "Arkade")
        code = segno.make(uri, error="m")
        drawn = code.svg_inline(border=3, light="white", omitsize=True)
        return visit.page("second.html", secret=secret, drawn=Markup(drawn))
    off = "off" in visit.form
    secret = "" if off else console.sessions.offer(visit.number, new_secret())
    if wrong := await _set_second(visit, SetSecondFactor(secret, _digits(visit))):
        log.warning("console: a wrong code from %s", visit.address)
        back = "/access" if off else "/access/second"
        return visit.back(back, Notice(visit.words(wrong), good=False))
    state = "off" if off else "on"
    log.info("console: second factor %s, from %s", state, visit.address)
    return visit.back("/access", Notice(visit.words(f"second.is_{state}")))


async def _set_second(visit: Visit, wanted: SetSecondFactor) -> str:
    """Have it done where passwords are kept; the words for what is wrong, or ""."""
    console, second = visit.console, visit.console.passwords.second
    try:
        if console.passwords.kept_by_till:
            await console.counter.set_second_factor(wanted)
        elif wanted.secret:
            await asyncio.to_thread(second.turn_on, wanted.secret, wanted.code)
            _book(visit, "the owner's login takes a code besides the password")
        else:
            await asyncio.to_thread(second.turn_off, wanted.code)
            _book(visit, "the owner's login takes no code any more")
    except SecondFactorError as wrong:
        return str(wrong.args[0])
    except RefusedError as wrong:
        if (key := _REFUSALS.get(wrong.problems[0].what.code)) is None:
            raise
        return key
    return ""


async def _access(visit: Visit) -> Response:
    console = visit.console
    if not visit.posted:
        return visit.page(
            "access.html",
            has_staff=console.passwords.known("staff"),
            second_on=console.passwords.second.is_on,
            sessions=console.sessions.listed(visit.number, console.clock()),
        )
    who = visit.form.get("who", "")
    if who not in ROLES:
        return visit.refuse(400, "refused.malformed")
    if who == "staff" and "remove" in visit.form:
        if console.passwords.kept_by_till:
            await console.counter.vouch(SetPassword("staff", ""))
        else:
            async with console.hashing:
                console.passwords.remove("staff")
            _book(visit, "the staff has no password any more")
        console.sessions.end_all("staff")
        return visit.back("/access", Notice(visit.words("access.removed")))
    ticket, wrong = await _set_password(visit, who, visit.author)
    if wrong:
        return visit.back("/access", Notice(_words_of(visit, wrong), good=False))
    if who == visit.role:
        return _enter(visit, who, ticket)
    return visit.back("/access", Notice(visit.words("access.set")))


async def _set_password(
    visit: Visit, role: str, author: str, code: str = ""
) -> tuple[str, str]:
    """Give the role the password of a form; a ticket, and what is wrong with it if so.

    `code` is what somebody read off the cabinet's screen.
    """
    password = visit.form.get("password", "")
    if password != visit.form.get("again", ""):
        return "", "password.again"
    console = visit.console
    ticket = ""
    try:
        if console.passwords.kept_by_till:
            wanted = Pair(code, password) if code else SetPassword(role, password)
            ticket = (await console.counter.vouch(wanted)).ticket
        else:
            async with console.hashing:
                await asyncio.to_thread(console.passwords.set, role, password)
            if code:
                console.passwords.second.forget()
                _book(visit, _PAIRED, author)
            else:
                _book(visit, f"the {role} has another password", author)
    except PasswordError as wrong:
        return "", str(wrong.args[0])
    except RefusedError as wrong:
        if (key := _REFUSALS.get(wrong.problems[0].what.code)) is None:
            raise
        return "", key
    console.sessions.end_all(role)
    log.info("console: the password of the %s was set (%s)", role, author)
    return ticket, ""


def _book(visit: Visit, what: str, author: str = "") -> None:
    """Who may come in is in the books like every other setting."""
    told = Reload(author or visit.author, (f"console: {what}",))
    visit.console.begin(_told(visit.console, told))


async def _told(console: Console, reload: Reload) -> None:
    with suppress(CabinetError):
        _, menu = await console.counter.change(reload)
        console.keep_menu(menu)


def _enter(visit: Visit, role: str, ticket: str = "") -> Response:
    """A new session: the number that a stranger had is worth nothing inside."""
    sessions = visit.console.sessions
    sessions.end(visit.number)
    response = RedirectResponse("/", 303, HEADERS)
    number = sessions.begin(role, visit.console.clock(), ticket, visit.address)
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
        wrong=_words_of(visit, wrong) if wrong else "",
        token=visit.console.sessions.token(number),
        paired=visit.console.passwords.known("owner"),
        second_on=visit.console.passwords.second.is_on,
    )
    if not visit.number:
        _give_cookie(visit, response, number)
    return response


async def _wait(visit: Visit, template: str, seconds: float) -> Response:
    await asyncio.sleep(visit.console.pause)
    why = visit.words("login.wait", n=ceil(seconds))
    second = visit.console.passwords.second
    response = visit.page(template, 429, wrong=why, paired=True, second_on=second.is_on)
    response.headers["Retry-After"] = str(ceil(seconds))
    return response


def _words_of(visit: Visit, key: str) -> str:
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
