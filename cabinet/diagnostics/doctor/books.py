"""The books: whole, chained, and how old the newest copy of them is."""

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
from cabinet.diagnostics.doctor.findings import Finding, Verdicts
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


def judge(facts: BooksFacts) -> list[Finding]:
    """Whether the money can be believed, and brought back if the disk dies."""
    say = Verdicts("books")
    if facts.damage:
        say.red("damaged", "books", why=facts.damage)
    elif facts.refused:
        say.red("unreadable", "books", why=facts.refused)
    elif facts.postings is None:
        say.unseen("none", "books", path=facts.path)
        return say.findings
    else:
        say.green("whole", "books", n=facts.postings)
    if facts.copy_age_ms is None:
        say.amber("no_copy", "copy")
    elif facts.copy_age_ms > OLD_DAYS * DAY_MS:
        say.amber("old_copy", "copy", days=facts.copy_age_ms // DAY_MS)
    else:
        say.green("copy", "copy", hours=max(0, facts.copy_age_ms) // 3_600_000)
    return say.findings


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
