"""A report: tallies of the books added up by what somebody wants to know.

Pure: an `AccountRows`, the wall clock and the time zone in, numbers out. Everything is
counted from the same tallies, so today, a period and the lifetime cannot disagree;
that slots, ledger and fold agree too is checked (`disagreements`), not assumed.
Money is minor units, time of play milliseconds.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from operator import add
from typing import Final, NamedTuple, TypeAlias

from cabinet.books.accounts import AccountRows, Remark
from cabinet.books.pages import HOUR_MS, Row, Tally
from cabinet.core.money.tenders import CASH, is_tender, tender_of
from cabinet.i18n.message import Amount, Message, message

Key: TypeAlias = Callable[[Tally], str]
_NEVER: Final = -(1 << 62)
# What of a moment in local time makes a row, as a number that rises with it.
_PARTS: Final[dict[str, Callable[[datetime], int]]] = {
    "hour": lambda at: at.hour,
    "weekday": lambda at: at.isoweekday(),
    "day": lambda at: at.toordinal(),
    "week": lambda at: at.toordinal() - at.weekday(),
    "month": lambda at: at.toordinal() - at.day + 1,
}
_LABELS: Final[dict[str, Key]] = {
    "hour": lambda one: f"{one.hour:02}",
    "weekday": lambda one: str(one.hour),
    "day": lambda one: date.fromordinal(one.hour).isoformat(),
    "week": lambda one: f"{date.fromordinal(one.hour):%G-W%V}",
    "month": lambda one: f"{date.fromordinal(one.hour):%Y-%m}",
    "mode": lambda one: _mode(one),
    "tender": lambda one: _tender(one),
    "slot": lambda one: str(one.slot or ""),
    "": lambda _: "all",
}
# What the books can be told by; the modes of a game are one row by game.
KEYS: Final = (*_PARTS, "slot", "tender", "mode", "game")


class Sums(NamedTuple):
    """Tallies added up: what happened in some stretch, slot, mode or hour."""

    money: int = 0
    coins: int = 0
    plays: int = 0
    players: int = 0
    credits: int = 0
    refunds: int = 0
    service: int = 0
    expired: int = 0
    tests: int = 0
    test_money: int = 0
    alarms: int = 0
    clicks_owed: int = 0
    clicks_made: int = 0
    matches: int = 0
    timed: int = 0
    play_ms: int = 0

    @property
    def average_ms(self) -> int | None:
        """How long a match takes; None when no match of known length has ended."""
        return self.play_ms // self.timed if self.timed else None


class Columns(NamedTuple):
    """The three columns of a report."""

    today: Sums
    period: Sums
    lifetime: Sums


@dataclass(frozen=True, slots=True)
class Report:
    """The books for a person: three columns, their slots and modes, and remarks.

    All money is of one `currency`; what there was in others before is in `foreign`,
    which tells of money only. `collected_in` is the currency of the collection, `box`
    what should be in the box since then.
    """

    currency: str
    postings: int
    credits: int
    clicks_owed: int
    today: Sums
    period: Sums
    lifetime: Sums
    slots: dict[str, Sums]
    modes: dict[str, Sums]
    tenders: dict[str, Sums]
    box: int
    collection: Remark | None
    settings: tuple[Remark, ...]
    remarks: tuple[Remark, ...]
    disagreements: tuple[Message, ...]
    foreign: dict[str, "Columns"]
    collected_in: str
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The books by one of `KEYS`, of some days.

    `foreign` are the rows that have money of other currencies, by currency.
    """

    currency: str
    by: str
    rows: dict[str, Sums] = field(default_factory=dict)
    foreign: dict[str, dict[str, Sums]] = field(default_factory=dict)


def report(account: AccountRows, wall_ms: int, zone: tzinfo | None) -> Report:
    """What `cabinet books` says."""
    today = local(wall_ms, zone).date()
    first, last = first_hour(today, zone), first_hour(today + timedelta(1), zone)

    def is_today(hour: int) -> int:
        return first <= hour < last

    def columns(currency: str) -> tuple[Columns, list[Tally], int]:
        collected = account.collected
        earlier = condense(account.between(0, collected, currency), is_today)
        period = condense(account.between(collected, currency=currency), is_today)
        everything = earlier + period
        today = add_up(one for one in everything if one.hour)
        found = Columns(today, add_up(period), add_up(everything))
        return found, everything, in_the_box(by_tender(period))

    (ours, everything, box) = columns(account.currency)
    foreign = {
        code: money_of(columns(code)[0]) for code in account.others(account.currency)
    }
    slots = by_slot(everything)
    return Report(
        currency=account.currency,
        postings=account.postings,
        credits=sum(purse.credits for purse in account.books.purses),
        clicks_owed=account.books.clicks,
        today=ours.today,
        period=ours.period,
        lifetime=ours.lifetime,
        slots=slots,
        modes=_group(everything, _mode),
        tenders=by_tender(everything),
        box=box,
        collection=account.collections[-1] if account.collections else None,
        settings=account.settings,
        remarks=account.remarks,
        disagreements=_disagreements(account, ours.lifetime, slots, foreign),
        foreign=foreign,
        collected_in=account.currency_at(account.collected),
        zone=zone,
    )


