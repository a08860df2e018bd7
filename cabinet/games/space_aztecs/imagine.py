"""Positions a seat cannot tell from the one on the table.

A seat does not know the cards in the piles, save in the one it holds, nor what the
others have chosen before the times are called. A time names its card, so from then
on every choice is as good as known. What a player remembers of piles held in earlier
rounds is not in the position: that is a bot's own business.
"""

from random import Random

from cabinet.games.space_aztecs.position import CHOOSING, NO_CARD, State
from cabinet.tabletop.api import Seat


def imagine(state: State, seat: Seat, rng: Random) -> State:
    """Everything `seat` does not know dealt anew, in piles of the same size."""
    own = state.taken[seat]
    unknown = [
        card for pile, cards in enumerate(state.piles) if pile != own for card in cards
    ]
    guessed = _guessed(state, seat)
    unknown += [state.chosen[other] for other in guessed]
    rng.shuffle(unknown)
    deck = iter(unknown)
    chosen = list(state.chosen)
    for other in guessed:
        chosen[other] = next(deck)
    piles = tuple(
        cards if pile == own else tuple(sorted([next(deck) for _ in cards]))
        for pile, cards in enumerate(state.piles)
    )
    return state._replace(piles=piles, chosen=tuple(chosen))


def _guessed(state: State, seat: Seat) -> list[Seat]:
    """Those whose choice `seat` can only guess at."""
    if state.phase != CHOOSING:
        return []
    return [
        other
        for other, card in enumerate(state.chosen)
        if other != seat and card != NO_CARD
    ]
