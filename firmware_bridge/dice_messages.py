"""What only a dice tower and its host say to each other; see `messages`."""

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import TypeAlias

from firmware_bridge.payloads import Payload

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
