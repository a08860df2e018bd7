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

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from cabinet.books.chain import BEGINNING, ENDLESS, LINES, PAGES, End, follow
from cabinet.books.errors import BooksDamagedError, explained
from cabinet.books.lock_file import LockFile
from cabinet.books.pages import check_pages, page_at
from cabinet.books.schema import APPLICATION, OLDEST_KNOWN, VERSION
from cabinet.core.errors import BooksError, CabinetError, told_by
from cabinet.i18n.message import Verbatim, message
from cabinet.platform.processes import begin_in_a_child

SHORT: Final = 5_000
# Fewer postings than these are proven sooner than a process has begun.
WORTH_A_PROCESS: Final = 20_000

Told: TypeAlias = Callable[[int, int], None]


def nobody(done: int, of: int) -> None:
    """Does not tell how far it is."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The books to read only, also while a cabinet writes them."""
    if not path.exists():
        raise BooksError(message("books_missing", path=str(path)))
    with explained(path), closing(connect_to_read(path)) as db:
        identify(path, db)
        yield db


def verify(path: Path, told: Told = nobody, processes: int = 0) -> End:
    """Prove every row; how far the books go. `BooksDamagedError` names a bad one.

    A page says what the books were at its end, so what follows it is proven without
    what went before: long books are shared out among `processes`, one for each
    processor unless told otherwise. `told` hears how many postings are proven, and of
    how many.
    """
    known = LockFile(path).peek()
    with reading(path) as db:
        check_structure(path, db)
        first, *others = _shares(path, db, processes)
        last = max(1, _newest(db))
        answers = [begin_in_a_child(prove, share) for share in others]

        def follow_mine(posting: int) -> None:
            told(min(last, last * posting // min(last, first.until)), last)

        ends = _all_of([partial(prove, first, follow_mine), *answers])
        with damage_named(path):
            compare(db, known, ends[-1])
    return ends[-1]


class Share(NamedTuple):
    """The part of the books that one process proves."""

    path: Path
    after: int
    until: int


def prove(share: Share, told: Callable[[int], None] = lambda posting: None) -> End:
    """Prove the postings of a share, and its pages."""
    with reading(share.path) as db, damage_named(share.path):
        before = page_at(db, share.after)
        end = check_chain(db, before.end, share.until)
        # What is hashed as it was written is text, and quicker to read as such.
        db.text_factory = str
        check_pages(db, before, share.until, told)
    return end


def _shares(path: Path, db: sqlite3.Connection, processes: int) -> list[Share]:
    """Parts of about the same length, each of which begins behind a page."""
    last = _newest(db)
    many = processes or min(os.cpu_count() or 1, 1 + last // WORTH_A_PROCESS)
    query = "SELECT coalesce(max(seq), 0) FROM pages WHERE seq <= ?"
    parts = [(last * number // many,) for number in range(many)]
    begins = {int(db.execute(query, part).fetchone()[0]) for part in parts}
    return [Share(path, *both) for both in pairwise([*sorted(begins), ENDLESS])]


def _newest(db: sqlite3.Connection) -> int:
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM postings").fetchone()
    return int(last)


def _all_of(answers: Iterable[Callable[[], End]]) -> list[End]:
    """Wait for everybody, then raise what the first of them raised."""
    ends, wrong = [], None
    for answer in answers:
        try:
            ends.append(answer())
        except CabinetError as error:
            wrong = wrong or error
    if wrong:
        raise wrong
    return ends


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


def check_chain(
    db: sqlite3.Connection, start: End = BEGINNING, until: int = ENDLESS
) -> End:
    """Follow the chain to its end; `ValueError` names the first bad posting."""
    stretch = (start.seq, until)
    return follow(db.execute(LINES, stretch), db.execute(PAGES, stretch), start)


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
