"""What a match costs, which purses pay for it, and who lacks how much."""

from collections.abc import Sequence
from dataclasses import replace

from cabinet.core.modes.state import Attract, Cabinet, Join, Result, Select, Signing
from cabinet.core.money.tariff import EVERYBODY, Purses
from cabinet.core.operating import Offer, OperatingSettings


def price(state: Cabinet, operating: OperatingSettings) -> tuple[int, int]:
    """Credits the chosen offer costs now, and how many of them are missing."""
    match state.mode:
        case Select(cursor=offer):
            return _one_person(operating.offers[offer], state.purses, operating)
        case Join(offer=offer, persons=persons):
            shares = operating.offers[offer].shares(persons)
        case Result() as mode if continue_offer(mode, operating):
            shares = continue_shares(mode, operating)
        case Attract() | Signing() | Result():
            prices = (_one_person(o, state.purses, operating) for o in operating.offers)
            return min(prices, key=lambda both: (both[1], both[0]), default=(0, 0))
        case _:
            return 0, 0
    if operating.tariff.free_play:
        return 0, 0
    return sum(shares), sum(payments(state.purses, shares)[1])


def lacking(state: Cabinet, operating: OperatingSettings) -> tuple[int, ...]:
    """Credits that each person who joins still lacks, where each pays a share."""
    mode = state.mode
    if not isinstance(mode, Join) or operating.tariff.free_play:
        return ()
    shares = operating.offers[mode.offer].shares(mode.persons)
    _, lacks = payments(state.purses, shares)
    return lacks[1:]


def can_choose(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether the balance pays for the cheapest offer."""
    return bool(operating.offers) and any(
        _one_person(offer, state.purses, operating)[1] == 0
        for offer in operating.offers
    )


def affordable(offer: Offer, state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether one person could play this offer now."""
    return _one_person(offer, state.purses, operating)[1] == 0


def _one_person(
    offer: Offer, purses: Purses, operating: OperatingSettings
) -> tuple[int, int]:
    """Price and missing credits for one person, whichever player that is."""
    if operating.tariff.free_play:
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


def continue_offer(mode: Result, operating: OperatingSettings) -> bool:
    """Whether the same players may play again."""
    fits = mode.match.offer < len(operating.offers)
    finished = mode.closed.how == "finished"
    return fits and finished


def continue_shares(mode: Result, operating: OperatingSettings) -> tuple[int, ...]:
    """What playing on costs, share by share; as much as the first time if unset."""
    offer = operating.offers[mode.match.offer]
    if offer.continue_credits is not None:
        offer = replace(offer, credits=offer.continue_credits)
    return offer.shares(mode.match.persons)
