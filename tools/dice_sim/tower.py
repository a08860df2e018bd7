"""`dice-sim tower`: a dice tower on a pseudo-terminal, where a real one would be.

`--port` becomes a link to the terminal; whoever opens it finds a board that speaks
firmware_bridge/PROTOCOL.md, with the faults that were asked for.
"""

import argparse
import os
import select
import tty
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic_ns
from typing import TextIO

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
    board = TowerBoard(sides, faults)
    with ExitStack() as held:
        master = _open(asked.port, held)
        names = " ".join(die.name for die in dice)
        out.write(f"tower {BOARD:08x} with {names} at {asked.port}; Ctrl-C ends it\n")
        out.flush()
        _serve(board, master, asked.throws)
    out.write(f"{board.taken} throws were taken\n")
    return 0


def _open(port: Path, held: ExitStack) -> int:
    if port.exists() and not port.is_symlink():
        raise LabError(f"{port} is something else already: choose a name for the link")
    master, slave = os.openpty()
    # The terminal stays open here, or it would hang up when a host leaves.
    held.callback(os.close, slave)
    held.callback(os.close, master)
    tty.setraw(slave)
    try:
        port.unlink(missing_ok=True)
        port.symlink_to(os.ttyname(slave))
    except OSError as wrong:
        raise LabError(f"{port} cannot be made a link: {wrong}") from wrong
    held.callback(port.unlink, missing_ok=True)
    return master


def _serve(board: TowerBoard, master: int, throws: int | None) -> None:
    try:
        while not board.done and (throws is None or board.taken < throws):
            now = monotonic_ns()
            said = board.outgoing(now)
            if said:
                os.write(master, said)
            wait = max(0.0, (board.due(now) - now) / SECOND)
            if select.select([master], [], [], wait)[0]:
                board.receive(os.read(master, _A_LOT), monotonic_ns())
        os.write(master, board.outgoing(monotonic_ns()))
    except KeyboardInterrupt:
        return
