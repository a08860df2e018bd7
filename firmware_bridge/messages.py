"""What host and chip say to each other, as values and as payloads.

Every message has one type and one length for ever within a protocol version; a
payload of another length is no message. Only HELLO is read further: its type and
its first byte, the protocol version, stay the same in all versions, so that two
that do not understand each other can say so. `PROTOCOL.md` tells the whole.
"""

from dataclasses import astuple, dataclass, fields
from enum import IntEnum
from itertools import islice
from struct import Struct
from typing import ClassVar, Final, Self, TypeAlias

from firmware_bridge.frames import Frame

# A message as numbers in a row: what all messages have in common.


_ROWS: Final = {"base": 2, "totals": 2, "faces": 6}  # these fields hold many numbers


@dataclass(frozen=True, slots=True)
class Payload:
    """A message whose fields are numbers in the order of its payload."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[Struct]

    def payload(self) -> bytes:
        """The message without its frame."""
        flat: list[int] = []
        for field in astuple(self):
            flat.extend(field if isinstance(field, tuple) else (field,))
        return self.LAYOUT.pack(*flat)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """The message in a payload of the right length."""
        numbers = iter(cls.LAYOUT.unpack(payload))
        return cls(
            *(
                tuple(islice(numbers, _ROWS[f.name]))
                if f.name in _ROWS
                else next(numbers)
                for f in fields(cls)
            )
        )


# What only a dice tower and its host say to each other.


Faces: TypeAlias = tuple[int, int, int, int, int, int]


class Lie(IntEnum):
    """How the dice of a throw came to rest."""

    FLAT = 0
    COCKED = 1
    MISSING = 2


@dataclass(frozen=True, slots=True)
class Roll(Payload):
    """The next throw shall have this number; if it was made already, tell it."""

    TYPE = 0x07
    LAYOUT = Struct("<I")

    throw: int


@dataclass(frozen=True, slots=True)
class Taken(Payload):
    """The throw is written down for ever; stop telling it."""

    TYPE = 0x08
    LAYOUT = Struct("<I")

    throw: int


@dataclass(frozen=True, slots=True)
class Dice(Payload):
    """How throw number `throw` fell; a face of 0 is no die."""

    TYPE = 0x87
    LAYOUT = Struct("<IB6BI")

    throw: int
    lie: int
    faces: Faces
    at_ms: int


PROTOCOL: Final = 2
SLOTS: Final = 2
Totals: TypeAlias = tuple[int, int]

_STICK: Final = ("up", "down", "left", "right", "a", "b")
INPUTS: Final[tuple[str | None, ...]] = (
    *("coin.1", "coin.2", "power", "start", "mode", "player", "service", "door"),
    *(f"p1.{part}" for part in _STICK),
    *("tilt", None),
    *(f"p2.{part}" for part in _STICK),
    *(None, None, "test"),
)
OUTPUTS: Final = ("lockout", "lamp.start", "lamp.coin")


class MessageError(ValueError):
    """A frame that is no message of ours."""


class Kind(IntEnum):
    """What a board is."""

    SLOT = 0
    DICE_TOWER = 1


class Result(IntEnum):
    """How the chip took a command."""

    OK = 0
    NOT_WELCOMED = 1
    NOT_ASKED = 2
    BAD_VALUE = 3
    UNKNOWN = 4


class Verdict(IntEnum):
    """What a pulse was that was no coin, or what became of its line."""

    SHORT = 1
    LONG = 2
    GAP = 3
    RATE = 4
    JAMMED = 5
    FREED = 6
    NOISE = 7
    LOST = 8
    NOISY = 9
    QUIET = 10


@dataclass(frozen=True, slots=True)
class Ask(Payload):
    """Who are you? Answered by a `Hello` with the same nonce, which is never 0."""

    TYPE = 0x01
    LAYOUT = Struct("<I")

    nonce: int


@dataclass(frozen=True, slots=True)
class Welcome(Payload):
    """I know the board that said `Hello`, and which totals its boot began with."""

    TYPE = 0x02
    LAYOUT = Struct("<BIII")

    protocol: int
    nonce: int
    base: Totals


@dataclass(frozen=True, slots=True)
class Ping(Payload):
    """I am still here."""

    TYPE = 0x03
    LAYOUT = Struct("<")


@dataclass(frozen=True, slots=True)
class SetOutputs(Payload):
    """All outputs; `meter` is how many clicks shall have been made, modulo 256."""

    TYPE = 0x04
    LAYOUT = Struct("<BB")

    outputs: int
    meter: int


@dataclass(frozen=True, slots=True)
class Credited(Payload):
    """These totals are in the books for ever; stop telling them."""

    TYPE = 0x05
    LAYOUT = Struct("<II")

    totals: Totals


@dataclass(frozen=True, slots=True)
class SetSlot(Payload):
    """What a pulse must be to be a coin in this slot (1 or 2)."""

    TYPE = 0x06
    LAYOUT = Struct("<BHHHHB")

    slot: int
    min_ms: int
    max_ms: int
    gap_ms: int
    jam_ms: int
    max_per_s: int


@dataclass(frozen=True, slots=True)
class SetMeter(Payload):
    """How long a click of the meter pulls, and the rest after it."""

    TYPE = 0x09
    LAYOUT = Struct("<HH")

    on_ms: int
    off_ms: int


@dataclass(frozen=True, slots=True)
class Hello(Payload):
    """Who the board is, and what it had counted when this boot began and now.

    `meter` is how many clicks were made since the reset, modulo 256.
    """

    TYPE = 0x81
    LAYOUT = Struct("<BBBBIIHBIIIIIIB")

    protocol: int
    major: int
    minor: int
    flags: int
    nonce: int
    board: int
    boots: int
    reset_cause: int
    base: Totals
    totals: Totals
    inputs: int
    at_ms: int
    meter: int = 0

    @property
    def welcomed(self) -> bool:
        """Whether a host has welcomed this boot."""
        return bool(self.flags & 1)

    @property
    def kind(self) -> int:
        """What the board is, if it is one of `Kind`."""
        return self.flags >> 4


@dataclass(frozen=True, slots=True)
class Done(Payload):
    """The command with this sequence number was taken so."""

    TYPE = 0x82
    LAYOUT = Struct("<BBB")

    command: int
    sequence: int
    result: int


@dataclass(frozen=True, slots=True)
class State(Payload):
    """Everything that is true now, twice a second and after each click.

    `slots` has a bit for each slot that is jammed, and four further up if it is noisy.
    """

    TYPE = 0x83
    LAYOUT = Struct("<IBBIIIBBBB")

    inputs: int
    outputs: int
    slots: int
    totals: Totals
    at_ms: int
    bad_frames: int
    lost_bytes: int
    lost_ticks: int
    meter: int = 0


@dataclass(frozen=True, slots=True)
class Input(Payload):
    """All inputs, because one of them changed."""

    TYPE = 0x84
    LAYOUT = Struct("<II")

    inputs: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Coin(Payload):
    """The totals, because one of them is not credited; and the last coin."""

    TYPE = 0x85
    LAYOUT = Struct("<IIBHI")

    totals: Totals
    slot: int
    width_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pulse(Payload):
    """A pulse that was no coin, or a jam, noise, and the end of them."""

    TYPE = 0x86
    LAYOUT = Struct("<BBHI")

    slot: int
    verdict: int
    width_ms: int
    at_ms: int


Command: TypeAlias = (
    Ask | Welcome | Ping | SetOutputs | Credited | SetSlot | SetMeter | Roll | Taken
)
Report: TypeAlias = Hello | Done | State | Input | Coin | Pulse | Dice
Message: TypeAlias = Command | Report

KINDS: Final[dict[int, type[Message]]] = {
    kind.TYPE: kind
    for kind in (
        *(Ask, Welcome, Ping, SetOutputs, Credited, SetSlot, SetMeter, Roll, Taken),
        *(Hello, Done, State, Input, Coin, Pulse, Dice),
    )
}


def to_frame(message: Message, sequence: int) -> Frame:
    """A message, ready for the wire."""
    return Frame(message.TYPE, sequence, message.payload())


def from_frame(frame: Frame) -> Message:
    """What a frame says; `MessageError` when it says nothing we know."""
    kind = KINDS.get(frame.type)
    if kind is None:
        raise MessageError(f"no message has the type 0x{frame.type:02x}")
    if len(frame.payload) != kind.LAYOUT.size:
        raise MessageError(
            f"{kind.__name__} has {len(frame.payload)} bytes"
            f" (it should have {kind.LAYOUT.size})"
        )
    return kind.read(frame.payload)


def spoken_protocol(frame: Frame) -> int | None:
    """Which protocol a HELLO of any version speaks; None for other frames."""
    if frame.type == Hello.TYPE and frame.payload:
        return frame.payload[0]
    return None


def lines_of(inputs: int) -> frozenset[str]:
    """The names of the lines that are active."""
    return frozenset(
        name for bit, name in enumerate(INPUTS) if name and inputs >> bit & 1
    )
