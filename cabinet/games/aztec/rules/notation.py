"""Actions of Aztec as text, and why one is refused.

`put x,y,z x,y,z x,y,z x,y,z x,y,z x,y,z` with the six cubes sorted, `bid N`, `pass`.
There is one way to write each. The rules themselves never ask why a piece cannot be
laid: `site` knows what is legal. For the person who tried something else the rules of
building are gone through one by one.
"""

import re
from typing import Final, NamedTuple

from cabinet.games.aztec.rules import board
from cabinet.games.aztec.rules.board import Cube, Piece
from cabinet.games.aztec.rules.position import (
    LEAST_BID,
    MOST_BID,
    NOBODY,
    State,
    lowest,
    menu,
)
from cabinet.games.aztec.rules.site import bottoms, members
from cabinet.tabletop.api import IllegalActionError, Seat


def _name(cube: Cube) -> str:
    x, y, z = cube
    return f"{x},{y},{z}"


_NAMES: Final = {cube: _name(cube) for cube in board.BESIDE}
TEXTS: Final[tuple[str, ...]] = (
    *(f"put {' '.join([_NAMES[cube] for cube in cubes])}" for cubes in board.CUBES),
    "pass",
    *(f"bid {number}" for number in range(1, MOST_BID + 1)),
)
ACTIONS: Final[dict[str, int]] = {text: action for action, text in enumerate(TEXTS)}
_PUT: Final = re.compile(r"put( -?[0-9]{1,3},-?[0-9]{1,3},-?[0-9]{1,3}){6}")
_MIRRORED: Final = board.orientations(tuple((-x, y, z) for x, y, z in board.SHAPE))
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
        if state.bidding:
            return "who is Oh Puch is not settled yet"
        return _why_no_put(state, text)
    if text == "pass" or _BID.fullmatch(text):
        if not state.bidding:
            return "there is no auction now"
        return _why_no_bid(state, text)
    return f"this is no action of Aztec, which is {_FORMS}"


def _why_no_put(state: State, text: str) -> str:
    cubes = _cubes(text)
    if fault := shape_fault(cubes):
        return fault
    placement = board.PLACEMENT_OF[board.bits_of(cubes)]
    if text != TEXTS[placement]:
        return f"its cubes are written in order, `{TEXTS[placement]}`"
    return " and ".join(building_faults(state.pieces, placement))


def _cubes(text: str) -> Piece:
    cubes = (map(int, word.split(",")) for word in text.split()[1:])
    return tuple((x, y, z) for x, y, z in cubes)


def _why_no_bid(state: State, text: str) -> str:
    if text == "pass":
        return "the first bidder must bid"
    if not state.bids:
        return f"a bid is {LEAST_BID} to {MOST_BID}"
    return f"a bid must be lower than {lowest(state.bids)}"


def _may(state: State) -> str:
    """What would be right, shortened: one placement stands for all."""
    if state.bidding:
        return f"legal: {', '.join(f'`{TEXTS[action]}`' for action in menu(state))}"
    numbers = members(state.site.open)
    more = len(numbers) - 1
    others = f" and {more} more placement{'s' * (more > 1)}" if more else ""
    return f"legal: `{TEXTS[numbers[0]]}`{others}"


def shape_fault(cubes: Piece) -> str:
    """Why these cubes are not the piece inside the board, or ""."""
    for cube in cubes:
        if cubes.count(cube) > 1:
            return f"{_name(cube)} is named twice"
    for cube in cubes:
        if not board.inside(cube):
            return _outside(cube)
    if board.settled(cubes) in board.ORIENTATIONS:
        return ""
    if board.settled(cubes) in _MIRRORED:
        return "that is the mirror image of the piece, and all the pieces are alike"
    return (
        "these cubes are not the piece: five make a V with arms of three, and the "
        "sixth stands out of its plane on the end of one arm"
    )


def _outside(cube: Cube) -> str:
    x, y, z = cube
    flat, high = f"0 to {board.SIZE - 1}", f"z is 0 to {board.LEVELS - 1}"
    if 0 <= x < board.SIZE and 0 <= y < board.SIZE and z >= board.LEVELS:
        return f"no cube may be above the third level, as {_name(cube)} is ({high})"
    right = f"x and y are {flat}, {high}"
    return f"no cube may be outside the board, as {_name(cube)} is ({right})"


class BuildingFault(NamedTuple):
    """A rule of building that is broken, and the cubes it is broken by.

    `taken`: a cube is where one stands. `apart`: no face touches. `contact`: one
    face does, of the first cube with the second. `free`: A and B hang free.
    """

    rule: str
    cubes: tuple[Cube, ...]


def faults(pieces: tuple[Piece, ...], cubes: Piece) -> tuple[BuildingFault, ...]:
    """Every rule that a piece breaks here, given those that are built."""
    built = {board.START}.union(*pieces)
    if taken := tuple(cube for cube in cubes if cube in built):
        return (BuildingFault("taken", taken),)
    found = (_contact_fault(cubes, built), _support_fault(cubes, built))
    return tuple(fault for fault in found if fault is not None)


def _contact_fault(cubes: Piece, built: set[Cube]) -> BuildingFault | None:
    faces = [
        (cube, near) for cube in cubes for near in board.BESIDE[cube] if near in built
    ]
    if not faces:
        return BuildingFault("apart", ())
    return BuildingFault("contact", faces[0]) if len(faces) == 1 else None


def _support_fault(cubes: Piece, built: set[Cube]) -> BuildingFault | None:
    lowest = bottoms(cubes)
    free = []
    for cube in cubes:
        x, y, z = lowest[cube]
        if z > 0 and (x, y, z - 1) not in built:
            free.append(cube)
    for cube in free:
        for near in free:
            if near > cube and near in board.BESIDE[cube]:
                return BuildingFault("free", (cube, near))
    return None


def building_faults(pieces: tuple[int, ...], placement: int) -> list[str]:
    """Every rule of building that a placement breaks, as sentences."""
    owners = {board.START: "the start cube"}
    for number, piece in enumerate(pieces, 1):
        owners |= dict.fromkeys(board.CUBES[piece], f"piece {number}")
    built = tuple(board.CUBES[piece] for piece in pieces)
    return [_sentence(fault, owners) for fault in faults(built, board.CUBES[placement])]


def _sentence(fault: BuildingFault, owners: dict[Cube, str]) -> str:
    if fault.rule == "apart":
        return "it touches nothing that is built, and two faces must"
    first = fault.cubes[0]
    if fault.rule == "taken":
        return f"{_name(first)} is taken by {owners[first]}"
    other = fault.cubes[1]
    if fault.rule == "free":
        pair = f"cubes A {_name(first)} and B {_name(other)}"
        return f"{pair} hang free, and one of them must be supported"
    where = f"{_name(first)} with {_name(other)} ({owners[other]})"
    return f"one contact only, {where}, and two faces must touch"
