"""`dice-sim tower`: a dice tower on a pseudo-terminal, where a real one would be.

`--port` becomes a link to the terminal; whoever opens it finds a board that speaks
section 7 of firmware_bridge/PROTOCOL.md, and at times speaks it as a bad one does.
Whatever goes wrong on the way, a throw keeps its number and its faces: what a host
takes must be exactly `made`, each once and in order.
"""

import argparse
import select
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic_ns
from typing import Final, Literal, Self, TextIO, get_args

from firmware_bridge.events import MILLISECOND, SECOND, Nanos
from firmware_bridge.frames import Frame, FrameReader, encode
from firmware_bridge.hil.wire import PtyWire
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Dice,
    Done,
    Hello,
    Kind,
    Lie,
    Message,
    MessageError,
    Ping,
    Result,
    Roll,
    State,
    Taken,
    Welcome,
    from_frame,
    to_frame,
)
from tools.dice_sim.dice import Die, Throw, dice_named, dice_of, read_tape
from tools.dice_sim.errors import LabError, no_such
from tools.dice_sim.fair import drawn

Fault = Literal["cocked", "double", "silence", "garbage", "unplug"]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)
BOARD: Final = 0x0D1CE
# How often a throw is told until it is taken, and that the board is alive.
TELL_EVERY: Final[Nanos] = 250 * MILLISECOND
STATE_EVERY: Final[Nanos] = 500 * MILLISECOND
# A cocked die is thrown again after so long; a silent tower says nothing for so long,
# which is longer than a host waits; one that is unplugged is back after so long.
AGAIN_AFTER: Final[Nanos] = 600 * MILLISECOND
SILENT_FOR: Final[Nanos] = 2 * SECOND
AWAY_FOR: Final[Nanos] = SECOND
_NO_DIE: Final = 0
_PLACES: Final = 6


@dataclass(slots=True)
class Faults:
    """Which faults there are, how often a throw has one, and the dice for that."""

    kinds: tuple[Fault, ...] = ()
    rate: float = 0.1
    rng: Random = field(default_factory=lambda: Random(1))

    def pick(self) -> Fault | None:
        """The fault of the next throw, if it has one."""
        if not self.kinds or self.rng.random() >= self.rate:
            return None
        return self.rng.choice(self.kinds)


def read_faults(text: str) -> tuple[Fault, ...]:
    """`cocked,silence` as faults; `LabError` for one there is not."""
    words = text.replace(",", " ").split()
    for word in words:
        if word not in FAULTS:
            raise no_such("fault", word, FAULTS)
    return tuple(fault for word in words for fault in FAULTS if fault == word)


