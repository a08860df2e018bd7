"""What a report is made of, read from books that a cabinet may be writing.

Reading does not wait for the writer nor the writer for it: SQLite shows one moment
of the books, the moment of the first row read. Pages are added up, never postings.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.books.chain import End
from cabinet.books.check_codes import check_code
from cabinet.books.inspection import reading
from cabinet.books.legacy_notes import read_note
from cabinet.books.pages import (
    COVER,
    Page,
    Row,
    Tally,
    last_page,
    pages,
    postings,
    tally,
)
from cabinet.books.schema import RARE
from cabinet.core.money.journal import currency
from cabinet.core.money.ledger import OpenBooks, fold
from cabinet.i18n.message import Message

REMARKS: Final = 10
_FOREVER: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class Remark:
    """A posting that says something: an alarm, a collection, changed settings."""

    seq: int
    kind: str
    amount: int
    note: str
    wall_ms: int
    hash: bytes

    @property
    def code(self) -> str:
        """The check code of everything up to it."""
        return check_code(self.hash)

    @property
    def told(self) -> Message:
        """What it says, for a reader."""
        return read_note(self.note)


class Stretch(NamedTuple):
    """What was counted up to a posting, a page or less, in one currency."""

    until: int
    currency: str
    rows: list[Row]


class CurrencyChange(NamedTuple):
    """From the posting after this one on, money is in this currency."""

    after: int
    currency: str


@dataclass(frozen=True, slots=True)
class AccountRows:
    """One moment of the books: how they stand, and what happened, page by page.

    The `stretches` follow each other, the page that is not full yet last; `changes` of
    currency are never inside of one. `remarks` are the newest ones that are
    neither collections nor their corrections.
    """

    books: OpenBooks
    postings: int
    stretches: tuple[Stretch, ...]
    changes: tuple[CurrencyChange, ...]
    collections: tuple[Remark, ...]
    corrections: tuple[Remark, ...]
    settings: tuple[Remark, ...]
    remarks: tuple[Remark, ...]

    @property
    def collected(self) -> int:
        """The posting of the last collection; 0 when there was none."""
        return self.collections[-1].seq if self.collections else 0

    @property
    def currency(self) -> str:
        """The currency of the tariff the books were last kept under."""
        return self.changes[-1].currency

    def currency_at(self, seq: int) -> str:
        """The currency of the money of a posting."""
        known = (change.currency for change in self.changes if change.after < seq)
        return [self.changes[0].currency, *known][-1]

    def between(
        self, after: int, until: int = _FOREVER, currency: str = ""
    ) -> list[Row]:
        """What happened in the pages after one posting and up to another.

        Money is only that of one `currency`, the present one when none is named: two
        are never added up.
        """
        wanted = currency or self.currency
        return [
            row if stretch.currency == wanted else _without_money(row)
            for stretch in self.stretches
            if after < stretch.until <= until
            for row in stretch.rows
        ]

    def others(self, than: str) -> list[str]:
        """Every other currency there was money in, the oldest first."""
        found = dict.fromkeys(change.currency for change in self.changes)
        return [each for each in found if each != than]


@dataclass(frozen=True, slots=True)
class AlarmCount:
    """One kind of alarm: how often since the books began, and when last."""

    told: Message
    times: int
    wall_ms: int


def alarms(path: Path, most: int) -> tuple[AlarmCount, ...]:
    """The alarms in the books, each kind once, the newest first."""
    with reading(path) as db:
        query = f"""SELECT note, count(*), max(wall_ms) FROM postings
            WHERE {RARE} AND kind = 'alarm' GROUP BY note ORDER BY max(seq) DESC"""
        found: dict[Message, AlarmCount] = {}
        for note, times, wall_ms in db.execute(query):
            told = read_note(note)
            newer = found.get(told, AlarmCount(told, 0, wall_ms))
            found[told] = replace(newer, times=newer.times + times)
    return tuple(found.values())[:most]


@dataclass(slots=True)
class KnownPages:
    """The pages that were read before: they never change, so they are read once."""

    page: Page = COVER
    changes: tuple[CurrencyChange, ...] = ()
    stretches: list[Stretch] = field(default_factory=list)

    def belong_to(
        self, db: sqlite3.Connection, changes: tuple[CurrencyChange, ...]
    ) -> bool:
        """Whether these are pages of these books, in the same currencies."""
        end = self.page.end
        query = "SELECT 1 FROM pages WHERE seq = ? AND hash = ?"
        return (
            changes[: len(self.changes)] == self.changes
            and db.execute(query, (end.seq, end.hash)).fetchone() is not None
        )


def account(path: Path, known: KnownPages | None = None) -> AccountRows:
    """The books at `path` as they stand now; `known` gets the pages that are new."""
    with reading(path) as db:
        db.execute("BEGIN")
        (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM postings").fetchone()
        page = last_page(db)
        books = fold(postings(db, page.end.seq, last), page.books)
        settings = _remarks(db, "setting")
        changes = _changes(books, settings)
        return AccountRows(
            books=books,
            postings=last,
            stretches=_stretches(db, changes, known or KnownPages()),
            changes=changes,
            collections=_remarks(db, "collection"),
            corrections=_remarks(db, "correction"),
            settings=settings[-REMARKS - 1 :],
            remarks=_remarks(db, "alarm", "restored", "trusted")[-REMARKS:],
        )


def _changes(
    books: OpenBooks, settings: Sequence[Remark]
) -> tuple[CurrencyChange, ...]:
    """Every change of currency, from the beginning; the settings are booked with it."""
    now = books.tariff.partition(" ")[0] or "EUR"
    known = [CurrencyChange(each.seq, currency(each.note)) for each in settings]
    known = [change for change in known if change.currency]
    first = known[0].currency if known else now
    changes = [CurrencyChange(0, first)]
    for change in known:
        if change.currency != changes[-1].currency:
            changes.append(change)
    return tuple(changes)


def _stretches(
    db: sqlite3.Connection, changes: tuple[CurrencyChange, ...], known: KnownPages
) -> tuple[Stretch, ...]:
    """The pages, cut where the currency changed; those are counted again."""
    if not known.belong_to(db, changes):
        known.page, known.stretches = COVER, []
    known.changes = changes
    for page, rows in pages(db, known.page.end.seq):
        known.stretches += _cut(db, known.page, page, rows, changes)
        known.page = page
    unwritten = Page(End(_FOREVER, b""), _FOREVER)
    rest = _cut(db, known.page, unwritten, tally(db, known.page), changes)
    return (*known.stretches, *rest)


def _cut(
    db: sqlite3.Connection,
    before: Page,
    page: Page,
    rows: list[Row],
    changes: tuple[CurrencyChange, ...],
) -> Iterator[Stretch]:
    first, last = before.end.seq, page.end.seq
    money = [change.currency for change in changes if change.after <= first][-1]
    inside = [change for change in changes if first < change.after < last]
    if not inside:
        yield Stretch(last, money, rows)
        return
    cuts = [CurrencyChange(first, money), *inside, CurrencyChange(last, "")]
    for start, end in pairwise(cuts):
        # Matches end with the last of them, whenever they did: they are no money.
        closed = page.closed if end.after == last else before.closed
        begin = Page(End(start.after, b""), before.closed)
        rows = tally(db, begin, end.after, closed)
        yield Stretch(end.after, start.currency, rows)


def _without_money(row: Row) -> Row:
    return [*Tally(*row)._replace(money=0, test_money=0)]


def _remarks(db: sqlite3.Connection, *kinds: str) -> tuple[Remark, ...]:
    marks = ", ".join("?" * len(kinds))
    query = f"""SELECT seq, kind, amount, note, wall_ms, hash FROM postings
        WHERE {RARE} AND kind IN ({marks}) ORDER BY seq"""
    return tuple(Remark(*row) for row in db.execute(query, kinds))
