"""What host and chip say to each other, as values and as payloads.

Every message has one type and one length for ever within a protocol version; a
payload of another length is no message. Only HELLO is read further: its type and
its first byte, the protocol version, stay the same in all versions, so that two
that do not understand each other can say so. `PROTOCOL.md` tells the whole.
"""

from dataclasses import dataclass
from enum import IntEnum
from itertools import islice
from struct import Struct
from typing import ClassVar, Final, Self, TypeAlias, dataclass_transform, get_args

from firmware_bridge.frames import Frame
from firmware_bridge.lines import INPUTS

PROTOCOL: Final = 2
Totals: TypeAlias = tuple[int, int]


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


class Lie(IntEnum):
    """How the dice of a throw came to rest."""

    FLAT = 0
    COCKED = 1
    MISSING = 2


@dataclass_transform(frozen_default=True)
class Payload:
    """A message whose fields are numbers in the order of its payload.

    `layout` has a word of `struct` for each field; one with a count is a tuple.
    """

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[Struct]
    _COUNTS: ClassVar[list[int]]

    def __init_subclass__(cls, *, kind: int, layout: str = "") -> None:
        dataclass(frozen=True)(cls)
        cls.TYPE = kind
        cls.LAYOUT = Struct(f"<{layout}")
        cls._COUNTS = [int(word[:-1] or 0) for word in layout.split()]

    def payload(self) -> bytes:
        """The message without its frame."""
        flat: list[int] = []
        for field in vars(self).values():
            flat.extend(field if isinstance(field, tuple) else (field,))
        return self.LAYOUT.pack(*flat)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """The message in a payload of the right length."""
        numbers = iter(cls.LAYOUT.unpack(payload))
        return cls(
            *(
                tuple(islice(numbers, count)) if count else next(numbers)
                for count in cls._COUNTS
            )
        )


# What the host says.


class Ask(Payload, kind=0x01, layout="I"):
    """Who are you? Answered by a `Hello` with the same nonce, which is never 0."""

    nonce: int


class Welcome(Payload, kind=0x02, layout="B I 2I"):
    """I know the board that said `Hello`, and which totals its boot began with."""

    protocol: int
    nonce: int
    base: Totals


class Ping(Payload, kind=0x03):
    """I am still here."""


class SetOutputs(Payload, kind=0x04, layout="B B"):
    """All outputs; `meter` is how many clicks shall have been made, modulo 256."""

    outputs: int
    meter: int


class Credited(Payload, kind=0x05, layout="2I"):
    """These totals are in the books for ever; stop telling them."""

    totals: Totals


class SetSlot(Payload, kind=0x06, layout="B H H H H B"):
    """What a pulse must be to be a coin in this slot (1 or 2)."""

    slot: int
    min_ms: int
    max_ms: int
    gap_ms: int
    jam_ms: int
    max_per_s: int


class SetMeter(Payload, kind=0x09, layout="H H"):
    """How long a click of the meter pulls, and the rest after it."""

    on_ms: int
    off_ms: int


class Roll(Payload, kind=0x07, layout="I"):
    """To a dice tower: make the throw of this number, or tell it if it was made."""

    throw: int


class Taken(Payload, kind=0x08, layout="I"):
    """To a dice tower: the throw is written down for ever; stop telling it."""

    throw: int


# What the chip says.


class Hello(Payload, kind=0x81, layout="B B B B I I H B 2I 2I I I B"):
    """Who the board is, and what it had counted when this boot began and now.

    `meter` is how many clicks were made since the reset, modulo 256.
    """

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


class Done(Payload, kind=0x82, layout="B B B"):
    """The command with this sequence number was taken so."""

    command: int
    sequence: int
    result: int


class State(Payload, kind=0x83, layout="I B B 2I I B B B B"):
    """Everything that is true now, twice a second and after each click.

    `slots` has a bit for each slot that is jammed, and four further up if it is noisy.
    """

    inputs: int
    outputs: int
    slots: int
    totals: Totals
    at_ms: int
    bad_frames: int
    lost_bytes: int
    lost_ticks: int
    meter: int = 0


class Input(Payload, kind=0x84, layout="I I"):
    """All inputs, because one of them changed."""

    inputs: int
    at_ms: int


class Coin(Payload, kind=0x85, layout="2I B H I"):
    """The totals, because one of them is not credited; and the last coin."""

    totals: Totals
    slot: int
    width_ms: int
    at_ms: int


class Pulse(Payload, kind=0x86, layout="B B H I"):
    """A pulse that was no coin, or a jam, noise, and the end of them."""

    slot: int
    verdict: int
    width_ms: int
    at_ms: int


class Dice(Payload, kind=0x87, layout="I B 6B I"):
    """From a dice tower: how a throw fell; a face of 0 is no die."""

    throw: int
    lie: int
    faces: tuple[int, ...]
    at_ms: int


Command: TypeAlias = (
    Ask | Welcome | Ping | SetOutputs | Credited | SetSlot | SetMeter | Roll | Taken
)
Report: TypeAlias = Hello | Done | State | Input | Coin | Pulse | Dice
Message: TypeAlias = Command | Report
KINDS: Final[dict[int, type[Message]]] = {kind.TYPE: kind for kind in get_args(Message)}


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
