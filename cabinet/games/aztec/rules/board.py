"""The pyramid's top as bits: 9 x 9 cells, three levels, 243 places for a cube.

Bit `level * 81 + y * 9 + x`; x goes from west to east, y from north to south. A
placement is one way to lay the piece inside that space, and its number is its
place in `LAID`, which is sorted. Nothing here knows whose pieces they are.
"""

from typing import Final, NamedTuple, TypeAlias

from cabinet.tabletop.data import table

Cube: TypeAlias = tuple[int, int, int]
Piece: TypeAlias = tuple[Cube, ...]

BOX: Final = table("cabinet.games.aztec", "rules.toml")
SIZE: Final[int] = int(BOX["board"]["size"])
LEVELS: Final[int] = int(BOX["board"]["levels"])
CELLS: Final[int] = SIZE * SIZE * LEVELS
START: Final[Cube] = (
    int(BOX["board"]["start"][0]),
    int(BOX["board"]["start"][1]),
    int(BOX["board"]["start"][2]),
)
SHAPE: Final[Piece] = tuple(
    (int(x), int(y), int(z)) for x, y, z in BOX["pieces"]["cubes"]
)


def cell_of(cube: Cube) -> int:
    """The number of a place."""
    x, y, z = cube
    return (z * SIZE + y) * SIZE + x


def inside(cube: Cube) -> bool:
    """Whether a cube is over the board and not above the top level."""
    x, y, z = cube
    return 0 <= x < SIZE and 0 <= y < SIZE and 0 <= z < LEVELS


def _beside(cube: Cube) -> tuple[Cube, ...]:
    x, y, z = cube
    six = (
        (x - 1, y, z),
        (x + 1, y, z),
        (x, y - 1, z),
        (x, y + 1, z),
        (x, y, z - 1),
        (x, y, z + 1),
    )
    return tuple(near for near in six if inside(near))


def bits_of(piece: Piece) -> int:
    """A set of places as one integer."""
    bits = 0
    for cube in piece:
        bits |= BIT[cell_of(cube)]
    return bits


def settled(piece: Piece) -> Piece:
    """The same shape moved to the origin, its cubes sorted."""
    west = min(x for x, _, _ in piece)
    north = min(y for _, y, _ in piece)
    low = min(z for _, _, z in piece)
    return tuple(sorted((x - west, y - north, z - low) for x, y, z in piece))


def _turned(piece: Piece) -> tuple[Piece, Piece]:
    """A quarter turn flat on the board, and one that tips it over."""
    flat = tuple((-y, x, z) for x, y, z in piece)
    tipped = tuple((x, -z, y) for x, y, z in piece)
    return settled(flat), settled(tipped)


def orientations(shape: Piece) -> tuple[Piece, ...]:
    """Every way to hold a shape; its mirror image is not among them."""
    found = {settled(shape)}
    waiting = [settled(shape)]
    while waiting:
        for turned in _turned(waiting.pop()):
            if turned not in found:
                found.add(turned)
                waiting.append(turned)
    return tuple(sorted(found))


def _moved(piece: Piece, by: Cube) -> Piece:
    east, south, up = by
    return tuple([(x + east, y + south, z + up) for x, y, z in piece])


class Placement(NamedTuple):
    """One way to lay the piece: which of its orientations, and its lowest corner."""

    cubes: Piece
    orientation: int
    corner: Cube


def _placements() -> tuple[Placement, ...]:
    found: list[Placement] = []
    for number, piece in enumerate(ORIENTATIONS):
        wide, deep, high = (max(along) for along in zip(*piece, strict=True))
        for z in range(LEVELS - high):
            for y in range(SIZE - deep):
                for x in range(SIZE - wide):
                    corner = (x, y, z)
                    found.append(Placement(_moved(piece, corner), number, corner))
    return tuple(sorted(found))


# Tables of bits, because compilers for 64-bit integers get large shifts wrong.
BIT: Final[tuple[int, ...]] = tuple(1 << cell for cell in range(CELLS))
# Every place with those that share a face with it.
BESIDE: Final[dict[Cube, tuple[Cube, ...]]] = {
    (x, y, z): _beside((x, y, z))
    for z in range(LEVELS)
    for y in range(SIZE)
    for x in range(SIZE)
}
ORIENTATIONS: Final[tuple[Piece, ...]] = orientations(SHAPE)
LAID: Final[tuple[Placement, ...]] = _placements()
CUBES: Final[tuple[Piece, ...]] = tuple(placement.cubes for placement in LAID)
BODY: Final[tuple[int, ...]] = tuple(bits_of(piece) for piece in CUBES)
PLACEMENT_OF: Final[dict[int, int]] = {bits: number for number, bits in enumerate(BODY)}


def _edge(*, north_south: bool, corners: bool) -> int:
    """The places that score for one side: the top level over its two outer rows."""
    ends = (0, SIZE - 1)
    along = range(SIZE) if corners else range(1, SIZE - 1)
    row = [(i, end) if north_south else (end, i) for end in ends for i in along]
    return bits_of(tuple((x, y, LEVELS - 1) for x, y in row))


# By whether corners count, then by side: north and south, east and west.
SECTORS: Final[tuple[tuple[int, int], ...]] = tuple(
    (
        _edge(north_south=True, corners=corners),
        _edge(north_south=False, corners=corners),
    )
    for corners in (False, True)
)
