"""Looking at books without touching them: whose they are, and whether they are whole.

How much is looked at, and when. SQLite's own check and the whole chain cost half a
second and some seconds for a million postings, too long for a cabinet that should
wake up at once. So `SqliteBooks.open` proves all that a balance depends on: the mark
beside the books, the last page, and the chain from there to the end; books shorter
than `SHORT` it proves whole. The rest is history, and `look_over` proves all of it: a
minute after each start and then daily (in a process of its own, see
`counter.housekeeping`), before any copy is made or used, and for `cabinet books
verify`. When that finds damage it leaves a note, and the next opening looks at all.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from cabinet.books.chain import BEGINNING, LINES, PAGES, End, follow
from cabinet.books.errors import BooksDamagedError, explained
from cabinet.books.lock_file import LockFile
from cabinet.books.pages import check_pages
from cabinet.books.schema import APPLICATION, OLDEST_KNOWN, VERSION
from cabinet.core.errors import BooksError, told_by
from cabinet.i18n.message import Verbatim, message

SHORT: Final = 5_000


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The books to read only, also while a cabinet writes them."""
    if not path.exists():
        raise BooksError(message("books_missing", path=str(path)))
    with explained(path), closing(connect_to_read(path)) as db:
        identify(path, db)
        yield db


def verify(path: Path) -> End:
    """Prove every row; how far the books go. `BooksDamagedError` names a bad one."""
    known = LockFile(path).peek()
    with reading(path) as db:
        end = look_over(path, db)
        with damage_named(path):
            compare(db, known, end)
    return end


def look_over(path: Path, db: sqlite3.Connection) -> End:
    """Structure, chain and pages, all of them; `BooksDamagedError`, or how far."""
    check_structure(path, db)
    with damage_named(path):
        end = check_chain(db)
        check_pages(db)
    return end


def check_structure(path: Path, db: sqlite3.Connection) -> None:
    """What SQLite itself can tell about the file."""
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BooksDamagedError(path, message("sqlite_found", system=Verbatim(found)))


def check_chain(db: sqlite3.Connection, start: End = BEGINNING) -> End:
    """Follow the chain to its end; `ValueError` names the first bad posting."""
    after = (start.seq,)
    return follow(db.execute(LINES, after), db.execute(PAGES, after), start)


def compare(db: sqlite3.Connection, known: End | None, end: End) -> None:
    """`ValueError` for books that are not the ones the mark was written for."""
    if known is None:
        return
    if known.seq > end.seq:
        raise ValueError(message("postings_missing", last=end.seq, written=known.seq))
    for table in ("pages", "postings"):
        query = f"SELECT hash FROM {table} WHERE seq = ?"
        row = db.execute(query, (known.seq,)).fetchone()
        if row is not None:
            if row[0] != known.hash:
                raise ValueError(message("posting_of_others", posting=known.seq))
            return


def identify(path: Path, db: sqlite3.Connection) -> None:
    """Refuse a file that is not the books of a cabinet, or of another release."""
    db.text_factory = partial(str, encoding="utf-8", errors="replace")
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise BooksDamagedError(path, message("not_books"))
    if not OLDEST_KNOWN <= version <= VERSION:
        remedy = (
            message("install_their_release")
            if version > VERSION
            else message("begin_new_books", file=path.name)
        )
        raise BooksError(
            message(
                "books_of_version",
                path=str(path),
                version=version,
                ours=VERSION,
                remedy=remedy,
            )
        )


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turn what a check found into what a person is told."""
    try:
        yield
    except ValueError as wrong:
        raise BooksDamagedError(path, told_by(wrong)) from wrong


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Read-only; also where the folder may not be written, if nobody writes there."""
    uri = f"{path.resolve().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        db.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        db.close()
        if path.with_name(f"{path.name}-wal").exists():
            raise
        return sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None)
    except BaseException:
        db.close()
        raise
    return db
