"""What the programs are told: answers to one, and to everybody what has changed."""

from base64 import urlsafe_b64encode
from dataclasses import replace
from hashlib import blake2b
from typing import Final, Protocol

from cabinet.core.events import Held, PanelEvent, Pressed, Released, Tapped
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.devices import most_persons
from cabinet.core.modes.dice_tower import is_reachable
from cabinet.core.modes.matches import next_seed, seating
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.results import deaf_until
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Effect,
    Forward,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Result,
    Select,
    Service,
    ShowAgain,
    Signing,
    SoldTime,
    Standby,
    Tower,
)
from cabinet.core.modes.tilt import is_shut
from cabinet.core.money.high_scores import rank
from cabinet.core.money.ledger import (
    HighScore,
    MatchRecord,
    Seating,
    Totals,
    paced,
)
from cabinet.core.money.pricing import affordable, continue_offer, lacking, price
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.operating import Offer, OperatingSettings
from cabinet.counter.active_screen import ActiveScreen
from cabinet.counter.envelopes import Client, Envelope
from cabinet.counter.relays import FleetRelay, PhoneRelay
from cabinet.counter.service_menu import Pairing
from cabinet.i18n.message import Message, verbatim
from cabinet.protocol.codec import BusMessage, Panel, refused
from cabinet.protocol.dice import TowerCard
from cabinet.protocol.login import HIDDEN_CODE
from cabinet.protocol.operator import Menu
from cabinet.protocol.snapshot import (
    BonusCard,
    BooksCard,
    HouseCard,
    MatchCard,
    OfferCard,
    ResultCard,
    SigningCard,
    Snapshot,
    TimeCard,
)

# The cabinet as the protocol shows it: state, operating settings and buttons.


_WHAT: Final[dict[type[PanelEvent], str]] = {
    Pressed: "pressed",
    Released: "released",
    Tapped: "tapped",
    Held: "held",
}


def panel(event: PanelEvent) -> Panel:
    """What a button did."""
    return Panel(event.line, _WHAT[type(event)], event.at)


def seen_by(role: str, message: BusMessage) -> BusMessage:
    """What a client of this role gets of a message; "" has no role.

    Only the screen plays the match: from its seed follow every card and the address of
    every hand. The web program serves those addresses. The code that makes an owner is
    on the screen, for whoever stands there, and nowhere else.
    """
    if not isinstance(message, Snapshot) or role == "screen":
        return message
    match = replace(message.match, seed=0, log=()) if message.match else None
    phones = message.phones if role == "web" else ()
    pairing = HIDDEN_CODE if role == "web" and message.pairing else ""
    return replace(message, match=match, phones=phones, pairing=pairing, guest=None)


def snapshot(
    state: Cabinet, operating: OperatingSettings, phones_at: str | None = None
) -> Snapshot:
    """All a screen needs to draw this state.

    Phones find their pages at `phones_at`: "" without a network, None without a web
    program.
    """
    tariff, mode = operating.tariff, state.mode
    credits, missing = price(state, operating)
    lamps = lights(state, operating)
    record = mode.match if isinstance(mode, Playing | Signing | Result) else None
    return Snapshot(
        mode=state.mode_name,
        name=operating.name,
        language=operating.language,
        house=HouseCard(
            dict(operating.house.welcome),
            operating.house.colours,
            operating.house.logo,
            operating.house.music,
        ),
        credits=state.credits,
        fraction=tariff.fraction(state.purses[EVERYBODY]),
        to_next_credit=tariff.to_next_credit(state.purses[EVERYBODY]),
        credit_price=tariff.credit,
        bonuses=tuple(BonusCard(tier.money, tier.credits) for tier in tariff.tiers),
        currency=tariff.currency,
        free_play=tariff.free_play,
        lockout_open=accepts_coins(state, operating),
        offers=_offers(state, operating),
        offer=_offer(state),
        seats=_seats(state, operating),
        price=credits,
        missing=missing,
        lacking=lacking(state, operating),
        deadline=_shown_deadline(state, operating),
        question=_question(state),
        match=_match(record) if record else None,
        signing=_signing(state, mode) if isinstance(mode, Signing) else None,
        result=_result(mode) if isinstance(mode, Result) else None,
        volume=operating.volume,
        opens=_opens(state, operating),
        opens_on=_opens_on(state, operating),
        clock_waits=operating.clock_waits,
        reason=mode.reason if isinstance(mode, OutOfOrder) else "",
        detail=mode.detail if isinstance(mode, OutOfOrder) else None,
        alarms=state.alarms,
        lamps={lamp: light is not Light.OFF for lamp, light in lamps.items()},
        books=_books(state.totals),
        refunded=mode.refunded if isinstance(mode, Attract) else 0,
        own_credits=_own_credits(state, operating),
        continues=isinstance(mode, Result) and continue_offer(mode, operating),
        phones_at=phones_at or "",
        phones=() if phones_at is None else _phones(state, operating),
        tower=_tower(state, state.tower) if state.tower else None,
        notice=_notice(state, operating),
        time=_time(state),
        guest=operating.offers[mode.match.offer].guest
        if isinstance(mode, Playing)
        else None,
        row=mode.row if isinstance(mode, Select | Join) else "",
        reading=_reading(state),
        adjusting=isinstance(mode, Select | Join) and mode.adjusting,
        preferences=state.preferences,
        choice=mode.choice if isinstance(mode, Join) else 0,
    )


