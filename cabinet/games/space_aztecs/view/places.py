"""The eight tiles of the board: a picture for each pile around the dial.

What the printed tiles show is lost to us; they only mark the piles, so any eight do.
"""

from typing import Final

from cabinet.picture.shapes import Color, Sprite

# The left half and the middle column of each: 11 x 11 pixels.
_DRAWN: Final = (
    "......|....#.|.....#|....##|...###|...#.#|..##.#|..####|.#####|.#####|######",
    "......|.##..#|#..##.|......|.##..#|#..##.|......|.##..#|#..##.|......|......",
    "######|######|#.#.#.|.#.#.#|#.....|#.....|#.####|#.####|#.####|#.....|#.....",
    "..####|.#....|#.....|#..###|#.#...|#.#...|#.#...|#..###|#.....|.#....|..####",
    ".....#|...###|..##.#|.###.#|.#####|######|#.#.#.|######|#.#.#.|######|######",
    "..##..|.####.|##..##|#....#|..####|.##..#|.#...#|.....#|.....#|.....#|..####",
    ".....#|....##|....#.|....##|#...#.|##..##|.#..#.|.##.##|..####|...###|.....#",
    "...###|..####|.#####|.###..|.##...|###...|##....|##....|##....|##....|##....",
)
COLORS: Final[tuple[Color, ...]] = (
    *("orange", "cyan", "rose", "silver"),
    *("lilac", "green", "gold", "amber"),
)
PLACES: Final = tuple(
    tuple(row + row[-2::-1] for row in drawn.replace("#", "0").split("|"))
    for drawn in _DRAWN
)


def place(pile: int, x: int, y: int, color: Color = "") -> Sprite:
    """The tile of a pile around x, y."""
    return Sprite(x, y, PLACES[pile], (color or COLORS[pile],))
