"""The pages that tell: now, the books, alarms with their evidence, scores, the log."""

import asyncio
import re
from datetime import date, timedelta
from functools import partial
from typing import Any, Final, TypeAlias

from markupsafe import Markup
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cabinet.books.accountancy import WHOLE, monthly_csv, takings_csv
from cabinet.books.evidence import Case, case, cases
from cabinet.books.exports import as_csv, as_json, length, moment, named, three_columns
from cabinet.books.report import KEYS, Report, Sums, breakdown, local, report
from cabinet.clock import SystemClock
from cabinet.core.errors import BooksError
from cabinet.core.money.amounts import minor_units
from cabinet.diagnostics.evidence_drawing import tape_text
from cabinet.diagnostics.logs import PROGRAMS, tail
from cabinet.protocol.fields import plain
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.charts import Bar, bars, wires
from cabinet.web.console.console import HEADERS, Console, Visit
from cabinet.web.console.requests import page, shows
from cabinet.web.console.takings_page import days, rows_by, takings_page

# The snapshot as the console tells it to a browser.


def public(snapshot: Snapshot) -> dict[str, Any]:
    """The snapshot without what only one player, or one at the cabinet, may know.

    Seed and log would tell every hand, a token is the right to look at one, and the
    pairing code is for whoever stands at the open door.
    """
    shown: dict[str, Any] = plain(snapshot, str)
    shown.pop("phones")
    shown.pop("pairing")
    if snapshot.match is not None:
        del shown["match"]["log"], shown["match"]["seed"]
    return shown


DAYS: Final = 30
FIGURES: Final = (
    *("money", "coins", "plays", "players", "service", "refunds", "expired"),
    *("tests", "clicks_made", "alarms"),
)
# No more digits than the evidence can count.
_NUMBER: Final = re.compile("[0-9]{1,18}")
Charts: TypeAlias = list[tuple[str, Markup]]


def book_routes(console: Console) -> list[Route]:
    """The pages; those with money are the manager's, the log the owner's."""
    get = partial(page, console)
    return [
        get("/", _overview),
        get("/now", shows("now.html")),
        get("/snapshot.json", _snapshot),
        get("/books", _books, "manager"),
        get("/takings", takings_page, "manager"),
        get("/books.csv", _export, "manager"),
        get("/books.json", _export, "manager"),
        get("/vat.csv", _with_vat, "manager"),
        get("/alarms", _alarms),
        get("/alarms/{number}.tape", _tape),
        get("/alarms/{number}", _alarm),
        get("/scores", shows("scores.html")),
        get("/log", _log, "owner"),
        get("/live", shows("live.html")),
    ]


async def _overview(visit: Visit) -> Response:
    found = await visit.account()
    told = report(found, SystemClock().wall_ms(), None) if found else None
    return visit.page("overview.html", report=told, sums=told.today if told else None)


async def _snapshot(visit: Visit) -> Response:
    shown = visit.console.snapshot()
    if shown is None:
        return JSONResponse({"error": "the counter does not answer"}, 503, HEADERS)
    return JSONResponse(public(shown), headers=HEADERS)


async def _books(visit: Visit) -> Response:
    found = await visit.account()
    if found is None:
        return visit.page("books.html", report=None)
    told = report(found, SystemClock().wall_ms(), None)
    today = local(SystemClock().wall_ms(), None).date()
    first = today - timedelta(DAYS - 1)
    rows = {key: breakdown(found, key, first, None).rows for key in ("day", "hour")}
    return visit.page(
        "books.html",
        report=told,
        columns=three_columns(told),
        figures=_figures(visit, told),
        disagreements=[visit.say(line, told.currency) for line in told.disagreements],
        charts=[
            *_by_hour(visit, rows["hour"], told.currency),
            *_by_day(visit, rows["day"], first, told.currency),
        ],
        length=length,
    )


def _figures(visit: Visit, told: Report) -> list[tuple[str, list[str]]]:
    """Every figure, in the three columns."""
    rows = []
    for name in FIGURES:
        cells = [getattr(sums, name) for sums in three_columns(told).values()]
        texts = [
            visit.money(cell, told.currency) if name == "money" else str(cell)
            for cell in cells
        ]
        rows.append((visit.words(f"figure.{name}"), texts))
    rows[1:1] = [
        (
            visit.words("figure.money_before"),
            [visit.money(sums.money, code) for sums in before],
        )
        for code, before in told.foreign.items()
    ]
    average = [length(sums.average_ms) for sums in three_columns(told).values()]
    return [*rows, (visit.words("figure.average"), average)]


def _by_hour(visit: Visit, rows: dict[str, Sums], currency: str) -> Charts:
    hours = [f"{hour:02}" for hour in range(24)]
    labels = {hour: hour for hour in hours[::6]}
    return _pair(
        visit, "hour", [(hour, hour, labels) for hour in hours], rows, currency
    )