def _reading(state: Cabinet) -> bool:
    match state.mode:
        case Select(reading=True) | Join(reading=True):
            return True
        case Playing(question=Question(reading=True)):
            return True
    return False


def _time(state: Cabinet) -> TimeCard | None:
    """What is left of the minutes that were sold."""
    match state.mode:
        case Playing(time=SoldTime(left=left, since=since)):
            return TimeCard(left, since)
    return None


def _tower(state: Cabinet, tower: Tower) -> TowerCard:
    if tower.here is None:
        return TowerCard("away", tower.why)
    if not is_reachable(state):
        return TowerCard("other", verbatim(f"{tower.here:08x}"))
    return TowerCard(tower.trouble or "ready")


def _notice(state: Cabinet, operating: OperatingSettings) -> str:
    """What players hear of a blow; of a broken switch only that the slot is shut.

    And what staff hears who has given all the credits of a day.
    """
    if state.denied is not None:
        return "gifts"
    if state.tilt is None or state.tilt.stuck or not is_shut(state, operating):
        return ""
    return "held" if state.tilt.held else "tilt"


def _opens(state: Cabinet, operating: OperatingSettings) -> str:
    until = operating.closed_until
    if until is None or state.mode != Standby(closed=True):
        return ""
    return f"{until.minute // 60:02}:{until.minute % 60:02}"


def _opens_on(state: Cabinet, operating: OperatingSettings) -> int:
    until = operating.closed_until
    shown = until is not None and state.mode == Standby(closed=True)
    return until.weekday if until and shown and not operating.opens_today else -1


def _offers(state: Cabinet, operating: OperatingSettings) -> tuple[OfferCard, ...]:
    return tuple(
        OfferCard(
            game=offer.game,
            title=dict(offer.title),
            credits=offer.credits,
            per_player=offer.per_player,
            seats_min=offer.seats[0],
            seats_max=most_persons(state, offer, operating),
            affordable=affordable(offer, state, operating),
            high_scores=_high_scores(state, offer),
            options=dict(offer.options),
            minutes=offer.minutes,
            one_button=offer.one_button,
            at_join=offer.at_join,
            choices=offer.choices,
        )
        for offer in operating.offers
    )


def _high_scores(state: Cabinet, offer: Offer) -> tuple[HighScore, ...]:
    """The high scores, where they are shown."""
    if not isinstance(state.mode, Attract | Signing | Result | Service):
        return ()
    mode = state.mode
    played = mode.match.pace if isinstance(mode, Signing | Result) else ""
    return state.high_scores.get(paced(offer.key, played), ())


def _signing(state: Cabinet, mode: Signing) -> SigningCard:
    place = rank(state.high_scores.get(mode.match.table, ()), mode.score)
    return SigningCard(mode.seats[0], mode.score, place or 1)


def _offer(state: Cabinet) -> int:
    match state.mode:
        case Select(cursor=offer) | Join(offer=offer):
            return offer
        case Playing(match=record) | Signing(match=record) | Result(match=record):
            return record.offer
    return -1


def _seats(state: Cabinet, operating: OperatingSettings) -> tuple[Seating, ...]:
    match state.mode:
        case Join() as mode:
            return seating(mode, operating)
        case Playing(match=record) | Signing(match=record) | Result(match=record):
            return record.seats
    return ()


