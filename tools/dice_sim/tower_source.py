"""Throws from a dice tower on a serial port, one after the other.

The protocol is `firmware_bridge.dice`; here are the port and the patience. Each run
counts from the tower's last throw on: what it made before is nobody's. A tower that
is unplugged goes on where it was when it is back, as at the cabinet.
"""

import os
import select
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic_ns
from typing import Final, Self

import serial

from cabinet.io.serial_messages import trouble, why_left_alone, why_lost
from firmware_bridge.dice import DiceSession
from firmware_bridge.dice_events import (
    DiceEvent,
    Thrown,
    ThrowRefused,
    ThrowSpoiled,
    TowerUnknown,
    WireNoisy,
)
from firmware_bridge.events import (
    SECOND,
    CommandRefused,
    LinkLost,
    LinkUp,
    Nanos,
    Restarted,
    Silent,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.messages import Lie
from tools.dice_sim.dice import Die, Throw
from tools.dice_sim.errors import LabError
from tools.dice_sim.tower import sides_of

BAUD: Final = 115_200
# How long the link may be down before nobody waits any more.
TIMEOUT: Final[Nanos] = 10 * SECOND
LONGEST_WAIT: Final = 0.1
LINGER: Final[Nanos] = SECOND // 4
_A_LOT: Final = 4096


def open_tower(
    port: Path, dice: Sequence[Die], held: ExitStack
) -> tuple[tuple[Die, ...], Iterator[Throw]]:
    """The throws of the tower at `port`, without end; `LabError` if none is there."""
    line = held.enter_context(Line(port))
    throws = _throws(line, dice)
    held.callback(throws.close)
    return tuple(dice), throws


class Line:
    """The tower's port; one that was pulled out is opened again when it is back."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self._open: serial.Serial | None = None

    def __enter__(self) -> Self:
        try:
            self._plug()
        except OSError as wrong:
            why = f"the dice tower's port cannot be opened: {wrong}"
            raise LabError(why) from wrong
        return self

    def __exit__(self, *_: object) -> None:
        self._unplug()

    def listen(self, session: DiceSession) -> list[DiceEvent]:
        """What the tower tells within a moment, or that it is gone."""
        try:
            heard = self._hear(session)
        except OSError as wrong:
            now, here = monotonic_ns(), self._open is not None
            self._unplug()
            if not here:
                return []
            print(f"dice tower: {self.port} is gone: {wrong}", file=sys.stderr)
            return session.unplugged(now)
        now = monotonic_ns()
        return [*session.receive(heard, now), *session.tick(now)]

    def _hear(self, session: DiceSession) -> bytes:
        if self._open is None:
            select.select([], [], [], LONGEST_WAIT)
        line, now = self._plug(), monotonic_ns()
        said = session.outgoing(now)
        if said:
            os.write(line, said)
        wait = min(max(0.0, (session.due() - now) / SECOND), LONGEST_WAIT)
        if not select.select([line], [], [], wait)[0]:
            return b""
        if heard := os.read(line, _A_LOT):
            return heard
        raise OSError("nothing is at its other end")

    def _plug(self) -> int:
        if self._open is None:
            self._open = serial.Serial(str(self.port), BAUD, timeout=0)
        return self._open.fileno()

    def _unplug(self) -> None:
        if self._open is not None:
            with suppress(OSError):
                self._open.close()
            self._open = None


def _throws(line: Line, dice: Sequence[Die]) -> Generator[Throw, None, None]:
    session = DiceSession({}, int.from_bytes(os.urandom(4)) | 1, monotonic_ns())
    painted = [sides_of(die) for die in dice]
    session.roll()
    try:
        for event in _events(line, session):
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
        while session.up and monotonic_ns() < end:
            line.listen(session)


def _events(line: Line, session: DiceSession) -> Iterator[DiceEvent]:
    up_at = monotonic_ns()
    while True:
        yield from line.listen(session)
        now = monotonic_ns()
        up_at = now if session.up else up_at
        if now > up_at + TIMEOUT:
            raise LabError(
                f"no dice tower has answered at {line.port} for {TIMEOUT // SECOND} "
                "s: is it plugged in, and is this its port?"
            )


def _tell(event: DiceEvent) -> None:
    """What a person at the tower should know."""
    said: object = ""
    match event:
        case LinkUp(board=tower):
            said = f"dice tower {tower:08x} is there: throw"
        case LinkLost(why=Silent() | Restarted() as why):
            said = f"dice tower: {why_lost(why, tower=True)}"
        case ThrowSpoiled(why=lie):
            cocked = lie is Lie.COCKED
            said = f"a die is {'cocked' if cocked else 'missing'}: throw again"
        case WrongProtocol() | WrongBoard():
            said = why_left_alone(event)
        case ThrowRefused() | WireNoisy() | CommandRefused():
            said = trouble(event)
    if said:
        print(said, file=sys.stderr)


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