def _by_day(visit: Visit, rows: dict[str, Sums], first: date, currency: str) -> Charts:
    days = [first + timedelta(number) for number in range(DAYS)]
    labels = {day.isoformat(): f"{day:%d.%m}" for day in days[::7]}
    named = [(day.isoformat(), f"{day:%d.%m.%Y}", labels) for day in days]
    return _pair(visit, "day", named, rows, currency)


def _pair(
    visit: Visit,
    by: str,
    named: list[tuple[str, str, dict[str, str]]],
    rows: dict[str, Sums],
    currency: str,
) -> Charts:
    """Money and plays over the same stretch."""
    w = visit.words
    coins, plays = [], []
    for key, name, labels in named:
        sums, label = rows.get(key, Sums()), labels.get(key, "")
        at = w("chart.hour", hour=name) if by == "hour" else name
        worth = visit.money(sums.money, currency)
        told = w("chart.coins", at=at, n=sums.coins, money=worth)
        coins.append(Bar(sums.money, told, label))
        plays.append(Bar(sums.plays, w("chart.plays", at=at, n=sums.plays), label))
    highest = max(bar.value for bar in coins)
    top = visit.money(highest, currency)
    return [
        (f"money_by_{by}", bars(w(f"chart.money_by_{by}"), coins, "money", top)),
        (f"plays_by_{by}", bars(w(f"chart.plays_by_{by}"), plays, "plays")),
    ]


async def _export(visit: Visit) -> Response:
    found = await visit.account()
    by = visit.request.query_params.get("by", "")
    if found is None or by not in ("", *KEYS):
        return visit.refuse(404, "refused.missing")
    try:
        since, until = days(visit)
    except ValueError:
        return visit.refuse(400, "takings.not_days")
    rows = await rows_by(visit, found, by, since, until) if by else None
    if rows and visit.request.query_params.get("for") == "excel":
        text = takings_csv(rows.rows, by, rows.currency, "fr")
        return _download(text, f"recettes-{by}.csv", "text/csv")
    as_lines = visit.request.url.path.endswith(".csv")
    if rows and as_lines:
        text = as_csv(rows.rows, by, rows.currency, rows.foreign)
        return _download(text, f"books-{by}.csv", "text/csv")
    told = report(found, SystemClock().wall_ms(), None)
    if not as_lines:
        return _download(as_json(told, rows), "books.json", "application/json")
    before = {code: named(each) for code, each in told.foreign.items()}
    text = as_csv(three_columns(told), "period", told.currency, before)
    return _download(text, "books.csv", "text/csv")


async def _with_vat(visit: Visit) -> Response:
    """The monthly report, in the reader's language."""
    found, asked = await visit.account(), visit.request.query_params.get("rate", "")
    rate = minor_units(asked, "EUR")
    if found is None:
        return visit.refuse(404, "refused.missing")
    if rate is None or rate > WHOLE:
        return visit.refuse(400, "takings.not_a_rate", text=asked)
    try:
        since, until = days(visit)
    except ValueError:
        return visit.refuse(400, "takings.not_days")
    rows = breakdown(found, "month", since, None, until)
    text = monthly_csv(rows.rows, rate, rows.currency, visit.language)
    return _download(text, "vat.csv", "text/csv")


async def _alarms(visit: Visit) -> Response:
    found = await visit.account()
    kept = await asyncio.to_thread(_cases, visit.console)
    remarks = list(reversed(found.remarks)) if found else []
    return visit.page(
        "alarms.html", remarks=remarks, cases=list(reversed(kept))[:200], moment=moment
    )


async def _alarm(visit: Visit) -> Response:
    found = _case(visit)
    if found is None:
        return visit.refuse(404, "refused.missing")
    return visit.page("alarm.html", case=found, drawing=wires(found), moment=moment)


async def _tape(visit: Visit) -> Response:
    found = _case(visit)
    if found is None:
        return visit.refuse(404, "refused.missing")
    return _download(tape_text(found), f"why-{found.id}.tape", "text/plain")


async def _log(visit: Visit) -> Response:
    of = visit.request.query_params.get("of", PROGRAMS[0])
    if of not in PROGRAMS:
        return visit.refuse(404, "refused.missing")
    lines = await asyncio.to_thread(tail, visit.console.place.state, of)
    return visit.page("log.html", of=of, programs=PROGRAMS, lines=lines)


def _cases(console: Console) -> list[Case]:
    try:
        return cases(console.place.evidence)
    except BooksError:
        return []


def _case(visit: Visit) -> Case | None:
    number = visit.request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        return None
    try:
        return case(visit.console.place.evidence, int(number))
    except BooksError:
        return None


def _download(text: str, name: str, kind: str) -> Response:
    headers = HEADERS | {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers, media_type=kind)
