"""How a guard ends what it has started, and all that this has started in turn.

A guard adopts orphans (`PR_SET_CHILD_SUBREAPER`), so that on Linux nothing it started
can hide from it: whatever is left is its own child, or a descendant of one.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

_LINUX: Final = sys.platform == "linux"


def end_all(first: int) -> None:
    """End a child and all that was started by it; on Linux those that hid too."""
    with suppress(ProcessLookupError):
        os.kill(first, signal.SIGKILL)
    while True:
        send_all(signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def send_all(number: int) -> None:
    """A signal for every descendant, those last found first."""
    for process in reversed(descendants()):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def descendants() -> list[int]:
    """All that this process has started, parents before their children (Linux)."""
    parents = dict(_parents())
    found, seen = [os.getpid()], 0
    while seen < len(found):
        found += [child for child, above in parents.items() if above == found[seen]]
        seen += 1
    return found[1:]


def _parents() -> Iterator[tuple[int, int]]:
    if not _LINUX:
        return
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:  # noqa: PTH123
            # The name before the last bracket is the program's to choose.
            yield int(name), int(stat.read().rpartition(b")")[2].split()[1])
