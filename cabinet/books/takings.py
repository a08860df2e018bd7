"""What each play cost in money: a fold over the postings as they always were.

A purse holds credits and the money that bought them. A charge takes its share of that
money: all of it with the last credit, else in proportion, rounded down, so that not a
cent is lost or counted twice. Tiers and hours are included because the purse holds
what was really paid; a service credit has cost nothing and makes the others cheaper.
What has not bought a credit yet stays in the purse (`run` of a charge says how much).
Nothing of this is written down: books of every version give the same answer.

For each currency, coins = plays + expired + what is still in the purses.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

from cabinet.books.accounts import AccountRows, KnownPages, account
from cabinet.books.chain import BEGINNING, End
from cabinet.books.inspection import reading
from cabinet.books.pages import HOUR_MS, POSTINGS_A_PAGE
from cabinet.books.report import Breakdown, Sums, breakdown, first_hour, local
from cabinet.core.money.tariff import OWNERS

# What is no play: labels that no mode can have, for they are no words of a game.
EXPIRED: Final = "(expired)"
CREDIT: Final = "(credit)"
FOREVER: Final = 1 << 62
KEPT: Final = "takings.json"
# Hour of UTC and mode ("" for what expired), in one currency.
Shares: TypeAlias = defaultdict[tuple[int, str], int]

_MOVES: Final = f"""SELECT seq, kind, owner, amount, credits, run, match, mode,
    wall_ms / {HOUR_MS}, CASE kind WHEN 'price' THEN note ELSE '' END
    FROM postings WHERE seq > ? AND kind IN
    ('coin', 'charge', 'refund', 'expiry', 'service', 'price') ORDER BY seq"""
_NEWEST: Final = "SELECT seq, hash FROM postings ORDER BY seq DESC LIMIT 1"
_HASH: Final = "SELECT hash FROM postings WHERE seq = ?"


def _shares() -> Shares:
    return defaultdict(int)


@dataclass(slots=True)
class Takings:
    """The money of plays and of what expired, by hour and mode, up to a posting.

    Reads on from where it stood, so that a program that keeps it reads each posting
    once. `credits` and `worth` are what is in each purse, `paid` what each purse paid
    for the newest match and when: a match that is refunded has cost nothing.
    """

    end: End = BEGINNING
    currency: str = ""
    played: dict[str, Shares] = field(default_factory=lambda: {"": _shares()})
    credits: list[int] = field(default_factory=lambda: [0] * OWNERS)
    worth: list[int] = field(default_factory=lambda: [0] * OWNERS)
    match: int | None = None
    paid: dict[int, tuple[int, int]] = field(default_factory=dict)

    def read(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take in more postings."""
        shares, credits, worth = self.played[self.currency], self.credits, self.worth
        for _, kind, owner, amount, moved, run, match, mode, hour, note in rows:
            if kind == "coin":
                worth[owner] += amount
            elif kind == "charge":
                cost = self._cost(owner, -moved, run)
                worth[owner] -= cost
                shares[hour, mode] += cost
                if match != self.match:
                    self.match = match
                    self.paid.clear()
                self.paid[owner] = cost, hour
            elif kind == "refund":
                known = self.paid if match == self.match else {}
                cost, then = known.pop(owner, (0, hour))
                worth[owner] += cost
                shares[then, mode] -= cost
            elif kind == "expiry":
                all_gone = not run and credits[owner] + moved <= 0
                lost = worth[owner] if all_gone else min(amount, worth[owner])
                worth[owner] -= lost
                shares[hour, ""] += lost
            elif kind == "price":
                shares = self._under(note.partition(" ")[0], hour)
            credits[owner] += moved

    def _cost(self, owner: int, wanted: int, rest: int) -> int:
        """The share of a purse that so many of its credits have cost."""
        bought, there = max(0, self.worth[owner] - rest), self.credits[owner]
        return bought if wanted >= there > 0 else bought * wanted // max(1, there)

    def _under(self, currency: str, hour: int) -> Shares:
        """Money of another currency buys plays no more: it is told as expired."""
        if currency != self.currency:
            before = self.played[self.currency]
            if self.currency:
                before[hour, ""] += sum(self.worth)
                self.worth[:] = [0] * OWNERS
                self.paid.clear()
                before = _shares()
            else:
                del self.played[""]
            self.played.setdefault(currency, before)
            self.currency = currency
        return self.played[self.currency]

    def update(self, db: sqlite3.Connection) -> None:
        """Read on in the same books; other books are read from the beginning."""
        db.execute("BEGIN")
        end = End(*(db.execute(_NEWEST).fetchone() or BEGINNING))
        if self.end != BEGINNING:
            known = db.execute(_HASH, (self.end.seq,)).fetchone()
            if known is None or known[0] != self.end.hash:
                self.__init__()  # type: ignore[misc]  # begin again
        self.read(db.execute(_MOVES, (self.end.seq,)))
        self.end = end
        db.execute("COMMIT")

    def by_mode(self, first: int, last: int) -> dict[str, int]:
        """Money of the plays of each mode, from one hour to before another."""
        found: defaultdict[str, int] = defaultdict(int)
        for (hour, mode), money in self.played[self.currency].items():
            if first <= hour < last:
                found[mode] += money
        return dict(found)


