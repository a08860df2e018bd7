"""A little creature for every game, grown from its name.

No game has to bring one: the same name always gives the same creature.
"""

from functools import cache
from typing import Final
from zlib import crc32

from cabinet.picture.shapes import Box, Color, Picture

HALF: Final = 5
COLUMNS: Final = 2 * HALF - 1
ROWS: Final = 8


@cache
def emblem(name: str, x: int, y: int, unit: int, body: Color, eye: Color) -> Picture:
    """The creature of `name` around x, y, each of its pixels `unit` wide."""
    left, top = x - COLUMNS * unit // 2, y - ROWS * unit // 2
    shapes: list[Box] = []
    for row, cells in enumerate(_creature(name)):
        column = 0
        while column < COLUMNS:
            length = 0
            while column + length < COLUMNS and cells[column + length]:
                length += 1
            if length:
                at = left + column * unit
                shapes.append(Box(at, top + row * unit, length * unit, unit, body))
            column += length + 1
    for column in (HALF - 3, HALF + 1):
        shapes.append(Box(left + column * unit, top + 3 * unit, unit, unit, eye))
    return tuple(shapes)


def _creature(name: str) -> list[list[bool]]:
    bits = crc32(name.encode())
    rows = []
    for row in range(ROWS):
        core = {0: 1, 1: 3, 6: 3, 7: 0}.get(row, 4)
        half = [
            column >= HALF - core or bool(bits >> (row * 4 + column) % 32 & 1)
            for column in range(HALF)
        ]
        half[0] = half[0] and row > 0
        rows.append(half + half[-2::-1])
    return rows
