"""Messages of the service menu and the web console: menus, edits, tests.

Service menu, web console and command line say what to change. The counter has it
checked and written, adopts it when nobody plays, and says what became of it. Values
travel as they would be written in the operator's file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cabinet.i18n.authors import AT_CABINET, FROM_PAGE
from cabinet.i18n.message import Message

# What takes no PIN at the cabinet, and what staff with a password may set.
_VOLUMES: Final = tuple(
    f"sound.{name}" for name in ("enabled", "coin", "effects", "music", "attract")
)
# What a manager may set besides: what is sold, when and for how much, and how it looks.
_MANAGERS: Final = tuple(
    f"{name}."
    for name in ("pricing", "modes", "schedule", "house", "sound", "patience")
)
_NOTHING: Final = ("", "[]")
# Slower than this a disk is felt, and worse than that it is in a coin's way.
_SLOW_US: Final = 50_000
_TOO_SLOW_US: Final = 250_000
_LITTLE_MB: Final = 500
_RESETTABLE: Final = ("sound.", "patience.", "video.", "access.", "dice.", "pricing.")
_NEVER_RESET: Final = ("pricing.currency", "pricing.credit", "pricing.tiers")
# Pictures to judge a screen by.
PATTERNS: Final = ("grid", "colours", "white")


@dataclass(frozen=True, slots=True)
class Column:
    """A part of each row of a list; `kind` is bool, number or money."""

    name: str
    kind: str
    title: dict[str, str]
    unit: str = ""
    least: int = 0
    most: int = 0
    step: int = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting as a menu shows it.

    `kind` is bool, choice, number, money, time, text (of `most` signs), pin, key
    (learnt by pressing it on the device that is its only choice), act (a row
    that sets what its only choice is; add asks nothing first), or more than one value:
    pair (two numbers), rows (at `most` so many), several (of the `choices`). `columns`
    are those of a list, `fresh` is the row that an empty one begins with; a choice with
    columns is a list of which some are offered ready-made.
    `value` is as written in the file, "" where it is left out; so are `default` and
    `choices`. `names` is what each of the choices is called in a language; where that
    is "", it is called as it is written. `unit` is "", s, ms or %. A change of one that
    is not `live` is adopted at the next start. `also` is what changes with this one
    when it is set, because the two do not go together: path to value.
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
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    columns: tuple[Column, ...] = ()
    fresh: tuple[str, ...] = ()
    also: dict[str, str] = field(default_factory=dict)

    def change(self, value: str) -> dict[str, str]:
        """What to ask for so that this is `value`: path to value."""
        return {self.path: value, **(self.also if value not in _NOTHING else {})}

    def name(self, value: str, language: str) -> str:
        """What a choice is called; "": as it is written."""
        named = zip(self.choices, self.names.get(language, ()), strict=False)
        return dict(named).get(value, "")


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
class AlarmCard:
    """What the books say was wrong: how often, and when last, as a clock shows it."""

    told: Message
    times: int
    last: str


@dataclass(frozen=True, slots=True)
class StorageCard:
    """How long the disk took to keep a page, of some tries, in microseconds.

    `free` is in megabytes. `why` is what the disk refused; then nothing else counts.
    """

    median: int = 0
    worst: int = 0
    free: int = 0
    why: str = ""

    @property
    def verdict(self) -> str:
        """Well, slow (a coin waits for it) or little (room)."""
        if self.median > _SLOW_US or self.worst > _TOO_SLOW_US:
            return "slow"
        return "little" if self.free < _LITTLE_MB else "well"


@dataclass(frozen=True, slots=True)
class PersonCard:
    """Somebody who runs the cabinet; whether they can log in, and have a PIN."""

    number: int
    role: str
    name: str
    password: bool
    pin: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """Everything the operator may look at or change.

    `stretches` are the books by time, `modes` by what was played, `hours` the plays
    of all time by the 24 hours of the day. `outputs` are the
    lines that can be tried. `locked`: only `for_staff` settings without a PIN.
    `alarms` are the newest first, `addresses` this machine's in the networks it is in,
    `storage` only if it was asked for. `collected` is the day of the last collection
    and `check_code` the code of the books up to it, both "" without one. `people` are
    those who run the cabinet, the first owner first.
    """

    groups: tuple[Group, ...] = ()
    stretches: tuple[Account, ...] = ()
    modes: tuple[Account, ...] = ()
    hours: tuple[int, ...] = ()
    outputs: tuple[str, ...] = ()
    locked: bool = False
    alarms: tuple[AlarmCard, ...] = ()
    addresses: tuple[str, ...] = ()
    storage: StorageCard | None = None
    collected: str = ""
    check_code: str = ""
    people: tuple[PersonCard, ...] = ()

    @property
    def entries(self) -> Iterator[Entry]:
        """Every setting, whatever its group."""
        return (entry for group in self.groups for entry in group.entries)

    def value(self, path: str) -> str:
        """What a setting is; "" when there is no such."""
        return next((one.value for one in self.entries if one.path == path), "")

    @property
    def currency(self) -> str:
        """The currency of every amount."""
        return self.value("pricing.currency") or "EUR"


@dataclass(frozen=True, slots=True)
class Look:
    """The screen wants the menu as it is now; `at` storage: the disk tried as well."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Change these settings, all or none: path to value, signed by `author`.

    `bundle` is the number of the signed bundle that wants it, 0 without one; `undo`:
    it takes an earlier change back.
    """

    changes: dict[str, str]
    author: str
    bundle: int = 0
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Reload:
    """Somebody has changed the operator's file: read it again.

    `changes` are what they know that they changed, as sentences.
    """

    author: str
    changes: tuple[str, ...] = ()


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
    """Drive an output by hand, in service only; leaving service lets go of it.

    The meter turns by one, which is booked. `author` is whoever is not at the cabinet.
    """

    line: str
    on: bool
    author: str = ""


@dataclass(frozen=True, slots=True)
class TrySound:
    """Let the screen be heard, in service only."""


@dataclass(frozen=True, slots=True)
class ShowTest:
    """Let the screen be seen or measured, in service only.

    `page` is pattern, where `place` counts round the `PATTERNS`, latency, or "": the
    menu again.
    """

    page: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class ClearScores:
    """Begin the high scores of an offer anew: the one at that place on the screen."""

    offer: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class Unlock:
    """Somebody at the cabinet says their PIN."""

    pin: str


@dataclass(frozen=True, slots=True)
class Unlocked:
    """Whether it was right, and whose; if not, how many seconds to wait."""

    right: bool
    wait_s: int = 0
    role: str = ""
    name: str = ""
    number: int = 0


FromMenu: TypeAlias = (
    Look | Edit | Reload | TryOutput | TrySound | ShowTest | ClearScores | Unlock
)
ToMenu: TypeAlias = Menu | Adopted | Unlocked


def not_as_shipped(menu: Menu) -> Iterator[Entry]:
    """What a factory reset puts back: not who this is, nor what it sells."""
    for entry in menu.entries:
        known = entry.path.startswith(_RESETTABLE) and entry.path not in _NEVER_RESET
        if known and entry.default and entry.value != entry.default:
            yield entry


def for_staff(path: str) -> bool:
    """Whether staff who have logged in may change a setting."""
    return path in _VOLUMES


def for_manager(path: str) -> bool:
    """Whether a manager who has logged in, or said the PIN, may change a setting."""
    return path.startswith(_MANAGERS) or path == "modes"


def role_of(path: str) -> str:
    """The least role that may change a setting, on the page or at the cabinet."""
    if for_staff(path):
        return "staff"
    return "manager" if for_manager(path) else "owner"


def is_remote(author: str) -> bool:
    """Whether whoever asks has a browser or a stick, and no hand on the file."""
    return author.startswith((FROM_PAGE, AT_CABINET))


def without_pin(path: str) -> bool:
    """Whether a setting may be changed on the cabinet without the owner's PIN.

    Volumes alone: a screen that somebody has taken over can ask for any setting, and
    gains nothing by these, for the sound is its own anyway.
    """
    return path in _VOLUMES


# Messages of the web console, besides those of every editor of settings.


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put this text in the place of the operator's file; or only check it."""

    text: str
    author: str
    keep: bool = True


@dataclass(frozen=True, slots=True)
class PutLogo:
    """Keep a picture (PNG, in base64 for addresses) as the house's logo; "": none."""

    data: str
    author: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the newest change back."""

    author: str


@dataclass(frozen=True, slots=True)
class GiveCredit:
    """Service credits, within the day's limit, and why they are given."""

    author: str
    n: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeCredits:
    """Take all credits away, while nobody plays."""

    author: str


@dataclass(frozen=True, slots=True)
class RestartScreen:
    """End the screen; whoever started it starts a new one."""

    author: str


@dataclass(frozen=True, slots=True)
class Restart:
    """Stop and begin anew, so that settings of wires, page and display count."""

    author: str


FromConsole: TypeAlias = (
    Restart | Rewrite | PutLogo | Undo | GiveCredit | TakeCredits | RestartScreen
)
