"""Who is due in a position, and what they may do."""

from collections.abc import Sequence
from typing import Final

from cabinet.games.arkade.rules import alien, chance, defender
from cabinet.games.arkade.rules.actions import RIFT
from cabinet.games.arkade.rules.position import ALIEN, Pending, State
from cabinet.tabletop.api import CHANCE, Seat

# By mover; NOBODY (-1) is the last.
_DUE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (0, 1), ())
_FORTUNE: Final = (CHANCE,)
_DRAWN: Final = ("dice", "tile")


def due(state: State) -> tuple[Seat, ...]:
    """The seats to act, or fortune; an open question comes before all."""
    asked = state.pending
    if asked is None:
        return _DUE[state.mover]
    return _FORTUNE if asked.ask in _DRAWN else _DUE[asked.seat]


def menu(state: State, seat: Seat) -> Sequence[int]:
    """What a seat (or fortune) may do now; nothing when it is not due."""
    if seat not in due(state):
        return ()
    if state.pending is not None:
        return replies(state, state.pending)
    return alien.menu(state) if seat == ALIEN else defender.menu(state)


def replies(state: State, asked: Pending) -> Sequence[int]:
    """Every answer to a question, whoever gives it; none makes it impossible."""
    match asked.ask:
        case "dice" | "tile":
            return [action for action, _ in chance.odds(state, asked)]
        case "rift":
            return [RIFT + cell for cell in alien.riftable(state, asked.about)]
        case "repair":
            return alien.repairs(state)
    return defender.answers(state, asked)


def odds(state: State) -> Sequence[tuple[int, int]]:
    """Fortune's actions with their weights; nothing when it is not due."""
    asked = state.pending
    if asked is None or asked.ask not in _DRAWN:
        return ()
    return chance.odds(state, asked)
