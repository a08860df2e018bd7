"""The books in a SQLite file: durable, append-only, chained, and one writer.

`commit` returns when its entries are on the disk, all of them; when it raises, none
is there and the next `commit` may succeed. `open` trusts nothing: the file's own
structure, the chain through every posting and the mark beside it are checked before
a balance is believed, and books that fail are left as they are. Order is the order
of writing; the wall clock is noted and never believed.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from cabinet.core.errors import BooksError
from cabinet.core.events import Nanos
from cabinet.core.ledger import Entry, MatchRecord, OpenBooks, Totals
from cabinet.core.ports import Clock
from cabinet.core.tariff import Purse
from cabinet.store.chain import LINES, ROOT, follow
from cabinet.store.mark import Mark
from cabinet.store.refusals import BooksDamagedError, explained
from cabinet.store.schema import (
    APPLICATION,
    AUDIT,
    CREATE,
    MOVES,
    NEWEST_MATCH,
    VERSION,
    Stamp,
    Statement,
    Tail,
    read_match,
    write_up,
)

LOCK_PATIENCE_S = 1.0


class SqliteBooks:
    """`Books` at `path`; `boot` tells one run of the machine from another.

    The folder has to exist. Calls may come from any thread, one at a time.
    """

    def __init__(self, path: Path, clock: Clock, boot: str) -> None:
        self._path = path
        self._clock = clock
        self._boot = boot
        self._mark = Mark(path)
        self._db: sqlite3.Connection | None = None
        self._tail = Tail()

    def open(self) -> OpenBooks:
        """See `Books.open`; `BusyError` when another cabinet has them open."""
        self.close()
        try:
            with explained(self._path):
                self._mark.acquire()
                known = self._mark.read()
                self._refuse_a_loss(known)
                self._db = sqlite3.connect(
                    self._path,
                    timeout=LOCK_PATIENCE_S,
                    isolation_level=None,
                    check_same_thread=False,
                )
                self._prepare(self._db, known)
                books = self._read(self._db, known or (0, ROOT))
                self._mark.write(self._tail.seq, self._tail.hash)
                self._mark.sync()
                return books
        except BaseException:
            self.close()
            raise

    def commit(self, entries: Sequence[Entry], at: Nanos) -> None:
        """See `Books.commit`."""
        if self._db is None:
            raise BooksError(f"books {self._path} are not open")
        stamp = Stamp(at, self._clock.wall_ms(), self._boot)
        tail, statements = self._tail, []
        try:
            for entry in entries:
                tail, statement = write_up(tail, entry, stamp)
                statements.append(statement)
            with explained(self._path, "; nothing was written"):
                _transact(self._db, statements)
        except (ValueError, OverflowError) as wrong:
            raise BooksError(
                f"books {self._path}: {wrong}: this is a mistake in the program, "
                f"please report it; nothing was written"
            ) from wrong
        self._tail = tail
        self._mark.follow(tail.seq, tail.hash)

    def close(self) -> None:
        """See `Books.close`; may be called twice."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        self._mark.release()

    def _refuse_a_loss(self, known: tuple[int, bytes] | None) -> None:
        if self._path.exists():
            with self._path.open("r+b") as writable:
                if writable.read(1):
                    return
        wal = self._path.with_name(f"{self._path.name}-wal")
        if known is not None or (wal.exists() and wal.stat().st_size):
            gone = "is empty" if self._path.exists() else "is gone"
            raise BooksDamagedError(
                self._path, f"the file {gone}, but there have been books here"
            )

    def _prepare(self, db: sqlite3.Connection, known: tuple[int, bytes] | None) -> None:
        db.text_factory = partial(str, encoding="utf-8", errors="replace")
        db.execute("PRAGMA synchronous = FULL")
        version = _number(db, "PRAGMA user_version")
        application = _number(db, "PRAGMA application_id")
        tables = _number(db, "SELECT count(*) FROM sqlite_schema")
        unborn = known is None and (version, application, tables) == (0, 0, 0)
        if not unborn and application != APPLICATION:
            raise BooksDamagedError(self._path, "these are not the books of a cabinet")
        if version > VERSION:
            raise BooksError(
                f"books {self._path} are of version {version}, this program knows "
                f"version {VERSION}: install the release that wrote them, or a newer "
                f"one"
            )
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise BooksDamagedError(self._path, f"SQLite found: {found}")
        db.execute("PRAGMA journal_mode = WAL")
        if unborn:
            _transact(db, [(sql, ()) for sql in CREATE])
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _read(self, db: sqlite3.Connection, known: tuple[int, bytes]) -> OpenBooks:
        try:
            seq, last = follow(db.execute(LINES))
            _compare(db, known, seq)
            purse, totals = _audit(db)
            newest, unfinished = _newest_match(db)
        except ValueError as wrong:
            raise BooksDamagedError(self._path, str(wrong)) from wrong
        self._tail = Tail(
            seq,
            last,
            purse,
            match=unfinished.id if unfinished else None,
            turns=len(unfinished.log) if unfinished else 0,
            next_match=newest + 1,
        )
        return OpenBooks(purse, totals, newest + 1, unfinished)


def _compare(db: sqlite3.Connection, known: tuple[int, bytes], last: int) -> None:
    """Refuse books that are not the ones the mark was written for."""
    seq, link = known
    if seq > last:
        raise ValueError(f"they end at posting {last}, but {seq} were written")
    row = db.execute("SELECT hash FROM postings WHERE seq = ?", (seq,)).fetchone()
    if row is not None and row[0] != link:
        raise ValueError(f"posting {seq} is not the one that was written")


def _number(db: sqlite3.Connection, sql: str) -> int:
    (number,) = db.execute(sql).fetchone()
    return int(number)


def _audit(db: sqlite3.Connection) -> tuple[Purse, Totals]:
    """What `ledger.fold` would say, added up by SQLite because it is faster."""
    credits, *totals = map(int, db.execute(AUDIT).fetchone())
    row = db.execute("SELECT run FROM postings ORDER BY seq DESC LIMIT 1").fetchone()
    return Purse(credits, row[0] if row else 0), Totals(*totals)


def _newest_match(db: sqlite3.Connection) -> tuple[int, MatchRecord | None]:
    """The highest match number so far, and its match if it is not closed."""
    row = db.execute(NEWEST_MATCH).fetchone()
    if row is None:
        return 0, None
    *opened, closed = row
    if closed:
        return row[0], None
    return row[0], read_match(tuple(opened), db.execute(MOVES, (row[0],)))


def _transact(db: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for sql, row in statements:
            db.execute(sql, row)
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
