"""What a dice tower's session tells its host; see `dice`."""

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.events import (
    CommandRefused,
    LinkLost,
    LinkUp,
    Nanos,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.messages import Lie


@dataclass(frozen=True, slots=True)
class Thrown:
    """The throw that was asked for: write it down, then say `taken`. Told once."""

    tower: int
    throw: int
    faces: tuple[int, ...]
    at: Nanos


@dataclass(frozen=True, slots=True)
class ThrowSpoiled:
    """The dice have to be thrown again, still as the same throw."""

    tower: int
    throw: int
    why: Lie
    at: Nanos


@dataclass(frozen=True, slots=True)
class ThrowRefused:
    """The tower told a throw that nobody asked for, or told one in two ways."""

    tower: int
    throw: int
    faces: tuple[int, ...]
    at: Nanos


@dataclass(frozen=True, slots=True)
class TowerUnknown:
    """A tower not in the books: write its last throw down as past, then `adopt`."""

    tower: int
    throw: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class WireNoisy:
    """Only damaged frames arrive; told once, until a good one comes."""

    damaged: int
    at: Nanos


DiceEvent: TypeAlias = (
    LinkUp
    | LinkLost
    | Thrown
    | ThrowSpoiled
    | ThrowRefused
    | TowerUnknown
    | WireNoisy
    | WrongProtocol
    | WrongBoard
    | CommandRefused
)