class BooksReader:
    """Books that a program looks at again and again: what is written is read once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pages = KnownPages()
        self._takings = Takings()
        self._one_at_a_time = Lock()

    def account(self) -> AccountRows:
        """The books as they stand now."""
        with self._one_at_a_time:
            return account(self._path, self._pages)

    def by_mode(
        self, since: date | None, until: date | None, zone: tzinfo | None
    ) -> Breakdown:
        """What each mode earned: see `by_mode`."""
        with self._one_at_a_time:
            with reading(self._path) as db:
                self._takings.update(db)
            rows = account(self._path, self._pages)
            return by_mode(rows, self._takings, since, until, zone)


def takings(path: Path) -> Takings:
    """The takings of the books at `path`."""
    found = Takings()
    with reading(path) as db:
        found.update(db)
    return found


def kept_takings(path: Path, most: int = FOREVER) -> Takings | None:
    """The takings of the books at `path`, from where they were last read to.

    None where more than `most` postings would have to be read for it.

    A file beside the books keeps that, so that a program that begins for one question
    does not read a year of postings. It proves nothing: a file that does not belong to
    these books, or is none, is made again.
    """
    beside = path.with_name(KEPT)
    found = _read_kept(beside)
    before = found.end.seq
    with reading(path) as db:
        newest = End(*(db.execute(_NEWEST).fetchone() or BEGINNING))
        if newest.seq - before > most:
            return None
        found.update(db)
    if found.end.seq - before >= POSTINGS_A_PAGE:
        _keep(beside, found)
    return found


def _read_kept(beside: Path) -> Takings:
    try:
        document = json.loads(beside.read_bytes())
        seq, hash_ = document["end"]
        played = {code: _shares() for code in document["played"]}
        for code, rows in document["played"].items():
            played[code].update({(int(h), str(m)): int(money) for h, m, money in rows})
        paid = {int(o): (int(c), int(h)) for o, c, h in document["paid"]}
        return Takings(
            End(int(seq), bytes.fromhex(hash_)),
            str(document["currency"]),
            played,
            list(map(int, document["credits"])),
            list(map(int, document["worth"])),
            document["match"],
            paid,
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Takings()


def _keep(beside: Path, found: Takings) -> None:
    """Write it down; where that cannot be, the next one reads a little longer."""
    document = {
        "end": (found.end.seq, found.end.hash.hex()),
        "currency": found.currency,
        "played": {
            code: [(*key, money) for key, money in shares.items()]
            for code, shares in found.played.items()
        },
        "credits": found.credits,
        "worth": found.worth,
        "match": found.match,
        "paid": [(owner, *both) for owner, both in found.paid.items()],
    }
    new = beside.with_suffix(".new")
    with suppress(OSError):
        new.write_text(json.dumps(document, separators=(",", ":")), encoding="utf-8")
        new.replace(beside)


def by_mode(
    rows: AccountRows,
    found: Takings,
    since: date | None,
    until: date | None,
    zone: tzinfo | None,
) -> Breakdown:
    """The books by mode, with what the plays of each have cost.

    Two more rows make the sum that of the coins: what expired, and credit that was
    bought and not yet played (below zero: played, and bought before).
    """
    table = breakdown(rows, "mode", since, zone, until)
    coins = breakdown(rows, "", since, zone, until).rows.get("all", Sums()).money
    first = first_hour(since, zone) if since else -FOREVER
    last = first_hour(until, zone, after=True) if until else FOREVER
    money = found.by_mode(first, last)
    expired = money.pop("", 0)
    named = {
        mode: table.rows.get(mode, Sums())._replace(money=money.get(mode, 0))
        for mode in sorted({*table.rows, *money})
    }
    rest = coins - expired - sum(money.values())
    named |= {EXPIRED: Sums(money=expired)} if expired else {}
    named |= {CREDIT: Sums(money=rest)} if rest else {}
    return Breakdown(table.currency, "mode", named, table.foreign)


def by_game(table: Breakdown) -> Breakdown:
    """A breakdown by mode with the modes of a game added up."""
    games: dict[str, Sums] = {}
    for mode, sums in table.rows.items():
        game = mode.split(" ")[0]
        so_far = games.get(game, Sums())
        games[game] = Sums(*map(sum, zip(so_far, sums, strict=True)))
    return Breakdown(table.currency, "game", games, table.foreign)


def heat(
    rows: AccountRows,
    zone: tzinfo | None,
    since: date | None,
    until: date | None,
) -> dict[tuple[int, int], int]:
    """Money by weekday (0: Monday) and hour of the day."""
    first = first_hour(since, zone) if since else -FOREVER
    last = first_hour(until, zone, after=True) if until else FOREVER
    hours: defaultdict[int, int] = defaultdict(int)
    for hour, _, _, money, *_ in rows.between(0):
        if money and first <= hour < last:
            hours[hour] += money
    cells: defaultdict[tuple[int, int], int] = defaultdict(int)
    for hour, money in hours.items():
        at: datetime = local(hour * HOUR_MS, zone)
        cells[at.weekday(), at.hour] += money
    return dict(cells)
