"""The file beside the books: who holds them, and how far they had come.

`books.sqlite3.lock` is locked as long as a cabinet has the books open, and says
which posting was the last. It is empty until the books exist, so a cut during
their first creation is no loss; once it is not, books that are missing or end
earlier than it says have been lost, and that is never taken for a new beginning.
It is written after the books and never ahead of them. Deleting it is how a person
says: I know.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.books.chain import ROOT, End
from cabinet.core.errors import BusyError
from cabinet.i18n.message import message

_LENGTH: Final = len(f"{0:>12} {ROOT.hex()}\n")


class LockFile:
    """The lock and the last posting of the books at `path`."""

    def __init__(self, books: Path) -> None:
        self._books = books
        self._fd: int | None = None

    @property
    def path(self) -> Path:
        """The file itself."""
        return self._books.with_name(f"{self._books.name}.lock")

    def acquire(self) -> None:
        """Become the one writer; `BusyError` when another cabinet is."""
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            told = message("books_in_use", path=str(self._books))
            raise BusyError(told) from None

    def read(self) -> End | None:
        """How far the books had come; None before there are books.

        Of a mark that cannot be read only its existence counts.
        """
        assert self._fd is not None
        return _understood(os.pread(self._fd, 200, 0))

    def peek(self) -> End | None:
        """The same for somebody who only looks; None also when there is no mark."""
        try:
            return _understood(self.path.read_bytes())
        except OSError:
            return None

    def write(self, end: End) -> None:
        """Remember the last posting; the same length each time, so never torn."""
        assert self._fd is not None
        os.pwrite(self._fd, f"{end.seq:>12} {end.hash.hex()}\n".encode(), 0)

    def follow(self, end: End) -> None:
        """Remember a posting that is already safe: best effort, no waiting."""
        with suppress(OSError):
            self.write(end)

    def sync(self) -> None:
        """Wait until the mark and the names in its folder are on the disk."""
        assert self._fd is not None
        os.ftruncate(self._fd, _LENGTH)
        os.fsync(self._fd)
        sync(self._books.parent)

    def release(self) -> None:
        """Let another cabinet have the books."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _understood(text: bytes) -> End | None:
    if not text:
        return None
    try:
        seq, link = text.split()
        return End(int(seq), bytes.fromhex(link.decode()))
    except ValueError:
        return End()
