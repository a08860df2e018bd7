"""Why a piece cannot be laid somewhere, in sentences that name the cubes.

The rules themselves never ask: `site` knows what is legal. This is for the person
who tried something else, so it goes through the rules of building one by one.
"""

from typing import Final

from cabinet.games.aztec.board import (
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
from cabinet.games.aztec.site import bottoms

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


def building_faults(pieces: tuple[int, ...], placement: int) -> list[str]:
    """Every rule of building that a placement breaks, given those before it."""
    owners = {START: "the start cube"}
    for number, piece in enumerate(pieces, 1):
        owners |= dict.fromkeys(CUBES[piece], f"piece {number}")
    cubes = CUBES[placement]
    taken = [
        f"{name(cube)} is taken by {owners[cube]}" for cube in cubes if cube in owners
    ]
    if taken:
        return taken[:1]
    faults = (_contact_fault(cubes, owners), _support_fault(cubes, owners))
    return [fault for fault in faults if fault]


def _contact_fault(cubes: Piece, owners: dict[Cube, str]) -> str:
    faces = [(cube, near) for cube in cubes for near in BESIDE[cube] if near in owners]
    if not faces:
        return "it touches nothing that is built, and two faces must"
    if len(faces) > 1:
        return ""
    cube, near = faces[0]
    where = f"{name(cube)} with {name(near)} ({owners[near]})"
    return f"one contact only, {where}, and two faces must touch"


def _support_fault(cubes: Piece, owners: dict[Cube, str]) -> str:
    lowest = bottoms(cubes)
    free = []
    for cube in cubes:
        x, y, z = lowest[cube]
        if z > 0 and (x, y, z - 1) not in owners:
            free.append(cube)
    for cube in free:
        for near in free:
            if near > cube and near in BESIDE[cube]:
                pair = f"cubes A {name(cube)} and B {name(near)}"
                return f"{pair} hang free, and one of them must be supported"
    return ""
