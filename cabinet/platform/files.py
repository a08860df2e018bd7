"""Files that survive a power cut: all of the old one, or all of the new one.

A rename is on the disk only when its folder is. So whoever replaces a file writes it
beside the old one, waits for its content, renames it, and waits for the folder.
"""

import os
from contextlib import suppress
from pathlib import Path


def write_durably(path: Path, text: str, mode: int | None = None) -> None:
    """Replace the file at `path`; on the disk when this returns.

    Nobody who may not read a file of this `mode` ever could; without one the file is
    like any other that this account makes.
    """
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        handle = os.open(beside, flags, 0o666 if mode is None else 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            if mode is not None:
                os.fchmod(handle, mode)
        put_in_place(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def put_in_place(new: Path, path: Path) -> None:
    """Rename `new`, which is whole, to `path`, and wait until that is on the disk."""
    sync(new)
    new.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
