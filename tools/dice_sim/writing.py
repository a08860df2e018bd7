"""Files that results go to: refused before the work, where they cannot be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.dice_sim.errors import LabError


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
