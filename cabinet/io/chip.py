"""The serial link to a simulated board that runs the real firmware, with hands on it.

`cabinet --sim --chip`: what is touched becomes the same bouncing edges as with the
electrical model (`SimPort` plans them), but they go to the pins of the chip; the
counter meets the board at a serial port, as it would meet one of copper. The chip is
a process of its own; it ends when its standard input does, however we end.
"""

import logging
import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from cabinet.core.errors import CabinetError
from cabinet.core.events import MICROSECOND, Edge, Nanos
from cabinet.core.ports import Clock, Wiring
from cabinet.io.serial_link import SerialPort
from cabinet.io.serial_wire import SerialWire
from cabinet.io.sim import SimPort
from cabinet.platform.processes import PYTHON
from firmware_bridge.lines import INPUTS

T = TypeVar("T")

COMMAND: Final = (*PYTHON, "firmware_bridge.hil")
FAREWELL_S: Final = 5
_SIMULATED: Final = ("bounce", "seed", "coin_width_ms", "coin_gap_ms")

_log = logging.getLogger(__name__)


class ChipProcess:
    """The simulator: pins in, outputs out; its serial port is at `port`."""

    def __init__(self, folder: Path, command: Sequence[str] = COMMAND) -> None:
        self._words = folder / "chip.log"
        with self._words.open("wb") as words:
            self._process = subprocess.Popen(
                [
                    *command,
                    *("--eeprom", str(folder / "chip.eeprom")),
                    *("--link", str(folder / "chip.tty")),
                ],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
            )
        assert self._process.stdin
        assert self._process.stdout
        self._pins = self._process.stdin
        self._eyes = self._process.stdout
        self._unread = b""
        self.outputs: dict[str, bool] = {}
        self.port = self._eyes.readline().decode().strip()
        if not self.port:
            raise CabinetError(self._why())
        os.set_blocking(self._eyes.fileno(), False)

    def plan(self, edges: Sequence[Edge], now: Nanos) -> None:
        """Let the lines move so, each at its time."""
        moments: dict[str, list[str]] = {}
        for edge in edges:
            after = max(0, edge.at - now) // MICROSECOND
            moments.setdefault(edge.line, []).append(f"{edge.active:d}@{after}")
        text = "".join(f"{line} {' '.join(each)}\n" for line, each in moments.items())
        if not self._pins.closed:
            with suppress(BrokenPipeError):  # the link is lost then, and says so
                self._pins.write(text.encode())

    def look(self) -> None:
        """Bring `outputs` up to what the chip drives now."""
        while not self._eyes.closed and (heard := self._eyes.read()):
            *lines, self._unread = (self._unread + heard).split(b"\n")
            for line in lines:
                name, _, level = line.decode().partition(" ")
                self.outputs[name] = level == "on"

    def close(self) -> None:
        """Let it keep its EEPROM and end; once is enough, twice does no harm."""
        self._pins.close()
        try:
            self._process.wait(FAREWELL_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._eyes.close()

    def _why(self) -> str:
        self.close()
        said = self._words.read_text("utf-8", "replace").strip()
        return said.removeprefix("chip: ") or "the simulated chip ended without a word"


class ChipPort(SerialPort):
    """A `BoardPort` that can be touched."""

    def __init__(
        self, wiring: Wiring, clock: Clock, wake: Callable[[], None], chip: ChipProcess
    ) -> None:
        super().__init__(wiring, clock, SerialWire(chip.port, clock, wake), chip.port)
        self._chip = chip
        self._time = _PlanTime(clock)
        options = {k: v for k, v in wiring.options.items() if k in _SIMULATED}
        self._hands = SimPort(replace(wiring, options=options), self._time)

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        self._chip.look()
        return super().poll()

    def touch(self, line: str, *, active: bool) -> None:
        """Close or open a contact on the board."""
        self._move(lambda: self._hands.touch(line, active=active))

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """Drop a coin; False when the chip's own lock-out let it fall through."""
        self._chip.look()
        self._hands.write("lockout", on=self._chip.outputs.get("lockout", False))
        return self._move(lambda: self._hands.insert(slot, pulses))

    def close(self) -> None:
        """See `IoPort.close`; the chip ends too."""
        super().close()
        self._chip.close()

    def _move(self, hand: Callable[[], T]) -> T:
        """Let a hand plan its edges, and take all of them out of the future."""
        now = self._time.come_back()
        result = hand()
        edges: list[Edge] = []
        while (due := self._hands.due()) is not None:
            self._time.leap(due)
            edges += self._hands.poll()
        self._chip.plan(edges, now)
        return result


class _PlanTime:
    """A `Clock` that leaps ahead to what is planned, and comes back to the present."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._now = clock.now()
        self.wall_ms = clock.wall_ms
        self.moment, self.trusted = clock.moment, clock.trusted

    def now(self) -> Nanos:
        return self._now

    def leap(self, now: Nanos) -> None:
        self._now = now

    def come_back(self) -> Nanos:
        self._now = self._clock.now()
        return self._now


def open_chip(
    wiring: Wiring, clock: Clock, wake: Callable[[], None], folder: Path
) -> ChipPort:
    """A board that keeps what it counts in `folder`; lines it does not have are cut."""
    inputs = {line: wire for line, wire in wiring.inputs.items() if line in INPUTS}
    chip = ChipProcess(folder)
    _log.info("the chip is at %s", chip.port)
    return ChipPort(replace(wiring, inputs=inputs), clock, wake, chip)
