"""The books: whole, chained, and how old the newest copy of them is."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.books.errors import BooksDamagedError
from cabinet.books.inspection import (
    check_chain,
    check_structure,
    damage_named,
    reading,
    verify,
)
from cabinet.books.pages import last_page
from cabinet.core.errors import BooksError
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.i18n.message import Message

# The whole chain of a million postings takes half a minute: then from the last page.
PROVEN_WHOLE: Final = 100_000
DAY_MS: Final = 86_400_000
# Copies are made daily; a day away is no reason to worry.
OLD_DAYS: Final = 3
_NEWEST: Final = "SELECT seq, wall_ms FROM postings ORDER BY seq DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class BooksFacts:
    """Books as found: `postings` None without any; `damage` or `refused` say why not.

    `copy_age_ms` is None when there is no copy; `last_wall_ms` is the time of the
    newest posting, 0 without one.
    """

    path: str
    postings: int | None = None
    damage: Message | None = None
    refused: Message | None = None
    copy_age_ms: int | None = None
    last_wall_ms: int = 0

    def judge(self) -> Iterator[Finding]:
        """Whether the money can be believed, and brought back if the disk dies."""
        if self.damage:
            yield red("books.damaged", "books", why=self.damage)
        elif self.refused:
            yield red("books.unreadable", "books", why=self.refused)
        elif self.postings is None:
            yield unseen("books.none", "books", path=self.path)
            return
        else:
            yield green("books.whole", "books", n=self.postings)
        if self.copy_age_ms is None:
            yield amber("books.no_copy", "copy")
        elif self.copy_age_ms > OLD_DAYS * DAY_MS:
            yield amber("books.old_copy", "copy", days=self.copy_age_ms // DAY_MS)
        else:
            yield green(
                "books.copy", "copy", hours=max(0, self.copy_age_ms) // 3_600_000
            )


def look(path: Path, copies: Path, wall_ms: int) -> BooksFacts:
    """Read the books, also while a cabinet writes them."""
    if not path.exists():
        return BooksFacts(str(path))
    newest = max((int(c.stat().st_mtime * 1000) for c in _copies(copies)), default=None)
    age = None if newest is None else wall_ms - newest
    try:
        with reading(path) as db:
            row = db.execute(_NEWEST).fetchone()
        last, wall = row or (0, 0)
        _prove(path, last)
    except BooksDamagedError as wrong:
        return BooksFacts(str(path), damage=wrong.told, copy_age_ms=age)
    except BooksError as wrong:
        return BooksFacts(str(path), refused=wrong.told, copy_age_ms=age)
    return BooksFacts(str(path), last, copy_age_ms=age, last_wall_ms=wall)


def _copies(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.glob("books-*-*.sqlite3"))
    return []


def _prove(path: Path, last: int) -> None:
    if last <= PROVEN_WHOLE:
        verify(path)
        return
    with reading(path) as db:
        check_structure(path, db)
        with damage_named(path):
            check_chain(db, last_page(db).end)
