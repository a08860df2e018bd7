"""Actions of Aztec as text, and why one is refused.

`put x,y,z x,y,z x,y,z x,y,z x,y,z x,y,z` with the six cubes sorted, `bid N`, `pass`.
There is one way to write each.
"""

import re
from typing import Final

from cabinet.games.aztec.rules.board import BESIDE, CUBES, PLACEMENT_OF, Piece, bits_of
from cabinet.games.aztec.rules.position import (
    LEAST_BID,
    MOST_BID,
    NOBODY,
    State,
    bidding,
    lowest,
    menu,
)
from cabinet.games.aztec.rules.refusal import building_faults, name, shape_fault
from cabinet.games.aztec.rules.site import members
from cabinet.tabletop.api import IllegalActionError, Seat

_NAMES: Final = {cube: name(cube) for cube in BESIDE}
TEXTS: Final[tuple[str, ...]] = (
    *(f"put {' '.join([_NAMES[cube] for cube in cubes])}" for cubes in CUBES),
    "pass",
    *(f"bid {number}" for number in range(1, MOST_BID + 1)),
)
ACTIONS: Final[dict[str, int]] = {text: action for action, text in enumerate(TEXTS)}
_PUT: Final = re.compile(r"put( -?[0-9]{1,3},-?[0-9]{1,3},-?[0-9]{1,3}){6}")
_BID: Final = re.compile(r"bid -?[0-9]{1,6}")
_FORMS: Final = (
    "`put x,y,z x,y,z x,y,z x,y,z x,y,z x,y,z` (the six cubes, sorted), `bid N` or "
    "`pass`"
)


def read(state: State, seat: Seat, text: str) -> int:
    """The legal action `text` names, or `IllegalActionError`."""
    if state.mover == NOBODY:
        raise IllegalActionError(f"{text!r}: the game is over, nobody is to move")
    if seat != state.mover:
        raise IllegalActionError(
            f"{text!r}: it is the turn of seat {state.mover}, not of seat {seat}"
        )
    action = ACTIONS.get(text)
    if action is None or action not in menu(state):
        raise IllegalActionError(f"{text!r}: {_why_not(state, text)}; {_may(state)}")
    return action


def _why_not(state: State, text: str) -> str:
    if _PUT.fullmatch(text):
        if bidding(state):
            return "who is Oh Puch is not settled yet"
        return _why_no_put(state, text)
    if text == "pass" or _BID.fullmatch(text):
        if not bidding(state):
            return "there is no auction now"
        return _why_no_bid(state, text)
    return f"this is no action of Aztec, which is {_FORMS}"


def _why_no_put(state: State, text: str) -> str:
    cubes = _cubes(text)
    if fault := shape_fault(cubes):
        return fault
    placement = PLACEMENT_OF[bits_of(cubes)]
    if text != TEXTS[placement]:
        return f"its cubes are written in order, `{TEXTS[placement]}`"
    return " and ".join(building_faults(state.pieces, placement))


def _cubes(text: str) -> Piece:
    found: list[tuple[int, int, int]] = []
    for word in text.split()[1:]:
        x, y, z = map(int, word.split(","))
        found.append((x, y, z))
    return tuple(found)


def _why_no_bid(state: State, text: str) -> str:
    if text == "pass":
        return "the first bidder must bid"
    if not state.bids:
        return f"a bid is {LEAST_BID} to {MOST_BID}"
    return f"a bid must be lower than {lowest(state.bids)}"


def _may(state: State) -> str:
    """What would be right, shortened: one placement stands for all."""
    if bidding(state):
        return f"legal: {', '.join(f'`{TEXTS[action]}`' for action in menu(state))}"
    numbers = members(state.site.open)
    more = len(numbers) - 1
    others = f" and {more} more placement{'s' * (more > 1)}" if more else ""
    return f"legal: `{TEXTS[numbers[0]]}`{others}"
