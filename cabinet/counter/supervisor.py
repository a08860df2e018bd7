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
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Final, Self

from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.platform.notify_socket import NotifySocket

# Listens whether a program still lives, as systemd's watchdog does.
#
# The program is told a socket and how often to speak (`Notifier` of
# `platform/notify.py` is its end). One that has spoken and falls silent hangs: it is
# made to abort, which has Python write down where it stood, and then killed. Its wires
# are shut by whoever started it, because a process that hangs shuts nothing.


# Longer than the worst stall we have promised to survive (N12), five seconds.
TIMEOUT: Final[Nanos] = 8 * SECOND
# One that has not spoken yet is still beginning, and given so much more time.
TO_BEGIN: Final = 10


class WatchdogServer:
    """One program's watchdog; `fileno()` is readable when the program has spoken."""

    def __init__(self, now: Nanos, patience: Nanos) -> None:
        self._patience = patience
        self._socket = NotifySocket()
        self.due = now + TO_BEGIN * patience

    def environment(self) -> Mapping[str, str]:
        """What the program must find in its environment to be heard."""
        return {
            "NOTIFY_SOCKET": self._socket.address,
            "WATCHDOG_USEC": str(self._patience // 1_000),
        }

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def hear(self, now: Nanos) -> None:
        """Take what was said; whatever it was, the program lives."""
        if self._socket.heard():
            self.due = now + self._patience

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


# One program that is kept running: its process, its next start, its watchdog.


log = logging.getLogger("cabinet.supervisor")

FIRST_PAUSE: Final = 50 * MILLISECOND
LONGEST_PAUSE: Final = 8 * SECOND
# A program that ran this long was well: its next death is the first again.
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
        self.watchdog_server: WatchdogServer | None = None
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
        if self.restart_at is not None or self.watchdog_server is None:
            return self.restart_at
        if self._aborted_at is not None:
            return self._aborted_at + LAST_WORDS
        return self.watchdog_server.due

    def watch(self, now: Nanos) -> None:
        """Listen whether it lives; end it when it has been silent for too long."""
        if self.watchdog_server is None:
            return
        self.watchdog_server.hear(now)
        if now < self.watchdog_server.due:
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
        if self.watchdog_server is not None:
            self.watchdog_server.close()
            self.watchdog_server = None

    def end(self, number: signal.Signals) -> None:
        """Send it a signal if it is still there."""
        if self.running:
            self._process.send_signal(number)

    def _start(self, now: Nanos) -> None:
        self._started = now
        self._aborted_at = None
        self.close()
        if self.program.patience:
            self.watchdog_server = WatchdogServer(now, self.program.patience)
        told = self.watchdog_server.environment() if self.watchdog_server else {}
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
        self, timeout: Nanos | None, watchdogs: Sequence[WatchdogServer] = ()
    ) -> frozenset[int]:
        """The signals that arrived; empty when time passed or a program spoke."""
        seconds = None if timeout is None else max(0, timeout) / SECOND
        sources: list[int | WatchdogServer] = [self._read, *watchdogs]
        readable, _, _ = select.select(sources, [], [], seconds)
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
                    watchdogs = [
                        child.watchdog_server
                        for child in children
                        if child.watchdog_server
                    ]
                    arrived = inbox.wait(self._until_due(children), watchdogs)
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