def breakdown(
    account: AccountRows,
    by: str,
    since: date | None,
    zone: tzinfo | None,
    until: date | None = None,
) -> Breakdown:
    """The books by one of `KEYS` ("": all in one), from one day to the end of another.

    By mode there is no money here, because coins have no mode: see `takings`.
    """
    first = _NEVER if since is None else first_hour(since, zone)
    last = -_NEVER if until is None else first_hour(until, zone, after=True)

    def rows_in(currency: str) -> list[Row]:
        found = account.between(0, currency=currency)
        return [row for row in found if first <= row[0] < last]

    rows = rows_in(account.currency)
    hours = {row[0]: local(row[0] * HOUR_MS, zone) for row in rows}
    label = _LABELS[by]

    def part(hour: int) -> int:
        return _PARTS[by](hours[hour]) if by in _PARTS else 0

    def grouped(found: list[Row]) -> dict[str, Sums]:
        return _group(condense(found, part), label)

    foreign = {
        code: {
            key: money_only(sums)
            for key, sums in grouped(rows_in(code)).items()
            if sums.money or sums.test_money
        }
        for code in account.others(account.currency)
    }
    return Breakdown(account.currency, by, grouped(rows), foreign)


def money_only(sums: Sums) -> Sums:
    """Of all that was counted only the money."""
    return Sums(money=sums.money, test_money=sums.test_money)


def money_of(columns: Columns) -> Columns:
    """Three columns of money and nothing else."""
    return Columns(*map(money_only, columns))


def condense(rows: Iterable[Row], part: Callable[[int], int]) -> list[Tally]:
    """Rows added up: the hours that have the same `part` become one."""
    parts: dict[int, int] = {}
    groups: dict[tuple[int, int, str], list[int]] = {}
    for hour, slot, mode, *cells in rows:
        if hour not in parts:
            parts[hour] = part(hour)
        key = parts[hour], slot, mode
        so_far = groups.get(key)
        groups[key] = cells if so_far is None else list(map(add, so_far, cells))
    return [Tally(*key, *cells) for key, cells in groups.items()]


def no_time(_: int) -> int:
    """For `condense`: all hours are one."""
    return 0


def add_up(tallies: Iterable[Tally]) -> Sums:
    """Tallies in one sum."""
    return Sums(*map(sum, zip(*(one[3:] for one in tallies), strict=True)))


def by_slot(tallies: Iterable[Tally]) -> dict[str, Sums]:
    """Tallies in one sum for each slot."""
    return _group(tallies, lambda one: str(one.slot or ""))


def by_tender(tallies: Iterable[Tally]) -> dict[str, Sums]:
    """Coins in one sum for each thing they were: cash, card, token."""
    return _group(tallies, _tender)


def in_the_box(tenders: dict[str, Sums]) -> int:
    """What should be in the box: coins, and test coins; no cards, no tokens."""
    cash = tenders.get(CASH, Sums())
    return cash.money + cash.test_money


def _tender(one: Tally) -> str:
    return tender_of(one.mode) if one.coins or one.tests else ""


def _mode(one: Tally) -> str:
    return "" if is_tender(one.mode) else one.mode


def _group(tallies: Iterable[Tally], key: Key) -> dict[str, Sums]:
    """Sums for each key; what has none (a coin has no mode) is in no group."""
    groups: defaultdict[str, list[Tally]] = defaultdict(list)
    for one in tallies:
        if label := key(one):
            groups[label].append(one)
    return {label: add_up(ones) for label, ones in sorted(groups.items())}


def _disagreements(
    account: AccountRows,
    lifetime: Sums,
    slots: dict[str, Sums],
    foreign: dict[str, Columns],
) -> tuple[Message, ...]:
    """Where slots, tallies, meter and the fold of the ledger do not say the same.

    The fold counts coins of every currency, so here, and only here, all are added.
    """
    totals = account.books.totals
    before = sum(columns.lifetime.money for columns in foreign.values())
    in_pages = lifetime.money + before
    in_slots = sum(sums.money for sums in slots.values()) + before
    owed = lifetime.clicks_owed - lifetime.clicks_made
    money, coins, plays = totals.minor_units, totals.coins, totals.plays
    clicks, told = account.books.clicks, Amount(money)
    pairs = (
        (
            (money, in_pages),
            message("money_differs_from_pages", ledger=told, pages=Amount(in_pages)),
        ),
        (
            (money, in_slots),
            message("money_differs_from_slots", ledger=told, slots=Amount(in_slots)),
        ),
        (
            (coins, lifetime.coins),
            message("coins_differ", ledger=coins, pages=lifetime.coins),
        ),
        (
            (plays, lifetime.plays),
            message("plays_differ", ledger=plays, pages=lifetime.plays),
        ),
        ((clicks, owed), message("clicks_differ", ledger=clicks, pages=owed)),
    )
    return tuple(said for (first, second), said in pairs if first != second)


def first_hour(day: date, zone: tzinfo | None, *, after: bool = False) -> int:
    """The hour in which a day, or the one after, begins here; none before 1970."""
    day = max(day, date(1970, 1, 1)) + timedelta(after)
    midnight = datetime.combine(day, time(), zone).astimezone(UTC)
    return int(midnight.timestamp()) * 1000 // HOUR_MS


def local(wall_ms: int, zone: tzinfo | None) -> datetime:
    """A moment as the clock on the wall shows it; `zone` None is this machine's."""
    return datetime.fromtimestamp(wall_ms // 1000, UTC).astimezone(zone)
