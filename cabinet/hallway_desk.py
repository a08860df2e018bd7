"""What the hallway carries for the operator's desks: menus, edits, tests.

A desk (the service menu, the command line) says what to change; the counter has it
checked and written, adopts it when nobody plays, and says what became of it. Values
travel as they would be written in the operator's file.
"""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting as a menu shows it.

    `kind` is bool, choice, number, money, time, text or more (too much for a menu).
    `value` is as written in the file, "" where it is left out; so are `default` and
    `choices`. `unit` is "", s, ms or %. A change of one that is not `live` is adopted
    at the next start.
    """

    path: str
    kind: str
    title: dict[str, str]
    help: dict[str, str]
    value: str
    default: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    unit: str = ""
    live: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that belong together; `name` is the path they have in common."""

    name: str
    title: dict[str, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The books of some stretch: `name` is today, period, lifetime or a mode."""

    name: str
    money: int = 0
    coins: int = 0
    plays: int = 0
    players: int = 0
    refunds: int = 0
    service: int = 0


@dataclass(frozen=True, slots=True)
class Menu:
    """Everything the operator may look at or change.

    `stretches` are the books by time, `modes` by what was played, `hours` the plays
    of all time by the 24 hours of the day. `outputs` are the
    lines that can be tried. `locked`: only `for_staff` settings without a PIN.
    """

    groups: tuple[Group, ...] = ()
    stretches: tuple[Account, ...] = ()
    modes: tuple[Account, ...] = ()
    hours: tuple[int, ...] = ()
    outputs: tuple[str, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The screen wants the menu as it is now."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Change these settings, all or none: path to value, signed by `author`."""

    changes: dict[str, str]
    author: str


@dataclass(frozen=True, slots=True)
class Reload:
    """Somebody has changed the operator's file: read it again."""

    author: str


@dataclass(frozen=True, slots=True)
class Adopted:
    """What became of an edit or a reload.

    `changes` are sentences; `waits`: it counts as soon as nobody plays; `restart` are
    the settings among what has changed that count from the next start only.
    """

    changes: tuple[str, ...] = ()
    waits: bool = False
    restart: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TryOutput:
    """Drive an output by hand, in service only; leaving service lets go of it."""

    line: str
    on: bool


@dataclass(frozen=True, slots=True)
class Unlock:
    """Somebody at the cabinet says the owner's PIN."""

    pin: str


@dataclass(frozen=True, slots=True)
class Unlocked:
    """Whether it was right; if not, how many seconds it is no use to try again."""

    right: bool
    wait_s: int = 0


FromDesk: TypeAlias = Look | Edit | Reload | TryOutput | Unlock
ToDesk: TypeAlias = Menu | Adopted | Unlocked


def for_staff(path: str) -> bool:
    """Whether a setting may be changed on the cabinet without the owner's PIN."""
    return path.startswith("sound.") or path == "pricing.free_play"
