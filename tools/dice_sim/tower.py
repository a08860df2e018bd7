"""`dice-sim tower`: a dice tower on a pseudo-terminal, where a real one would be.

`--port` becomes a link to the terminal; whoever opens it finds a board that speaks
firmware_bridge/PROTOCOL.md, with the faults that were asked for.
"""

import argparse
import os
import select
import tty
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic_ns
from typing import Self, TextIO

from firmware_bridge.events import SECOND
from tools.dice_sim import tape
from tools.dice_sim.dice import Die, Throw, dice_named
from tools.dice_sim.errors import LabError
from tools.dice_sim.fair import drawn
from tools.dice_sim.tower_board import BOARD, Faults, TowerBoard, read_faults

_A_LOT = 4096


def sides_of(die: Die) -> tuple[int, ...]:
    """For each side of a real die, 1 to 6, the index of the face painted on it."""
    return tuple(face for face, many in enumerate(die.sides) for _ in range(many))


def as_sides(dice: Sequence[Die], throws: Iterator[Throw]) -> Iterator[tuple[int, ...]]:
    """Throws as a tower reads them: sides, from 1."""
    painted = [sides_of(die) for die in dice]
    for throw in throws:
        yield tuple(
            sides.index(face) + 1 for sides, face in zip(painted, throw, strict=True)
        )


def stand(asked: argparse.Namespace, out: TextIO) -> int:
    """Be a tower until Ctrl-C, or until so many throws were taken."""
    if asked.tape:
        dice, throws = tape.dice_of(asked.tape), tape.read(asked.tape)
    else:
        dice = dice_named(asked.die)
        throws = drawn(dice, Random(asked.seed))
    faults = Faults(read_faults(asked.faults), asked.rate, Random(asked.seed))
    sides = as_sides(dice, islice(throws, asked.throws))
    board = TowerBoard(sides, faults, round(asked.after * SECOND))
    with Terminal(asked.port) as terminal:
        names = " ".join(die.name for die in dice)
        out.write(f"tower {BOARD:08x} with {names} at {asked.port}; Ctrl-C ends it\n")
        out.flush()
        with suppress(KeyboardInterrupt):
            while not board.done and (not asked.throws or board.taken < asked.throws):
                terminal.pump(board)
            terminal.pump(board, 0.0)
    out.write(f"{board.taken} throws were taken\n")
    return 0


class Terminal:
    """A pseudo-terminal a board is at, and the link by which a host finds it."""

    def __init__(self, port: Path) -> None:
        if port.exists() and not port.is_symlink():
            raise LabError(
                f"{port} is something else already: choose a name for the link"
            )
        self._port = port
        self._ends: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def plug(self) -> None:
        """Put a new terminal where the link points to."""
        # The far end stays open here, or it would hang up when a host leaves.
        master, slave = self._ends = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        try:
            self._port.unlink(missing_ok=True)
            self._port.symlink_to(os.ttyname(slave))
        except OSError as wrong:
            self.unplug()
            raise LabError(f"{self._port} cannot be made a link: {wrong}") from wrong

    def unplug(self) -> None:
        """Whoever has the terminal open finds it gone, and no link to another."""
        if self._ends:
            for end in self._ends:
                os.close(end)
            self._ends = None
            self._port.unlink(missing_ok=True)

    def pump(self, board: TowerBoard, longest: float = 1.0) -> None:
        """Let the board say what it has to, and hear the host for a while."""
        now = monotonic_ns()
        if board.unplugged(now):
            self.unplug()
            select.select([], [], [], min(longest, (board.due(now) - now) / SECOND))
            return
        if self._ends is None:
            self.plug()
        assert self._ends
        master, _ = self._ends
        with suppress(BlockingIOError):  # a UART loses what nobody takes from it
            os.write(master, board.outgoing(now))
        wait = min(longest, max(0.0, (board.due(now) - now) / SECOND))
        if select.select([master], [], [], wait)[0]:
            board.receive(os.read(master, _A_LOT), monotonic_ns())
