"""What the hallway carries for the web console, besides what every desk says."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put this text in the place of the operator's file; or only check it."""

    text: str
    author: str
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the newest change of a desk back."""

    author: str


@dataclass(frozen=True, slots=True)
class GiveCredit:
    """One service credit, within the day's limit."""

    author: str


@dataclass(frozen=True, slots=True)
class RestartScreen:
    """End the screen; whoever started it starts a new one."""

    author: str


FromConsole: TypeAlias = Rewrite | Undo | GiveCredit | RestartScreen
