"""Keeps several programs running, and stops them all together.

On a laptop `cabinet --sim` does what systemd does on a cabinet: it starts each
program as a process of its own, starts a dead one again, ends one that hangs, and
stops them in order.
Signals are only written down where they arrive and read in one place, so it does
not matter how many come at once.
"""

import logging
import os
import select
import signal
from collections.abc import Sequence
from types import FrameType, TracebackType
from typing import Final, Self

from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.counter.counter_child import Child, Program, Spawn, spawn
from cabinet.counter.counter_vigil import Vigil

log = logging.getLogger("cabinet.supervisor")

GOODBYE_TIME: Final = 3 * SECOND


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

    def wait(
        self, timeout: Nanos | None, vigils: Sequence[Vigil] = ()
    ) -> frozenset[int]:
        """The signals that arrived; empty when time passed or a program spoke."""
        seconds = None if timeout is None else max(0, timeout) / SECOND
        ears: list[int | Vigil] = [self._read, *vigils]
        readable, _, _ = select.select(ears, [], [], seconds)
        if self._read not in readable:
            return frozenset()
        return frozenset(os.read(self._read, 4096))


def _note(number: int, frame: FrameType | None) -> None:
    """The wake-up pipe has it already."""


def _ignore(numbers: Sequence[signal.Signals]) -> None:
    """A storm may outlast us: Python gives up its handlers before it ends."""
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


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
                    vigils = [child.vigil for child in children if child.vigil]
                    arrived = inbox.wait(self._until_due(children), vigils)
                    code = 0 if arrived.intersection(stop) else self._tend(children)
            finally:
                self._end_all(children, inbox)
                _ignore(stop)
        return code

    def _until_due(self, children: Sequence[Child]) -> Nanos | None:
        times = [due for child in children if (due := child.due()) is not None]
        return min(times) - self._clock.now() if times else None

    def _tend(self, children: Sequence[Child]) -> int | None:
        """Bury and revive; the exit code when the whole must end."""
        now = self._clock.now()
        for child in children:
            program = child.program
            if child.running:
                child.watch(now)
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
                break
            inbox.wait(left)
        for child in children:
            child.close()


def how(code: int) -> str:
    """An exit code in words."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
