"""Who may say what in the hallway."""

from typing import Final, TypeAlias

from cabinet.protocol.codec import (
    Booked,
    Collect,
    Goodbye,
    Message,
    Panel,
    Quit,
    Refused,
)
from cabinet.protocol.doctor import Examined
from cabinet.protocol.fleet import FarScores, Remote
from cabinet.protocol.hallway_console import GiveCredit, RestartScreen, Rewrite, Undo
from cabinet.protocol.operator import Adopted, Edit, Menu, Reload, Unlocked
from cabinet.protocol.phones import PhonesAt
from cabinet.protocol.snapshot import Snapshot

# What takes a right: to money, to the operator's file, or to what people see.
OwnersOnly: TypeAlias = (
    Edit
    | Reload
    | Rewrite
    | Undo
    | Collect
    | GiveCredit
    | RestartScreen
    | Remote
    | Quit
    | FarScores
    | PhonesAt
)
# What is the counter's to say, and nobody else's.
CountersOwn: TypeAlias = (
    Snapshot | Panel | Booked | Refused | Goodbye | Menu | Adopted | Unlocked | Examined
)
STRANGER: Final = "only the accounts that the cabinet runs under may ask for this"


def may_ask(message: Message, *, trusted: bool, on_duty: bool) -> bool:
    """Whether somebody with that account, or the screen on duty, may ask for that.

    Whatever account it has, the screen may what its menu may, and be closed.
    """
    if on_duty and isinstance(message, Edit | Quit):
        return True
    return trusted or not isinstance(message, OwnersOnly)
