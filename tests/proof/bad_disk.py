"""A slow, full or broken disk for programs that run: `bad_disk.c`, and its control.

The library is built where the test runs and preloaded into the programs under test. It
hurts only what they do with files below one folder.
"""

import ctypes
import errno
import mmap
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("bad_disk.c")
KINDS = ("write", "sync", "rename", "open", "truncate", "unlink")
# Half a write: besides what `errno` has.
SHORT = -1
_LISTED = 4096


class _Call(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int32),
        ("size", ctypes.c_int32),
        ("name", ctypes.c_char * 48),
    )


class _Control(ctypes.Structure):
    _fields_ = (
        *(
            (name, ctypes.c_int64)
            for name in (
                *("paused", "sync_us", "dry", "kinds", "nth", "lasting", "error"),
                *("limited", "room", "counted", "hurt", "synced"),
            )
        ),
        ("folder", ctypes.c_char * 1024),
        ("calls", _Call * _LISTED),
    )


class Call(NamedTuple):
    """A call; `size` is the length of a write, or whether an open is to write."""

    kind: str
    name: str
    size: int


class BadDisk:
    """The disk below `folder`; in order until somebody says otherwise."""

    def __init__(self, folder, control):
        if not control.exists():
            control.write_bytes(bytes(ctypes.sizeof(_Control)))
        self.path = control
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 0)
        self._control = _Control.from_buffer(self._shared)
        self._control.folder = os.fsencode(folder.resolve())

    def environment(self, library):
        """What a program needs to be hurt."""
        return {
            **os.environ,
            "LD_PRELOAD": str(library),
            "BAD_DISK": str(self.path),
        }

    def slow(self, seconds):
        """Each sync takes that long from now on."""
        self._control.sync_us = round(seconds * 1_000_000)

    def never_sync(self):
        """Syncs are not made any more, only counted: they cost most of the time."""
        self._control.dry = True

    def fail(self, error, kinds=KINDS, nth=1, *, lasting=True):
        """The n-th of these calls from now on fails, and all that follow if lasting."""
        control = self._control
        control.nth = control.counted = control.hurt = 0
        control.error, control.lasting = error, lasting
        control.kinds = sum(1 << KINDS.index(kind) for kind in kinds)
        control.nth = nth

    def fill(self, room):
        """The disk has only so many bytes left."""
        self.fail(0, nth=0)
        self._control.room, self._control.limited = room, True

    def heal(self):
        """Nothing fails any more and there is room; what was hurt stays known."""
        self._control.nth = self._control.limited = 0

    @property
    def fails(self):
        """Whether anything is to go wrong at all."""
        return bool(self._control.nth or self._control.limited)

    @property
    def hurt(self):
        """How many calls went wrong since `fail`."""
        return self._control.hurt

    @property
    def synced(self):
        """How many syncs were done."""
        return self._control.synced

    @property
    def counted(self):
        """How many calls that are meant there were since `fail`."""
        return self._control.counted

    @property
    def calls(self):
        """The calls since `fail` that were meant."""
        assert self._control.counted <= _LISTED
        made = self._control.calls[: self._control.counted]
        return [Call(KINDS[c.kind], c.name.decode(), c.size) for c in made]

    @contextmanager
    def looking(self):
        """What is done meanwhile is the test's, and not meant."""
        self._control.paused = True
        try:
            yield
        finally:
            self._control.paused = False

    def close(self):
        """Let go of the control."""
        del self._control
        self._shared.close()


def built(folder):
    """The library, made in `folder`; a loud skip where it cannot be made."""
    from tests.system.conftest import skip_aloud

    if sys.platform != "linux":
        skip_aloud("NO BAD DISK WAS TRIED: only Linux preloads libraries that way")
    if (compiler := shutil.which("cc") or shutil.which("gcc")) is None:
        skip_aloud(
            "NO BAD DISK WAS TRIED: no C compiler; apt-get install gcc libc6-dev"
        )
    library = folder / "bad_disk.so"
    options = ("-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run((compiler, *options, "-o", library, SOURCE, "-ldl"), check=True)
    return library


def name_of(error):
    """How an error is called in a list of cases."""
    return "short" if error == SHORT else errno.errorcode[error]
