"""What the laboratory refuses, in sentences a person can act on."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path

from cabinet.core.errors import CabinetError


class LabError(CabinetError):
    """Something asked of the laboratory that cannot be; nothing was lost by it."""


class InterruptedRunError(LabError):
    """A run that ended early; what had been finished is kept."""


def no_such(what: str, name: str, names: Iterable[str]) -> LabError:
    """`name` is none of `names`: which of them was meant, and which there are."""
    known = list(names)
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    there = ", ".join(known) or "none"
    return LabError(f"there is no {what} {name!r}{hint} (there are: {there})")


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Write a file in here; `LabError` if the disk refuses."""
    try:
        yield
    except OSError as wrong:
        why = wrong.strerror or wrong
        raise LabError(f"{path} cannot be written: {why}") from wrong


def make_room(path: Path) -> None:
    """Its folder, made where it is missing; `LabError` if there can be no such file."""
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError(0, "it may not be changed by you")
