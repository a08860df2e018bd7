"""What is written in the books, as values.

A posting moves money or credits and says why; the balance is a fold over all of
them, so the books on disk *are* the ledger and replaying them is how the cabinet
wakes up. Money a player has dropped is never discarded: `max_credits` decides
when the slot shuts, never what a dropped coin is worth. A match is opened by its
charge, in the same commit, and keeps its log until it is closed: nothing paid is
lost.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.acceptors import Acceptors, is_seen_note, with_seen
from cabinet.core.boards import Boards, with_board, with_coin
from cabinet.core.events import Nanos
from cabinet.core.money.tariff import NOTHING, Purse, Purses, with_purse
from cabinet.i18n.message import message

OptionValue: TypeAlias = str | int | bool
# When a service credit was given, and by whom; "": by the button behind the door.
Gift: TypeAlias = tuple[Nanos, str]
# Why a match ended whose minutes had run out.
TIME_OVER: Final = "time_over"


class Kind(Enum):
    """Why money or credits moved, or what else the books must remember."""

    COIN = "coin"
    TEST = "test"
    SERVICE = "service"
    CHARGE = "charge"
    REFUND = "refund"
    EXPIRY = "expiry"
    PRICE = "price"
    METER = "meter"
    COLLECTION = "collection"
    CORRECTION = "correction"
    SETTING = "setting"
    ALARM = "alarm"
    RESTORED = "restored"
    TRUSTED = "trusted"
    BOARD = "board"
    CLEARED = "cleared"


CHANGES_THE_RUN = frozenset({Kind.COIN, Kind.CHARGE, Kind.EXPIRY, Kind.PRICE})
COUNTED_BY_OTHERS = frozenset({Kind.COIN, Kind.TEST, Kind.BOARD})
MOVES_CREDITS = CHANGES_THE_RUN | {Kind.SERVICE, Kind.REFUND}


class Posting(NamedTuple):
    """One line of the ledger.

    `amount` is money in minor units: a coin, a test coin, the cash counted at a
    collection, or what a correction adds to it (below zero: takes from it). `credits`
    is what it does to the purse of `owner`, `run` the money of that purse's run after
    it. `players` is how many persons a charge or a refund is for; when several purses
    pay for one match, only the first posting carries it. `clicks` is what the coin
    meter owes (a coin) or has made (-1).
    `mode` is the offer's key, and of a coin what it was if not cash (see
    `tenders`); the high scores of a mode that was cleared count from the match it
    names. Kinds that move nothing say what happened in `note`, and so does a coin
    that a board has counted (see `boards`).
    """

    kind: Kind
    amount: int = 0
    credits: int = 0
    run: int = 0
    slot: int | None = None
    match: int | None = None
    note: str = ""
    owner: int = 0
    players: int = 0
    clicks: int = 0
    mode: str = ""


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


def paced(mode: str, pace: str) -> str:
    """How the books call a mode at a pace."""
    return f"{mode}{_PACE}{pace}" if pace else mode


def unpaced(named: str) -> tuple[str, str]:
    """The mode and the pace that `paced` put together."""
    mode, _, pace = named.partition(_PACE)
    return mode, pace


_PACE: Final = " pace="


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """All that is needed to play a match again: seed, options and log.

    `paid` is which purses paid how many of its `credits`, for a refund. `pace` is how
    a match in real time was slowed for its players; "" is not.
    """

    id: int
    offer: int
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[Seating, ...]
    seed: int
    credits: int
    log: tuple[Move, ...] = ()
    mode: str = ""
    paid: tuple[tuple[int, int], ...] = ()
    pace: str = ""

    @property
    def table(self) -> str:
        """Whose high scores it counts for: each pace has its own."""
        return paced(self.mode, self.pace)

    @property
    def persons(self) -> int:
        """How many of the seats are people."""
        return sum(seat.kind == "person" for seat in self.seats)


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


@dataclass(frozen=True, slots=True)
class HighScore:
    """One line of a table of high scores."""

    name: str
    score: int


Tables: TypeAlias = Mapping[str, tuple[HighScore, ...]]


@dataclass(frozen=True, slots=True)
class ScoreSigned:
    """A person has signed a high score of a mode."""

    match: int
    seat: int
    mode: str
    score: int
    name: str


Entry: TypeAlias = Posting | MatchOpened | MovePlayed | MatchClosed | ScoreSigned


@dataclass(frozen=True, slots=True)
class Totals:
    """The audit: folds over all postings, none of which ever decreases.

    `minor_units` is the money of coins; `expired` counts credits, all others
    count postings or persons. `foreign` is the money from before the last change of
    `currency`; books did not always know these two.
    """

    coins: int = 0
    minor_units: int = 0
    plays: int = 0
    refunds: int = 0
    service: int = 0
    players: int = 0
    tests: int = 0
    expired: int = 0
    alarms: int = 0
    clicks: int = 0
    currency: str = field(default="", compare=False)
    foreign: int = field(default=0, compare=False)

    def after(self, posting: Posting) -> "Totals":
        """The totals with one more posting."""
        sums = _Sums(self)
        sums.add(posting)
        return sums.totals()

    def under(self, currency: str) -> "Totals":
        """The totals from a change of prices on."""
        if currency == self.currency:
            return self
        foreign = self.minor_units if self.currency else self.foreign
        return replace(self, currency=currency, foreign=foreign)


@dataclass(frozen=True, slots=True)
class OpenBooks:
    """What the books say when the cabinet wakes up.

    `clicks` is what the meter still owes; `tariff` the key of the tariff under
    which the runs in the purses were made, "" in new books; `settings` what the
    operator had set, as `journal` writes it. `doubt` is why no coin may be taken
    before the operator has looked: the books had to be restored from a copy.
    `high_scores` are those of each mode, best first.
    `boards` are those that count coins by themselves, with the coins credited;
    `acceptors` those that number their events.
    `gifts` are the credits given in the last 24 hours: when, by the clock that never
    jumps, and who gave each; "" is the SERVICE button.
    """

    purses: Purses = NOTHING
    totals: Totals = field(default_factory=Totals)
    next_match: int = 1
    unfinished: MatchRecord | None = None
    clicks: int = 0
    tariff: str = ""
    settings: str = ""
    doubt: str = ""
    high_scores: Tables = field(default_factory=dict)
    boards: Boards = field(default_factory=dict)
    acceptors: Acceptors = field(default_factory=dict)
    gifts: tuple[Gift, ...] = ()

    def after(self, posting: Posting) -> "OpenBooks":
        """The books with one more posting; `ValueError` when it cannot follow."""
        return fold((posting,), self)


def settle(purse: Purse, posting: Posting) -> Purse:
    """The owner's purse after `posting`; one that cannot follow it is refused."""
    credits = purse.credits + posting.credits
    kind = posting.kind
    if credits < 0:
        raise ValueError(
            message(
                "balance_below_zero",
                kind=kind.value,
                credits=posting.credits,
                balance=purse.credits,
            )
        )
    if posting.run != purse.run and kind not in CHANGES_THE_RUN:
        before, after = purse.run, posting.run
        raise ValueError(
            message("run_changed", kind=kind.value, before=before, after=after)
        )
    if posting.credits and kind not in MOVES_CREDITS:
        raise ValueError(
            message("credits_moved", kind=kind.value, credits=posting.credits)
        )
    return Purse(credits, posting.run)


