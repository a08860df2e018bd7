"""`make loop`: the firmware in the simulator, bouncing coins on its pin, credits.

The cabinet is the real one, as processes, without a window and on books of its own
that are thrown away. Every credit shown was counted by the chip's own program and is
on the disk; the exit code is 0 only if each coin became exactly one.
"""

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Hello, Quit, Refused, Touch
from cabinet.protocol.snapshot import Snapshot

COINS = 5
PATIENCE = 60 * SECOND
CONFIG = Path(__file__).parents[1] / "config/cabinet.yaml"


class Visitor:
    """Somebody at the front panel who reads the credits."""

    def __init__(self, cabinet: "subprocess.Popen[bytes]", bus: Path) -> None:
        self._clock = SystemClock()
        self._cabinet = cabinet
        self._line = self._enter(bus)
        self._line.send(Hello("tool", os.getpid()))
        self.shown: Snapshot | None = None

    def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """Listen until the cabinet shows what is wanted."""
        end = self._clock.now() + PATIENCE
        while self.shown is None or not wanted(self.shown):
            left = (end - self._clock.now()) / SECOND
            if left <= 0 or self._line.closed:
                raise SystemExit(f"it did not come to that; last shown: {self.shown}")
            select.select([self._line], [], [], left)
            for message in self._line.read():
                if isinstance(message, Snapshot):
                    self.shown = message
                elif isinstance(message, Refused):
                    self._pick_it_up(str(message))
        return self.shown

    def drop_a_coin(self) -> None:
        """Put it into the slot."""
        self._line.send(Touch("coin.1", active=True))

    def _pick_it_up(self, why: str) -> None:
        """The counter opens the slot some milliseconds before the chip's coil does."""
        print(f"{why}; again")
        select.select([], [], [], 0.1)
        self.drop_a_coin()

    def leave(self) -> None:
        """Switch the cabinet off."""
        self._line.send(Quit())

    def _enter(self, bus: Path) -> CounterConnection:
        end = self._clock.now() + PATIENCE
        while self._clock.now() < end:
            try:
                return CounterConnection.connect(bus)
            except CounterUnreachableError:
                select.select([], [], [], 0.05)
            if self._cabinet.poll() is not None:
                raise SystemExit(self._cabinet.returncode)
        raise SystemExit("the cabinet did not open its hallway")


def main() -> int:
    """Drop the coins, and say what became of them."""
    with tempfile.TemporaryDirectory(prefix="coins-") as folder:
        command = (sys.executable, "-m", "cabinet", "--sim", "--chip", "--headless")
        place = ("--config", str(CONFIG), "--state", folder)
        with subprocess.Popen([*command, *place]) as cabinet:
            try:
                return play(Visitor(cabinet, Path(folder) / "bus.sock"))
            finally:
                cabinet.terminate()


def play(visitor: Visitor) -> int:
    """The coins, one after the other; 0 if each was one credit."""
    visitor.until(lambda shown: shown.lockout_open)
    print("the slot is open")
    for coins in range(1, COINS + 1):
        visitor.drop_a_coin()
        shown = visitor.until(has_credits(coins))
        print(f"bouncing coin {coins}: credits {shown.credits}")
    visitor.leave()
    return 0 if shown.credits == COINS else 1


def has_credits(count: int) -> Callable[[Snapshot], bool]:
    """Whether a snapshot shows so many, or more."""
    return lambda shown: shown.credits >= count


if __name__ == "__main__":
    raise SystemExit(main())
