"""The Circle of Life as bits: 32 places in one integer.

Bit `ring * 8 + segment`, ring 0 innermost, segments clockwise: a ring is a byte,
and a segment is every eighth bit. Nothing here knows whose pawns they are.
"""

from typing import Final

RINGS: Final = 4
SEGMENTS: Final = 8
CELLS: Final = RINGS * SEGMENTS
FULL: Final = 0xFFFF_FFFF
SEGMENT: Final = 0x0101_0101

# Tables of bits, because compilers for 64-bit integers get `1 << 31` wrong.
BIT: Final[tuple[int, ...]] = tuple(1 << cell for cell in range(CELLS))
SPUN: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple((ring << by | ring >> (8 - by)) & 0xFF for ring in range(256))
    for by in range(9)
)
CELLS_OF: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        tuple(ring * 8 + s for s in range(SEGMENTS) if places >> s & 1)
        for places in range(256)
    )
    for ring in range(RINGS)
)


def around(pawns: int) -> int:
    """The places orthogonally next to these; nothing touches across the centre."""
    return (
        pawns << 8
        | pawns >> 8
        | pawns << 1 & 0xFEFEFEFE
        | pawns >> 7 & 0x01010101
        | pawns >> 1 & 0x7F7F7F7F
        | pawns << 7 & 0x80808080
    ) & FULL


def around_diagonally(pawns: int) -> int:
    """The places next to these, corners included."""
    row = (
        pawns
        | pawns << 1 & 0xFEFEFEFE
        | pawns >> 7 & 0x01010101
        | pawns >> 1 & 0x7F7F7F7F
        | pawns << 7 & 0x80808080
    )
    return (row | row << 8 | row >> 8) & FULL


def surrounded(pawns: int, by: int) -> int:
    """Those of `pawns` whose every orthogonal neighbour is one of `by`."""
    return (
        pawns
        & (by << 1 & 0xFEFEFEFE | by >> 7 & 0x01010101)
        & (by >> 1 & 0x7F7F7F7F | by << 7 & 0x80808080)
        & (by << 8 | 0x000000FF)
        & (by >> 8 | 0xFF000000)
    )


def spin(pawns: int, ring: int, segments: int) -> int:
    """Turn one ring clockwise by 0 to 8 segments."""
    shift = ring * 8
    row = pawns >> shift & 0xFF
    return pawns ^ (row ^ SPUN[segments][row]) << shift


def spreads(pawns: int) -> bool:
    """Whether there is one in every segment and in every ring."""
    return (pawns | pawns >> 8 | pawns >> 16 | pawns >> 24) & 0xFF == 0xFF and bool(
        pawns & 0xFF and pawns & 0xFF00 and pawns & 0xFF0000 and pawns & 0xFF000000
    )


def reigns(pawns: int) -> bool:
    """Whether they fill a whole segment or a whole ring."""
    return (
        pawns & pawns >> 8 & pawns >> 16 & pawns >> 24 & 0xFF != 0
        or pawns & 0xFF == 0xFF
        or pawns >> 8 & 0xFF == 0xFF
        or pawns >> 16 & 0xFF == 0xFF
        or pawns >> 24 & 0xFF == 0xFF
    )


def fills_a_segment(pawns: int) -> bool:
    """Whether some segment holds nothing but these."""
    return pawns & pawns >> 8 & pawns >> 16 & pawns >> 24 & 0xFF != 0


def cells(pawns: int) -> tuple[int, ...]:
    """The numbers of the places, by ring, then segment."""
    return (
        CELLS_OF[0][pawns & 0xFF]
        + CELLS_OF[1][pawns >> 8 & 0xFF]
        + CELLS_OF[2][pawns >> 16 & 0xFF]
        + CELLS_OF[3][pawns >> 24 & 0xFF]
    )
