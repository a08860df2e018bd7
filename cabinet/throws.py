"""How the throws of a dice tower are written in a match's log.

They are chance's own entries; the same words played by a seat are the game's.
`throw 0000d1ce 258` binds a place in the log to one throw of one tower before
anything falls; `fell 3 6` is what that throw showed, side by side. So a throw has one
place, a place one throw, and both outlive any crash.
Dice that a person told instead are the game's own notation (`dice O B`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

FORTUNE: Final = -1
_ASKED: Final = "throw"
_FELL: Final = "fell"


class LogEntry(Protocol):
    """An action of a log."""

    @property
    def seat(self) -> int:
        """Who acted."""

    @property
    def action(self) -> str:
        """What they did."""


class Throw(NamedTuple):
    """One throw: towers count theirs from 1, for ever."""

    tower: int
    number: int

    def __str__(self) -> str:
        return f"{_ASKED} {self.tower:08x} {self.number}"


def fell(sides: Sequence[int]) -> str:
    """The entry that says which sides came up."""
    return " ".join((_FELL, *map(str, sides)))


def is_throw(entry: LogEntry) -> bool:
    """Whether an entry is a tower's, and not an action of the game."""
    return entry.seat == FORTUNE and entry.action.split(" ", 1)[0] in (_ASKED, _FELL)


def sides_of(entry: LogEntry) -> tuple[int, ...] | None:
    """The sides that came up; None for any other entry."""
    if not is_throw(entry):
        return None
    word, *sides = entry.action.split()
    return tuple(map(int, sides)) if word == _FELL else None


def open_throw(log: Sequence[LogEntry]) -> Throw | None:
    """The throw that the end of a log waits for, if it does."""
    if not log or log[-1].seat != FORTUNE:
        return None
    word, *numbers = log[-1].action.split()
    if word != _ASKED:
        return None
    tower, number = numbers
    return Throw(int(tower, 16), int(number))
