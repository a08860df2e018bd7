"""The codec: what the programs say to each other, as JSON lines.

One local socket, one JSON object a line, each with the protocol version `v` and
its `type`. The counter sends whole snapshots (idempotent: a screen that joins
late, or again, is right at once) and panel events; the others send heartbeats,
accepted game actions, results and requests.

This file knows bytes and messages, no socket: `encode` makes a line, `Reader`
makes messages out of any chunks. A line that is not one of ours raises
`ProtocolError` with a sentence that says what is wrong; nothing after it is lost.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args

from cabinet.core.errors import ProtocolError
from cabinet.i18n.message import Message
from cabinet.protocol.alerts import FromAlertsPage
from cabinet.protocol.dice import WantDice
from cabinet.protocol.doctor import Examine, Examined, ScreenTest
from cabinet.protocol.fields import LONGEST_SHOWN, build, plain, shown
from cabinet.protocol.fleet import FromFleet
from cabinet.protocol.login import FromLogin, PersonChanged, Vouched
from cabinet.protocol.machine import FromMachinePages, Machine
from cabinet.protocol.operator import FromConsole, FromMenu, ToMenu
from cabinet.protocol.phones import (
    ConsoleCertificate,
    FromPhone,
    PhonesAt,
    ToPhone,
)
from cabinet.protocol.refusals import Problem
from cabinet.protocol.snapshot import Snapshot

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Hello:
    """A program introduces itself: `screen`, `web`, `fleet`, `alerts` or `tool`.

    `ticket` is that of an operator in whose name the web program asks.
    """

    role: str
    pid: int
    ticket: str = ""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The screen draws: frames since it started, and how many came late.

    `driver` is what SDL draws with; `sound` is ready, silent, off or opening.
    """

    frames: int
    late: int
    driver: str = ""
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """The screen's match accepted its `turn`-th action."""

    match: int
    turn: int
    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class PhoneUsed:
    """Somebody plays this match at a phone: at most once a second."""

    match: int


@dataclass(frozen=True, slots=True)
class Speaking:
    """The screen is saying a sentence: at most once a second."""


@dataclass(frozen=True, slots=True)
class Result:
    """The match on screen is over."""

    match: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Signature:
    """The person at a seat has signed a high score."""

    match: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Prefer:
    """Somebody before the screen wants to play like that (see `core.preferences`)."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Choose:
    """What the one button took: the lines that another hand would have pressed."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The screen cannot go on with this match; `told` is the same as `why` for all."""

    match: int
    why: str
    told: Message | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand on the simulated front panel; refused on a cabinet with real wires.

    For a coin line `active` true drops a coin of `pulses` pulses; false is
    ignored. For every other line it is a contact that closes or opens.
    """

    line: str
    active: bool
    pulses: int = 1


@dataclass(frozen=True, slots=True)
class Collect:
    """The cash box was emptied and `cash` minor units counted, by `author`.

    `meter` is what the coin meter showed, if somebody read it; `text` a remark.
    """

    cash: int
    meter: int | None = None
    text: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """The collection of a posting was counted wrong: `difference` was left out."""

    difference: int
    collection: int = 0
    text: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed: end the whole cabinet."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A button of the panel: `what` is pressed, released, tapped or held."""

    line: str
    what: str
    at: int


@dataclass(frozen=True, slots=True)
class Booked:
    """What was asked for is in the books, on the disk."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The counter did not take a message, and why."""

    why: tuple[Problem, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.why))


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The counter stops; everybody goes home."""


FromMatch: TypeAlias = (
    Action | PhoneUsed | Speaking | Result | Signature | Failed | WantDice
)
FromVisitor: TypeAlias = Prefer | Choose
FromScreen: TypeAlias = (
    Heartbeat | FromMatch | FromVisitor | ScreenTest | FromMenu | Quit
)
FromCounter: TypeAlias = (
    Snapshot
    | Panel
    | Booked
    | Refused
    | Goodbye
    | Examined
    | Vouched
    | PersonChanged
    | Machine
)
Cash: TypeAlias = Collect | Correct
FromOthers: TypeAlias = (
    Touch
    | Cash
    | Examine
    | FromConsole
    | FromLogin
    | FromFleet
    | FromAlertsPage
    | FromMachinePages
)
Phones: TypeAlias = PhonesAt | ConsoleCertificate | FromPhone | ToPhone
BusMessage: TypeAlias = Hello | FromScreen | FromCounter | FromOthers | Phones | ToMenu
_TYPES: Final[dict[str, type[Any]]] = {
    cls.__name__.lower(): cls for cls in get_args(BusMessage)
}


def encode(message: BusMessage) -> bytes:
    """One message as one line."""
    document = {"v": PROTOCOL, "type": type(message).__name__.lower()}
    line = json.dumps(document | plain(message), separators=(",", ":"))
    return line.encode() + b"\n"


def refused(why: Message) -> Refused:
    """The answer to a message that is refused for that reason."""
    return Refused((Problem(why),))


def decode(line: bytes, longest: int = LONGEST_LINE) -> BusMessage:
    """The message on a line; `ProtocolError` says why it is none of ours."""
    if len(line) > longest:
        raise ProtocolError(f"a line is longer than {longest} bytes")
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        raise ProtocolError(f"this is not JSON: {shown(_text(line))}") from None
    if not isinstance(document, dict):
        raise ProtocolError(f"a message is a JSON object, not {shown(_text(line))}")
    version = document.pop("v", None)
    if version != PROTOCOL:
        raise ProtocolError(
            f"the message speaks protocol version {shown(version)}, this program "
            f"version {PROTOCOL}: install the same release of all programs"
        )
    name = document.pop("type", None)
    cls = _TYPES.get(name) if isinstance(name, str) else None
    if cls is None:
        raise ProtocolError(
            f"no message is of type {shown(name)}: install the same release of all "
            "programs"
        )
    message: BusMessage = build(cls, document, str(name))
    return message


class Reader:
    """Turns chunks of bytes into messages, whatever their cut."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._line = bytearray()
        self.longest = longest

    @property
    def is_too_long(self) -> bool:
        """Whether the line that has begun can be no message any more."""
        return len(self._line) > self.longest

    def feed(self, chunk: bytes) -> Iterator[BusMessage | ProtocolError]:
        """Every line that is now whole: its message, or the error it is.

        An error is given, not raised, so that the lines after it are heard.
        """
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._add(end)
            line, self._line = bytes(self._line), bytearray()
            try:
                yield decode(line, self.longest)
            except ProtocolError as wrong:
                yield wrong
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        """Keep no more of a line than is needed to know that it is too long."""
        self._line += piece[: max(0, self.longest + 1 - len(self._line))]


def _text(line: bytes) -> str:
    return line[: LONGEST_SHOWN + 1].decode(errors="replace")
