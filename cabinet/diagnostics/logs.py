"""How a program's lines look: one line for each thing that matters.

Under systemd each has its priority in front (`<4>`), which the journal reads; on a
terminal it is a sentence after the program's name. A `ShortLog` keeps the
last of them in a file. The audit log, a line for each posting, is for journal and
file alone: a terminal would drown in it.

A line is a sentence, and where there are values they follow as `key=value`.
"""

import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from cabinet.platform.files import open_own, open_plain

AUDIT_LOG: Final = "cabinet.audit_log"
_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4))


def begin(program: str, env: Mapping[str, str]) -> None:
    """Log as `program` from now on."""
    shown = logging.StreamHandler(sys.stderr)
    if in_journal(env):
        shown.setFormatter(JournalLine(program))
    else:
        shown.setFormatter(logging.Formatter(f"cabinet {program}: %(message)s"))
        shown.addFilter(lambda record: record.name != AUDIT_LOG)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(shown)


def in_journal(env: Mapping[str, str]) -> bool:
    """Whether our stderr is the journal's, and not merely that of our parent."""
    try:
        stat = os.fstat(2)
    except OSError:
        return False
    return env.get("JOURNAL_STREAM") == f"{stat.st_dev}:{stat.st_ino}"


def values(**pairs: object) -> str:
    """Values as `key=value`, those with spaces in quotes; None is left out."""
    return " ".join(
        f"{key}={_quoted(str(value))}"
        for key, value in pairs.items()
        if value is not None and value != ""
    )


class JournalLine(logging.Formatter):
    """A priority before every line: the journal reads each line by itself."""

    def __init__(self, program: str) -> None:
        super().__init__(f"{program}: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        mark = f"<{priority(record.levelno)}>"
        return "\n".join(mark + line for line in super().format(record).splitlines())


def priority(level: int) -> int:
    """A level as syslog counts: 3 is an error, 4 a warning, 6 for information."""
    for least, number in _PRIORITIES:
        if level >= least:
            return number
    return 6 if level >= logging.INFO else 7


def _quoted(text: str) -> str:
    plain = text.isprintable() and not set(text) & set(' ="')
    return text if plain else '"' + " ".join(text.split()).replace('"', "'") + '"'


# The last of what each program said, in a file beside the books.
#
# Systemd's journal has all of it; this is what the console shows to somebody without a
# terminal. Two files of bounded length a program, and one that cannot be written is
# done without.


FOLDER: Final = "log"
PROGRAMS: Final = ("counter", "screen", "web", "fleet", "alerts", "cabinet")
LONGEST: Final = 200_000
SHOWN: Final = 40_000


class ShortLog(RotatingFileHandler):
    """A log that begins anew when it is long, and keeps the one before."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "a", LONGEST, 1, encoding="utf-8", delay=True)
        self.namer = lambda _: str(path.with_suffix(".old"))

    def _open(self) -> TextIOWrapper:
        """Others may write in this folder: what is not ours is left alone."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        handle = open_own(Path(self.baseFilename), flags)
        return os.fdopen(handle, "a", encoding="utf-8")

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
        with (
            suppress(OSError),
            os.fdopen(open_plain(state / FOLDER / name), "rb") as kept,
        ):
            kept.seek(max(0, os.fstat(kept.fileno()).st_size - SHOWN))
            text += kept.read().decode(errors="replace")
    return text[-SHOWN:].splitlines()[-300:]
