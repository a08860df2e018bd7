"""The collector's page: how every cabinet is, what it takes in, and its alarms.

It reads the collector's file and changes nothing. Only this machine reaches it: whoever
wants it elsewhere puts a web server with a login in front of it.
"""

import json
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.fleet.state import AWAY
from cabinet.i18n import LANGUAGES, Words, money, words
from cabinet.i18n.message import Message, from_document, verbatim
from cabinet.web.console.charts import Bar, bars
from cabinet.web.console.static_files import address, static_routes

HOST: Final = "127.0.0.1"
DAYS: Final = 30
MOST_ALARMS: Final = 50
MOST_COLLECTIONS: Final = 20
_HERE: Final = Path(__file__).parent
_HOUR_S: Final = 3_600
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_RARE: Final = """SELECT line FROM postings WHERE cabinet = ? AND kind = ?
    ORDER BY seq DESC LIMIT ?"""
_SINCE: Final = """SELECT coalesce(sum(amount), 0) FROM postings
    WHERE cabinet = ? AND seq > ? AND kind = 'coin'"""
_STATES: Final = """SELECT names.cabinet, coalesce(line, '{}'),
    coalesce(heard_ms, 0), coalesce(online, 0)
    FROM (SELECT cabinet FROM states UNION SELECT cabinet FROM hours) AS names
    LEFT JOIN states USING (cabinet)"""
_COLLECTED: Final = """SELECT coalesce(max(seq), 0) FROM postings
    WHERE cabinet = ? AND kind = 'collection'"""


@dataclass(slots=True)
class DayCounts:
    """What one day, or several, brought in."""

    money: int = 0
    coins: int = 0
    plays: int = 0
    refunds: int = 0
    alarms: int = 0

    def add(self, counts: tuple[int, ...]) -> None:
        """Money, coins, plays, refunds and alarms of one more hour."""
        self.money += counts[0]
        self.coins += counts[1]
        self.plays += counts[2]
        self.refunds += counts[3]
        self.alarms += counts[4]


@dataclass(slots=True)
class CabinetCard:
    """A cabinet as the page shows it."""

    id: str
    name: str
    mode: str
    online: bool
    heard: datetime | None
    takes_coins: bool
    currency: str
    credits: int
    alarms: list[Message]
    today: DayCounts
    week: DayCounts
    month: DayCounts
    uncollected: int
    changed: int
    days: dict[date, DayCounts] = field(default_factory=dict)

    @property
    def is_well(self) -> bool:
        """Nothing that somebody should look at."""
        wrong = self.mode in (AWAY, "out_of_order") or self.alarms or self.changed
        return self.online and not wrong


class CollectedBooks:
    """The collector's file, to read only."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def cards(self, today: date) -> list[CabinetCard]:
        """Every cabinet that was ever heard of, those to look at first."""
        with closing(self._db()) as db:
            found = [
                _card(db, cabinet, line, heard_ms, online, today)
                for cabinet, line, heard_ms, online in db.execute(_STATES)
            ]
        return sorted(found, key=lambda card: (card.is_well, card.id))

    def lines(self, cabinet: str, kind: str, most: int) -> list[dict[str, Any]]:
        """The newest postings of a rare kind, as they were told."""
        with closing(self._db()) as db:
            rows = db.execute(_RARE, (cabinet, kind, most)).fetchall()
        return [_document(line) for (line,) in rows]

    def _db(self) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
            db.execute("SELECT 1 FROM hours LIMIT 1")
        except sqlite3.Error as wrong:
            raise CabinetError(
                f"{self.path}: not what `cabinet fleet collect` writes ({wrong}); let "
                "it run once with this release"
            ) from None
        return db


def _days(db: sqlite3.Connection, cabinet: str, today: date) -> dict[date, DayCounts]:
    """The last days, by the clock of this machine."""
    first = min(today - timedelta(DAYS - 1), today.replace(day=1))
    first = min(first, today - timedelta(today.weekday()))
    midnight = datetime(first.year, first.month, first.day).astimezone()
    found: dict[date, DayCounts] = defaultdict(DayCounts)
    rows = db.execute(
        """SELECT hour, money, coins, plays, refunds, alarms FROM hours
        WHERE cabinet = ? AND hour >= ?""",
        (cabinet, int(midnight.timestamp()) // _HOUR_S),
    )
    for hour, *counts in rows:
        day = datetime.fromtimestamp(hour * _HOUR_S).astimezone().date()
        found[day].add(tuple(counts))
    return dict(found)


def _card(
    db: sqlite3.Connection,
    cabinet: str,
    line: str,
    heard_ms: int,
    online: int,
    today: date,
) -> CabinetCard:
    """What is known of one cabinet."""
    said = _document(line)
    days = _days(db, cabinet, today)
    (collected,) = db.execute(_COLLECTED, (cabinet,)).fetchone()
    (uncollected,) = db.execute(_SINCE, (cabinet, collected)).fetchone()
    changes = "SELECT count(*) FROM changes WHERE cabinet = ?"
    monday = today - timedelta(today.weekday())
    return CabinetCard(
        id=cabinet,
        name=_text(said, "name") or cabinet,
        mode=_text(said, "mode") or AWAY,
        online=bool(online),
        heard=datetime.fromtimestamp(heard_ms / 1000).astimezone()
        if heard_ms
        else None,
        takes_coins=said.get("takes_coins") is True,
        currency=_text(said, "currency") or "EUR",
        credits=said["credits"] if type(said.get("credits")) is int else 0,
        alarms=list(_alarms(said)),
        today=days.get(today, DayCounts()),
        week=_sum(days, monday),
        month=_sum(days, today.replace(day=1)),
        uncollected=uncollected,
        changed=db.execute(changes, (cabinet,)).fetchone()[0],
        days=days,
    )


def _sum(days: Mapping[date, DayCounts], since: date) -> DayCounts:
    total = DayCounts()
    for day, each in days.items():
        if day >= since:
            total.add((each.money, each.coins, each.plays, each.refunds, each.alarms))
    return total


def _document(line: str) -> dict[str, Any]:
    """What a cabinet said; anything may stand there."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    return value[:60] if isinstance(value, str) and value.isprintable() else ""


