"""A release that somebody offers, taken apart by an account that owns nothing.

A release is one file (`arkade-cabinet-VERSION.release`, a tar), or the folder that it
is made of. A stranger may have written it: it is opened as a plain file, and unpacked
by a child that is `cabinet-build`, into a folder of its own. What comes out is still
nobody's word: `verify.sh` copies and checks it before anything in it is used.
"""

import os
import re
import resource
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import IO, Final

from cabinet.machine.notes import RefusedVerbError

ACCOUNT: Final = "cabinet-build"
ENDING: Final = ".release"
LARGEST: Final = 200_000_000
_MOST_FILES: Final = 40
_PATIENCE_S: Final = 120
# Both of a file and of a folder that is a release, and of what is in one.
NAME: Final = re.compile(r"arkade-cabinet-[0-9][0-9a-z.]{0,30}")
_INNER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_CHUNK: Final = 1 << 20


def is_release(name: str) -> bool:
    """Whether a file or folder of this name may be a release."""
    return bool(NAME.fullmatch(name.removesuffix(ENDING)))


def open_offer(path: Path) -> int:
    """The file, if it is one and not too large; whoever put it there may be hostile."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        raise RefusedVerbError("no_release") from None
    except OSError as wrong:
        raise RefusedVerbError("no_plain_file", str(wrong.strerror)) from None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        os.close(handle)
        large = stat.S_ISREG(found.st_mode)
        raise RefusedVerbError("too_large" if large else "no_plain_file")
    return handle


def unpack(path: Path, into: Path, account: str = ACCOUNT) -> None:
    """Have the files of a release in the folder `into`, which is the account's."""
    handle = open_offer(path)
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-m", "cabinet.machine.release_file"],
            stdin=handle,
            capture_output=True,
            text=True,
            errors="replace",
            cwd=into,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            timeout=_PATIENCE_S,
            check=False,
            user=account or None,
            group=account or None,
            extra_groups=() if account else None,
        )
    except subprocess.TimeoutExpired:
        raise RefusedVerbError("no_release_file", "it takes too long") from None
    finally:
        os.close(handle)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise RefusedVerbError("no_release_file", said[-1][:200] if said else "")


def write_out(packed: IO[bytes]) -> None:
    """Into the folder we are in: plain files with plain names, and not too much."""
    room, count = LARGEST, 0
    with tarfile.open(fileobj=packed, mode="r|") as files:
        for member in files:
            count += 1
            if not member.isreg() or not _INNER.fullmatch(member.name):
                raise ValueError(f"holds {member.name[:60]!r}, which is no plain file")
            room -= member.size
            if room < 0 or count > _MOST_FILES:
                raise ValueError("holds too much")
            inner = files.extractfile(member)
            assert inner is not None
            with Path(member.name).open("xb") as out:
                while chunk := inner.read(_CHUNK):
                    out.write(chunk)
    if not count:
        raise ValueError("is empty")


def main() -> int:
    """The child: what is on stdin is unpacked here."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    try:
        write_out(sys.stdin.buffer)
    except (ValueError, OSError, tarfile.TarError, EOFError) as wrong:
        print(wrong, file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
