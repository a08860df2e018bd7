"""Alerts on the page: their secrets, what became of them, and a test.

Secrets go to the counter, which writes them; no page shows one again. What became of
the last try on each way is in the file of the program that sends.
"""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from starlette.responses import Response
from starlette.routing import Route

from cabinet.books.exports import moment
from cabinet.i18n.message import from_text
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.operator import Menu
from cabinet.settings.alerts import QUEUE, SECRETS, is_kept
from cabinet.web.console.console import Console, Notice, Visit
from cabinet.web.console.requests import POST, page

HERE: Final = "/settings/alerts"
# What switches each way on, and what secrets it has.
_SWITCHES: Final = {"mail": "mail_to", "ntfy": "ntfy", "webhook": "webhook"}
_OFF: Final = ("", "false")


class Secret(NamedTuple):
    """A secret that a way needs, and whether it is there."""

    name: str
    kept: bool


class Way(NamedTuple):
    """A way out: whether it is on, what it needs, and how the last try went."""

    name: str
    on: bool
    secrets: tuple[Secret, ...]
    last: str
    well: bool
    waiting: int


def alert_routes(console: Console) -> list[Route]:
    """What the owner does on the page of alerts; the page is one of the settings."""
    take = partial(page, console, role="owner")
    return [
        take("/alerts/secret", _secret, methods=POST),
        take("/alerts/test", _test, methods=POST),
        take("/alerts/ways", _ways),
    ]


async def ways_of(visit: Visit, menu: Menu) -> list[Way]:
    """Every way, as it is now."""
    state = visit.console.place.state
    kept = await asyncio.to_thread(_read, state / QUEUE)
    found = []
    for name, switch in _SWITCHES.items():
        secrets = tuple(
            Secret(each, is_kept(state, each))
            for each in SECRETS
            if each.startswith(name)
        )
        outcome = kept.outcomes.get(name)
        last, well = "", True
        if outcome:
            at, why = outcome
            told = visit.say(from_text(why)) if why else visit.words("alerts.taken")
            last, well = f"{moment(at, None)} · {told}", not why
        on = menu.value(f"alerts.{switch}") not in _OFF
        waiting = kept.waiting.get(name, 0)
        found.append(Way(name, on, secrets, last, well, waiting))
    return found


async def _ways(visit: Visit) -> Response:
    """The part of the page that changes by itself."""
    menu = await visit.console.menu()
    return visit.page("alerts_ways.html", ways=await ways_of(visit, menu))


async def _secret(visit: Visit) -> Response:
    name = visit.form.get("name", "")
    if name not in SECRETS:
        return visit.refuse(400, "refused.malformed")
    value = "" if "remove" in visit.form else visit.form.get("value", "").strip()
    if not value and "remove" not in visit.form:
        return visit.back(HERE, Notice(visit.words("kept.same")))
    return await visit.change(HERE, PutSecret(name, value, visit.author))


async def _test(visit: Visit) -> Response:
    return await visit.book(HERE, TryAlerts(visit.author), "alerts.tried")


class _Kept(NamedTuple):
    """Of the file: outcome and letters that wait, by way."""

    outcomes: dict[str, tuple[int, str]]
    waiting: dict[str, int]


def _read(path: Path) -> _Kept:
    """What the program has written; nothing where it has not, or is of other days."""
    outcomes, waiting = {}, dict.fromkeys(_SWITCHES, 0)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        for way, each in document["outcomes"].items():
            outcomes[str(way)] = int(each["wall_ms"]), str(each["why"])
        for letter in document["letters"]:
            for way in letter["ways"]:
                waiting[way] = waiting.get(way, 0) + 1
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return _Kept({}, {})
    return _Kept(outcomes, waiting)
