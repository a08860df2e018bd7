"""What a report is made of, read from books that a cabinet may be writing.

Reading does not wait for the writer nor the writer for it: SQLite shows one moment
of the books, the moment of the first row read. Pages are added up, never postings.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.core.ledger import OpenBooks, fold
from cabinet.store.inspection import reading
from cabinet.store.pages import Row, last_page, pages, postings, tally
from cabinet.store.schema import RARE

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


@dataclass(frozen=True, slots=True)
class Account:
    """One moment of the books: how they stand, and what happened, page by page.

    `tallies` are pairs of a page's last posting and what the page counted, the page
    not full yet last. `remarks` are the newest ones that are not collections.
    """

    books: OpenBooks
    postings: int
    tallies: tuple[tuple[int, list[Row]], ...]
    collections: tuple[Remark, ...]
    settings: tuple[Remark, ...]
    remarks: tuple[Remark, ...]

    @property
    def collected(self) -> int:
        """The posting of the last collection; 0 when there was none."""
        return self.collections[-1].seq if self.collections else 0

    def between(self, after: int, until: int = _FOREVER) -> list[Row]:
        """What happened in the pages after one posting and up to another."""
        return [
            one
            for seq, counted in self.tallies
            if after < seq <= until
            for one in counted
        ]


@dataclass(frozen=True, slots=True)
class AlarmCount:
    """One kind of alarm: how often since the books began, and when last."""

    note: str
    times: int
    wall_ms: int


def alarms(path: Path, most: int) -> tuple[AlarmCount, ...]:
    """The alarms in the books, each kind once, the newest first."""
    with reading(path) as db:
        query = f"""SELECT note, count(*), max(wall_ms) FROM postings
            WHERE {RARE} AND kind = 'alarm' GROUP BY note ORDER BY max(seq) DESC
            LIMIT ?"""
        return tuple(AlarmCount(*row) for row in db.execute(query, (most,)))


def account(path: Path) -> Account:
    """The books at `path` as they stand now."""
    with reading(path) as db:
        db.execute("BEGIN")
        (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM postings").fetchone()
        page = last_page(db)
        books = fold(postings(db, page.end.seq, last), page.books)
        counted = [(each.end.seq, tallied) for each, tallied in pages(db)]
        counted.append((_FOREVER, tally(db, page)))
        return Account(
            books=books,
            postings=last,
            tallies=tuple(counted),
            collections=_remarks(db, "collection"),
            settings=_remarks(db, "setting")[-REMARKS - 1 :],
            remarks=_remarks(db, "alarm", "restored", "trusted")[-REMARKS:],
        )


def _remarks(db: sqlite3.Connection, *kinds: str) -> tuple[Remark, ...]:
    marks = ", ".join("?" * len(kinds))
    query = f"""SELECT seq, kind, amount, note, wall_ms FROM postings
        WHERE {RARE} AND kind IN ({marks}) ORDER BY seq"""
    return tuple(Remark(*row) for row in db.execute(query, kinds))
