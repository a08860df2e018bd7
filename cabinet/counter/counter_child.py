"""One program that is kept running: its process, its next start, its watchdog."""

import logging
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.counter.counter_vigil import Vigil

log = logging.getLogger("cabinet.supervisor")

FIRST_PAUSE: Final = 50 * MILLISECOND
LONGEST_PAUSE: Final = 8 * SECOND
# A program that ran this long was well: its next death is a new story.
WELL_AFTER: Final = 20 * SECOND
# One that ends well was told goodbye: whoever said it is about to end too.
AFTER_GOODBYE: Final = SECOND
# How long a program that hangs may write down where it stands.
LAST_WORDS: Final = SECOND
FOR_US: Final = frozenset({"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"})


@dataclass(frozen=True, slots=True)
class Program:
    """One program to keep running.

    `essential`: when it ends with code 0, the whole cabinet ends. Codes in
    `fatal` are those with which it refuses to start, and then nothing else makes
    sense either; one that ran well for a while and fails is only started again. One
    that says that it lives is ended when it is silent for `patience`; with 0 nobody
    listens.
    """

    name: str
    command: tuple[str, ...]
    essential: bool = False
    fatal: frozenset[int] = frozenset()
    patience: Nanos = 0


class Child:
    """One program and its present process."""

    def __init__(self, program: Program, spawn: "Spawn", now: Nanos) -> None:
        self.program = program
        self._spawn = spawn
        self._pause = FIRST_PAUSE
        self.restart_at: Nanos | None = None
        self.vigil: Vigil | None = None
        self._aborted_at: Nanos | None = None
        self._start(now)

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int:
        """How its process ended; negative for a signal."""
        return self._process.wait()

    def was_well(self, now: Nanos) -> bool:
        """Whether its process has run for a while."""
        return now - self._started > WELL_AFTER

    def died(self, now: Nanos) -> None:
        """Plan its next start, later each time it dies young."""
        if self.was_well(now):
            self._pause = FIRST_PAUSE
        least = 0 if self.exit_code else AFTER_GOODBYE
        self.restart_at = now + max(self._pause, least)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def revive(self, now: Nanos) -> None:
        """Start it again if its time has come."""
        if self.restart_at is not None and now >= self.restart_at:
            self.restart_at = None
            self._start(now)

    def due(self) -> Nanos | None:
        """When to look at it even if nothing is heard."""
        if self.restart_at is not None or self.vigil is None:
            return self.restart_at
        if self._aborted_at is not None:
            return self._aborted_at + LAST_WORDS
        return self.vigil.due

    def watch(self, now: Nanos) -> None:
        """Listen whether it lives; end it when it has been silent for too long."""
        if self.vigil is None:
            return
        self.vigil.hear(now)
        if now < self.vigil.due:
            return
        if self._aborted_at is None:
            self._aborted_at = now
            log.error("%s hangs; ending it", self.program.name)
            self.end(signal.SIGABRT)
        elif now >= self._aborted_at + LAST_WORDS:
            self.end(signal.SIGKILL)
            _ = self.exit_code

    def close(self) -> None:
        """Listen no more."""
        if self.vigil is not None:
            self.vigil.close()
            self.vigil = None

    def end(self, number: signal.Signals) -> None:
        """Send it a signal if it is still there."""
        if self.running:
            self._process.send_signal(number)

    def _start(self, now: Nanos) -> None:
        self._started = now
        self._aborted_at = None
        self.close()
        if self.program.patience:
            self.vigil = Vigil(now, self.program.patience)
        told = self.vigil.environment() if self.vigil else {}
        self._process = self._spawn(self.program.command, told)


Spawn = Callable[[Sequence[str], Mapping[str, str]], "subprocess.Popen[bytes]"]


def spawn(command: Sequence[str], told: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """A child in a session of its own, so that Ctrl-C reaches only us.

    Besides what it is `told`, its environment is ours, less what was meant for us.
    """
    ours = {k: v for k, v in os.environ.items() if k not in FOR_US}
    try:
        return subprocess.Popen(command, start_new_session=True, env={**ours, **told})
    except OSError as wrong:
        raise CabinetError(
            f"cannot start {command[0]}: {wrong.strerror}; is it still installed, "
            "and is there memory left?"
        ) from None
