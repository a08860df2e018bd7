"""The Circle of Life as bits: 32 places in one integer.

Bit `ring * 8 + segment`, ring 0 innermost, segments clockwise: a ring is a byte,
and a segment is every eighth bit. Nothing here knows whose pawns they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

RINGS: Final = 4
SEGMENTS: Final = 8
CELLS: Final = RINGS * SEGMENTS
FULL: Final = 0xFFFF_FFFF
SEGMENT: Final = 0x0101_0101

# Tables of bits, because compilers for 64-bit integers get `1 << 31` wrong. Those by
# ring and by what stands in it save the arithmetic that costs most.
BIT: Final[tuple[int, ...]] = tuple(1 << cell for cell in range(CELLS))
CELLS_OF: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        tuple(ring * 8 + s for s in range(SEGMENTS) if places >> s & 1)
        for places in range(256)
    )
    for ring in range(RINGS)
)


def _numbers_of_ones() -> bytes:
    """For every 16 bits, how many of them are 1: each further bit adds 1 to all."""
    ones, one_more = b"\0", bytes(range(1, 256)) + bytes(1)
    for _ in range(16):
        ones += ones.translate(one_more)
    return ones


# Counting by table: compiled, `bit_count()` takes twenty times as long.
ONES: Final = _numbers_of_ones()


def _spun(row: int, by: int) -> int:
    """The pawns of one ring, turned clockwise by 0 to 8 segments."""
    return (row << by | row >> (8 - by)) & 0xFF


# By segments, by ring, by its pawns: the places where a turn changes something.
_CHANGED: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        tuple((row ^ _spun(row, by)) << ring * 8 for row in range(256))
        for ring in range(RINGS)
    )
    for by in range(9)
)


def _around_ring(ring: int, row: int) -> int:
    """The places orthogonally next to the pawns of one ring."""
    sides = (_spun(row, 1) | _spun(row, 7)) << ring * 8
    return (sides | row << ring * 8 >> 8 | row << ring * 8 + 8) & FULL


def _corners_of_ring(ring: int, row: int) -> int:
    """The places next to the pawns of one ring, corners and the pawns included."""
    wide = (row | _spun(row, 1) | _spun(row, 7)) << ring * 8
    return (wide | wide >> 8 | wide << 8) & FULL


_NEXT_TO: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_around_ring(ring, row) for row in range(256)) for ring in range(RINGS)
)
_CORNERS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_corners_of_ring(ring, row) for row in range(256)) for ring in range(RINGS)
)


def around(pawns: i64) -> i64:
    """The places orthogonally next to these; nothing touches across the centre."""
    inner, second, third, outer = _NEXT_TO
    return (
        inner[pawns & 0xFF]
        | second[pawns >> 8 & 0xFF]
        | third[pawns >> 16 & 0xFF]
        | outer[pawns >> 24]
    )


def around_diagonally(pawns: i64) -> i64:
    """The places next to these, corners included."""
    inner, second, third, outer = _CORNERS
    return (
        inner[pawns & 0xFF]
        | second[pawns >> 8 & 0xFF]
        | third[pawns >> 16 & 0xFF]
        | outer[pawns >> 24]
    )


def surrounded(pawns: i64, by: i64) -> i64:
    """Those of `pawns` whose every orthogonal neighbour is one of `by`."""
    between = pawns & (by << 8 | 0x000000FF) & (by >> 8 | 0xFF000000)
    if between == 0:
        return 0
    return (
        between
        & (by << 1 & 0xFEFEFEFE | by >> 7 & 0x01010101)
        & (by >> 1 & 0x7F7F7F7F | by << 7 & 0x80808080)
    )


def spin(pawns: i64, ring: i64, segments: i64) -> i64:
    """Turn one ring clockwise by 0 to 8 segments."""
    return pawns ^ _CHANGED[segments][ring][pawns >> ring * 8 & 0xFF]


def spreads(pawns: i64) -> bool:
    """Whether there is one in every segment and in every ring."""
    halves = pawns | pawns >> 16
    return (
        (halves | halves >> 8) & 0xFF == 0xFF
        and pawns & 0xFF != 0
        and pawns & 0xFF00 != 0
        and pawns & 0xFF0000 != 0
        and pawns & 0xFF000000 != 0
    )


def reigns(pawns: i64) -> bool:
    """Whether they fill a whole segment or a whole ring."""
    halves = pawns & pawns >> 16
    return (
        halves & halves >> 8 & 0xFF != 0
        or pawns & 0xFF == 0xFF
        or pawns & 0xFF00 == 0xFF00
        or pawns & 0xFF0000 == 0xFF0000
        or pawns >> 24 == 0xFF
    )


def fills_a_segment(pawns: i64) -> bool:
    """Whether some segment holds nothing but these."""
    return pawns & pawns >> 8 & pawns >> 16 & pawns >> 24 & 0xFF != 0


def count(pawns: i64) -> i64:
    """How many there are; where it has to be quick, this is written out."""
    return ONES[pawns & 0xFFFF] + ONES[pawns >> 16]


def nth(pawns: i64, number: i64) -> i64:
    """The place that `cells` lists under `number`."""
    ring: i64 = 0
    inner: i64 = ONES[pawns & 0xFFFF]
    if number >= inner:
        number -= inner
        pawns >>= 16
        ring = 2
    here: i64 = ONES[pawns & 0xFF]
    if number >= here:
        return CELLS_OF[ring + 1][pawns >> 8 & 0xFF][number - here]
    return CELLS_OF[ring][pawns & 0xFF][number]


def cells(pawns: i64) -> tuple[int, ...]:
    """The numbers of the places, by ring, then segment."""
    inner, second, third, outer = CELLS_OF
    return (
        inner[pawns & 0xFF]
        + second[pawns >> 8 & 0xFF]
        + third[pawns >> 16 & 0xFF]
        + outer[pawns >> 24]
    )
