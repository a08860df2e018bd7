"""What is worth telling, and by which subject the operator chooses it.

An event is a message with the time it happened. Where the books have it, it comes from
there and is told once, however often the program starts; what the books cannot have,
a counter that is away, comes from the bus.
"""

from dataclasses import dataclass
from typing import Final

from cabinet.core.modes.state import DOOR_OPEN, TILT, TILT_STUCK
from cabinet.i18n.message import Message

# Alarms of which nobody needs to hear elsewhere: somebody asked for them, or they
# belong to a match.
_SILENT: Final = ("asked", "dice_by_hand")
_OF_JAM: Final = ("coin_jammed", "coin_noisy", "edges_lost", "coin_worthless")
_OF_BILLS: Final = ("bill_", "acceptor_told")
_OF_DOOR: Final = (DOOR_OPEN.code, TILT.code, TILT_STUCK.code, "coin_held")
_OF_CREDITS: Final = ("service_credits_used_up",)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and when."""

    subject: str
    told: Message
    wall_ms: int


def subject_of(code: str) -> str:
    """What an alarm of the books is about; "" where nobody is told."""
    if code in _SILENT:
        return ""
    if code in _OF_JAM or code.startswith(_OF_BILLS):
        return "jam"
    if code in _OF_DOOR:
        return "door"
    return "credits" if code in _OF_CREDITS else "trouble"
