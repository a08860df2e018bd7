"""The lane as bits: 54 cells in one integer, and what touches what.

Forward, to the Defender, is six bits up. Nothing here knows whose turn it is.
"""

from typing import Final

from cabinet.games.arkade.rules.box import CELLS, COLUMNS, LINES

# A table of bits, because compilers for 64-bit integers get `1 << 31` wrong.
BIT: Final[tuple[int, ...]] = tuple(1 << cell for cell in range(CELLS))
FULL: Final = (1 << CELLS) - 1
FIRST_LINE: Final = (1 << COLUMNS) - 1
LAST_LINE: Final = FIRST_LINE << (CELLS - COLUMNS)
FIRST_COLUMN: Final = sum(1 << line * COLUMNS for line in range(LINES))
LAST_COLUMN: Final = FIRST_COLUMN << (COLUMNS - 1)
COLUMN: Final[tuple[int, ...]] = tuple(FIRST_COLUMN << c for c in range(COLUMNS))


def cells(bits: int) -> list[int]:
    """The numbers of the cells, by line, then column."""
    numbers = []
    while bits:
        low = bits & -bits
        numbers.append(low.bit_length() - 1)
        bits ^= low
    return numbers


def beside(cell: int) -> int:
    """The cells that touch one, not at corners."""
    bit = BIT[cell]
    return (
        bit << COLUMNS
        | bit >> COLUMNS
        | (bit & ~LAST_COLUMN) << 1
        | (bit & ~FIRST_COLUMN) >> 1
    ) & FULL


def foremost(saucers: int, column: int) -> int:
    """The cell of the first saucer that a shot up this column (from 0) meets, or -1."""
    return (saucers & COLUMN[column]).bit_length() - 1


def way(cell: int, line: int) -> int:
    """The cells straight ahead of `cell` as far as `line` (from 0), that included."""
    reach = FULL >> (LINES - 1 - line) * COLUMNS
    return COLUMN[cell % COLUMNS] & reach & ~(2 * BIT[cell] - 1)


def name(cell: int) -> str:
    """A cell as actions write it: `4,1`."""
    return f"{cell // COLUMNS + 1},{cell % COLUMNS + 1}"


def place(cell: int) -> list[int]:
    """A cell as documents write it: `[4, 1]`."""
    return [cell // COLUMNS + 1, cell % COLUMNS + 1]
