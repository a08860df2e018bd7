"""The bare disk under the books: what one durable write costs at the very least."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final

# What SQLite appends to its log for one changed page.
_FRAME: Final = bytes(4096 + 24)


class BareDisk:
    """An open file that is written to as SQLite writes its log."""

    def __init__(self, file: int) -> None:
        self._file = file

    def write(self) -> float:
        """Append a frame and wait until it is on the disk; the seconds it took."""
        began = perf_counter()
        os.write(self._file, _FRAME)
        os.fdatasync(self._file)
        return perf_counter() - began


@contextmanager
def bare_disk(folder: Path) -> Iterator[BareDisk]:
    """A new file in `folder` to write to."""
    file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        yield BareDisk(file)
    finally:
        os.close(file)
