"""The books in a SQLite file: durable, append-only, chained, and one writer.

`commit` returns when its entries are on the disk, all of them; when it raises, none
is there and the next `commit` may succeed. `open` trusts nothing a balance depends
on (`inspection` says what is proven when), and books that fail are left as they are.
Order is the order of writing; the wall clock is noted and never believed.

There is no writer thread. The counter is one thread that does nothing but take coins
and keep books, and it must not show a coin before it is on the disk: a second thread
would have it wait all the same. Wires go on being read meanwhile by their own
threads or the kernel, which stamp each edge when it happens.

A commit is on the disk in SQLite's log, `books.sqlite3-wal`. Bringing the log into the
file itself takes syncs of its own, so no coin should wait for that: `checkpoint` does
it in another thread while nobody plays (`counter.housekeeping`), and so does `close`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shutil import disk_usage
from threading import Lock
from typing import Final

from cabinet.books.chain import BEGINNING, End, link
from cabinet.books.errors import BooksDamagedError, explained
from cabinet.books.inspection import (
    SHORT,
    check_chain,
    check_structure,
    compare,
    connect_to_read,
    damage_named,
    identify,
    look_over,
)
from cabinet.books.legacy_notes import read_note
from cabinet.books.lock_file import LockFile
from cabinet.books.pages import POSTINGS_A_PAGE, Page, last_page, postings, write_page
from cabinet.books.schema import (
    CHARGED,
    CREATE,
    GIFTS,
    HAS_HIGH_SCORES,
    HIGH_SCORES,
    MOVES,
    NEWEST_MATCH,
    VERSION,
    Stamp,
    Tail,
    insert,
    read_match,
    write_up,
)
from cabinet.core.errors import BooksError, told_by
from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.money.ledger import (
    Entry,
    Gift,
    HighScore,
    Kind,
    MatchRecord,
    OpenBooks,
    Posting,
    fold,
)
from cabinet.core.money.notes import giver
from cabinet.core.money.till import DAY
from cabinet.core.ports import Clock
from cabinet.i18n.message import message, to_text

LOCK_PATIENCE_S = 1.0
# Only a log of so many pages (of 4 kB) is brought into the file by a commit: that
# takes thousands of coins without one quiet minute.
LONGEST_LOG: Final = 8_000
_CHECKPOINT: Final = "PRAGMA wal_checkpoint(PASSIVE)"
_PAGE_LINK = """SELECT postings.hash, CAST(books || tally AS BLOB)
    FROM pages LEFT JOIN postings USING (seq) WHERE seq = ?"""


class SqliteBooks:
    """`Books` at `path`; `boot` tells one run of the machine from another.

    The folder has to exist. Calls may come from any thread, one at a time.
    """

    def __init__(self, path: Path, clock: Clock, boot: str) -> None:
        self._path = path
        self._clock = clock
        self._boot = boot
        self._mark = LockFile(path)
        self._db: sqlite3.Connection | None = None
        self._tail = Tail()
        self._tidying = Lock()

    def open(self) -> OpenBooks:
        """See `Books.open`; `BusyError` when another cabinet has them open."""
        self.close()
        try:
            with explained(self._path):
                self._mark.acquire()
                known = self._mark.read()
                self._refuse_a_loss(known)
                books = self._proven(known)
                self._mark.make_books()
                self._db = self._connect(unborn=books is None)
                self._mark.write(self._tail.end)
                self._mark.sync()
                doubt_at(self._path).unlink(missing_ok=True)
                return books or OpenBooks()
        except BaseException:
            self.close()
            raise

    def commit(self, entries: Sequence[Entry], at: Nanos) -> None:
        """See `Books.commit`."""
        self.commit_all([(entries, at)])

    def commit_all(self, dated: Sequence[tuple[Sequence[Entry], Nanos]]) -> None:
        """See `Books.commit_all`."""
        db, wall_ms = self._opened(), self._clock.wall_ms()
        stamped = (
            (entry, Stamp(at, wall_ms, self._boot))
            for entries, at in dated
            for entry in entries
        )
        try:
            with explained(self._path, writing=True):
                if not self._mark.in_place():
                    raise BooksError(message("books_moved", path=str(self._path)))
                with _transaction(db):
                    tail = _write(db, self._tail, stamped)
        except (ValueError, LookupError, OverflowError) as wrong:
            raise BooksError(
                message("books_mistake", path=str(self._path), why=told_by(wrong))
            ) from wrong
        self._tail = tail
        self._mark.follow(tail.end)

    def prove_writable(self) -> None:
        """See `Books.prove_writable`: the first page, with the version it has."""
        db = self._opened()
        with explained(self._path, writing=True):
            db.execute(f"PRAGMA user_version = {VERSION}")

    def free_space(self) -> int | None:
        """See `Books.free_space`."""
        with suppress(OSError):
            return disk_usage(self._path.parent).free
        return None

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            raise BooksError(message("books_closed", path=str(self._path)))
        return self._db

    def checkpoint(self) -> None:
        """Bring the log into the file, as far as nobody is in the way.

        It may be called from another thread at any time: it has a connection of its
        own and waits for nobody, and no commit waits for it.
        """
        with self._tidying, suppress(OSError, sqlite3.Error):
            if self._db is not None and self._mark.in_place():
                with closing(sqlite3.connect(self._path)) as db:
                    db.execute(_CHECKPOINT)

    def close(self) -> None:
        """See `Books.close`; may be called twice."""
        with self._tidying:
            if self._db is not None:
                with suppress(sqlite3.Error):
                    self._db.execute(_CHECKPOINT)
                with suppress(sqlite3.Error):
                    self._db.close()
                self._db = None
                self._mark.follow(self._tail.end)
            self._mark.release()

    def _refuse_a_loss(self, known: End | None) -> None:
        size = self._mark.size()
        if size:
            return
        log = log_at(self._path)
        if known is not None or (log.exists() and log.stat().st_size):
            gone = message("file_gone") if size is None else message("file_empty")
            raise BooksDamagedError(self._path, gone)

    def _proven(self, known: End | None) -> OpenBooks | None:
        """What the books say; None when they have yet to be made.

        They are read by a connection that cannot write: one that can would, when
        it is closed, put the log of damaged books into their file.
        """
        self._tail = Tail()
        if not self._mark.size():
            return None
        with closing(connect_to_read(self._path)) as db:
            (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (application,) = db.execute("PRAGMA application_id").fetchone()
            if known is None and (tables, application) == (0, 0):
                return None
            identify(self._path, db)
            return self._read(db, known)

    def _connect(self, *, unborn: bool) -> sqlite3.Connection:
        """The one connection that writes."""
        db = sqlite3.connect(
            self._path,
            timeout=LOCK_PATIENCE_S,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_LOG}")
            if unborn:
                _create(db)
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                _bring_up_to_date(db)
                _refuse_to_only_read(db)
        except BaseException:
            db.close()
            raise
        return db

    def _read(self, db: sqlite3.Connection, known: End | None) -> OpenBooks:
        short = db.execute("SELECT max(seq) FROM postings").fetchone()[0] or 0
        if doubt_at(self._path).exists():
            look_over(self._path, db)
        elif short <= SHORT:
            check_structure(self._path, db)
        with damage_named(self._path):
            page = _proven_page(db)
            end = check_chain(db, BEGINNING if short <= SHORT else page.end)
            compare(db, known, end)
            books = fold(postings(db, page.end.seq, end.seq), page.books)
            newest, unfinished = _newest_match(db)
            high_scores = _high_scores(db)
            gifts = self._gifts(db)
        self._tail = Tail(
            end,
            page,
            books,
            match=unfinished.id if unfinished else None,
            turns=len(unfinished.log) if unfinished else 0,
            next_match=newest + 1,
        )
        return replace(
            books,
            next_match=newest + 1,
            unfinished=unfinished,
            high_scores=high_scores,
            gifts=gifts,
            doubt=to_text(read_note(books.doubt)) if books.doubt else "",
        )

    def _gifts(self, db: sqlite3.Connection) -> tuple[Gift, ...]:
        """When the credits of the last day were given; a clock that jumped is now."""
        now, wall_ms = self._clock.now(), self._clock.wall_ms()
        rows = db.execute(GIFTS, (wall_ms - DAY // MILLISECOND,))
        return tuple(
            (now - max(0, wall_ms - given) * MILLISECOND, giver(note))
            for given, note in rows
        )


def _refuse_to_only_read(db: sqlite3.Connection) -> None:
    """Raise unless all files of the books are open to be written.

    What SQLite cannot open to write it opens to read. Such a connection would refuse
    every entry, however well the disk is by then. Nothing is written to find out.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(f"PRAGMA user_version = {VERSION}")
    finally:
        db.execute("ROLLBACK")


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """What older books lack; a release that knows less does not misread them then."""
    if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        _create(db)


