"""Throws from a dice tower on a serial port, one after the other.

The protocol is `firmware_bridge.dice`; here are the port and the patience. Each run
counts from the tower's last throw on: what it made before is nobody's.
"""

import os
import select
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic_ns
from typing import Final

import serial

from firmware_bridge.dice import DiceSession
from firmware_bridge.dice_events import DiceEvent, Thrown, TowerUnknown
from firmware_bridge.events import SECOND, LinkLost, LinkUp, Nanos
from tools.dice_sim.dice import Die, Throw
from tools.dice_sim.errors import LabError
from tools.dice_sim.tower import sides_of

BAUD: Final = 115_200
# How long the link may be down before nobody waits any more.
PATIENCE: Final[Nanos] = 10 * SECOND
LONGEST_WAIT: Final = 0.1
LINGER: Final[Nanos] = SECOND // 4
_A_LOT: Final = 4096


def open_tower(
    port: Path, dice: Sequence[Die], held: ExitStack
) -> tuple[tuple[Die, ...], Iterator[Throw]]:
    """The throws of the tower at `port`, without end; `LabError` if none is there."""
    try:
        line = held.enter_context(serial.Serial(str(port), BAUD, timeout=0))
    except (serial.SerialException, OSError) as wrong:
        raise LabError(f"the dice tower's port cannot be opened: {wrong}") from wrong
    throws = _throws(port, line.fileno(), dice)
    held.callback(throws.close)
    return tuple(dice), throws


def _throws(port: Path, line: int, dice: Sequence[Die]) -> Generator[Throw, None, None]:
    session = DiceSession({}, int.from_bytes(os.urandom(4)) | 1, monotonic_ns())
    painted = [sides_of(die) for die in dice]
    session.roll()
    try:
        for event in _events(port, line, session):
            _tell(event)
            if isinstance(event, TowerUnknown):
                session.adopt(event.tower, event.throw)
            elif isinstance(event, Thrown):
                session.taken(event.tower, event.throw)
                yield _faces(event, painted)
                session.roll()
    finally:
        # The tower should hear that its last throw was taken.
        end = monotonic_ns() + LINGER
        with suppress(LabError):
            while session.up and monotonic_ns() < end:
                _listen(port, line, session)


def _events(port: Path, line: int, session: DiceSession) -> Iterator[DiceEvent]:
    up_at = monotonic_ns()
    while True:
        yield from _listen(port, line, session)
        now = monotonic_ns()
        up_at = now if session.up else up_at
        if now > up_at + PATIENCE:
            raise LabError(
                f"no dice tower has answered at {port} for {PATIENCE // SECOND} s: is "
                "it plugged in, and is this its port?"
            )


def _listen(port: Path, line: int, session: DiceSession) -> list[DiceEvent]:
    now = monotonic_ns()
    try:
        said = session.outgoing(now)
        if said:
            os.write(line, said)
        wait = min(max(0.0, (session.due() - now) / SECOND), LONGEST_WAIT)
        heard = b""
        if select.select([line], [], [], wait)[0]:
            heard = os.read(line, _A_LOT)
    except OSError as wrong:
        raise LabError(f"the dice tower's port {port} is gone: {wrong}") from wrong
    now = monotonic_ns()
    return [*session.receive(heard, now), *session.tick(now)]


def _tell(event: DiceEvent) -> None:
    """What a person at the tower should know."""
    if isinstance(event, LinkUp):
        print(f"dice tower {event.board:08x} is there: throw", file=sys.stderr)
    elif isinstance(event, LinkLost):
        print(f"dice tower: {event.why}", file=sys.stderr)
    elif not isinstance(event, Thrown | TowerUnknown):
        print(event, file=sys.stderr)


def _faces(event: Thrown, painted: Sequence[tuple[int, ...]]) -> Throw:
    """What the sides that came up have painted on them."""
    fits = len(event.faces) == len(painted) and all(
        1 <= side <= len(sides)
        for side, sides in zip(event.faces, painted, strict=False)
    )
    if not fits:
        raise LabError(
            f"the dice tower threw {event.faces}, which {len(painted)} such dice "
            "cannot show: say which dice are in it with --die"
        )
    return tuple(
        sides[side - 1] for side, sides in zip(event.faces, painted, strict=True)
    )
