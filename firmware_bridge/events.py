"""What a session tells its host. Times are nanoseconds of the host's clock."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_bridge.messages import Command, Kind, Result, Totals

Nanos: TypeAlias = int
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Silent:
    """Why a link is lost: nothing was heard for so long."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Restarted:
    """Why a link is lost: the chip started again, by its reset flags if it told them.

    1 is power that came on, 2 the reset line, 4 a supply that fell, 8 the watchdog.
    """

    cause: int | None = None


@dataclass(frozen=True, slots=True)
class Unplugged:
    """Why a link is lost: the wire is gone, as the host itself said."""


WhyLost: TypeAlias = Silent | Restarted | Unplugged


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A board we know is there and has been welcomed."""

    board: int
    firmware: str
    boots: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The board cannot be trusted to be there; every line reads idle."""

    why: WhyLost
    at: Nanos


@dataclass(frozen=True, slots=True)
class LineChanged:
    """An input, already free of bounce, became active or idle. Never a coin line."""

    line: str
    active: bool
    at: Nanos


@dataclass(frozen=True, slots=True)
class CoinsCounted:
    """Coins nobody has credited: write `fresh` and `total` down, then say `credited`.

    Told once for each coin, by all the sessions that start from what was written.
    """

    board: int
    slot: int
    total: int
    fresh: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class PulseRefused:
    """A pulse that was no coin: `short`, `long`, `gap`, `rate`, `noise` or `lost`."""

    slot: int
    why: str
    width: Nanos
    at: Nanos


@dataclass(frozen=True, slots=True)
class SlotJammed:
    """A coin line stayed active longer than any coin."""

    slot: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class SlotFreed:
    """A jammed coin line is idle again."""

    slot: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class SlotNoisy:
    """A coin line chatters or brings nothing but refusals: not believed for now."""

    slot: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class SlotQuiet:
    """A noisy coin line has been quiet long enough to be believed again."""

    slot: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class MeterTurned:
    """The coin meter has made a click."""

    at: Nanos


@dataclass(frozen=True, slots=True)
class TimeLost:
    """The board did not look at its lines for so many milliseconds; no coin in them."""

    count: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class BoardUnknown:
    """A board without a page in the books; its totals so far are not money."""

    board: int
    totals: Totals
    at: Nanos


@dataclass(frozen=True, slots=True)
class BoardForgot:
    """The board counted less than was credited. It is told; no money moves."""

    board: int
    slot: int
    credited: int
    counted: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class WrongProtocol:
    """The board speaks another version; it is left alone, and its slot stays shut."""

    theirs: int
    at: Nanos


@dataclass(frozen=True, slots=True)
class WrongBoard:
    """The board is something else than was looked for; it is left alone."""

    kind: int
    wanted: Kind
    at: Nanos


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The board did not take a command; it will not be said again."""

    command: Command
    result: Result
    at: Nanos


Event: TypeAlias = (
    LinkUp
    | LinkLost
    | LineChanged
    | CoinsCounted
    | PulseRefused
    | SlotJammed
    | SlotFreed
    | SlotNoisy
    | SlotQuiet
    | MeterTurned
    | TimeLost
    | BoardUnknown
    | BoardForgot
    | WrongProtocol
    | WrongBoard
    | CommandRefused
)
