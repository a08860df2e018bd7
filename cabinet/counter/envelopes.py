"""What goes between the counter and its clients, and a simulated panel."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from cabinet.core.events import (
    Chosen,
    DiceWanted,
    HandSeen,
    MatchFailed,
    MatchOver,
    Nanos,
    Played,
    Preferred,
    SentenceSaid,
    Signed,
)
from cabinet.i18n.message import verbatim
from cabinet.protocol.codec import (
    Action,
    BusMessage,
    Choose,
    Failed,
    PhoneUsed,
    Prefer,
    Result,
    Signature,
    Speaking,
)
from cabinet.protocol.dice import WantDice

Client: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message for one client, or for everybody who said hello (None)."""

    to: Client | None
    message: BusMessage


@runtime_checkable
class Touchable(Protocol):
    """Wires that hands can move: the simulated front panel."""

    def touch(self, line: str, *, active: bool) -> None:
        """Close or open a contact."""

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """Drop a coin; whether the slot took it."""


def match_news(
    message: Action | PhoneUsed | Speaking | Result | Signature | Failed | WantDice,
    at: Nanos,
) -> Played | HandSeen | SentenceSaid | MatchOver | Signed | MatchFailed | DiceWanted:
    """What the screen says of a match, as an event."""
    match message:
        case Action(match=number, turn=turn, seat=seat, action=action):
            return Played(number, turn, seat, action, at)
        case PhoneUsed(match=number):
            return HandSeen(number, at)
        case Speaking():
            return SentenceSaid(at)
        case Result(match=number, winners=winners, scores=scores, reason=reason):
            return MatchOver(number, winners, scores, reason, at)
        case Signature(match=number, seat=seat, name=name):
            return Signed(number, seat, name, at)
        case Failed(match=number, why=why, told=told):
            return MatchFailed(number, told or verbatim(why), at)
        case WantDice(match=number, turn=turn):
            return DiceWanted(number, turn, at)


def visitors_wish(message: Prefer | Choose, at: Nanos) -> Preferred | Chosen:
    """What whoever is there wants, as an event."""
    if isinstance(message, Prefer):
        return Preferred(message.name, message.value, at)
    return Chosen(message.lines, at)
