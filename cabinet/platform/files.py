"""Files that survive a power cut: all of the old one, or all of the new one.

A rename is on the disk only when its folder is. So whoever replaces a file writes it
beside the old one, waits for its content, renames it, and waits for the folder.
"""

import errno
import grp
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

# Who may speak to the counter where each program has an account of its own.
BUS_GROUP: Final = "cabinet-bus"
BUS_GROUP_VARIABLE: Final = "CABINET_BUS_GROUP"


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


def open_own(path: Path, flags: int, mode: int = 0o640) -> int:
    """Open a file of ours in a folder where others may put theirs.

    A link, or a file of another account, is never written to: `PermissionError`.
    """
    handle = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    found = os.fstat(handle)
    ours = found.st_uid == os.geteuid() and found.st_nlink == 1
    if ours and stat.S_ISREG(found.st_mode):
        return handle
    os.close(handle)
    raise PermissionError(errno.EPERM, "is not a file of this account", str(path))


def open_plain(path: Path) -> int:
    """Open a file to read it, if it is one and no link to another."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise PermissionError(errno.EPERM, "is not a file", str(path))


def share_on_the_bus(path: Path, env: Mapping[str, str] = os.environ) -> None:
    """Give a file of ours to the group of the programs, where there is one."""
    name = env.get(BUS_GROUP_VARIABLE, BUS_GROUP)
    with suppress(KeyError, OSError):
        group = int(name) if name.isdecimal() else grp.getgrnam(name).gr_gid
        os.chown(path, -1, group)
