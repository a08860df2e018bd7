"""Who could win a round of Azteka with the next action: tried, one by one."""

from cabinet.games.azteka.rules import play
from cabinet.games.azteka.rules.position import (
    DRAWN,
    NO_BIRTH,
    NOBODY,
    PASS,
    RESULT_ROLE,
    THREE,
    TURN,
    State,
    menu,
    seat_of,
)
from cabinet.tabletop.api import Seat


def reach(state: State, seat: Seat) -> bool:
    """Whether the seat has an action that wins it the round, or else the match.

    A seat that is not to move is given the move. In the last round a goal that takes
    more pawns than the other needed wins nothing.
    """
    if state.mover == NOBODY:
        return False
    role = seat if state.variant == THREE else seat_of(seat, state.round)
    if role != state.mover:
        state = _moving(state, role)
    return any(_wins(state, action, role, seat) for action in menu(state))


def _moving(state: State, role: int) -> State:
    return State(
        state.setup,
        state.round,
        role,
        state.life,
        state.death,
        state.mummies,
        NO_BIRTH,
        state.actions,
        state.turned,
        state.results,
    )


def _wins(state: State, action: int, role: int, seat: Seat) -> bool:
    if action < TURN:
        after = play.place(state, action, None)
    elif action < PASS:
        after = play.turn(state, action, None)
    else:
        return False
    if len(after.results) == len(state.results):
        return False
    if after.mover == NOBODY:
        return seat in play.verdict(after).winners
    result = after.results[-1]
    return result != DRAWN and result // RESULT_ROLE == role
