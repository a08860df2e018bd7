"""When a program of the cabinet breaks down: a report.

By its own mistake: at once. The traceback is written down first, whatever follows. Then
another process makes the report (`cabinet report`), because this one has just shown
that it is not to be trusted. By force (killed, silent until its watchdog ended it, out
of memory): the next one of its name finds that it never signed off, and has the report
made beside its own work. A pulled plug is no breakdown: `ROLL` is gone with the power.
A program that breaks down again and again makes one in `PAUSE_S`.
"""

import fcntl
import logging
import os
import subprocess
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.places import Place
from cabinet.platform.files import open_own, write_durably
from cabinet.platform.notify import ALIVE, Notifier
from cabinet.platform.processes import PYTHON

REPORTS: Final = "reports"
# Made by systemd at every start of the machine; where it is not, nobody signs on.
ROLL: Final = Path("/run/cabinet-roll")
MISTAKEN: Final = 70
TIMEOUT_S: Final = 20
PAUSE_S: Final = 600
MORE_TIME: Final = "EXTEND_TIMEOUT_USEC=5000000"

_log = logging.getLogger(__name__)


def guarded(place: Place, program: str, run: Callable[[], int]) -> int:
    """What `run` returns; a mistake in it is reported, and ends with `MISTAKEN`."""
    try:
        return run()
    except CabinetError:
        raise
    except Exception as wrong:
        if is_about_a_game(wrong):
            raise
        _log.exception("a mistake in the program, please report it")
        report_crash(place, program, wrong)
        return MISTAKEN


def is_about_a_game(wrong: Exception) -> bool:
    """A game that cannot be used is for a person to put right."""
    from cabinet.tabletop.registry import GameNotUsableError

    return isinstance(wrong, GameNotUsableError)


@contextmanager
def signed_on(place: Place, program: str, roll: Path = ROLL) -> Iterator[None]:
    """Be on the roll while this lasts; whoever was and never signed off is reported."""
    try:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        sheet = os.fdopen(open_own(roll / program, flags), "a+", encoding="utf-8")
    except OSError:
        yield
        return
    with sheet:
        try:
            fcntl.flock(sheet, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # one of our name runs, and somebody else says so
            yield
            return
        sheet.seek(0)
        if before := sheet.read():
            _report_an_end(place, program, before)
        sheet.truncate(0)
        sheet.write(f"process {os.getpid()} since {SystemClock().wall_ms()} ms")
        sheet.flush()
        try:
            yield
        finally:
            sheet.truncate(0)


def _report_an_end(place: Place, program: str, before: str) -> None:
    """Begin a report of how the last one ended; nobody waits for it."""
    _log.error("the %s before this one never signed off (%s)", program, before)
    note = place.state / REPORTS / f"crash-{program}.txt"
    with suppress(OSError):
        if _was_just_now(note):
            return
        _write(
            note,
            f"The last {program} ({before}) ended without a word: killed, out of "
            "memory, or silent until its watchdog ended it. The journal says which.\n",
        )
        begin = 'nice -n 19 "$@" >/dev/null 2>&1 </dev/null &'
        subprocess.run(("sh", "-c", begin, "sh", *_command(place, note)), check=False)


def _command(place: Place, note: Path) -> tuple[str, ...]:
    return (*PYTHON, "cabinet", *place.arguments(), "report", "--crash", str(note))


def _write(note: Path, text: str) -> None:
    """Replace a note; others may have put something of theirs in its place."""
    note.parent.mkdir(parents=True, exist_ok=True)
    write_durably(note, text, 0o640)


def report_crash(place: Place, program: str, wrong: BaseException) -> None:
    """Keep what happened; never raises, and waits `TIMEOUT_S` at most."""
    try:
        note = place.state / REPORTS / f"crash-{program}.txt"
        if _was_just_now(note):
            return
        _write(note, "".join(traceback.format_exception(wrong)))
        code = _run(_command(place, note), Notifier())
    except OSError as failed:
        _log.warning("no report could be made: %s", failed)
        return
    if code == 0:
        _log.error("a report of it is in %s: please send it", note.parent)
    else:
        _log.warning("no report could be made: `cabinet report` ended with %s", code)


def _run(command: tuple[str, ...], notifier: Notifier) -> int | None:
    """Its exit code; None when it took too long. Our watchdog is asked to wait."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as child:
        for _ in range(TIMEOUT_S):
            notifier.tell(ALIVE, MORE_TIME)
            with suppress(subprocess.TimeoutExpired):
                return child.wait(1)
        child.kill()
    return None


def _was_just_now(note: Path) -> bool:
    if not note.exists():
        return False
    age = SystemClock().wall_ms() / 1000 - note.stat().st_mtime
    return 0 <= age < PAUSE_S
