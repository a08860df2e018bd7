"""Copies of the books: made daily and before an update, and what they are for.

A copy is made of books that were just proven whole, while a cabinet writes them or
not, and is itself proven before it counts as one. Copies are numbered, so the newest
is the newest whatever the wall clock says; `KEPT` are kept.

Damaged books are never repaired, overwritten or deleted. They are set aside under a
new name, and the newest good copy takes their place, with every later posting that
can still be read from them and still follows in the chain. That they were restored is
itself a posting: the cabinet stays out of order until the operator has looked.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cabinet.books.chain import BEGINNING, ENDLESS, LINES, PAGES, End, walk
from cabinet.books.errors import BooksDamagedError, explained
from cabinet.books.inspection import (
    check_structure,
    compare,
    damage_named,
    look_over,
    reading,
)
from cabinet.books.lock_file import LockFile
from cabinet.books.sqlite import SqliteBooks, doubt_at
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import Kind, OpenBooks, Posting
from cabinet.core.ports import Clock
from cabinet.i18n.message import Message, message, to_text
from cabinet.platform.files import put_in_place, sync

KEPT: Final = 7


class BooksWithCopies(SqliteBooks):
    """`SqliteBooks` that a good copy in `folder` takes the place of when damaged."""

    def __init__(self, path: Path, folder: Path, clock: Clock, boot: str) -> None:
        super().__init__(path, clock, boot)
        self._folder = folder

    def open(self) -> OpenBooks:
        """See `Books.open`; damaged books without a good copy stay as they are."""
        try:
            return super().open()
        except BooksDamagedError as damage:
            copy = newest_good_copy(self._folder, LockFile(self._path).peek())
            if copy is None:
                raise
            _Rescue(self._path, copy, damage, self._clock, self._boot).restore()
        return super().open()


def copy_books(path: Path, folder: Path, clock: Clock) -> tuple[Path, End]:
    """Copy the books into `folder` and prove them; where to, and how far they go.

    Damage leaves a note for the next opening, and no copy.
    """
    with explained(folder):
        folder.mkdir(exist_ok=True)
        number = max(map(_number, _copies(folder)), default=0) + 1
    target = folder / f"books-{number:06}-{_stamp(clock)}.sqlite3"
    unfinished = target.with_suffix(".unfinished")
    try:
        end = proven_copy(path, unfinished)
        with explained(folder):
            put_in_place(unfinished, target)
            for old in sorted(_copies(folder), key=_number)[:-KEPT]:
                old.unlink()
    except BooksDamagedError as damage:
        with suppress(OSError):
            doubt_at(path).write_text(to_text(damage.told), encoding="utf-8")
        raise
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return target, end


def proven_copy(path: Path, target: Path) -> End:
    """Copy the books to `target` and prove them; how far they go.

    Every row is read on the way: what is proven of the copy is proven of both.
    """
    known = LockFile(path).peek()
    with explained(target.parent):
        target.unlink(missing_ok=True)
    with reading(path) as db:
        check_structure(path, db)
        db.execute("VACUUM INTO ?", (str(target),))
    with reading(target) as db:
        end = look_over(path, db)
        with damage_named(path):
            compare(db, known, end)
    return end


def put_books_in_place(
    path: Path, copy: Path, clock: Clock, boot: str, name: str
) -> Path | None:
    """Exchange the books for proven ones of a backup called `name`.

    Those before are kept under a new name, which is returned. It is booked, so that the
    cabinet waits for the operator to look.
    """
    mark = LockFile(path)
    with explained(path):
        mark.acquire()
        try:
            with reading(copy) as db:
                look_over(copy, db)
            aside = _free_name(path, "before", clock) if path.exists() else None
            file = aside.name if aside else ""
            told = message("books_from_backup", backup=name, file=file)
            end = _book(copy, clock, boot, told)
            new = path.with_name(f"{path.name}.new")
            shutil.copyfile(copy, new)
            _exchange(path, new, aside)
            mark.write(end)
            mark.sync()
        finally:
            mark.release()
    return aside


def _free_name(path: Path, why: str, clock: Clock) -> Path:
    name = f"{path.name}.{why}-{_stamp(clock)}"
    aside = path.with_name(name)
    again = 1
    while aside.exists():
        again += 1
        aside = path.with_name(f"{name}-{again}")
    return aside


def _book(new: Path, clock: Clock, boot: str, told: Message) -> End:
    """Book what was done, in the books that take the place of others."""
    books = SqliteBooks(new, clock, boot)
    opened = books.open()
    run = opened.purses[0].run
    books.commit([Posting(Kind.RESTORED, run=run, note=to_text(told))], clock.now())
    books.close()
    end = LockFile(new).peek()
    assert end is not None
    return end


def _exchange(path: Path, new: Path, aside: Path | None) -> None:
    """The log goes first: it must never meet a file it does not belong to."""
    for ending in ("-wal", ""):
        part = path.with_name(path.name + ending)
        if aside and part.exists() and part.stat().st_size:
            part.rename(aside.with_name(aside.name + ending))
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    put_in_place(new, path)
    LockFile(new).path.unlink(missing_ok=True)
    doubt_at(path).unlink(missing_ok=True)
    sync(path.parent)


def newest_good_copy(folder: Path, known: End | None) -> Path | None:
    """The copy to go on with: proven, and of no other books than these."""
    for copy in sorted(_copies(folder), key=_number, reverse=True):
        with suppress(BooksError), reading(copy) as db:
            end = look_over(copy, db)
            if known is None or known.seq == 0 or end.seq <= known.seq:
                return copy
    return None


def _copies(folder: Path) -> Iterator[Path]:
    for path in folder.glob("books-*-*.sqlite3"):
        if path.name.split("-")[1].isdigit():
            yield path


def _number(copy: Path) -> int:
    return int(copy.name.split("-")[1])


def _stamp(clock: Clock) -> str:
    moment = datetime.fromtimestamp(clock.wall_ms() // 1000, UTC)
    return f"{moment:%Y%m%dT%H%M%SZ}"


@dataclass(frozen=True, slots=True)
class _Rescue:
    """Putting a copy in the place of damaged books."""

    path: Path
    copy: Path
    damage: BooksDamagedError
    clock: Clock
    boot: str

    def restore(self) -> None:
        mark = LockFile(self.path)
        with explained(self.path):
            mark.acquire()
            try:
                known = mark.read()
                new = self.path.with_name(f"{self.path.name}.new")
                for ending in ("", "-wal", "-shm", ".lock"):
                    new.with_name(new.name + ending).unlink(missing_ok=True)
                shutil.copyfile(self.copy, new)
                saved = _salvage(self.path, new)
                aside = _free_name(self.path, "damaged", self.clock)
                end = self._tell(new, aside, saved, known)
                _exchange(self.path, new, aside)
                mark.write(end)
                mark.sync()
            finally:
                mark.release()

    def _tell(self, new: Path, aside: Path, saved: int, known: End | None) -> End:
        """Book what is being done, in the books that are being restored."""
        with reading(new) as db:
            (seq,) = db.execute(_LAST_SEQ).fetchone()
        missing = max(0, known.seq - seq) if known else 0
        told = message(
            "books_restored",
            what=self.damage.what,
            file=aside.name,
            copy=self.copy.name,
            saved=saved,
            missing=missing,
        )
        return _book(new, self.clock, self.boot, told)


def _salvage(damaged: Path, new: Path) -> int:
    """Append to `new` what of `damaged` still follows; how many postings that is."""
    uri = f"{damaged.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(new, uri=True, isolation_level=None)) as db:
        seq: int = db.execute(_LAST_SEQ).fetchone()[0]
        good = _still_following(damaged, db, seq)
        try:
            db.execute("ATTACH ? AS damaged", (uri,))
            db.execute("BEGIN")
            for statement in _TAKE_OVER:
                db.execute(statement, {"seq": seq, "good": good})
            db.execute("COMMIT")
        except sqlite3.Error:
            return 0
        # Apart: high scores that cannot be read must not cost a coin that can.
        with suppress(sqlite3.Error):
            db.execute(_TAKE_OVER_HIGH_SCORES)
    return good - seq


def _still_following(damaged: Path, new: sqlite3.Connection, seq: int) -> int:
    """The last posting of the damaged books that the copy's chain reaches."""
    row = new.execute(_LAST_HASH, (seq, seq)).fetchone()
    good = seq
    with suppress(BooksError, ValueError), reading(damaged) as db:
        lines, pages = (
            db.execute(LINES, (seq, ENDLESS)),
            db.execute(PAGES, (seq, ENDLESS)),
        )
        for end in walk(lines, pages, End(seq, row[0]) if row else BEGINNING):
            good = end.seq
    return good


