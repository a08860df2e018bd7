"""What the cabinet can be doing, and all it knows while it does it.

A mode is a state of being; each carries only what that mode needs. `until` is
when the mode gives up waiting for somebody. Nothing here changes: `step`
makes the next value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.acceptors import Acceptors
from cabinet.core.boards import Boards
from cabinet.core.events import Nanos, PanelEvent
from cabinet.core.money.ledger import (
    Entry,
    Gift,
    MatchClosed,
    MatchRecord,
    Tables,
    Totals,
)
from cabinet.core.money.tariff import NOTHING, Purses
from cabinet.core.preferences import Preferences
from cabinet.i18n.message import Message, message

LEVELS = ("easy", "normal", "hard")

# Alarms that are booked when they begin and shown as long as they last.
DOOR_OPEN: Final = message("door_open")
DISK_SHORT: Final = message("disk_short")
TILT: Final = message("tilt")
TILT_STUCK: Final = message("tilt_stuck")


def coin_jammed(slot: int) -> Message:
    """The line of a coin slot is stuck."""
    return message("coin_jammed", slot=slot)


def device_lost(device: str, why: Message) -> Message:
    """A device cannot be reached; "" is the one on which everything hangs."""
    if device:
        return message("device_lost", device=device, why=why)
    return message("link_lost", why=why)


def coin_noisy(slot: int) -> Message:
    """The line of a coin slot chatters."""
    return message("coin_noisy", slot=slot)


@dataclass(frozen=True, slots=True)
class Standby:
    """Switched off at the front: dark screen, shut slot.

    `closed`: by the schedule, until it opens again.
    """

    closed: bool = False


@dataclass(frozen=True, slots=True)
class Attract:
    """Waiting for a player; `refunded` credits were just given back, if any."""

    refunded: int = 0


@dataclass(frozen=True, slots=True)
class Select:
    """A player chooses among the offers, or reads how the chosen one is played.

    `row` is "", or the row below the offers that is chosen: howto or language, where no
    button is wired for it, or preferences. `adjusting`: the page of those is open.
    """

    cursor: int
    until: Nanos
    row: str = ""
    reading: bool = False
    adjusting: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """Players take their seats; house bots fill those the game needs.

    Who is alone with the house takes `seat`, for a game whose seats differ. `choice` is
    the one of the offer's choices that they play with. `row` is preferences where the
    stick has gone down to that; `adjusting`: their page is open.
    """

    offer: int
    until: Nanos
    persons: int = 1
    level: str = "normal"
    seat: int = 0
    reading: bool = False
    row: str = ""
    adjusting: bool = False
    choice: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """Asked in mid-game: `power`, `leave`, `idle`, or `resume` after a cut."""

    about: str
    until: Nanos
    reading: bool = False


@dataclass(frozen=True, slots=True)
class SoldTime:
    """The minutes of a match: `left` of them at `since`; None: the clock stands.

    `warned`: the players have been told that the end is near.
    """

    left: Nanos
    since: Nanos | None = None
    warned: bool = False

    def left_at(self, at: Nanos) -> Nanos:
        """What is left of them now."""
        return max(0, self.left - (0 if self.since is None else at - self.since))


@dataclass(frozen=True, slots=True)
class Playing:
    """A match owns the screen.

    `idle_at` is when we ask whether anybody is there; `losses` counts how often
    the screen went away during this match. `time` is there where minutes are sold.
    """

    match: MatchRecord
    idle_at: Nanos
    question: Question | None = None
    losses: int = 0
    time: SoldTime | None = None


@dataclass(frozen=True, slots=True)
class Signing:
    """A match has ended, and `seats` are to sign their high scores, one by one.

    `since` is when this began.
    """

    match: MatchRecord
    closed: MatchClosed
    seats: tuple[int, ...]
    until: Nanos
    since: Nanos | None = None

    @property
    def score(self) -> int:
        """What the one who signs now has scored."""
        return self.closed.scores[self.seats[0]]


@dataclass(frozen=True, slots=True)
class Result:
    """A match has ended: `look` at the board, `verdict`, and `again` asks for more.

    Between the last two, high scores are signed. `since` is when the stage began and
    `pressed` the last press that came too early to count.
    """

    match: MatchRecord
    closed: MatchClosed
    until: Nanos
    stage: str = "again"
    since: Nanos | None = None
    pressed: Nanos | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """The operator is at the cabinet."""

    until: Nanos


@dataclass(frozen=True, slots=True)
class OutOfOrder:
    """Something is wrong that players cannot mend: `screen`, `books` or `link`.

    `then` is where the cabinet goes on when it is mended. `retry_at` is when it tries
    again to write its books; None: not by itself.
    """

    reason: str
    then: "Mode"
    detail: Message | None = None
    retry_at: Nanos | None = None


Mode: TypeAlias = (
    Standby
    | Attract
    | Select
    | Join
    | Playing
    | Signing
    | Result
    | Service
    | OutOfOrder
)

NAMES: dict[type[Mode], str] = {
    Standby: "standby",
    Attract: "attract",
    Select: "select",
    Join: "join",
    Playing: "playing",
    Signing: "signing",
    Result: "result",
    Service: "service",
    OutOfOrder: "out_of_order",
}


def is_dark(mode: Mode) -> bool:
    """Whether nobody can do anything in this mode but switch it on or mend it."""
    return isinstance(mode, Standby | OutOfOrder)


@dataclass(frozen=True, slots=True)
class Tower:
    """The dice tower as far as it is known.

    `here` is its number while it can be reached, else `why` says why not, None while
    it is looked for. `trouble` is why the throw it was asked for has to be made again.
    `by_hand`: since it is away somebody has told dice in its stead.
    """

    here: int | None = None
    why: Message | None = None
    trouble: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Away:
    """A device that cannot be reached; `why` is None while it is first looked for."""

    since: Nanos
    why: Message | None = None


@dataclass(frozen=True, slots=True)
class Tilt:
    """Somebody beats the cabinet, or has just done so (see `tilt`).

    `began` with the first blow; `moved` is when the switch last did, `active` whether
    it is closed. `held` are the coins nobody was credited with because of it.
    """

    began: Nanos
    moved: Nanos
    active: bool = True
    stuck: bool = False
    held: int = 0


class Fall(NamedTuple):
    """When the first and the newest pulse of a coin were counted."""

    first: Nanos
    last: Nanos


@dataclass(frozen=True, slots=True)
class Cabinet:
    """All the cabinet knows.

    `screen_gone` is since when no screen has been connected; None
    while there is one. `jammed` are the coin slots whose line is stuck, `noisy`
    those whose line chatters. `clicks` is what the coin meter still owes.
    `money_at` is when somebody last showed interest in the credit. `boards` are those
    that count coins, with the coins credited, `acceptors` those that number their
    events, as the books have them. `away` are the devices that cannot be
    reached (see `devices`); "" is the one on which everything hangs.
    `gifts` are the service credits of the last 24 hours, with who gave them. `tower`
    throws the dice, where there is one. `door_open`: the coin door is. `tilt`:
    somebody beats the cabinet. `falling` is the newest coin of each slot. `denied` is
    until when whoever pressed SERVICE in vain is told so. `disk_short`: the disk has
    less room than the reserve. `played` is the offer that was last played, and until
    when the menu still begins with it. `preferences` are those of who is there now.
    """

    mode: Mode
    purses: Purses = NOTHING
    totals: Totals = field(default_factory=Totals)
    next_match: int = 1
    seed: int = 0
    screen_gone: Nanos | None = 0
    jammed: frozenset[int] = frozenset()
    noisy: frozenset[int] = frozenset()
    notices: tuple[Message, ...] = ()
    clicks: int = 0
    money_at: Nanos = 0
    high_scores: Tables = field(default_factory=dict)
    boards: Boards = field(default_factory=dict)
    acceptors: Acceptors = field(default_factory=dict)
    away: Mapping[str, Away] = field(default_factory=dict)
    gifts: tuple[Gift, ...] = ()
    tower: Tower | None = None
    door_open: bool = False
    tilt: Tilt | None = None
    falling: Mapping[int, Fall] = field(default_factory=dict)
    denied: Nanos | None = None
    disk_short: bool = False
    played: tuple[int, Nanos] | None = None
    preferences: Preferences = field(default_factory=Preferences)

    @property
    def credits(self) -> int:
        """All credits on the cabinet, whoever they belong to."""
        return sum(purse.credits for purse in self.purses)

    @property
    def mode_name(self) -> str:
        """The mode as scenario files and screens write it."""
        return NAMES[type(self.mode)]

    def seeing_as(self, other: "Cabinet") -> "Cabinet":
        """The state with `other`'s wires and screen: they are so, written or not."""
        return replace(
            self,
            screen_gone=other.screen_gone,
            jammed=other.jammed,
            noisy=other.noisy,
            away=other.away,
            tower=other.tower,
            door_open=other.door_open,
            tilt=other.tilt,
            disk_short=other.disk_short,
        )

    @property
    def alarms(self) -> tuple[Message, ...]:
        """What the operator should know."""
        return tuple(self._alarms())

    def _alarms(self) -> Iterator[Message]:
        for device, away in self.away.items():
            if away.why:
                yield device_lost(device, away.why)
        if self.tower and self.tower.why:
            yield message("tower_lost", why=self.tower.why)
        yield from map(coin_jammed, sorted(self.jammed))
        yield from map(coin_noisy, sorted(self.noisy))
        if self.disk_short:
            yield DISK_SHORT
        if self.door_open:
            yield DOOR_OPEN
        if self.tilt:
            yield TILT_STUCK if self.tilt.stuck else TILT
        yield from self.notices


# What a step asks the shell to do, besides showing the new state.


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
