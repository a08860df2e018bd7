"""What is written in the books, as values.

A posting moves money or credits and says why; the balance is a fold over all of
them, so the books on disk *are* the ledger and replaying them is how the cabinet
wakes up. Money a player has dropped is never discarded: `max_credits` decides
when the slot shuts, never what a dropped coin is worth. A match is opened by its
charge, in the same commit, and keeps its log until it is closed: nothing paid is
lost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from cabinet.core.tariff import Purse

OptionValue: TypeAlias = str | int | bool


class Kind(Enum):
    """Why money or credits moved."""

    COIN = "coin"
    SERVICE = "service"
    CHARGE = "charge"
    REFUND = "refund"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True)
class Posting:
    """One line of the ledger.

    `amount` is money in minor units (coins only), `credits` what it does to the
    balance, `run` the money of the run after it; only a coin or a charge changes
    the run. An alarm moves nothing; its `note` says what happened.
    """

    kind: Kind
    amount: int = 0
    credits: int = 0
    run: int = 0
    slot: int | None = None
    match: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at one seat: a person, or a house bot of some level."""

    kind: str = "person"
    level: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """One accepted action of a match, in the game's own notation."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """All that is needed to play a match again: seed, options and log."""

    id: int
    offer: int
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[Seating, ...]
    seed: int
    credits: int
    log: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match begins; its log is empty."""

    record: MatchRecord


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """The `turn`-th move of a match, counted from 0."""

    match: int
    turn: int
    move: Move


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """A match ended: `finished`, `abandoned` or `failed`."""

    match: int
    how: str
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""


Entry: TypeAlias = Posting | MatchOpened | MovePlayed | MatchClosed


@dataclass(frozen=True, slots=True)
class Totals:
    """The audit: folds over all postings, which never decrease."""

    coins: int = 0
    minor_units: int = 0
    plays: int = 0
    refunds: int = 0
    service: int = 0

    def after(self, posting: Posting) -> "Totals":
        """The totals with one more posting."""
        match posting.kind:
            case Kind.COIN:
                return replace(
                    self,
                    coins=self.coins + 1,
                    minor_units=self.minor_units + posting.amount,
                )
            case Kind.CHARGE:
                return replace(self, plays=self.plays + 1)
            case Kind.REFUND:
                return replace(self, refunds=self.refunds + 1)
            case Kind.SERVICE:
                return replace(self, service=self.service + 1)
            case Kind.ALARM:
                return self


@dataclass(frozen=True, slots=True)
class OpenBooks:
    """What the books say when the cabinet wakes up."""

    purse: Purse = field(default_factory=Purse)
    totals: Totals = field(default_factory=Totals)
    next_match: int = 1
    unfinished: MatchRecord | None = None
    warnings: tuple[str, ...] = field(default=())


def settle(purse: Purse, posting: Posting) -> Purse:
    """The purse after `posting`; a posting that cannot follow it is refused."""
    credits = purse.credits + posting.credits
    if credits < 0:
        raise ValueError(
            f"a {posting.kind.value} of {posting.credits} credits cannot follow a "
            f"balance of {purse.credits}"
        )
    if posting.run != purse.run and posting.kind not in (Kind.COIN, Kind.CHARGE):
        raise ValueError(
            f"only a coin or a charge changes the run: this {posting.kind.value} "
            f"would, from {purse.run} to {posting.run}"
        )
    if posting.kind is Kind.ALARM and posting.credits:
        raise ValueError(f"an alarm cannot move {posting.credits} credits")
    return Purse(credits, posting.run)


def fold(postings: Iterable[Posting]) -> tuple[Purse, Totals]:
    """The balance and the totals after `postings`, from nothing."""
    purse, totals = Purse(), Totals()
    for posting in postings:
        purse = settle(purse, posting)
        totals = totals.after(posting)
    return purse, totals