def _alarms(said: Mapping[str, Any]) -> Iterator[Message]:
    """The alarms as messages; a cabinet of an older release tells their names."""
    told = said.get("told")
    if not isinstance(told, list):
        told = said.get("alarms")
    for one in told if isinstance(told, list) else ():
        yield _message(one)


def _message(one: object) -> Message:
    if isinstance(one, dict):
        try:
            return from_document(one)
        except (ValueError, RecursionError):
            return verbatim("?")
    return verbatim(str(one)[:200])


class FleetPages:
    """The pages, in the language of the browser."""

    def __init__(self, books: CollectedBooks) -> None:
        self._books = books
        self._pages = Environment(
            loader=FileSystemLoader(_HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._pages.globals["address"] = address

    def overview(self, request: Request) -> Response:
        """All cabinets, and what they take in together."""
        cards = self._books.cards(_today())
        totals: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for card in cards:
            for name in ("today", "week", "month"):
                totals[card.currency][name] += getattr(card, name).money
            totals[card.currency]["uncollected"] += card.uncollected
        return self._page(request, "overview.html", cards=cards, totals=totals)

    def cabinet(self, request: Request) -> Response:
        """One cabinet: its days, alarms and collections."""
        wanted = request.path_params["id"]
        today = _today()
        found = [card for card in self._books.cards(today) if card.id == wanted]
        if not found:
            return self._page(request, "missing.html", 404)
        (card,) = found
        w = self._words(request)
        last = [today - timedelta(back) for back in reversed(range(DAYS))]
        shown = [
            Bar(
                (counts := card.days.get(day, DayCounts())).money,
                f"{_written(day)}: {money(counts.money, card.currency, w.language)}",
                f"{day.day}" if day.day % 5 == 0 else "",
            )
            for day in last
        ]
        highest = max((bar.value for bar in shown), default=0)
        return self._page(
            request,
            "cabinet.html",
            card=card,
            days=[(_written(day), card.days[day]) for day in last if day in card.days],
            chart=bars(
                w("by_day"), shown, "money", money(highest, card.currency, w.language)
            ),
            alarms=self._alarms(wanted, w),
            collections=self._books.lines(wanted, "collection", MOST_COLLECTIONS),
            when=_when,
        )

    def _alarms(self, cabinet: str, w: Words) -> list[tuple[str, str]]:
        lines = self._books.lines(cabinet, "alarm", MOST_ALARMS)
        return [
            (
                _when(line.get("wall_ms")),
                _said(w.language, _message(line.get("told") or line.get("note"))),
            )
            for line in lines
        ]

    def _words(self, request: Request) -> Words:
        asked = request.query_params.get("lang")
        if asked not in LANGUAGES:
            accepted = request.headers.get("accept-language", "")
            asked = "fr" if accepted.strip().lower().startswith("fr") else "en"
        return words(asked, _HERE / "words")

    def _page(
        self, request: Request, template: str, status: int = 200, **values: object
    ) -> Response:
        w = self._words(request)
        page = self._pages.get_template(template).render(
            w=w,
            money=lambda amount, currency: money(amount, currency, w.language),
            said=lambda told: _said(w.language, told),
            mode=lambda card: (
                w(f"mode.{card.mode}") if f"mode.{card.mode}" in w else card.mode
            ),
            **values,
        )
        return HTMLResponse(page, status, headers=_HEADERS)


def _said(language: str, told: Message) -> str:
    """A message in words; a newer release's may have none here."""
    try:
        return words(language).say(told)
    except LookupError:
        return str(told)


def _today() -> date:
    return datetime.fromtimestamp(SystemClock().wall_ms() / 1000).astimezone().date()


def _written(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def _when(wall_ms: object) -> str:
    """A moment by the clock of this machine; "" where there is none."""
    if type(wall_ms) is not int or not 0 <= wall_ms < 1 << 43:
        return ""
    return f"{datetime.fromtimestamp(wall_ms / 1000).astimezone():%d.%m.%Y %H:%M}"


def pages_of(books: CollectedBooks) -> Starlette:
    """The pages as an application, for a server on this machine alone."""
    pages = FleetPages(books)
    return Starlette(
        routes=[
            Route("/", pages.overview),
            Route("/cabinet/{id}", pages.cabinet),
            *static_routes(_HEADERS),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
        ],
    )


def run_page(path: Path, port: int) -> int:
    """Serve it until somebody interrupts."""
    import uvicorn

    books = CollectedBooks(path)
    books.cards(_today())
    sys.stdout.write(f"The fleet is at http://{HOST}:{port}/ ; Ctrl-C quits.\n")
    sys.stdout.flush()
    server = uvicorn.Server(
        uvicorn.Config(
            pages_of(books), host=HOST, port=port, log_level="warning", lifespan="off"
        )
    )
    server.run()
    return 0 if server.started else 1