def _phones(state: Cabinet, operating: OperatingSettings) -> tuple[str, ...]:
    """A token for each person's phone: the same from join to result, then another.

    It follows from the seed of the match, which is kept with it and shown to nobody,
    so it outlives a power cut.
    """
    match state.mode:
        case Playing(match=record) | Signing(match=record) | Result(match=record):
            seed = record.seed
        case _:
            seed = next_seed(state)
    return tuple(
        token(seed, seat) if card.kind == "person" else ""
        for seat, card in enumerate(_seats(state, operating))
    )


def token(seed: int, seat: int) -> str:
    """What a phone says to be a seat of the match with this seed: 128 bits.

    In the letters of an address, so that a QR code of it stays small.
    """
    drawn = blake2b(f"{seed}/{seat}".encode(), digest_size=16, person=b"phone")
    return urlsafe_b64encode(drawn.digest()).decode("ascii").rstrip("=")


def _own_credits(state: Cabinet, operating: OperatingSettings) -> tuple[int, ...]:
    """Each player's own credits, where slots belong to players."""
    if not any(slot.owner for slot in operating.slots):
        return ()
    return tuple(purse.credits for purse in state.purses[1:])


def _question(state: Cabinet) -> str:
    match state.mode:
        case Playing(question=question) if question:
            return question.about
    return ""


def _shown_deadline(state: Cabinet, operating: OperatingSettings) -> int | None:
    """The deadline of whoever is there, not that of our own patience or signs."""
    if isinstance(state.mode, Playing) and state.mode.question is None:
        return None
    return deadline(replace(state, tilt=None, denied=None), operating)


def _match(record: MatchRecord) -> MatchCard:
    return MatchCard(
        id=record.id,
        game=record.game,
        options=dict(record.options),
        seats=record.seats,
        seed=record.seed,
        log=record.log,
        credits=record.credits,
        moves=len(record.log),
        pace=record.pace,
    )


def _result(mode: Result) -> ResultCard:
    closed = mode.closed
    return ResultCard(
        closed.how,
        closed.winners,
        closed.scores,
        closed.reason,
        mode.stage,
        deaf_until(mode),
    )


def _books(totals: Totals) -> BooksCard:
    return BooksCard(
        coins=totals.coins,
        minor_units=totals.minor_units - totals.foreign,
        plays=totals.plays,
        refunds=totals.refunds,
        service=totals.service,
    )


# What the programs are told: answers to one, and to everybody what has changed.


class CabinetView(Protocol):
    """The cabinet as it is now, and where messages about it go."""

    outbox: list[Envelope]

    @property
    def state(self) -> Cabinet:
        """Nothing that is not on the disk."""

    @property
    def operating(self) -> OperatingSettings:
        """The settings of this hour."""

    @property
    def base(self) -> OperatingSettings:
        """The settings of all hours."""


class Publisher:
    """Fills the outbox; what it says follows from the state and from who is here."""

    def __init__(
        self,
        view: CabinetView,
        active_screen: ActiveScreen,
        phone_relay: PhoneRelay,
        fleet_relay: FleetRelay,
        pairing: Pairing,
    ) -> None:
        self._view = view
        self._active_screen = active_screen
        self._phone_relay = phone_relay
        self._fleet_relay = fleet_relay
        self._pairing = pairing
        self._shown: Snapshot | None = None

    def say(self, client: Client, message: BusMessage) -> None:
        """Tell one client."""
        self._view.outbox.append(Envelope(client, message))

    def refuse(self, client: Client, why: Message) -> None:
        """A client asked for what cannot be."""
        self.say(client, refused(why))

    def tell(self, effects: tuple[Effect, ...] = ()) -> None:
        """Tell the screen of buttons, and everybody what has changed."""
        screen = self._active_screen.screen
        for effect in effects:
            if isinstance(effect, Forward) and screen is not None:
                self.say(screen, panel(effect.event))
        shown = self.shown()
        if shown != self._shown or ShowAgain() in effects:
            self._shown = shown
            self._view.outbox.append(Envelope(None, shown))

    def hand_menu(self, client: Client, menu: Menu) -> None:
        """The settings as they are now, for who asked and for the screen on duty."""
        screen = self._active_screen.screen
        for reader in {client} if screen is None else {client, screen}:
            self.say(reader, menu)

    def shown(self) -> Snapshot:
        """The cabinet as other programs see it now."""
        view = self._view
        seen = self._fleet_relay.seen_in(view.state)
        shown = snapshot(seen, view.operating, self._phone_relay.url)
        pairing = self._pairing.code(view.state.mode, view.base.pin)
        if not pairing:
            return shown
        certificate = self._phone_relay.certificate
        return replace(shown, pairing=pairing, certificate=certificate)
