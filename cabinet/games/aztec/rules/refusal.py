"""Why a piece cannot be laid somewhere, in sentences that name the cubes.

The rules themselves never ask: `site` knows what is legal. This is for the person
who tried something else, so it goes through the rules of building one by one.
"""

from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import (
    BESIDE,
    CUBES,
    LEVELS,
    ORIENTATIONS,
    SHAPE,
    SIZE,
    START,
    Cube,
    Piece,
    inside,
    orientations,
    settled,
)
from cabinet.games.aztec.rules.site import bottoms

_MIRRORED: Final = orientations(tuple((-x, y, z) for x, y, z in SHAPE))


def name(cube: Cube) -> str:
    """A cube as `x,y,z`."""
    x, y, z = cube
    return f"{x},{y},{z}"


def shape_fault(cubes: Piece) -> str:
    """Why these cubes are not the piece inside the board, or ""."""
    for cube in cubes:
        if cubes.count(cube) > 1:
            return f"{name(cube)} is named twice"
    for cube in cubes:
        if not inside(cube):
            return _outside(cube)
    if settled(cubes) in ORIENTATIONS:
        return ""
    if settled(cubes) in _MIRRORED:
        return "that is the mirror image of the piece, and all the pieces are alike"
    return (
        "these cubes are not the piece: five make a V with arms of three, and the "
        "sixth stands out of its plane on the end of one arm"
    )


def _outside(cube: Cube) -> str:
    x, y, z = cube
    if 0 <= x < SIZE and 0 <= y < SIZE and z >= LEVELS:
        return (
            f"no cube may be above the third level, as {name(cube)} is "
            f"(z is 0 to {LEVELS - 1})"
        )
    return (
        f"no cube may be outside the board, as {name(cube)} is "
        f"(x and y are 0 to {SIZE - 1}, z is 0 to {LEVELS - 1})"
    )


class Fault(NamedTuple):
    """A rule of building that is broken, and the cubes it is broken by.

    `taken`: a cube is where one stands. `apart`: no face touches. `contact`: one
    face does, of the first cube with the second. `free`: A and B hang free.
    """

    rule: str
    cubes: tuple[Cube, ...]


def faults(pieces: tuple[Piece, ...], cubes: Piece) -> tuple[Fault, ...]:
    """Every rule that a piece breaks here, given those that are built."""
    built = {START}.union(*pieces)
    if taken := tuple(cube for cube in cubes if cube in built):
        return (Fault("taken", taken),)
    found = (_contact_fault(cubes, built), _support_fault(cubes, built))
    return tuple(fault for fault in found if fault is not None)


def _contact_fault(cubes: Piece, built: set[Cube]) -> Fault | None:
    faces = [(cube, near) for cube in cubes for near in BESIDE[cube] if near in built]
    if not faces:
        return Fault("apart", ())
    return Fault("contact", faces[0]) if len(faces) == 1 else None


def _support_fault(cubes: Piece, built: set[Cube]) -> Fault | None:
    lowest = bottoms(cubes)
    free = []
    for cube in cubes:
        x, y, z = lowest[cube]
        if z > 0 and (x, y, z - 1) not in built:
            free.append(cube)
    for cube in free:
        for near in free:
            if near > cube and near in BESIDE[cube]:
                return Fault("free", (cube, near))
    return None


def building_faults(pieces: tuple[int, ...], placement: int) -> list[str]:
    """Every rule of building that a placement breaks, as sentences."""
    owners = {START: "the start cube"}
    for number, piece in enumerate(pieces, 1):
        owners |= dict.fromkeys(CUBES[piece], f"piece {number}")
    built = tuple(CUBES[piece] for piece in pieces)
    return [_sentence(fault, owners) for fault in faults(built, CUBES[placement])]


def _sentence(fault: Fault, owners: dict[Cube, str]) -> str:
    if fault.rule == "apart":
        return "it touches nothing that is built, and two faces must"
    first = fault.cubes[0]
    if fault.rule == "taken":
        return f"{name(first)} is taken by {owners[first]}"
    other = fault.cubes[1]
    if fault.rule == "free":
        pair = f"cubes A {name(first)} and B {name(other)}"
        return f"{pair} hang free, and one of them must be supported"
    where = f"{name(first)} with {name(other)} ({owners[other]})"
    return f"one contact only, {where}, and two faces must touch"
