"""Money on the floor: coins, service credits, prices, refunds, alarms.

Every change of the purse goes through `post`, with the posting that the books
will hold; there is no other way to a credit.
"""

from dataclasses import replace

from cabinet.core.effects import Step
from cabinet.core.events import CoinAccepted
from cabinet.core.house import House
from cabinet.core.ledger import Kind, MatchClosed, MatchRecord, Posting
from cabinet.core.modes import Attract, Cabinet, Join, Result, Select, is_dark


def price(state: Cabinet, house: House) -> tuple[int, int]:
    """Credits the chosen offer costs now, and how many of them are missing."""
    match state.mode:
        case Select(cursor=offer):
            credits = house.offers[offer].price(1)
        case Join(offer=offer, persons=persons):
            credits = house.offers[offer].price(persons)
        case Attract() | Result():
            credits = cheapest(house)
        case _:
            return 0, 0
    if house.tariff.free_play:
        return 0, 0
    return credits, max(0, credits - state.purse.credits)


def cheapest(house: House) -> int:
    """Credits of the cheapest offer, for one person."""
    return min((offer.price(1) for offer in house.offers), default=0)


def can_choose(state: Cabinet, house: House) -> bool:
    """Whether the balance pays for the cheapest offer."""
    return bool(house.offers) and price(state, house)[1] == 0


def post(state: Cabinet, posting: Posting) -> Cabinet:
    """The state after a posting: the same fold as `ledger.fold`, one step."""
    purse = replace(
        state.purse, credits=state.purse.credits + posting.credits, run=posting.run
    )
    return replace(state, purse=purse, totals=state.totals.after(posting))


def alarm(state: Cabinet, note: str) -> Step:
    """Book something the operator should know; it moves no money."""
    posting = Posting(Kind.ALARM, run=state.purse.run, note=note)
    return post(state, posting), (posting,)


def refund(state: Cabinet, record: MatchRecord, why: str) -> Step:
    """Give the credit of a match back, close it, and say so."""
    closed = MatchClosed(record.id, "failed", reason=why)
    state = replace(state, mode=Attract())
    if not record.credits:
        return state, (closed,)
    posting = Posting(
        Kind.REFUND,
        credits=record.credits,
        run=state.purse.run,
        match=record.id,
        note=why,
    )
    return post(state, posting), (posting, closed)


def service_credit(state: Cabinet, house: House) -> Step:
    """One credit from the operator, counted apart from money."""
    if is_dark(state.mode) or state.purse.credits >= house.tariff.max_credits:
        return state, ()
    posting = Posting(Kind.SERVICE, credits=1, run=state.purse.run)
    return post(state, posting), (posting,)


def bank(state: Cabinet, coin: CoinAccepted, house: House) -> Step:
    """A coin is worth what it is worth, in every mode and above every cap."""
    purse = house.tariff.drop(state.purse, coin.amount)
    posting = Posting(
        Kind.COIN,
        amount=coin.amount,
        credits=purse.credits - state.purse.credits,
        run=purse.run,
        slot=coin.slot,
    )
    return post(state, posting), (posting,)
