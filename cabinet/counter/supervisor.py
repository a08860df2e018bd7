"""Keeps several programs running, and stops them all together.

On a laptop `cabinet --sim` does what systemd does on a cabinet: it starts each
program as a process of its own, starts a dead one again, and ends them in order.
Signals are only written down where they arrive and read in one place, so it does
not matter how many come at once.
"""

import logging
import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Final, Self

from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.ports import Clock

log = logging.getLogger("cabinet.supervisor")

FIRST_PAUSE: Final = 50 * MILLISECOND
LONGEST_PAUSE: Final = 8 * SECOND
# A program that ran this long was well: its next death is a new story.
WELL_AFTER: Final = 20 * SECOND
GOODBYE_TIME: Final = 3 * SECOND
# One that ends well was told goodbye: whoever said it is about to end too.
AFTER_GOODBYE: Final = SECOND


@dataclass(frozen=True, slots=True)
class Program:
    """One program to keep running.

    `essential`: when it ends with code 0, the whole cabinet ends. Codes in
    `fatal` are those with which it refuses to start, and then nothing else makes
    sense either; one that ran well for a while and fails is only started again.
    """

    name: str
    command: tuple[str, ...]
    essential: bool = False
    fatal: frozenset[int] = frozenset()


class Inbox:
    """Signals as data: a pipe that becomes readable when one has arrived."""

    def __init__(self, numbers: Sequence[signal.Signals]) -> None:
        self._numbers = numbers
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def __enter__(self) -> Self:
        for number in self._numbers:
            signal.signal(number, _note)
        self._before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(self._before)
        os.close(self._read)
        os.close(self._write)

    def wait(self, timeout: Nanos | None) -> frozenset[int]:
        """The signals that arrived; empty when `timeout` passed without one."""
        seconds = None if timeout is None else max(0, timeout) / SECOND
        readable, _, _ = select.select([self._read], [], [], seconds)
        return frozenset(os.read(self._read, 4096)) if readable else frozenset()


def _note(number: int, frame: FrameType | None) -> None:
    """The wake-up pipe has it already."""


class Child:
    """One program and its present process."""

    def __init__(self, program: Program, spawn: "Spawn", now: Nanos) -> None:
        self.program = program
        self._spawn = spawn
        self._pause = FIRST_PAUSE
        self.restart_at: Nanos | None = None
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

    def end(self, number: signal.Signals) -> None:
        """Send it a signal if it is still there."""
        if self.running:
            self._process.send_signal(number)

    def _start(self, now: Nanos) -> None:
        self._started = now
        self._process = self._spawn(self.program.command)


Spawn = Callable[[Sequence[str]], "subprocess.Popen[bytes]"]


def spawn(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """A child in a session of its own, so that Ctrl-C reaches only us."""
    try:
        return subprocess.Popen(command, start_new_session=True)
    except OSError as wrong:
        raise CabinetError(
            f"cannot start {command[0]}: {wrong.strerror}; is it still installed, "
            "and is there memory left?"
        ) from None


class Supervisor:
    """Runs programs until an essential one ends or a signal says stop."""

    def __init__(
        self,
        programs: Sequence[Program],
        clock: Clock,
        spawn: Spawn = spawn,
        goodbye_time: Nanos = GOODBYE_TIME,
    ) -> None:
        self._clock = clock
        self._programs = programs
        self._spawn = spawn
        self._goodbye_time = goodbye_time

    def run(self) -> int:
        """The exit code of the whole: 0 when it was asked to stop."""
        stop = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        with Inbox((*stop, signal.SIGCHLD)) as inbox:
            children: list[Child] = []
            code: int | None = None
            try:
                for program in self._programs:
                    children.append(Child(program, self._spawn, self._clock.now()))
                while code is None:
                    arrived = inbox.wait(self._until_next_start(children))
                    code = 0 if arrived.intersection(stop) else self._tend(children)
            finally:
                self._end_all(children, inbox)
        return code

    def _until_next_start(self, children: Sequence[Child]) -> Nanos | None:
        times = [c.restart_at for c in children if c.restart_at is not None]
        return min(times) - self._clock.now() if times else None

    def _tend(self, children: Sequence[Child]) -> int | None:
        """Bury and revive; the exit code when the whole must end."""
        now = self._clock.now()
        for child in children:
            program = child.program
            if child.running:
                continue
            if child.restart_at is not None:
                child.revive(now)
                continue
            code = child.exit_code
            refused = code in program.fatal and not child.was_well(now)
            if refused or (program.essential and code == 0):
                return code
            if code:
                log.warning("%s ended (%s); starting it again", program.name, how(code))
            child.died(now)
        return None

    def _end_all(self, children: Sequence[Child], inbox: Inbox) -> None:
        """Ask every program to stop, in order; insist when time is up."""
        for child in children:
            child.end(signal.SIGTERM)
        give_up = self._clock.now() + self._goodbye_time
        while any(child.running for child in children):
            left = give_up - self._clock.now()
            if left <= 0:
                for child in children:
                    child.end(signal.SIGKILL)
                    _ = child.exit_code
                return
            inbox.wait(left)


def how(code: int) -> str:
    """An exit code in words."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
