"""The time zones that this system knows."""

from functools import cache
from pathlib import Path
from typing import Final

_TABLE: Final = Path("/usr/share/zoneinfo/zone.tab")


@cache
def zones() -> tuple[str, ...]:
    """Each by its name, such as Europe/Paris, in order."""
    try:
        lines = _TABLE.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    kept = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple(sorted(fields[2] for fields in kept if len(fields) > 2))
