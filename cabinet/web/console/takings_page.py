"""The page of the takings: what was earned, from one day to another, by what."""

import asyncio
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from starlette.responses import Response

from cabinet.books.accounts import AccountRows
from cabinet.books.exports import length
from cabinet.books.report import KEYS, Breakdown, Sums, breakdown, local
from cabinet.books.takings import CREDIT, EXPIRED, by_game, heat
from cabinet.clock import SystemClock
from cabinet.web.console.console import Visit

DAYS: Final = 30
TIMES: Final = tuple(key for key in KEYS if key not in ("mode", "game"))
_HOTTEST: Final = 4


class TakingsRow(NamedTuple):
    """A row of a table: its name and what was counted."""

    name: str
    sums: Sums


class HeatCell(NamedTuple):
    """A cell of the busiest hours: the money, and how warm it is (0 to 4)."""

    money: str
    warmth: int


def days(visit: Visit) -> tuple[date | None, date | None]:
    """The days that were asked for; `ValueError` when they are none."""
    asked = visit.request.query_params
    since, until = (
        date.fromisoformat(asked[name]) if asked.get(name) else None
        for name in ("since", "until")
    )
    if since and until and until < since:
        raise ValueError
    return since, until


async def rows_by(
    visit: Visit, found: AccountRows, by: str, since: date | None, until: date | None
) -> Breakdown:
    """The books by one of `KEYS`, with the money of modes and games."""
    if by not in ("mode", "game"):
        return breakdown(found, by, since, None, until)
    read = visit.console.books.by_mode
    table = await asyncio.to_thread(read, since, until, None)
    return by_game(table) if by == "game" else table


async def takings_page(visit: Visit) -> Response:
    """The takings of some days: the last thirty, unless others were asked for."""
    by = visit.request.query_params.get("by", "day")
    try:
        since, until = days(visit)
    except ValueError:
        return visit.refuse(400, "takings.not_days")
    found = await visit.account()
    if by not in TIMES or found is None:
        key = "today.none" if found is None else "refused.missing"
        return visit.refuse(404, key)
    today = local(SystemClock().wall_ms(), None).date()
    until = until or today
    since = since or min(until, today) - timedelta(DAYS - 1)
    games = await rows_by(visit, found, "mode", since, until)
    rows = breakdown(found, by, since, None, until).rows
    total = breakdown(found, "", since, None, until).rows.get("all", Sums())
    return visit.page(
        "takings.html",
        since=since,
        until=until,
        by=by,
        keys=TIMES,
        presets=_presets(today),
        currency=found.currency,
        games=[
            TakingsRow(_named(visit, key, sums), sums)
            for key, sums in games.rows.items()
        ],
        rows=[TakingsRow(_label(visit, by, key), sums) for key, sums in rows.items()],
        total=total,
        heat=_heat(visit, heat(found, None, since, until), found.currency),
        foreign=games.foreign,
        average=_average,
        length=length,
    )


def _presets(today: date) -> list[tuple[str, date, date]]:
    """Days that people ask for, by the name of their word."""
    month = today.replace(day=1)
    before = month - timedelta(1)
    return [
        ("today", today, today),
        ("this_week", today - timedelta(today.weekday()), today),
        ("this_month", month, today),
        ("last_month", before.replace(day=1), before),
        ("this_year", today.replace(month=1, day=1), today),
    ]


def _named(visit: Visit, key: str, sums: Sums) -> str:
    """A mode by its title, or what else money became."""
    if key == EXPIRED:
        return visit.words("takings.expired")
    if key == CREDIT:
        return visit.words(
            "takings.credit" if sums.money > 0 else "takings.credit_before"
        )
    return visit.mode_title(key)


def _label(visit: Visit, by: str, key: str) -> str:
    """The name of a row as people say it."""
    w = visit.words
    match by:
        case "hour":
            return w("chart.hour", hour=key)
        case "weekday":
            return w(f"takings.weekdays.d{key}")
        case "day":
            day = date.fromisoformat(key)
            short = w(f"takings.weekdays.d{day.isoweekday()}")[:3]
            return f"{short} {day:%d.%m.%Y}"
        case "month":
            return f"{datetime.strptime(key, '%Y-%m'):%m.%Y}"  # noqa: DTZ007 - no time
        case "tender":
            return w(f"takings.tenders.{key}")
    return key


def _average(sums: Sums) -> int | None:
    """The money of a play on average, rounded; None where there is none."""
    if not sums.plays or not sums.money:
        return None
    return (sums.money * 2 + sums.plays) // (sums.plays * 2)


def _heat(
    visit: Visit, cells: dict[tuple[int, int], int], currency: str
) -> list[tuple[int, list[HeatCell]]]:
    """The hours from the first to the last with money, each with seven weekdays."""
    if not cells:
        return []
    hours, most = [hour for _, hour in cells], max(cells.values())

    def cell(weekday: int, hour: int) -> HeatCell:
        money = cells.get((weekday, hour), 0)
        warmth = -(-money * _HOTTEST // most)
        return HeatCell(_short(visit, money, currency) if money else "", warmth)

    return [
        (hour, [cell(weekday, hour) for weekday in range(7)])
        for hour in range(min(hours), max(hours) + 1)
    ]


def _short(visit: Visit, money: int, currency: str) -> str:
    """An amount without its currency, which the heading says."""
    return "".join(
        sign for sign in visit.money(money, currency) if sign.isdigit() or sign in ",."
    )
