"""The lock on the books, and the mark beside them that says how far they had come.

A cabinet that has the books open holds two locks (`flock`, gone with its process):
one on `books.sqlite3.lock`, which is there before the books are, and one on the file
of the books itself, which nobody takes away by deleting a name. Whoever only reads
asks for neither.

`books.sqlite3.lock` also says which posting was the last. It is empty until the books
exist, so a cut during their first creation is no loss; once it is not, books that are
missing or end earlier than it says have been lost, and that is never taken for a new
beginning. It is written after the books and never ahead of them. Deleting it while
the cabinet is stopped is how a person says: I know. A cabinet that runs makes it anew.
"""

import fcntl
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.books.chain import ROOT, End
from cabinet.core.errors import BusyError
from cabinet.i18n.message import message
from cabinet.platform.files import sync

_LENGTH: Final = len(f"{0:>12} {ROOT.hex()}\n")
# SQLite locks the books with fcntl(). Only Linux keeps the two kinds of locks apart;
# elsewhere ours would shut out our own SQLite, and the lock file has to be enough.
_KINDS_ARE_APART: Final = sys.platform == "linux"


class LockFile:
    """The locks and the last posting of the books at `path`.

    A process loses all of SQLite's locks on a file when it closes any descriptor of
    it. So the one we lock the books by is opened before SQLite opens them, and
    `release` comes after SQLite has closed them.
    """

    def __init__(self, books: Path) -> None:
        self._books = books
        self._fd: int | None = None
        self._books_fd: int | None = None

    @property
    def path(self) -> Path:
        """The file itself."""
        return self._books.with_name(f"{self._books.name}.lock")

    def acquire(self) -> None:
        """Become the one writer; `BusyError` when another cabinet is."""
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        self._lock(self._fd)
        with suppress(FileNotFoundError):
            self._hold_books(os.O_RDWR)

    def make_books(self) -> None:
        """Hold books that are about to be written for the first time."""
        if self._books_fd is None:
            try:
                self._hold_books(os.O_RDWR | os.O_CREAT | os.O_EXCL)
            except FileExistsError:
                raise self._busy() from None

    def size(self) -> int | None:
        """The length of the books that are held; None when there is no such file."""
        return None if self._books_fd is None else os.fstat(self._books_fd).st_size

    def in_place(self) -> bool:
        """Whether the books that are held are still what the others find."""
        return self._books_fd is not None and _is_at(self._books_fd, self._books)

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
        """Remember the last posting; the same length each time, so never torn.

        A disk may take half of it: a mark that is half of each would tell of damage.
        """
        assert self._fd is not None
        mark = f"{end.seq:>12} {end.hash.hex()}\n".encode()
        written = 0
        while written < len(mark):
            written += os.pwrite(self._fd, mark[written:], written)

    def follow(self, end: End) -> None:
        """Remember a posting that is already safe: best effort, no waiting.

        A mark that somebody has deleted is written again. Of books that were moved
        away the mark may have gone with them; the one in its place is another's.
        """
        assert self._fd is not None
        with suppress(OSError):
            if self.in_place() and not _is_at(self._fd, self.path):
                self._renew(end)
            else:
                self.write(end)

    def sync(self) -> None:
        """Wait until the mark and the names in its folder are on the disk."""
        assert self._fd is not None
        os.ftruncate(self._fd, _LENGTH)
        os.fsync(self._fd)
        sync(self._books.parent)

    def release(self) -> None:
        """Let another cabinet have the books."""
        for held in (self._books_fd, self._fd):
            if held is not None:
                os.close(held)
        self._books_fd = self._fd = None

    def _renew(self, end: End) -> None:
        beside = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another cabinet, about to find out that we are here
            os.close(beside)
            raise
        assert self._fd is not None
        os.close(self._fd)
        self._fd = beside
        self.write(end)
        self.sync()

    def _hold_books(self, flags: int) -> None:
        self._books_fd = os.open(self._books, flags, 0o644)
        if _KINDS_ARE_APART:  # pragma: no branch: the tests run on Linux
            self._lock(self._books_fd)

    def _lock(self, descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._busy() from None

    def _busy(self) -> BusyError:
        self.release()
        return BusyError(message("books_in_use", path=str(self._books)))


def _is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file is the one that has this name now."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _understood(text: bytes) -> End | None:
    if not text:
        return None
    try:
        seq, link = text.split()
        return End(int(seq), bytes.fromhex(link.decode()))
    except ValueError:
        return End()