def log_at(path: Path) -> Path:
    """SQLite's log of the books at `path`; it belongs to them."""
    return path.with_name(f"{path.name}-wal")


def doubt_at(path: Path) -> Path:
    """Where whoever found the books damaged leaves a note for their next opening."""
    return path.with_name(f"{path.name}.doubt")


def _ends_page(entry: Entry) -> bool:
    return isinstance(entry, Posting) and entry.kind is Kind.COLLECTION


def _proven_page(db: sqlite3.Connection) -> Page:
    """The last page, which has to follow the posting it ends with."""
    page = last_page(db)
    row = db.execute(_PAGE_LINK, (page.end.seq,)).fetchone()
    if row and (row[0] is None or link(*row) != page.end.hash):
        raise ValueError(message("page_changed", posting=page.end.seq))
    return page


def _newest_match(db: sqlite3.Connection) -> tuple[int, MatchRecord | None]:
    """The highest match number so far, and its match if it is not closed."""
    row = db.execute(NEWEST_MATCH).fetchone()
    if row is None:
        return 0, None
    *opened, closed = row
    if closed:
        return row[0], None
    record = read_match(tuple(opened), db.execute(MOVES, (row[0],)))
    paid = tuple((owner, sum_) for owner, sum_ in db.execute(CHARGED, (row[0],)))
    credits = sum(sum_ for _, sum_ in paid)
    if credits <= record.credits:
        return row[0], record
    return row[0], replace(record, credits=credits, paid=paid)


