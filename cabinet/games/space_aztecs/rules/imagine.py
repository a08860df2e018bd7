"""What a seat sees of a position, and what it cannot tell from it, remembering well.

A seat knows the pile it holds and every pile it ever held, because whatever left one
since was revealed. The others are unknown to it, and so is what anybody has chosen
before the times are called: a card of a known pile, or any unknown one. A time names
its card, so from then on every choice is as good as known.
"""

from random import Random

from cabinet.games.space_aztecs.rules.position import (
    CHOOSING,
    NO_CARD,
    NO_PILE,
    RESOLVING,
    UNKNOWN,
    State,
)
from cabinet.tabletop.api import Seat


def seen_by(state: State, seat: Seat | None) -> State:
    """The position with UNKNOWN for cards that `seat` does not see.

    It sees its own pile until it has chosen, its own choice, and the others' once all
    are made: their times are called, and a time names its card.
    """
    if seat is not None and seat < 0:
        seat = None
    called = state.phase == RESOLVING
    holds = seat is not None and not called and state.chosen[seat] == NO_CARD
    own = state.taken[seat] if seat is not None and holds else NO_PILE
    return state._replace(
        piles=tuple(
            cards if pile == own else (UNKNOWN,) * len(cards)
            for pile, cards in enumerate(state.piles)
        ),
        chosen=tuple(
            card if called or other == seat or card == NO_CARD else UNKNOWN
            for other, card in enumerate(state.chosen)
        ),
        held=(0,) * len(state.held),
    )


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
