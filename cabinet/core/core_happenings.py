"""What can happen to a cabinet without a wire: time, disk, screen, match, operator.

And `Event`: everything that `step` of `floor` can be told, these and the events of
the wires.
"""

from typing import TypeAlias

from cabinet.core.events import (
    BoardEvent,
    LineEvent,
    MeterClicked,
    Nanos,
    TowerNews,
    event,
)


@event
class Ticked:
    """Nothing happened but time."""

    at: Nanos


@event
class BooksFailed:
    """The disk did not take what the floor wanted written."""

    why: str
    at: Nanos


@event
class StopAsked:
    """Somebody closed the window or asked the whole cabinet to end."""

    at: Nanos


@event
class ScreenJoined:
    """A screen introduced itself in the hallway."""

    at: Nanos


@event
class ScreenLost:
    """The screen left the hallway or stopped answering."""

    why: str
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
class MatchFailed:
    """The screen cannot go on with the match; the players get their credit back."""

    match: int
    why: str
    at: Nanos


@event
class CashCounted:
    """The operator emptied the cash box; `note` is what else was read there."""

    amount: int
    note: str
    at: Nanos


@event
class CreditGiven:
    """The operator gives one credit from the console; `author` is who that was."""

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
    | StopAsked
    | ScreenJoined
    | ScreenLost
    | Played
    | DiceWanted
    | MatchOver
    | Signed
    | MatchFailed
    | CashCounted
    | CreditGiven
    | Asked
    | MeterTried
    | ScoresCleared
)
