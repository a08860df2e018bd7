"""Positions a seat cannot tell from the one on the table, with a good memory.

A seat knows the pile it holds and every pile it ever held, because whatever left one
since was revealed. The others are unknown to it, and so is what anybody has chosen
before the times are called: a card of a known pile, or any unknown one. A time names
its card, so from then on every choice is as good as known.
"""

from random import Random

from cabinet.games.space_aztecs.rules.position import CHOOSING, NO_CARD, State
from cabinet.tabletop.api import Seat


def imagine(state: State, seat: Seat, rng: Random) -> State:
    """Everything `seat` does not know dealt anew, in piles of the same size."""
    piles, chosen = list(state.piles), list(state.chosen)
    known = state.held[seat]
    strange = [pile for pile in range(len(piles)) if not known >> pile & 1]
    deck = [card for pile in strange for card in piles[pile]]
    blind = []
    for other in _guessed(state, seat):
        pile = state.taken[other]
        if known >> pile & 1:
            before = sorted((*piles[pile], chosen[other]))
            chosen[other] = before.pop(int(rng.random() * len(before)))
            piles[pile] = tuple(before)
        else:
            blind.append(other)
            deck.append(chosen[other])
    # In order, so that the deal depends on nothing but the dice and what is known.
    deck.sort()
    rng.shuffle(deck)
    for other in blind:
        chosen[other] = deck.pop()
    for pile in strange:
        size = len(piles[pile])
        piles[pile] = tuple(sorted(deck[:size]))
        del deck[:size]
    return state._replace(piles=tuple(piles), chosen=tuple(chosen))


def _guessed(state: State, seat: Seat) -> list[Seat]:
    """Those whose choice `seat` can only guess at."""
    if state.phase != CHOOSING:
        return []
    return [
        other
        for other, card in enumerate(state.chosen)
        if other != seat and card != NO_CARD
    ]
