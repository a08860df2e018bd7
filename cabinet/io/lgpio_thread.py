"""lgpio's one thread: how it must be started, and whether it is still alive.

All callbacks of all pins run on that thread, and it has two weak points. It is
started when lgpio is imported, on a pipe with a name, in the working directory,
which a service may not write to; `LG_WD` names another folder, and the process is
moved there without being asked. And if a callback raises, the thread ends without a
word: the process lives, every wire is dead.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from typing import Final

FOLDER: Final = "LG_WD"
RUNTIME: Final = "RUNTIME_DIRECTORY"


def start(environ: Mapping[str, str]) -> None:
    """Import lgpio with its pipe in the runtime folder, and stay where we are.

    Both ends of the pipe are open after that, so its name is not needed any more.
    Where there is no lgpio, or it does not start, gpiozero will say so.
    """
    if "lgpio" in sys.modules:
        return
    runtime = environ.get(RUNTIME, "").partition(":")[0] or None
    with (
        suppress(ImportError, OSError),
        tempfile.TemporaryDirectory(prefix="lgpio-", dir=runtime) as folder,
        _working_in(folder),
    ):
        import_module("lgpio")


def is_installed() -> bool:
    """Whether there is an lgpio for this Python."""
    return "lgpio" in sys.modules or find_spec("lgpio") is not None


def has_died() -> bool:
    """Whether the thread was there and has ended."""
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return isinstance(thread, Thread) and not thread.is_alive()


@contextmanager
def _working_in(folder: str) -> Iterator[None]:
    """Have lgpio work there; afterwards all is as before, where we are too."""
    before = os.environ.get(FOLDER)
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before
