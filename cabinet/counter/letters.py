"""What goes between the counter and whoever is in the hallway or at the panel."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from cabinet.hallway import Message

Client: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Letter:
    """A message for one client, or for everybody who said hello (None)."""

    to: Client | None
    message: Message


@runtime_checkable
class Touchable(Protocol):
    """Wires that hands can move: the simulated front panel."""

    def touch(self, line: str, *, active: bool) -> None:
        """Close or open a contact."""

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """Drop a coin; whether the slot took it."""
