"""`python -m firmware_bridge.hil`: the real firmware as a serial port.

Its first line is where the port is. After that standard output tells outputs as they
change (`lockout on`) and `port PATH` after a `plug`; standard input takes commands,
one on a line; its end is the end of the program.

    coin.1 1@0 0@400 1@900 0@50000    a line closes (1) and opens (0), microseconds
                                      from now; one line of text is one movement
    reset                             the button on the board
    power off, power on               only the EEPROM keeps what it knew
    unplug, plug                      the cable to the host
    quit
"""

import argparse
import contextlib
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Final, TextIO

from firmware_bridge.events import MILLISECOND, SECOND, Nanos
from firmware_bridge.hil.building import CannotBuildError, build_chip
from firmware_bridge.hil.chip import EEPROM_BYTES, MICROSECOND, OUTPUT_PINS, PINS, Chip
from firmware_bridge.hil.wire import PtyWire

TICK: Final[Nanos] = 2 * MILLISECOND
MOST_AT_ONCE: Final[Nanos] = 100 * MILLISECOND
WORDS: Final = "LINE LEVEL@MICROSECONDS …, reset, power off|on, unplug, plug, quit"


class CommandError(ValueError):
    """A line nobody understands; the text says what would be right."""


class Board:
    """A chip, its wire, and what was asked of them."""

    def __init__(self, chip: Chip, wire: PtyWire, eeprom: Path | None = None) -> None:
        self._chip = chip
        self._wire = wire
        self._file = eeprom
        self._kept = b""
        self._powered = True
        self._held = dict.fromkeys(PINS, False)
        self.outputs = dict.fromkeys(OUTPUT_PINS.values(), False)

    def live(self, duration: Nanos) -> list[str]:
        """Let time pass; every output that changed, as a line."""
        heard, opened = self._wire.read(), self._wire.was_opened()
        if not self._powered:
            return []
        if opened:
            self._chip.press_reset()
        self._chip.write(heard)
        self._chip.run(duration)
        self._wire.write(self._chip.read())
        self._keep_eeprom()
        changes = self._chip.output_changes
        told = [f"{name} {'on' if on else 'off'}" for _, name, on in changes]
        changes.clear()
        self.outputs = dict(self._chip.outputs)
        return told

    def ears(self) -> list[int]:
        """What to wait for besides time: a host that says something."""
        return self._wire.ears()

    def obey(self, line: str) -> list[str]:
        """Do what a line says; what there is to tell about it at once."""
        match line.split():
            case ["reset"]:
                self._chip.press_reset()
            case ["power", "off"]:
                return self._lose_power()
            case ["power", "on"]:
                self._get_power()
            case ["unplug"]:
                self._wire.unplug()
            case ["plug"]:
                return [f"port {self._wire.plug()}"]
            case [name, *moments] if name in PINS and moments:
                self._move(name, moments)
            case _:
                lines = ", ".join(PINS)
                raise CommandError(f"{line!r} is none of: {WORDS}; lines: {lines}")
        return []

    def close(self) -> None:
        """Keep what the EEPROM holds, and take the port away."""
        self._keep_eeprom()
        self._wire.unplug()

    def _move(self, name: str, moments: list[str]) -> None:
        plan = [_moment(moment) for moment in moments]
        now = self._chip.now
        for active, after in plan:
            self._held[name] = active
            if self._powered:
                self._chip.touch(name, active=active, at=now + after)

    def _lose_power(self) -> list[str]:
        self._keep_eeprom()
        self._powered = False
        dark = [f"{name} off" for name, on in self.outputs.items() if on]
        self.outputs = dict.fromkeys(self.outputs, False)
        return dark

    def _get_power(self) -> None:
        if self._powered:
            return
        self._chip = self._chip.after_a_power_cut()
        for name, active in self._held.items():
            self._chip.touch(name, active=active)
        self._powered = True

    def _keep_eeprom(self) -> None:
        if self._file is None or (now := self._chip.eeprom()) == self._kept:
            return
        beside = self._file.with_name(self._file.name + ".new")
        beside.write_bytes(now)
        beside.replace(self._file)
        self._kept = now


def serve(board: Board, commands: int, out: TextIO, complaints: TextIO) -> None:
    """Run the board until `quit` or until nobody is left to say it.

    One thread, no threads of simavr: every two milliseconds, and when the host speaks,
    the chip lives as long as has passed. When nobody ran us for long, time stood still
    for the chip as well: otherwise it would live seconds in one go, and take its host
    for lost.
    """
    lived = time.monotonic_ns()
    unread = b""
    try:
        while True:
            ears = [commands, *board.ears()]
            ready, _, _ = select.select(ears, [], [], TICK / SECOND)
            if commands in ready:
                more = os.read(commands, 65536)
                *lines, unread = (unread + more).split(b"\n")
                words = [line.decode(errors="replace").strip() for line in lines]
                if not more or not _obey_all(board, words, out, complaints):
                    return
            now = time.monotonic_ns()
            _tell(out, board.live(min(now - lived, MOST_AT_ONCE)))
            lived = now
    finally:
        board.close()


def read_eeprom(path: Path) -> bytes | None:
    """What a board kept last time; None for a new one."""
    if not path.exists():
        return None
    octets = path.read_bytes()
    if len(octets) != EEPROM_BYTES:
        raise ValueError(
            f"{path} holds {len(octets)} bytes and is no EEPROM of {EEPROM_BYTES};"
            " remove it, and the board is a new one"
        )
    return octets


def _obey_all(board: Board, lines: list[str], out: TextIO, complaints: TextIO) -> bool:
    for line in filter(None, lines):
        if line == "quit":
            return False
        try:
            _tell(out, board.obey(line))
        except CommandError as wrong:
            complaints.write(f"chip: {wrong}\n")
            complaints.flush()
    return True


def _tell(out: TextIO, lines: list[str]) -> None:
    if lines:
        out.write("".join(f"{line}\n" for line in lines))
        out.flush()


def _moment(text: str) -> tuple[bool, Nanos]:
    level, at, after = text.partition("@")
    if level in ("0", "1") and (not at or after.isdecimal()):
        return level == "1", int(after or 0) * MICROSECOND
    raise CommandError(
        f"{text!r} is no moment (1@0 closes now, 0@50000 opens in 50 ms)"
    )


def main() -> int:
    """Build the chip, give it power, and say where its port is."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.hil",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--eeprom", type=Path, metavar="FILE", help="keeps what the board knows")
    add("--link", type=Path, metavar="PATH", help="a name for the port that stays")
    arguments = parser.parse_args()
    try:
        kept = read_eeprom(arguments.eeprom) if arguments.eeprom else None
        chip = Chip(*build_chip(), kept)
    except (CannotBuildError, ValueError, OSError) as wrong:
        sys.stderr.write(f"chip: {wrong}\n")
        return 1
    wire = PtyWire(arguments.link)
    sys.stdout.write(f"{wire.path}\n")
    sys.stdout.flush()
    board = Board(chip, wire, arguments.eeprom)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(board, sys.stdin.fileno(), sys.stdout, sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
