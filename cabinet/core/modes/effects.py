"""What a step asks the shell to do, besides showing the new state."""

from dataclasses import dataclass
from typing import TypeAlias

from cabinet.core.events import PanelEvent
from cabinet.core.modes.state import Cabinet
from cabinet.core.money.ledger import Entry


@dataclass(frozen=True, slots=True)
class Forward:
    """Tell the screen about a button."""

    event: PanelEvent


@dataclass(frozen=True, slots=True)
class ShowAgain:
    """Send the snapshot although nothing changed: somebody has it wrong."""


@dataclass(frozen=True, slots=True)
class Halt:
    """End the program; on a cabinet, switch the machine off."""


Effect: TypeAlias = Entry | Forward | ShowAgain | Halt
Step: TypeAlias = tuple[Cabinet, tuple[Effect, ...]]