class TowerBoard:
    """A tower's board. `sides` are the numbers its dice will show, throw by throw.

    Somebody throws `after` so many nanoseconds when a throw was asked for.
    """

    def __init__(
        self, sides: Iterator[tuple[int, ...]], faults: Faults, after: Nanos = 0
    ) -> None:
        self._sides = sides
        self._faults = faults
        self._after = after
        self._thrown_at: Nanos | None = None
        self._number = 0
        self._reader = FrameReader()
        self._nonce = 0
        self._welcomed = False
        self._sequence = 0
        self._out = bytearray()
        self._last = Dice(0, Lie.FLAT, (_NO_DIE,) * _PLACES, 0)
        self._flat_at: Nanos | None = None
        # The number of the last throw that the host has written down.
        self.taken = 0
        self._tell_at: Nanos = 0
        self._state_at: Nanos = 0
        self._silent_until: Nanos = 0
        self._away_until: Nanos = 0
        self.made: list[tuple[int, ...]] = []
        self.done = False

    def receive(self, octets: bytes, now: Nanos) -> None:
        """Hear the host."""
        for frame in self._reader.feed(octets):
            try:
                self._hear(frame, from_frame(frame), now)
            except MessageError:
                continue

    def outgoing(self, now: Nanos) -> bytes:
        """What the tower says now; nothing while it is silent or unplugged."""
        if now < self._silent_until or self.unplugged(now):
            self._out.clear()
            return b""
        self._let_fall(now)
        if self._flat_at is not None and now >= self._flat_at:
            self._lay(self._last.throw, now)
            self._flat_at = None
        if self._welcomed and now >= self._state_at:
            self._state_at = now + STATE_EVERY
            self._say(State(0, 0, 0, (0, 0), _milliseconds(now), 0, 0, 0))
        if self._welcomed and self._last.throw > self.taken and now >= self._tell_at:
            self._tell_at = now + TELL_EVERY
            self._say(self._last)
        said = bytes(self._out)
        self._out.clear()
        return said

    def unplugged(self, now: Nanos) -> bool:
        """Whether somebody has pulled its cable."""
        return now < self._away_until

    def unplug(self, until: Nanos) -> None:
        """Without power: it forgets whom it talked to, and no throw."""
        self._away_until = until
        self._reader, self._nonce, self._welcomed = FrameReader(), 0, False
        self._out.clear()

    def due(self, now: Nanos) -> Nanos:
        """When it has something to say at the latest."""
        if now < self._silent_until or self.unplugged(now):
            return max(self._silent_until, self._away_until)
        if not self._welcomed:
            return now + SECOND
        moments = [self._state_at]
        if self._last.throw > self.taken:
            moments.append(self._tell_at)
        moments += [at for at in (self._flat_at, self._thrown_at) if at is not None]
        return min(moments)

    def _hear(self, frame: Frame, message: Message, now: Nanos) -> None:
        if isinstance(message, Ask):
            self._welcomed &= message.nonce == self._nonce
            self._nonce = message.nonce
            self._say(self._hello(now))
            return
        result = self._obey(message, now)
        self._say(Done(frame.type, frame.sequence, result))

    def _obey(self, message: Message, now: Nanos) -> Result:
        match message:
            case Welcome():
                if message.nonce != self._nonce or self._nonce == 0:
                    return Result.NOT_ASKED
                self._welcomed = True
            case _ if not self._welcomed:
                return Result.NOT_WELCOMED
            case Roll():
                return self._roll(message.throw, now)
            case Taken():
                self.taken = max(self.taken, message.throw)
            case Ping():
                pass
            case _:
                return Result.UNKNOWN
        return Result.OK

    def _roll(self, number: int, now: Nanos) -> Result:
        if number < self._last.throw:
            return Result.BAD_VALUE
        if number == self._last.throw:
            self._tell_at = now
        elif number != self._number:
            self._number, self._thrown_at = number, now + self._after
            self._let_fall(now)
        return Result.OK

    def _let_fall(self, now: Nanos) -> None:
        """The dice that were asked for, as soon as somebody has thrown them."""
        if self._thrown_at is None or now < self._thrown_at:
            return
        self._thrown_at = None
        sides = next(self._sides, None)
        if sides is None:
            self.done = True
            return
        self.made.append(sides)
        self._lay(self._number, now)
        self._spoil(self._faults.pick(), now)

    def _lay(self, number: int, now: Nanos) -> None:
        """The last throw lies flat."""
        sides = self.made[-1]
        faces = (*sides, *[_NO_DIE] * (_PLACES - len(sides)))
        self._last = Dice(number, Lie.FLAT, faces, _milliseconds(now))
        self._tell_at = now

    def _spoil(self, fault: Fault | None, now: Nanos) -> None:
        dice = self._last
        match fault:
            case "cocked":
                first = dice.faces[0] if dice.faces[1] else _NO_DIE
                seen = (first, 0, 0, 0, 0, 0)
                self._last = Dice(dice.throw, Lie.COCKED, seen, dice.at_ms)
                self._flat_at = now + AGAIN_AFTER
            case "double":
                other = (dice.faces[0] % 6 + 1, *dice.faces[1:])
                self._say(dice)
                self._say(dice)
                self._say(Dice(dice.throw, Lie.FLAT, other, dice.at_ms))
            case "silence":
                self._silent_until = now + SILENT_FOR
            case "unplug":
                self.unplug(now + AWAY_FOR)
            case "garbage":
                self._out += self._faults.rng.randbytes(60)
                broken = bytearray(encode(to_frame(dice, self._sequence)))
                broken[5] ^= 0x55
                self._out += b"\0" + broken
            case None:
                pass

    def _hello(self, now: Nanos) -> Hello:
        totals = (self._last.throw, 0)
        flags = Kind.DICE_TOWER << 4 | self._welcomed
        who = (flags, self._nonce, BOARD, 1, 1)
        return Hello(PROTOCOL, 1, 0, *who, totals, totals, 0, _milliseconds(now))

    def _say(self, message: Message) -> None:
        self._out += encode(to_frame(message, self._sequence))
        self._sequence = (self._sequence + 1) % 256


def _milliseconds(now: Nanos) -> int:
    return now // MILLISECOND % 2**32


# How often to see whether a host has opened the port.
LOOK_EVERY_S: Final = 0.02


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
        dice, throws = dice_of(asked.tape), read_tape(asked.tape)
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


class Terminal(PtyWire):
    """A pseudo-terminal a board is at, and the link by which a host finds it."""

    def __init__(self, port: Path) -> None:
        if port.exists() and not port.is_symlink():
            raise LabError(
                f"{port} is something else already: choose a name for the link"
            )
        try:
            super().__init__(port)
        except OSError as wrong:
            raise LabError(f"{port} cannot be made a link: {wrong}") from wrong

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def pump(self, board: TowerBoard, longest: float = 1.0) -> None:
        """Let the board say what it has to, and hear the host for a while."""
        now = monotonic_ns()
        wait = min(longest, max(0.0, (board.due(now) - now) / SECOND))
        if board.unplugged(now):
            self.unplug()
            select.select([], [], [], wait)
            return
        self.plug()
        self.was_opened()
        self.write(board.outgoing(now))
        ears = self.ears()
        select.select(ears, [], [], wait if ears else min(wait, LOOK_EVERY_S))
        board.receive(self.read(), monotonic_ns())
