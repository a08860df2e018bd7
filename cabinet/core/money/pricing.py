"""What a match costs, which purses pay for it, and who lacks how much."""

from collections.abc import Sequence
from dataclasses import replace

from cabinet.core.modes.state import Attract, Cabinet, Join, Result, Select, Signing
from cabinet.core.money.tariff import EVERYBODY, Purses
from cabinet.core.operating import House, Offer


def price(state: Cabinet, house: House) -> tuple[int, int]:
    """Credits the chosen offer costs now, and how many of them are missing."""
    match state.mode:
        case Select(cursor=offer):
            return _one_person(house.offers[offer], state.purses, house)
        case Join(offer=offer, persons=persons):
            shares = house.offers[offer].shares(persons)
        case Result() as mode if continue_offer(mode, house):
            shares = continue_shares(mode, house)
        case Attract() | Signing() | Result():
            prices = (_one_person(o, state.purses, house) for o in house.offers)
            return min(prices, key=lambda both: (both[1], both[0]), default=(0, 0))
        case _:
            return 0, 0
    if house.tariff.free_play:
        return 0, 0
    return sum(shares), sum(payments(state.purses, shares)[1])


def lacking(state: Cabinet, house: House) -> tuple[int, ...]:
    """Credits that each person who joins still lacks, where each pays a share."""
    mode = state.mode
    if not isinstance(mode, Join) or house.tariff.free_play:
        return ()
    shares = house.offers[mode.offer].shares(mode.persons)
    _, lacks = payments(state.purses, shares)
    return lacks[1:]


def can_choose(state: Cabinet, house: House) -> bool:
    """Whether the balance pays for the cheapest offer."""
    return bool(house.offers) and any(
        _one_person(offer, state.purses, house)[1] == 0 for offer in house.offers
    )


def affordable(offer: Offer, state: Cabinet, house: House) -> bool:
    """Whether one person could play this offer now."""
    return _one_person(offer, state.purses, house)[1] == 0


def _one_person(offer: Offer, purses: Purses, house: House) -> tuple[int, int]:
    """Price and missing credits for one person, whichever player that is."""
    if house.tariff.free_play:
        return 0, 0
    if offer.per_player:
        common, *private = (purse.credits for purse in purses)
        return offer.credits, max(0, offer.credits - common - max(private))
    return offer.credits, sum(payments(purses, offer.shares(1))[1])


def payments(
    purses: Purses, shares: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Which purse pays how much, and what is missing of each share.

    `shares[0]` is everybody's share: any purse pays for it, the common one first.
    `shares[k]` is player k's: that player's purse pays, then the common one.
    """
    left = [purse.credits for purse in purses]
    paid = [0] * len(left)
    lacks: list[int] = []
    for player, share in enumerate(shares):
        wells = range(len(left)) if player == EVERYBODY else (player, EVERYBODY)
        for owner in wells:
            sip = min(share, left[owner])
            left[owner] -= sip
            paid[owner] += sip
            share -= sip
        lacks.append(share)
    payers = tuple((owner, sum_) for owner, sum_ in enumerate(paid) if sum_)
    return payers, tuple(lacks)


def continue_offer(mode: Result, house: House) -> bool:
    """Whether the same players may play on for the price of a continue."""
    fits = mode.match.offer < len(house.offers)
    finished = mode.closed.how == "finished"
    return (
        fits
        and finished
        and house.offers[mode.match.offer].continue_credits is not None
    )


def continue_shares(mode: Result, house: House) -> tuple[int, ...]:
    """What playing on costs, share by share."""
    offer = house.offers[mode.match.offer]
    again = replace(offer, credits=offer.continue_credits or 0)
    return again.shares(mode.match.persons)