def _high_scores(db: sqlite3.Connection) -> dict[str, tuple[HighScore, ...]]:
    """The high scores; books of an older release have none."""
    if not db.execute(HAS_HIGH_SCORES).fetchone():
        return {}
    tables: dict[str, tuple[HighScore, ...]] = {}
    for mode, name, score in db.execute(HIGH_SCORES):
        tables[mode] = (*tables.get(mode, ()), HighScore(name, score))
    return tables


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _create(db: sqlite3.Connection) -> None:
    with _transaction(db):
        for sql in CREATE:
            db.execute(sql)


def _write(
    db: sqlite3.Connection, tail: Tail, stamped: Iterable[tuple[Entry, Stamp]]
) -> Tail:
    """The entries, and the pages that they end or fill.

    A collection ends its page at once, also when more was committed with it: the
    next coin belongs to the next period.
    """
    for entry, stamp in stamped:
        tail, statement = write_up(tail, entry, stamp)
        db.execute(*statement)
        if _ends_page(entry):
            tail = _close_page(db, tail)
    if tail.end.seq - tail.page.end.seq >= POSTINGS_A_PAGE:
        tail = _close_page(db, tail)
    return tail


def _close_page(db: sqlite3.Connection, tail: Tail) -> Tail:
    closed, books, tallied = write_page(db, tail.page, tail.books)
    linked = link(tail.end.hash, (books + tallied).encode())
    end = End(tail.end.seq, linked)
    db.execute(*insert("pages", (end.seq, books, tallied, linked)))
    return replace(tail, end=end, page=Page(end, closed, tail.books))