def settle_in(purses: Purses, posting: Posting) -> Purses:
    """All purses after `posting`."""
    owner = posting.owner
    return with_purse(purses, owner, settle(purses[owner], posting))


def count_in(boards: Boards, posting: Posting) -> Boards:
    """All boards after `posting`."""
    match posting.kind:
        case Kind.COIN | Kind.TEST:
            return with_coin(boards, posting.slot, posting.note)
        case Kind.BOARD if not is_seen_note(posting.note):
            return with_board(boards, posting.note)
    return boards


def see_in(acceptors: Acceptors, posting: Posting) -> Acceptors:
    """All acceptors after `posting`."""
    if not is_seen_note(posting.note):
        return acceptors
    match posting.kind:
        case Kind.COIN | Kind.TEST:
            return with_seen(acceptors, posting.note, coin=True)
        case Kind.BOARD:
            return with_seen(acceptors, posting.note, coin=False)
    return acceptors


def fold(postings: Iterable[Posting], books: OpenBooks | None = None) -> OpenBooks:
    """What the books say after `postings`, from nothing or from `books`.

    Values are made once, at the end: books of years are folded to prove their pages.
    """
    books = books or OpenBooks()
    sums = _Sums(books.totals)
    purses, boards, acceptors = books.purses, books.boards, books.acceptors
    clicks, doubt = books.clicks, books.doubt
    tariff, settings = books.tariff, books.settings
    for posting in postings:
        kind = posting.kind
        purses = settle_in(purses, posting)
        clicks += posting.clicks
        sums.add(posting)
        if kind in COUNTED_BY_OTHERS:
            boards = count_in(boards, posting)
            acceptors = see_in(acceptors, posting)
        elif kind is Kind.PRICE:
            tariff = posting.note
        elif kind is Kind.SETTING:
            settings = posting.note
        elif kind is Kind.RESTORED:
            doubt = posting.note
        elif kind is Kind.TRUSTED:
            doubt = ""
    return OpenBooks(
        purses,
        sums.totals(),
        books.next_match,
        books.unfinished,
        clicks=clicks,
        tariff=tariff,
        settings=settings,
        doubt=doubt,
        boards=boards,
        acceptors=acceptors,
    )


class _Sums:
    """Totals that grow posting by posting."""

    def __init__(self, totals: Totals) -> None:
        self._base = totals
        self._more: Counter[str] = Counter()

    def add(self, posting: Posting) -> None:
        """One more posting."""
        more = self._more
        match posting.kind:
            case Kind.COIN:
                more["coins"] += 1
                more["minor_units"] += posting.amount
            case Kind.METER:
                more["clicks"] -= posting.clicks
            case Kind.CHARGE if posting.players:
                more["plays"] += 1
                more["players"] += posting.players
            case Kind.REFUND if posting.players:
                more["refunds"] += 1
            case Kind.SERVICE:
                more["service"] += 1
            case Kind.TEST:
                more["tests"] += 1
            case Kind.EXPIRY:
                more["expired"] -= posting.credits
            case Kind.ALARM:
                more["alarms"] += 1
            case Kind.PRICE:
                self._base = self.totals().under(posting.note.partition(" ")[0])
                self._more.clear()

    def totals(self) -> Totals:
        """All so far."""
        base = self._base
        return replace(base, **{n: getattr(base, n) + m for n, m in self._more.items()})
