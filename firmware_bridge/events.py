"""What a session tells its host. Times are nanoseconds of the host's clock."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_bridge.messages import PROTOCOL, Command, Kind, Result, Totals

Nanos: TypeAlias = int
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000

_CAUSES: Final = {
    1: "power came on",
    2: "reset line",
    4: "supply voltage fell",
    8: "watchdog",
}
_KINDS: Final[dict[int, str]] = {
    Kind.SLOT: "a coin slot",
    Kind.DICE_TOWER: "a dice tower",
}


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

    why: str
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

    def __str__(self) -> str:
        return (
            f"the board was too busy to look at the coin slot for {self.count} ms:"
            " a coin that fell just then is not counted"
        )


@dataclass(frozen=True, slots=True)
class BoardUnknown:
    """A board without a page in the books; its totals so far are not money."""

    board: int
    totals: Totals
    at: Nanos

    def __str__(self) -> str:
        return (
            f"the board {self.board:08x} is not in the books: the"
            f" {sum(self.totals)} coins it has counted so far are not credited"
        )


@dataclass(frozen=True, slots=True)
class BoardForgot:
    """The board counted less than was credited. It is told; no money moves."""

    board: int
    slot: int
    credited: int
    counted: int
    at: Nanos

    def __str__(self) -> str:
        return (
            f"the board {self.board:08x} has forgotten"
            f" {self.credited - self.counted} coins of slot {self.slot}"
            f" ({self.counted} counted, {self.credited} credited)"
        )


@dataclass(frozen=True, slots=True)
class WrongProtocol:
    """The board speaks another version; it is left alone, and its slot stays shut."""

    theirs: int
    at: Nanos

    def __str__(self) -> str:
        return (
            f"the board speaks protocol {self.theirs}, this cabinet speaks"
            f" {PROTOCOL}: write this cabinet's firmware to it"
            " (make flash PORT=/dev/ttyACM0)"
        )


@dataclass(frozen=True, slots=True)
class WrongBoard:
    """The board is something else than was looked for; it is left alone."""

    kind: int
    wanted: Kind
    at: Nanos

    def __str__(self) -> str:
        theirs = _KINDS.get(self.kind, f"something unknown (kind {self.kind})")
        return (
            f"the board here is {theirs} and not {_KINDS[self.wanted]}:"
            " plug it into its own port"
        )


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The board did not take a command; it will not be said again."""

    command: Command
    result: Result
    at: Nanos

    def __str__(self) -> str:
        why = self.result.name.lower().replace("_", " ")
        return f"the board refused {self.command} ({why})"


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


def why_reset(cause: int) -> str:
    """The chip's reset flags in words."""
    words = [word for bit, word in _CAUSES.items() if cause & bit]
    return ", ".join(words) or "cause unknown"
