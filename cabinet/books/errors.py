"""What the disk refuses, in sentences for the person who can do something about it.

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

_FULL: Final = ("the disk is full", "free some space on it")
_READ_ONLY: Final = (
    "they cannot be written",
    "give them and their folder to the user the cabinet runs as, mounted for writing",
)
_UNREACHABLE: Final = (
    "they cannot be opened",
    "check that the folder exists and belongs to the user the cabinet runs as",
)
_LOCKED: Final = ("another program holds them locked", "close that program")
_BROKEN: Final = ("the disk failed", "check the disk and its free space")

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

    def __init__(self, path: Path, what: str) -> None:
        self.what = what
        super().__init__(
            f"books {path} are damaged: {what}; nothing was changed: move "
            f"{path.name}* out of the folder, then put a good copy back as "
            f"{path.name}, or none to begin new books"
        )


@contextmanager
def explained(path: Path, consequence: str = "") -> Iterator[None]:
    """Turn whatever SQLite or the system says into a `BooksError`."""
    try:
        yield
    except sqlite3.Error as wrong:
        name = getattr(wrong, "sqlite_errorname", "").removeprefix("SQLITE_")
        family = name.split("_")[0]
        if family in ("CORRUPT", "NOTADB"):
            raise BooksDamagedError(path, f"{wrong}") from wrong
        known = _BY_SQLITE.get(family)
        raise BooksError(_sentence(path, known, wrong, consequence)) from wrong
    except UnicodeDecodeError as wrong:
        raise BooksDamagedError(path, "SQLite found names nobody can read") from wrong
    except OSError as wrong:
        known = _BY_SYSTEM.get(wrong.errno or 0, _BROKEN)
        said = wrong.strerror or wrong
        raise BooksError(_sentence(path, known, said, consequence)) from wrong


def _sentence(
    path: Path, known: tuple[str, str] | None, said: object, consequence: str
) -> str:
    what, remedy = known or ("SQLite refused", "stop the cabinet and check the file")
    return f"books {path}: {what} ({said}): {remedy}{consequence}"
