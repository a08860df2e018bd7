"""Which of the placements are legal, for all of them at once.

A building only grows, so contact and support are never lost and a place once taken
stays taken. A set of placements is one integer with a bit for each of the 1,680,
and laying a piece is a few `or`s with tables made once: which placements it blocks,
touches with one face, with two, and which of their overhangs it props up.
"""

from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import (
    BESIDE,
    BIT,
    BODY,
    BOX,
    CUBES,
    LAID,
    LEVELS,
    ORIENTATIONS,
    SIZE,
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


class _Effect(NamedTuple):
    """What building a cube, or a piece, does: the sets of `Site`, to be joined."""

    blocks: int
    touches: int
    holds: int
    props: int


class _Shape(NamedTuple):
    """An orientation at one height in the corner of the board, as cells.

    `around` has the cells that would touch it, with the faces they would share, on a
    board with a margin of one, so that a piece at the edge needs no care.
    """

    body: tuple[int, ...]
    around: tuple[tuple[int, int], ...]
    needs: tuple[tuple[int, ...], ...]


def _in_margin(x: int, y: int, z: int) -> int:
    return ((z + 1) * _WIDE + y + 1) * _WIDE + x + 1


def _shape(piece: Piece) -> _Shape:
    faces: dict[int, int] = {}
    for x, y, z in piece:
        for dx, dy, dz in _SIX:
            if (x + dx, y + dy, z + dz) not in piece:
                cell = _in_margin(x + dx, y + dy, z + dz)
                faces[cell] = faces.get(cell, 0) + 1
    needs = tuple(tuple(need) for need in overhangs(piece))
    return _Shape(tuple(map(cell_of, piece)), tuple(faces.items()), needs)


class _Tally:
    """Sets of placements by cell: what a cube there would mean to each of them."""

    def __init__(self) -> None:
        margin = _WIDE * _WIDE * (LEVELS + 2)
        self.blocks, self.props = [0] * len(BIT), [0] * len(BIT)
        self.touches, self.holds = [0] * margin, [0] * margin
        self.hanging = [0] * OVERHANGS
        for number, (_, way, (x, y, z)) in enumerate(LAID):
            self._enter(1 << number, _SHAPES[way, z], x, y)

    def _enter(self, bit: int, shape: _Shape, x: int, y: int) -> None:
        by, by_in_margin = y * SIZE + x, y * _WIDE + x
        for cell in shape.body:
            self.blocks[cell + by] |= bit
        for cell, faces in shape.around:
            self.touches[cell + by_in_margin] |= bit
            if faces > 1:
                self.holds[cell + by_in_margin] |= bit
        for overhang, need in enumerate(shape.needs):
            self.hanging[overhang] |= bit
            for cell in need:
                self.props[cell + by] |= bit << overhang * PLACEMENTS

    def effect(self, piece: Piece) -> _Effect:
        """All of a piece's cubes together."""
        effect = _Effect(0, 0, 0, 0)
        for x, y, z in piece:
            cell, in_margin = cell_of((x, y, z)), _in_margin(x, y, z)
            blocks, touches, holds, props = effect
            holds |= self.holds[in_margin] | touches & self.touches[in_margin]
            effect = _Effect(
                blocks | self.blocks[cell],
                touches | self.touches[in_margin],
                holds,
                props | self.props[cell],
            )
        return effect

    def never_hanging(self) -> int:
        """The overhangs that a placement does not have are propped from the start."""
        everything = (1 << PLACEMENTS) - 1
        propped = 0
        for overhang, hanging in enumerate(self.hanging):
            propped |= (everything ^ hanging) << overhang * PLACEMENTS
        return propped


def _shapes() -> dict[tuple[int, int], _Shape]:
    """Every orientation at every height."""
    return {
        (way, height): _shape(tuple((x, y, z + height) for x, y, z in piece))
        for way, piece in enumerate(ORIENTATIONS)
        for height in range(LEVELS - max(z for _, _, z in piece))
    }


_WIDE: Final = SIZE + 2
_SIX: Final = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1))
_SHAPES: Final = _shapes()
OVERHANGS: Final[int] = max(len(shape.needs) for shape in _SHAPES.values())
_SHIFTS: Final = tuple(overhang * PLACEMENTS for overhang in range(1, OVERHANGS))
# Made when they are first wanted: a counter that only sells the game wants none, and
# a match lays 22 of the 1,680.
_TALLIES: Final[list[_Tally]] = []
_EFFECTS: Final[list[_Effect | None]] = [None] * PLACEMENTS


def _tally() -> _Tally:
    if not _TALLIES:
        _TALLIES.append(_Tally())
    return _TALLIES[0]


def build(site: Site, placement: int) -> Site:
    """The site after a legal placement."""
    effect = _EFFECTS[placement]
    if effect is None:
        effect = _EFFECTS[placement] = _tally().effect(CUBES[placement])
    return _join(site, BODY[placement], effect)


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


_EMPTY: Final[list[Site]] = []


def empty() -> Site:
    """The start cube alone; whoever asks first has the tables made, all at once."""
    if not _EMPTY:
        _make_members()
        tally = _tally()
        nothing = Site(0, 0, 0, 0, tally.never_hanging(), 0)
        _EMPTY.append(_join(nothing, BIT[cell_of(START)], tally.effect((START,))))
    return _EMPTY[0]


_BYTES: Final = (PLACEMENTS + 7) // 8
# By byte of a set, then by its value: the numbers in it.
_MEMBERS: Final[list[tuple[tuple[int, ...], ...]]] = []


def _make_members() -> None:
    """All at once: two threads may ask first."""
    bits = [[bit for bit in range(8) if value >> bit & 1] for value in range(256)]
    _MEMBERS[:] = [
        tuple([tuple([base + b for b in some]) for some in bits])
        for base in range(0, PLACEMENTS, 8)
    ]


def members(placements: int) -> list[int]:
    """The numbers of the placements in a set of a site, lowest first."""
    found: list[int] = []
    values = placements.to_bytes(_BYTES, "little")
    for table, value in zip(_MEMBERS, values, strict=True):
        if value:
            found += table[value]
    return found
