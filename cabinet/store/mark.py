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

from cabinet.core.errors import BusyError
from cabinet.store.chain import ROOT

_LENGTH: Final = len(f"{0:>12} {ROOT.hex()}\n")


class Mark:
    """The lock and the last posting of the books at `path`."""

    def __init__(self, books: Path) -> None:
        self._books = books
        self._fd: int | None = None

    def acquire(self) -> None:
        """Become the one writer; `BusyError` when another cabinet is."""
        name = self._books.with_name(f"{self._books.name}.lock")
        self._fd = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise BusyError(
                f"books {self._books} are in use by another cabinet: stop it first, "
                f"or give this one its own books"
            ) from None

    def read(self) -> tuple[int, bytes] | None:
        """Number and hash of the last posting known; None before there are books.

        Of a mark that cannot be read only its existence counts.
        """
        assert self._fd is not None
        text = os.pread(self._fd, 200, 0)
        if not text:
            return None
        try:
            seq, link = text.split()
            return int(seq), bytes.fromhex(link.decode())
        except ValueError:
            return 0, ROOT

    def write(self, seq: int, link: bytes) -> None:
        """Remember the last posting; the same length each time, so never torn."""
        assert self._fd is not None
        os.pwrite(self._fd, f"{seq:>12} {link.hex()}\n".encode(), 0)

    def follow(self, seq: int, link: bytes) -> None:
        """Remember a posting that is already safe: best effort, no waiting."""
        with suppress(OSError):
            self.write(seq, link)

    def sync(self) -> None:
        """Wait until the mark and the names in its folder are on the disk."""
        assert self._fd is not None
        os.ftruncate(self._fd, _LENGTH)
        os.fsync(self._fd)
        folder = os.open(self._books.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def release(self) -> None:
        """Let another cabinet have the books."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
