"""The cabinet as the hallway shows it: a state and a house become a snapshot."""

from cabinet.core.floor import deadline
from cabinet.core.house import House
from cabinet.core.ledger import MatchRecord, Seating, Totals
from cabinet.core.matches import seating
from cabinet.core.modes import (
    Cabinet,
    Join,
    OutOfOrder,
    Playing,
    Result,
    Select,
)
from cabinet.core.outputs import outputs
from cabinet.core.till import price
from cabinet.hallway import (
    BooksCard,
    MatchCard,
    MoveCard,
    OfferCard,
    ResultCard,
    SeatCard,
    Snapshot,
)


def snapshot(state: Cabinet, house: House) -> Snapshot:
    """All a screen needs to draw this state."""
    tariff, mode = house.tariff, state.mode
    credits, missing = price(state, house)
    driven = outputs(state, house)
    record = mode.match if isinstance(mode, Playing | Result) else None
    return Snapshot(
        mode=state.mode_name,
        name=house.name,
        language=house.language,
        credits=state.purse.credits,
        fraction=tariff.fraction(state.purse),
        to_next_credit=tariff.to_next_credit(state.purse),
        credit_price=tariff.credit,
        currency=tariff.currency,
        free_play=tariff.free_play,
        lockout_open=driven.pop("lockout"),
        offers=_offers(state, house),
        offer=_offer(state),
        seats=_seats(state, house),
        price=credits,
        missing=missing,
        deadline=_shown_deadline(state, house),
        question=_question(state),
        match=_match(record) if record else None,
        result=_result(mode) if isinstance(mode, Result) else None,
        reason=mode.reason if isinstance(mode, OutOfOrder) else "",
        alarms=state.alarms,
        lamps=driven,
        books=_books(state.totals),
    )


def _offers(state: Cabinet, house: House) -> tuple[OfferCard, ...]:
    free = house.tariff.free_play
    return tuple(
        OfferCard(
            game=offer.game,
            title=dict(offer.title),
            credits=offer.credits,
            per_player=offer.per_player,
            seats_min=offer.seats[0],
            seats_max=offer.seats[1],
            affordable=free or offer.price(1) <= state.purse.credits,
        )
        for offer in house.offers
    )


def _offer(state: Cabinet) -> int:
    match state.mode:
        case Select(cursor=offer) | Join(offer=offer):
            return offer
        case Playing(match=record) | Result(match=record):
            return record.offer
    return -1


def _seats(state: Cabinet, house: House) -> tuple[SeatCard, ...]:
    match state.mode:
        case Join() as mode:
            return _cards(seating(mode, house))
        case Playing(match=record) | Result(match=record):
            return _cards(record.seats)
    return ()


def _cards(seats: tuple[Seating, ...]) -> tuple[SeatCard, ...]:
    return tuple(SeatCard(seat.kind, seat.level) for seat in seats)


def _question(state: Cabinet) -> str:
    match state.mode:
        case Playing(question=question) if question:
            return question.about
    return ""


def _shown_deadline(state: Cabinet, house: House) -> int | None:
    """The deadline, unless it is only our own patience with a running match."""
    if isinstance(state.mode, Playing) and state.mode.question is None:
        return None
    return deadline(state, house)


def _match(record: MatchRecord) -> MatchCard:
    return MatchCard(
        id=record.id,
        game=record.game,
        options=dict(record.options),
        seats=_cards(record.seats),
        seed=record.seed,
        log=tuple(MoveCard(move.seat, move.action) for move in record.log),
    )


def _result(mode: Result) -> ResultCard:
    closed = mode.closed
    return ResultCard(closed.how, closed.winners, closed.scores, closed.reason)


def _books(totals: Totals) -> BooksCard:
    return BooksCard(
        coins=totals.coins,
        minor_units=totals.minor_units,
        plays=totals.plays,
        refunds=totals.refunds,
        service=totals.service,
    )
