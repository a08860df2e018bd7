"""What a session tells its host. Times are nanoseconds of the host's clock."""

from dataclasses import dataclass
from typing import Final, TypeAlias, dataclass_transform

from firmware_bridge.messages import Command, Kind, Lie, Result, Totals

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


@dataclass_transform(frozen_default=True)
class Event:
    """One thing that a session tells."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class LinkUp(Event):
    """A board we know is there and has been welcomed."""

    board: int
    firmware: str
    boots: int
    at: Nanos


class LinkDown(Event):
    """The board cannot be trusted to be there; every line reads idle."""

    why: WhyLost
    at: Nanos


class LineChanged(Event):
    """An input, already free of bounce, became active or idle. Never a coin line."""

    line: str
    active: bool
    at: Nanos


class FreshCoins(Event):
    """Coins nobody has credited: write `fresh` and `total` down, then say `credited`.

    Told once for each coin, by all the sessions that start from what was written.
    """

    board: int
    slot: int
    total: int
    fresh: int
    at: Nanos


class PulseRefused(Event):
    """A pulse that was no coin: `short`, `long`, `gap`, `rate`, `noise` or `lost`."""

    slot: int
    why: str
    width: Nanos
    at: Nanos


class SlotJammed(Event):
    """A coin line stayed active longer than any coin."""

    slot: int
    at: Nanos


class SlotFreed(Event):
    """A jammed coin line is idle again."""

    slot: int
    at: Nanos


class SlotNoisy(Event):
    """A coin line chatters or brings nothing but refusals: not believed for now."""

    slot: int
    at: Nanos


class SlotQuiet(Event):
    """A noisy coin line has been quiet long enough to be believed again."""

    slot: int
    at: Nanos


class MeterTurned(Event):
    """The coin meter has made a click."""

    at: Nanos


class TimeLost(Event):
    """The board did not look at its lines for so many milliseconds; no coin in them."""

    count: int
    at: Nanos


class BoardUnknown(Event):
    """A board without a page in the books; its totals so far are not money."""

    board: int
    totals: Totals
    at: Nanos


class BoardForgot(Event):
    """The board counted less than was credited. It is told; no money moves."""

    board: int
    slot: int
    credited: int
    counted: int
    at: Nanos


class WrongProtocol(Event):
    """The board speaks another version; it is left alone, and its slot stays shut."""

    theirs: int
    at: Nanos


class WrongBoard(Event):
    """The board is something else than was looked for; it is left alone."""

    kind: int
    wanted: Kind
    at: Nanos


class CommandRefused(Event):
    """The board did not take a command; it will not be said again."""

    command: Command
    result: Result
    at: Nanos


class Thrown(Event):
    """The throw that was asked for: write it down, then say `taken`. Told once."""

    tower: int
    throw: int
    faces: tuple[int, ...]
    at: Nanos


class ThrowSpoiled(Event):
    """The dice have to be thrown again, still as the same throw."""

    tower: int
    throw: int
    why: Lie
    at: Nanos


class ThrowRefused(Event):
    """The tower told a throw that nobody asked for, or told one in two ways."""

    tower: int
    throw: int
    faces: tuple[int, ...]
    at: Nanos


class TowerUnknown(Event):
    """A tower not in the books: write its last throw down as past, then `adopt`."""

    tower: int
    throw: int
    at: Nanos


class WireNoisy(Event):
    """Only damaged frames arrive; told once, until a good one comes."""

    damaged: int
    at: Nanos
