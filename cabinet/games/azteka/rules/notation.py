"""Actions of Azteka as text, and why one is refused.

`place RING SEGMENT`, `turn RING`, `turn2 RING`, `pass`; rings 1 (inner) to 4,
segments 0 to 7 clockwise. There is one way to write each.
"""

from typing import Final

from cabinet.games.azteka.rules import position
from cabinet.games.azteka.rules.board import BIT, CELLS, RINGS, SEGMENTS, cells, count
from cabinet.games.azteka.rules.position import NEAR_OWN, ROLES, State, menu
from cabinet.tabletop.api import IllegalActionError, Seat

TEXTS: Final[tuple[str, ...]] = (
    *(f"place {cell // SEGMENTS + 1} {cell % SEGMENTS}" for cell in range(CELLS)),
    *(f"turn {ring}" for ring in range(1, RINGS + 1)),
    *(f"turn2 {ring}" for ring in range(1, RINGS + 1)),
    "pass",
)
_ACTIONS: Final[dict[str, int]] = {text: action for action, text in enumerate(TEXTS)}
_FORMS: Final = (
    "`place RING SEGMENT`, `turn RING`, `turn2 RING` or `pass`, with rings 1 (inner) "
    "to 4 and segments 0 to 7"
)


def read(state: State, seat: Seat, text: str) -> int:
    """The legal action `text` names, or `IllegalActionError`."""
    if state.mover == position.NOBODY:
        raise IllegalActionError(f"{text!r}: the match is over, nobody is to move")
    due = position.seat_of(state.mover, state.round)
    if seat != due:
        raise IllegalActionError(
            f"{text!r}: it is the turn of seat {due} ({ROLES[state.mover]}), "
            f"not of seat {seat}"
        )
    action = _ACTIONS.get(text)
    if action is None:
        raise IllegalActionError(
            f"{text!r} is no action of Azteka: an action is {_FORMS}"
        )
    if action not in menu(state):
        raise IllegalActionError(f"{text!r}: {_why_not(state, action)}")
    return action


def _why_not(state: State, action: int) -> str:
    if action < position.TURN:
        return _why_no_place(state, action)
    if action == position.PASS:
        return f"only a birth can be declined, and there is none; {_may(state)}"
    if state.birth:
        return f"a birth asks for one more Life pawn, or `pass`; {_may(state)}"
    if state.is_empty():
        return "the Circle is empty: a round begins with `place RING SEGMENT`"
    if state.variant != position.AGGRESSIVE:
        return f"turning by two segments is for the aggressive variant; {_may(state)}"
    return _why_no_double(state, action - position.TURN2)


def _why_no_place(state: State, cell: int) -> str:
    for role in range(position.PLAYERS[state.variant]):
        if state.pawns(role) & BIT[cell]:
            return f"a pawn of {ROLES[role]} stands there; {_may(state)}"
    if state.places():
        kind = ROLES[state.mover if NEAR_OWN[state.setup] else position.LIFE]
        return f"no pawn of {kind} is next to it; {_may(state)}"
    if NEAR_OWN[state.setup]:
        return f"there is no pawn left, or no place for one; {_may(state)}"
    return f"there is no free place next to a pawn of life; {_may(state)}"


def _why_no_double(state: State, ring: int) -> str:
    row = 0xFF << ring * 8
    own = count(state.pawns(state.mover) & row)
    other = count(state.pawns(1 - state.mover) & row)
    return (
        f"that needs more own pawns than the opponent's on ring {ring + 1} "
        f"({own} against {other}); {_may(state)}"
    )


def _may(state: State) -> str:
    """What would be right, shortened: a few places stand for all."""
    free = cells(state.places())
    shown = [f"`{TEXTS[cell]}`" for cell in free[:3]]
    if len(free) > 3:
        shown.append(f"{len(free) - 3} more places")
    others = [f"`{TEXTS[action]}`" for action in menu(state) if action >= CELLS]
    return f"legal: {', '.join(shown + others)}"
