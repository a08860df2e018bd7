"""The last of what each program said, in a file beside the books.

Systemd's journal has all of it; this is what the console shows to somebody without a
terminal. Two files of bounded length a program, and one that cannot be written is done
without.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = "log"
PROGRAMS: Final = ("counter", "screen", "office", "fleet", "cabinet")
LONGEST: Final = 200_000
SHOWN: Final = 40_000


class ShortLog(logging.FileHandler):
    """A log that begins anew when it is long, and keeps the one before."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True)
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Write it down if that is possible."""
        with suppress(OSError, ValueError):
            super().emit(record)
            if self.stream and self.stream.tell() > LONGEST:
                self.stream.close()
                self._path.replace(self._path.with_suffix(".old"))
                self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Nobody needs to hear it: the same words are on stderr."""


def keep_log(state: Path, program: str) -> None:
    """Keep what this program says from now on."""
    folder = state / FOLDER
    with suppress(OSError):
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    handler = ShortLog(folder / f"{program}.log")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.getLogger().addHandler(handler)


def tail(state: Path, program: str) -> list[str]:
    """The last lines of a program, the oldest first."""
    text = ""
    for name in (f"{program}.old", f"{program}.log"):
        with suppress(OSError), (state / FOLDER / name).open("rb") as kept:
            kept.seek(max(0, os.fstat(kept.fileno()).st_size - SHOWN))
            text += kept.read().decode(errors="replace")
    return text[-SHOWN:].splitlines()[-300:]
