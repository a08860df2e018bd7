"""Who could win a game of Aztec with the next piece: only the last one decides."""

from cabinet.games.aztec.rules import play
from cabinet.games.aztec.rules.position import NOBODY, PIECES, State, menu
from cabinet.games.aztec.rules.site import members
from cabinet.tabletop.api import Seat


def reach(state: State, seat: Seat) -> bool:
    """Whether the seat lays the last piece next, and can lay it so that it wins.

    What the seats before it lay until then is left out of it.
    """
    if state.mover == NOBODY or state.bidding or state.round < state.rounds:
        return False
    before = (seat - state.mover) % state.players
    if len(state.pieces) + before + 1 != PIECES:
        return before == 0 and _closes(state, seat)
    return any(_wins(state._replace(mover=seat), each, seat) for each in menu(state))


def _closes(state: State, seat: Seat) -> bool:
    """Whether it can leave no room for another piece, and wins by that."""
    places = members(state.site.open)
    few = len(places) <= _FEW
    return few and any(_ends(state, each, seat) for each in places)


# With more places than this one piece does not fill the pyramid.
_FEW = 12


def _ends(state: State, placement: int, seat: Seat) -> bool:
    after = play.put(state, placement, None)
    return after.mover == NOBODY and seat in play.verdict(after).winners


def _wins(state: State, placement: int, seat: Seat) -> bool:
    after = play.put(state, placement, None)
    over = after if after.mover == NOBODY else after._replace(mover=NOBODY)
    return seat in play.verdict(over).winners
