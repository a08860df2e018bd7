"""Who would win Space Aztecs if this round were the last one, where it may be."""

from cabinet.games.space_aztecs.rules.position import (
    EMPTY_PILES,
    OVER,
    RESOLVING,
    State,
    saucer_limit,
)
from cabinet.games.space_aztecs.rules.score import verdict
from cabinet.tabletop.api import Seat


def reach(state: State, seat: Seat) -> bool:
    """Whether the match may end with this round, and the seat leads.

    The cards in hand are secret, so only what lies on the table is judged.
    """
    if state.phase == OVER or not _may_end(state):
        return False
    scores = verdict(state).scores
    return scores[seat] == max(scores)


def _may_end(state: State) -> bool:
    seats = len(state.cities)
    empty = state.piles.count(())
    if state.phase == RESOLVING:
        return empty >= EMPTY_PILES
    thin = sum(len(cards) == 1 for cards in state.piles)
    piles = empty + min(thin, seats) >= EMPTY_PILES
    return piles or state.saucers_played + 1 >= saucer_limit(seats)