_LAST_SEQ: Final = "SELECT coalesce(max(seq), 0) FROM postings"
_LAST_HASH: Final = """SELECT hash FROM pages WHERE seq = ? UNION ALL
    SELECT hash FROM postings WHERE seq = ? LIMIT 1"""
# A match counts when its charge was saved; what was played of it comes along.
_TAKE_OVER: Final = (
    """INSERT INTO main.postings SELECT * FROM damaged.postings
        WHERE seq > :seq AND seq <= :good""",
    """INSERT INTO main.pages SELECT * FROM damaged.pages
        WHERE seq > :seq AND seq <= :good""",
    """INSERT INTO main.matches SELECT * FROM damaged.matches WHERE id IN
        (SELECT match FROM main.postings WHERE seq > :seq AND kind = 'charge')""",
    """INSERT OR IGNORE INTO main.moves SELECT * FROM damaged.moves
        WHERE match IN (SELECT id FROM main.matches)""",
    """INSERT OR IGNORE INTO main.closings SELECT * FROM damaged.closings
        WHERE match IN (SELECT id FROM main.matches)""",
)
_TAKE_OVER_HIGH_SCORES: Final = """INSERT OR IGNORE INTO main.honours
    SELECT * FROM damaged.honours WHERE match IN (SELECT id FROM main.matches)
    ORDER BY rowid"""
