"""Listens whether a program still lives, as systemd's watchdog does.

The program is told a socket and how often to speak (`Keeper` of `platform/notify.py`
is its end). One that has spoken and falls silent hangs: it is made to abort, which has
Python write down where it stood, and then killed. Its wires are shut by whoever
started it, because a process that hangs shuts nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Final

from cabinet.core.events import SECOND, Nanos

# Longer than the worst stall we have promised to survive (N12), five seconds.
PATIENCE: Final[Nanos] = 6 * SECOND
# One that has not spoken yet is still beginning, and given so much more time.
TO_BEGIN: Final = 10

_numbers = count(1)


class Vigil:
    """One program's watchdog; `fileno()` is readable when the program has spoken."""

    def __init__(self, now: Nanos, patience: Nanos) -> None:
        self._patience = patience
        self._name = f"cabinet-{os.getpid()}-{next(_numbers)}"
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(f"\0{self._name}")
        self._ear.setblocking(False)  # noqa: FBT003
        self.due = now + TO_BEGIN * patience

    def environment(self) -> Mapping[str, str]:
        """What the program must find in its environment to be heard."""
        return {
            "NOTIFY_SOCKET": f"@{self._name}",
            "WATCHDOG_USEC": str(self._patience // 1_000),
        }

    def fileno(self) -> int:
        """For `select`."""
        return self._ear.fileno()

    def hear(self, now: Nanos) -> None:
        """Take what was said; whatever it was, the program lives."""
        with suppress(BlockingIOError):
            while self._ear.recv(4096):
                self.due = now + self._patience

    def close(self) -> None:
        """Listen no more."""
        self._ear.close()
