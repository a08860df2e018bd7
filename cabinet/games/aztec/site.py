"""Which of the placements are legal, for all of them at once.

A building only grows, so contact and support are never lost and a place once taken
stays taken. A set of placements is one integer with a bit for each of the 1,680,
and laying a piece is a few `or`s with tables made once: which placements it blocks,
touches with one face, with two, and which of their overhangs it props up.
"""

from typing import Final, NamedTuple

from cabinet.games.aztec.board import (
    BESIDE,
    BIT,
    BODY,
    BOX,
    CUBES,
    START,
    Cube,
    Piece,
    cell_of,
)

PLACEMENTS: Final[int] = len(CUBES)
if int(BOX["contact"]["faces"]) != 2:
    raise ValueError("data/rules.toml: contact.faces: these tables are made for 2")


class Site(NamedTuple):
    """What is built, and what that means for every placement.

    `built` has a bit for each cube; the others a bit for each placement: some of it
    is taken, a face of it touches, two do. `propped` is one such set after another,
    one for each overhang a placement can have; `open` are the legal ones.
    """

    built: int
    blocked: int
    touched: int
    held: int
    propped: int
    open: int


def bottoms(piece: Piece) -> dict[Cube, Cube]:
    """For each cube, the lowest of its own piece in the column under it."""
    lowest: dict[Cube, Cube] = {}
    for x, y, z in sorted(piece, key=lambda cube: cube[2]):
        lowest[x, y, z] = lowest.get((x, y, z - 1), (x, y, z))
    return lowest


def overhangs(piece: Piece) -> tuple[frozenset[int], ...]:
    """What keeps a piece up: of each set of cells one at least must be built.

    Two touching cubes may not both be free, and a cube is free exactly when the
    lowest cube of its column is neither on the board nor on something built.
    """
    lowest = bottoms(piece)
    needs: set[frozenset[int]] = set()
    for cube in piece:
        for other in BESIDE[cube]:
            if other in lowest:
                feet = {lowest[cube], lowest[other]}
                if all(z > 0 for _, _, z in feet):
                    needs.add(frozenset(cell_of((x, y, z - 1)) for x, y, z in feet))
    least = [need for need in needs if not any(less < need for less in needs)]
    return tuple(sorted(least, key=sorted))


def touching(piece: Piece) -> dict[int, int]:
    """The cells around a piece, each with the number of faces it would share."""
    faces: dict[int, int] = {}
    for cube in piece:
        for near in BESIDE[cube]:
            if near not in piece:
                cell = cell_of(near)
                faces[cell] = faces.get(cell, 0) + 1
    return faces


class _Effect(NamedTuple):
    """What building a cube, or a piece, does: the sets of `Site`, to be joined."""

    blocks: int
    touches: int
    holds: int
    props: int


class _Tally:
    """Sets of placements by cell, while the tables are made."""

    def __init__(self) -> None:
        empty = [0] * len(BIT)
        self.blocks, self.touches = empty.copy(), empty.copy()
        self.holds, self.props = empty.copy(), empty.copy()

    def enter(self, number: int) -> None:
        """Note for every cell what it means to one placement."""
        bit = 1 << number
        for cube in CUBES[number]:
            self.blocks[cell_of(cube)] |= bit
        for cell, faces in touching(CUBES[number]).items():
            self.touches[cell] |= bit
            if faces > 1:
                self.holds[cell] |= bit
        for overhang, need in enumerate(_NEEDS[number]):
            for cell in need:
                self.props[cell] |= bit << overhang * PLACEMENTS

    def effect(self, piece: Piece) -> _Effect:
        """All of a piece's cubes together."""
        effect = _Effect(0, 0, 0, 0)
        for cell in map(cell_of, piece):
            blocks, touches, holds, props = effect
            holds |= self.holds[cell] | touches & self.touches[cell]
            effect = _Effect(
                blocks | self.blocks[cell],
                touches | self.touches[cell],
                holds,
                props | self.props[cell],
            )
        return effect


def _never_hanging() -> int:
    """The overhangs that a placement does not have are propped from the start."""
    propped = 0
    for number, needs in enumerate(_NEEDS):
        for overhang in range(len(needs), OVERHANGS):
            propped |= 1 << overhang * PLACEMENTS + number
    return propped


_NEEDS: Final = tuple(overhangs(piece) for piece in CUBES)
OVERHANGS: Final[int] = max(len(needs) for needs in _NEEDS)
_SHIFTS: Final = tuple(overhang * PLACEMENTS for overhang in range(1, OVERHANGS))


def _effects() -> tuple[_Effect, tuple[_Effect, ...]]:
    tally = _Tally()
    for number in range(PLACEMENTS):
        tally.enter(number)
    return tally.effect((START,)), tuple(tally.effect(piece) for piece in CUBES)


_START_EFFECT, _EFFECTS = _effects()


def build(site: Site, placement: int) -> Site:
    """The site after a legal placement."""
    return _join(site, BODY[placement], _EFFECTS[placement])


def _join(site: Site, body: int, effect: _Effect) -> Site:
    built, blocked, touched, held, propped, _ = site
    blocks, touches, holds, props = effect
    blocked |= blocks
    held |= holds | touched & touches
    propped |= props
    free = held & ~blocked & propped
    for shift in _SHIFTS:
        free &= propped >> shift
    return Site(built | body, blocked, touched | touches, held, propped, free)


EMPTY: Final[Site] = _join(
    Site(0, 0, 0, 0, _never_hanging(), 0), BIT[cell_of(START)], _START_EFFECT
)

# By byte of a set, then by its value: the numbers in it.
_BITS: Final = tuple([b for b in range(8) if value >> b & 1] for value in range(256))
_MEMBERS: Final = tuple(
    tuple(tuple([base + bit for bit in bits]) for bits in _BITS)
    for base in range(0, PLACEMENTS, 8)
)
_BYTES: Final = len(_MEMBERS)


def members(placements: int) -> list[int]:
    """The numbers of the placements in a set, lowest first."""
    found: list[int] = []
    values = placements.to_bytes(_BYTES, "little")
    for table, value in zip(_MEMBERS, values, strict=True):
        if value:
            found += table[value]
    return found
