"""What can happen to a cabinet: buttons, coins, boards, dice, screens and time.

An `Edge` is what a wire did. An event is what it meant. Both carry the time
they were seen, in nanoseconds of the machine's monotonic clock, so nothing
after this module ever asks what time it is.

Events are frozen for mypy and plain at run time: a frozen dataclass costs three
times as much to make, and a noisy wire makes hundreds of thousands a second.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from cabinet.i18n.message import Message

Nanos: TypeAlias = int
MICROSECOND = 1_000
MILLISECOND = 1_000_000
SECOND = 1_000_000_000
REJECTIONS: Final = frozenset(
    {"short", "long", "gap", "rate", "coins", "lost", "noise", "width"}
)
_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def event(cls: type[_Class]) -> type[_Class]:
    """Something that happened: never changed once it is made, and cheap to make."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Edge(NamedTuple):
    """A wire became active or idle.

    `active` is the meaning, not the voltage: the backend knows the polarity.
    `seq` counts the edges of a port from 1, where the port can count; a gap
    means edges were lost. A NamedTuple, because a noisy line makes many
    thousands of these a second.
    """

    line: str
    active: bool
    at: Nanos
    seq: int = 0


@event
class CoinAccepted:
    """One valid pulse on a coin line; worth `amount` minor units."""

    slot: int
    amount: int
    at: Nanos


@event
class CoinRejected:
    """A pulse too short or too long to be a coin, too close, or too many.

    `why` is one of `REJECTIONS`; a backend of somebody else's may know more.
    """

    slot: int
    why: str
    width: Nanos
    at: Nanos


@event
class CoinJammed:
    """The coin line stayed active longer than any coin."""

    slot: int
    at: Nanos


@event
class CoinFreed:
    """A jammed coin line is idle again."""

    slot: int
    at: Nanos


@event
class CoinNoisy:
    """The coin line chatters: no coin of it counts until it has been quiet."""

    slot: int
    at: Nanos


@event
class CoinQuiet:
    """A noisy coin line has been quiet long enough to be believed again."""

    slot: int
    at: Nanos


@event
class CoinsCounted:
    """A board at the slot has counted `total` coins in its life, credited or not."""

    board: int
    slot: int
    total: int
    at: Nanos


@event
class BoardMet:
    """A board that the books do not know; its coins so far are not money."""

    board: int
    totals: tuple[int, ...]
    at: Nanos


@event
class CreditsRead:
    """How a coin acceptor at a cable stands: `board` is who it is.

    `pairs` are its last five events (see `acceptors`), `accepted` the coins of its
    life, -1 where it was not asked. `values` are what its coins are worth, by their
    place from 1; 0 is no money here. `bills`: it takes bills, and its pairs say where
    each of them is.
    """

    board: str
    slot: int
    counter: int
    pairs: tuple[tuple[int, int], ...]
    accepted: int
    values: tuple[int, ...]
    at: Nanos
    bills: bool = False


@event
class BoardTroubled:
    """The board did or said what the operator should know of."""

    why: Message
    at: Nanos


@event
class LinkLost:
    """What the wires hang on cannot be reached, and why.

    `device` is its name under `io.devices`; "" where everything hangs on one thing.
    """

    why: Message
    at: Nanos
    device: str = ""


@event
class LinkFound:
    """What the wires hang on is there, and known; `device` as in `LinkLost`."""

    at: Nanos
    device: str = ""


@event
class TowerMet:
    """A dice tower that the books do not know; its throws so far are nobody's."""

    tower: int
    throw: int
    at: Nanos


@event
class TowerFound:
    """The dice tower is there, and known."""

    tower: int
    at: Nanos


@event
class TowerLost:
    """The dice tower cannot be reached, and why."""

    why: Message
    at: Nanos


@event
class DiceFell:
    """The dice of a throw that was asked for lie flat."""

    tower: int
    throw: int
    sides: tuple[int, ...]
    at: Nanos


@event
class DiceSpoiled:
    """The same throw has to be made again: a die is `cocked` or `missing`."""

    tower: int
    throw: int
    why: str
    at: Nanos


@event
class EdgesLost:
    """The port could not tell everything a wire did."""

    line: str
    count: int
    at: Nanos


@event
class MeterClicked:
    """The electromechanical meter has made one click."""

    at: Nanos


@event
class Pressed:
    """A button went down (told on its first edge)."""

    line: str
    at: Nanos


@event
class Released:
    """A button came up."""

    line: str
    at: Nanos


@event
class Tapped:
    """A button that can also be held came up before that; follows `Released`."""

    line: str
    at: Nanos


@event
class Held:
    """A button has been down for as long as its line's hold time."""

    line: str
    at: Nanos


