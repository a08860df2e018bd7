"""Words to whoever keeps this program running: systemd, or our own supervisor.

Both speak the same language (sd_notify): a datagram to the socket that `NOTIFY_SOCKET`
names. Nobody listens when the variable is not set, and then nothing is said.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.core.events import MICROSECOND, Nanos

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"
STOPPING: Final = "STOPPING=1"
# The notes that three units wait for: cabinet-power-off.path, cabinet-end-screen.path
# and cabinet-address.path.
POWER_OFF: Final = "power-off"
END_SCREEN: Final = "end-screen"
ADDRESS: Final = "address"


class Notifier:
    """Who started this program and may be told how it is."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        name = env.get("NOTIFY_SOCKET", "")
        # "@" stands for the abstract namespace of Linux, where no file is left.
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self._patience = int(env.get("WATCHDOG_USEC", "0")) * MICROSECOND
        # The variable is inherited: it may be meant for our parent.
        if env.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
            self._patience = 0
        self._way: socket.socket | None = None

    @property
    def wants_a_word_every(self) -> Nanos | None:
        """How often it must hear that we live; None when it does not watch."""
        if not self._address or not self._patience:
            return None
        # Half a dozen where one is needed: a stall may swallow all of them but one.
        return self._patience // 6

    def __del__(self) -> None:
        if self._way:
            self._way.close()

    def tell(self, *words: str) -> None:
        """Say it; that nobody hears it is no reason to stop.

        The socket is kept: on a machine that is out of descriptors there is no other,
        and whoever is not heard is ended.
        """
        if not self._address:
            return
        with suppress(OSError):
            if self._way is None:
                self._way = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._way.setblocking(False)  # noqa: FBT003
            self._way.sendto("\n".join(words).encode(), self._address)


class Announcer:
    """For a program with a loop: it says once that it is ready, then that it lives."""

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._every = notifier.wants_a_word_every
        self._spoke_at: Nanos | None = None

    def well(self, now: Nanos) -> None:
        """Call it each time around the loop, when the work of that time is done."""
        if self._spoke_at is None:
            self._notifier.tell(READY)
        elif self._every is None or now - self._spoke_at < self._every:
            return
        else:
            self._notifier.tell(ALIVE)
        self._spoke_at = now

    def stopping(self) -> None:
        """It ends on purpose."""
        self._notifier.tell(STOPPING)


def ask_to_be_switched_off(env: Mapping[str, str] = os.environ) -> None:
    """Somebody held ON/OFF: the machine itself may go off, if systemd keeps us running.

    The counter has no right to do that. It leaves a note in its runtime folder.
    """
    _leave_a_note(POWER_OFF, env)


def ask_for_another_screen(env: Mapping[str, str] = os.environ) -> None:
    """The screen hangs, and has an account of its own: systemd may end it."""
    with suppress(OSError):
        _leave_a_note(END_SCREEN, env)


def ask_for_the_addresses(env: Mapping[str, str] = os.environ) -> None:
    """Settings count from now on: the pages listen where the operator's file says."""
    with suppress(OSError):
        _leave_a_note(ADDRESS, env)


def _leave_a_note(name: str, env: Mapping[str, str]) -> None:
    folder = env.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if folder and env.get("NOTIFY_SOCKET"):
        (Path(folder) / name).touch()
