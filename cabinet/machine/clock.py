"""The clock and the time zone, through `timedatectl`."""

import re
import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from cabinet.machine.notes import ANSWERED, Note, RefusedVerbError
from cabinet.platform.processes import BY_HAND

TIMEDATECTL: Final = "/usr/bin/timedatectl"
ZONES: Final = Path("/usr/share/zoneinfo")
_FORMAT: Final = "%Y-%m-%dT%H:%M:%S"
_MOMENT: Final = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")
_YEARS: Final = range(2026, 2100)
_ZONE: Final = re.compile(r"[A-Z][A-Za-z_]{1,20}(?:/[A-Za-z0-9_+-]{1,20}){1,2}")
_PATIENCE_S: Final = 30
Tell = Callable[..., tuple[int, str]]


def timedatectl(*words: str) -> tuple[int, str]:
    """Have systemd do it; its code, and what it said."""
    command = [TIMEDATECTL, "--no-ask-password", *words]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            timeout=_PATIENCE_S,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as wrong:
        return 1, str(wrong)
    return done.returncode, " ".join(done.stderr.split())


def set_clock(note: Note, tell: Tell = timedatectl, folder: Path = ANSWERED) -> str:
    """Set the clock to a local time; the network may correct it later."""
    at = note.get("at", "")
    try:
        wanted = _local(at) if _MOMENT.fullmatch(at) else None
    except ValueError:
        wanted = None
    if wanted is None or wanted.year not in _YEARS:
        raise RefusedVerbError("no_such_time")
    tell("set-ntp", "false")  # or it refuses; where nobody keeps it this fails, rightly
    code, said = tell("set-time", f"{wanted:%Y-%m-%d %H:%M:%S}")
    tell("set-ntp", "true")
    if code:
        raise RefusedVerbError("clock_refused", said)
    (folder / BY_HAND).touch()
    return f"{wanted:%Y-%m-%d %H:%M}"


def _local(at: str) -> datetime:
    """Without a zone: whoever sets a clock reads another on the wall."""
    return datetime.strptime(at, _FORMAT)  # noqa: DTZ007


def set_zone(note: Note, tell: Tell = timedatectl, zones: Path = ZONES) -> str:
    """Set the time zone to one that the system knows."""
    zone = note.get("zone", "")
    if not _ZONE.fullmatch(zone) or not (zones / zone).is_file():
        raise RefusedVerbError("no_such_zone")
    code, said = tell("set-timezone", zone)
    if code:
        raise RefusedVerbError("clock_refused", said)
    return zone
