"""What the disk refuses, for the person who can do something about it.

Each says which file, what happened and what to do. Damage is apart from refusal: a
disk that is full can be emptied, a damaged file must be looked at by a person, and
nothing here ever repairs, overwrites or deletes it.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cabinet.core.errors import BooksError
from cabinet.i18n.message import Message, Verbatim, message, verbatim

# What is wrong, and what to do about it.
_FULL: Final = (message("disk_full"), message("free_some_space"))
_READ_ONLY: Final = (message("books_read_only"), message("make_writable"))
_UNREACHABLE: Final = (message("books_unreachable"), message("check_folder"))
_LOCKED: Final = (message("books_locked"), message("close_program"))
_BROKEN: Final = (message("disk_failed"), message("check_disk"))
_REFUSED: Final = (message("sqlite_refused"), message("check_file"))

_BY_SQLITE: Final = {
    "FULL": _FULL,
    "READONLY": _READ_ONLY,
    "PERM": _READ_ONLY,
    "CANTOPEN": _UNREACHABLE,
    "BUSY": _LOCKED,
    "LOCKED": _LOCKED,
    "IOERR": _BROKEN,
}
_BY_SYSTEM: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: _READ_ONLY,
    errno.ENOENT: _UNREACHABLE,
    errno.ENOTDIR: _UNREACHABLE,
}


class BooksDamagedError(BooksError):
    """The books are not what was written; only a person can decide what to do."""

    def __init__(self, path: Path, what: Message) -> None:
        self.path, self.what = path, what
        super().__init__(
            message("books_damaged", path=str(path), what=what, file=path.name)
        )

    def __reduce__(self) -> tuple[type["BooksDamagedError"], tuple[Path, Message]]:
        """A process that proves a part of the books tells the one that asked."""
        return BooksDamagedError, (self.path, self.what)


@contextmanager
def explained(path: Path, *, writing: bool = False) -> Iterator[None]:
    """Turn whatever SQLite or the system says into a `BooksError`."""
    try:
        yield
    except sqlite3.Error as wrong:
        name = getattr(wrong, "sqlite_errorname", "").removeprefix("SQLITE_")
        family = name.split("_")[0]
        if family in ("CORRUPT", "NOTADB"):
            raise BooksDamagedError(path, verbatim(str(wrong))) from wrong
        known = _BY_SQLITE.get(family, _REFUSED)
        raise _refusal(path, known, str(wrong), writing=writing) from wrong
    except UnicodeDecodeError as wrong:
        raise BooksDamagedError(path, message("names_unreadable")) from wrong
    except OSError as wrong:
        known = _BY_SYSTEM.get(wrong.errno or 0, _BROKEN)
        said = wrong.strerror or str(wrong)
        raise _refusal(path, known, said, writing=writing) from wrong


def _refusal(
    path: Path, known: tuple[Message, Message], said: str, *, writing: bool
) -> BooksError:
    (what, remedy), where, system = known, str(path), Verbatim(said)
    if writing:
        return BooksError(
            message(
                "books_unwritten", path=where, what=what, system=system, remedy=remedy
            )
        )
    return BooksError(
        message("books_refused", path=where, what=what, system=system, remedy=remedy)
    )
