"""What the counter shows: a snapshot of the cabinet, and the cards it is made of.

A snapshot is whole: who has the last one knows all there is to know.
"""

from dataclasses import dataclass, field, replace

from cabinet.core.guests import Guest
from cabinet.core.money.ledger import HighScore, Move, Seating
from cabinet.core.operating import mode_key
from cabinet.core.preferences import Preferences
from cabinet.i18n.message import Message
from cabinet.protocol.dice import TowerCard
from cabinet.protocol.fields import Seed


@dataclass(frozen=True, slots=True)
class OfferCard:
    """A game mode as shown to a player.

    `at_join` is the option that players choose where they take their seats, among
    `choices`; "" is none.
    """

    game: str
    title: dict[str, str]
    credits: int
    per_player: bool
    seats_min: int
    seats_max: int
    affordable: bool
    high_scores: tuple[HighScore, ...] = ()
    options: dict[str, str | int | bool] = field(default_factory=dict)
    minutes: int = 0
    one_button: bool = True
    at_join: str = ""
    choices: tuple[str | int | bool, ...] = ()

    @property
    def key(self) -> str:
        """How the books call it."""
        return mode_key(self.game, self.options)

    def with_choice(self, choice: int) -> "OfferCard":
        """The same, played with one of its choices."""
        if not 0 < choice < len(self.choices):
            return self
        return replace(
            self, options={**self.options, self.at_join: self.choices[choice]}
        )


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match: all that is needed to rebuild its position, and what it cost.

    Seed and log are for the screen: others see 0, an empty log, and how many `moves`.
    """

    id: int
    game: str
    options: dict[str, str | int | bool]
    seats: tuple[Seating, ...]
    seed: Seed
    log: tuple[Move, ...] = ()
    credits: int = 0
    moves: int = 0
    pace: str = ""


@dataclass(frozen=True, slots=True)
class ResultCard:
    """How the last match ended: `finished`, `abandoned` or `failed`.

    `stage` is look, verdict or again; no button counts before `deaf_until`
    (monotonic ns).
    """

    how: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    stage: str = "verdict"
    deaf_until: int = 0


@dataclass(frozen=True, slots=True)
class TimeCard:
    """The minutes of a match: `left` ns at `since` (monotonic ns); None: it stands."""

    left: int
    since: int | None = None

    def left_at(self, now: int) -> int:
        """What is left of them at that moment, in ns."""
        passed = 0 if self.since is None else now - self.since
        return max(0, self.left - passed)


@dataclass(frozen=True, slots=True)
class SigningCard:
    """Who is to sign which place of the table, from 1."""

    seat: int
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class BooksCard:
    """The totals of the books; `minor_units` are of the present currency."""

    coins: int = 0
    minor_units: int = 0
    plays: int = 0
    refunds: int = 0
    service: int = 0


@dataclass(frozen=True, slots=True)
class HouseCard:
    """Whose cabinet it is: a welcome by language, colours, a logo, a music folder."""

    welcome: dict[str, str] = field(default_factory=dict)
    colours: str = "arkade"
    logo: str = ""
    music: str = ""


@dataclass(frozen=True, slots=True)
class BonusCard:
    """So many credits in all for money that is dropped in one go."""

    money: int
    credits: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All a screen needs to draw the cabinet as it is.

    `mode` is standby, attract, select, join, playing, signing, result, service or
    out_of_order. `offer` is the index of the chosen offer, -1 when none is.
    `price` and `missing` are credits, for the offer under the cursor or chosen.
    `lacking` is what of them each person who joins lacks, where each pays a share.
    `deadline` is when the mode gives up waiting (monotonic ns). `question` is
    "" or what is being asked in mid-game: power, leave, idle, resume. `refunded`
    credits were just given back. `own_credits` are each player's, where coin slots
    belong to players. `continues`: after the result one may play again, for `price`.
    Out of order, `reason` is a code and `detail` says more to the operator. Where
    phones can be used, `phones_at` plus the token of a seat, in `phones`, is the
    address of its page; a seat of the house has none (""), and without a network
    `phones_at` is "". `pairing` lets a browser into the console, in service only;
    `certificate` is then the fingerprint of a console that is open to the network.
    `tower` is there where dice come from a dice tower. `notice` is "" or what whoever
    stands there should hear at once: tilt, held, gifts. `time` is there where the
    match is sold by the minute. `volume` is what the schedule leaves of it, in percent.
    In standby because it is closed, `opens` is the time it opens at, and `opens_on` the
    weekday (0: Monday) if that is not today. `clock_waits`: the schedule does not count
    before the clock is right.
    match is sold by the minute. `guest` is the program that is played, for the screen.
    `row` is the row below the offers that is chosen: howto, language or preferences.
    `reading`: the how-to is open, `adjusting`: the page of the `preferences`, which are
    those of who is there. `choice` is which of the offer's choices is chosen, while
    players take their seats. `bonuses` are told to passers-by.
    """

    mode: str
    name: str
    language: str
    credits: int
    fraction: int
    to_next_credit: int
    credit_price: int
    currency: str
    free_play: bool
    lockout_open: bool
    offers: tuple[OfferCard, ...] = ()
    offer: int = -1
    seats: tuple[Seating, ...] = ()
    price: int = 0
    missing: int = 0
    deadline: int | None = None
    question: str = ""
    match: MatchCard | None = None
    signing: SigningCard | None = None
    result: ResultCard | None = None
    reason: str = ""
    alarms: tuple[Message, ...] = ()
    lamps: dict[str, bool] = field(default_factory=dict)
    books: BooksCard = field(default_factory=BooksCard)
    refunded: int = 0
    own_credits: tuple[int, ...] = ()
    continues: bool = False
    detail: Message | None = None
    phones_at: str = ""
    phones: tuple[str, ...] = ()
    pairing: str = ""
    tower: TowerCard | None = None
    lacking: tuple[int, ...] = ()
    notice: str = ""
    certificate: str = ""
    time: TimeCard | None = None
    house: HouseCard = field(default_factory=HouseCard)
    volume: int = 100
    opens: str = ""
    opens_on: int = -1
    clock_waits: bool = False
    guest: Guest | None = None
    row: str = ""
    reading: bool = False
    adjusting: bool = False
    preferences: Preferences = field(default_factory=Preferences)
    choice: int = 0
    bonuses: tuple[BonusCard, ...] = ()
