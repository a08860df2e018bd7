"""When a program of the cabinet breaks down by its own mistake: a report, at once.

The traceback is written down first, whatever follows. Then another process makes the
report (`cabinet report`), because this one has just shown that it is not to be
trusted. A program that breaks down again and again makes one in `PAUSE_S`.
"""

import logging
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.notify import ALIVE, Keeper
from cabinet.places import Place

REPORTS: Final = "reports"
PATIENCE_S: Final = 20
PAUSE_S: Final = 600
MORE_TIME: Final = "EXTEND_TIMEOUT_USEC=5000000"

_log = logging.getLogger(__name__)


def report_crash(place: Place, program: str, wrong: BaseException) -> None:
    """Keep what happened; never raises, and waits `PATIENCE_S` at most."""
    try:
        note = place.state / REPORTS / f"crash-{program}.txt"
        if _was_just_now(note):
            return
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("".join(traceback.format_exception(wrong)), encoding="utf-8")
        command = (sys.executable, "-m", "cabinet", *place.arguments())
        code = _run((*command, "report", "--crash", str(note)), Keeper())
    except OSError as failed:
        _log.warning("no report could be made: %s", failed)
        return
    if code == 0:
        _log.error("a report of it is in %s: please send it", note.parent)
    else:
        _log.warning("no report could be made: `cabinet report` ended with %s", code)


def _run(command: tuple[str, ...], keeper: Keeper) -> int | None:
    """Its exit code; None when it took too long. Our keeper is asked to wait."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as child:
        for _ in range(PATIENCE_S):
            keeper.tell(ALIVE, MORE_TIME)
            with suppress(subprocess.TimeoutExpired):
                return child.wait(1)
        child.kill()
    return None


def _was_just_now(note: Path) -> bool:
    if not note.exists():
        return False
    age = SystemClock().wall_ms() / 1000 - note.stat().st_mtime
    return 0 <= age < PAUSE_S
