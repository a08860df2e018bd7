"""The simulator's program and a small host on its port, in wall-clock time."""

import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.events import BoardUnknown, Event, FreshCoins
from firmware_bridge.messages import Totals
from firmware_bridge.session import Session

TIMEOUT_S = 20


class Program:
    """`python -m firmware_bridge.hil` with its pipes."""

    def __init__(self, *arguments: str) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.hil", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.told: list[str] = []
        self.port = Path(self.line())

    def say(self, line: str) -> None:
        assert self._program.stdin
        self._program.stdin.write(f"{line}\n".encode())

    def line(self) -> str:
        assert self._program.stdout
        line = self._program.stdout.readline().decode().strip()
        self.told.append(line)
        return line

    def has_told(self, *lines: str) -> bool:
        """Whether it has said all of these by now."""
        while select.select([self._program.stdout], [], [], 0)[0]:
            if not self.line():
                break
        return set(lines) <= set(self.told)

    def wait_for(self, beginning: str) -> str:
        """The next line that begins so; it is not waited for in vain."""
        while not (line := self.line()).startswith(beginning):
            assert line, f"it ended before it said {beginning!r}"
        return line

    def complaint(self) -> str:
        assert self._program.stderr
        return self._program.stderr.readline().decode().strip()

    def end(self) -> int:
        """Close its input, and wait until it has gone by itself."""
        self._program.communicate(timeout=TIMEOUT_S)
        return self._program.returncode


class Host:
    """A session on a port, with books of paper that outlive it."""

    def __init__(self, port: Path, credited: dict[int, Totals] | None = None) -> None:
        self.credited = credited if credited is not None else {}
        self.events: list[Event] = []
        self.coins = 0
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._fd)
        nonce = time.monotonic_ns() % 0xFFFF_FFFF + 1
        self.session = Session(self.credited, nonce, time.monotonic_ns())

    def close(self) -> None:
        os.close(self._fd)

    def run_until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not holds():
            assert time.monotonic() < deadline, self.events
            if select.select([self._fd], [], [], 0.01)[0]:
                self._hear(os.read(self._fd, 4096))
            now = time.monotonic_ns()
            self.events += self.session.tick(now)
            os.write(self._fd, self.session.outgoing(now))

    def link(self) -> None:
        self.run_until(lambda: self.session.up)

    def _hear(self, octets: bytes) -> None:
        told = self.session.receive(octets, time.monotonic_ns())
        self.events += told
        for event in told:
            match event:
                case BoardUnknown():
                    self.credited[event.board] = event.totals
                    self.session.adopt(event.board, event.totals)
                case FreshCoins():
                    self.coins += event.fresh
                    one, two = self.credited[event.board]
                    totals = (
                        (event.total, two) if event.slot == 1 else (one, event.total)
                    )
                    self.credited[event.board] = totals
                    self.session.credited(event.board, event.slot, event.total)