PanelEvent: TypeAlias = Pressed | Released | Tapped | Held
CoinEvent: TypeAlias = (
    CoinAccepted | CoinRejected | CoinJammed | CoinFreed | CoinNoisy | CoinQuiet
)
LineEvent: TypeAlias = PanelEvent | CoinEvent | EdgesLost
BoardEvent: TypeAlias = (
    CoinsCounted | CreditsRead | BoardMet | BoardTroubled | LinkLost | LinkFound
)
TowerNews: TypeAlias = (
    TowerMet | TowerFound | TowerLost | DiceFell | DiceSpoiled | BoardTroubled
)
ToBook: TypeAlias = CoinsCounted | CreditsRead | BoardMet
BoardNews: TypeAlias = BoardEvent | CoinEvent | MeterClicked


def stick(line: str) -> str:
    """What a line is on any player's panel: `p3.left` is `left`, `mode` itself."""
    return line.rpartition(".")[2]


# What can happen to a cabinet without a wire: time, disk, screen, match, operator.
#
# And `Event`: everything that `step` can be told, these and the events of
# the wires.


@event
class Ticked:
    """Nothing happened but time."""

    at: Nanos


@event
class BooksFailed:
    """The disk did not take what had to be written, or the books are damaged.

    What is `damaged` waits for the staff; a disk that refused is tried again.
    """

    why: Message
    at: Nanos
    damaged: bool = False


@event
class SpaceSeen:
    """Whether the disk has less room than the operator wants kept free."""

    short: bool
    at: Nanos


@event
class StopAsked:
    """Somebody closed the window or asked the whole cabinet to end."""

    at: Nanos


@event
class ScreenJoined:
    """A screen introduced itself."""

    at: Nanos


@event
class ScreenLost:
    """The screen disconnected or stopped answering."""

    why: Message
    at: Nanos


@event
class Played:
    """The screen's match accepted its `turn`-th action (from 0)."""

    match: int
    turn: int
    seat: int
    action: str
    at: Nanos


@event
class HandSeen:
    """Somebody plays this match where no wire sees it: at a phone."""

    match: int
    at: Nanos


@event
class SentenceSaid:
    """The screen is saying a sentence to somebody who does not see it."""

    at: Nanos


@event
class DiceWanted:
    """The screen's match wants real dice thrown as its `turn`-th action."""

    match: int
    turn: int
    at: Nanos


@event
class MatchOver:
    """The match on screen reached its outcome."""

    match: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    at: Nanos


@event
class Signed:
    """The screen says how the person at a seat signed a high score."""

    match: int
    seat: int
    name: str
    at: Nanos


@event
class Preferred:
    """Somebody says how they want to play (see `preferences`)."""

    name: str
    value: int
    at: Nanos


@event
class Chosen:
    """What the one button took: the lines it stands for, pressed one by one.

    `hold start` is Start held; all others are pressed for a moment.
    """

    lines: tuple[str, ...]
    at: Nanos


@event
class MatchFailed:
    """The screen cannot go on with the match; the players get their credit back."""

    match: int
    why: Message
    at: Nanos


@event
class CashCounted:
    """The operator emptied the cash box; `note` is what else was read there."""

    amount: int
    note: str
    at: Nanos


@event
class HoursTurned:
    """The schedule closes the cabinet now, or opens it."""

    at: Nanos


@event
class CollectionCorrected:
    """The operator had counted wrong: `difference` is what was left out."""

    difference: int
    note: str
    at: Nanos


@event
class CreditGiven:
    """The operator gives `n` credits from the page; `note` is who that was, and why."""

    note: str
    at: Nanos
    n: int = 1


@event
class CreditsTaken:
    """The operator takes all credits away; `author` is who that was."""

    author: str
    at: Nanos


@event
class Asked:
    """Somebody who is not at the cabinet wants something of it (see `remote`)."""

    what: str
    author: str
    at: Nanos


@event
class MeterTried:
    """The operator wants to see the meter turn by one; "": whoever is in service."""

    at: Nanos
    author: str = ""


@event
class ScoresCleared:
    """The operator begins the high scores of a mode anew."""

    mode: str
    at: Nanos
    author: str = ""


Event: TypeAlias = (
    LineEvent
    | BoardEvent
    | TowerNews
    | MeterClicked
    | Ticked
    | BooksFailed
    | SpaceSeen
    | StopAsked
    | ScreenJoined
    | ScreenLost
    | Played
    | HandSeen
    | SentenceSaid
    | DiceWanted
    | MatchOver
    | Signed
    | Preferred
    | Chosen
    | MatchFailed
    | CashCounted
    | CollectionCorrected
    | HoursTurned
    | CreditGiven
    | CreditsTaken
    | Asked
    | MeterTried
    | ScoresCleared
)
