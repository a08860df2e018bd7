"""Who could win a game of Arkade in the next turn, with the best of luck."""

from cabinet.games.arkade.rules.board import LAST_LINE
from cabinet.games.arkade.rules.box import COLUMNS
from cabinet.games.arkade.rules.menus import menu
from cabinet.games.arkade.rules.position import ALIEN, NO_DIE, NOBODY, State
from cabinet.games.arkade.rules.rules import ArkadeRules
from cabinet.tabletop.api import Seat

_RULES = ArkadeRules()


def reach(state: State, seat: Seat) -> bool:
    """Whether two dice can bring a saucer to the last line, or one shot ends it.

    With dice on the table that cannot be rolled again, only what they allow is asked.
    """
    if state.mover == NOBODY:
        return False
    if _fallen(state, seat):
        actions = menu(state, seat)
        return any(_wins(state, action, seat) for action in actions)
    if seat == ALIEN:
        return _lands(state)
    return state.standing().bit_count() == 1


def _fallen(state: State, seat: Seat) -> bool:
    """Whether the seat is in its turn, and its dice lie there for good."""
    if state.setup.arcade or seat != state.mover or state.pending is not None:
        return False
    return state.rolls(seat) >= state.setup.rolls and NO_DIE not in state.dice(seat)


def _lands(state: State) -> bool:
    """Whether a saucer is one or two free cells before the last line."""
    saucers, free = state.standing(), state.free()
    once = saucers << COLUMNS & free
    return bool((once | once << COLUMNS & free) & LAST_LINE)


def _wins(state: State, action: int, seat: Seat) -> bool:
    after = _RULES.apply(state, seat, action)
    return after.mover == NOBODY and after.winner() == seat
