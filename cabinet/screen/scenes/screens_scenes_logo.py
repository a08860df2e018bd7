"""ARKADE in leaning chrome: the cabinet's name, cut out of rows of pixels."""

from functools import cache
from typing import Final

from cabinet.picture.shapes import Color, Picture, Polygon

_LETTERS: Final = {
    "A": (".####.", "##..##", "##..##", "######", "##..##", "##..##", "##..##"),
    "R": ("#####.", "##..##", "##..##", "#####.", "##.##.", "##..##", "##..##"),
    "K": ("##..##", "##.##.", "####..", "###...", "####..", "##.##.", "##..##"),
    "D": ("#####.", "##..##", "##..##", "##..##", "##..##", "##..##", "#####."),
    "E": ("######", "##....", "##....", "#####.", "##....", "##....", "######"),
}
ROWS: Final = 7
# Top half a sky, bottom half a sunset, a white horizon between.
_CHROME: Final[tuple[Color, ...]] = (
    *("cyan", "cyan", "ice", "ice", "white", "white", "white"),
    *("magenta", "pink", "pink", "orange", "orange", "gold", "cream"),
)


def width(word: str, unit: int) -> int:
    """How wide `logo` is, the lean and the depth included."""
    return len(word) * 7 * unit - unit + ROWS * unit // 2 + unit


@cache
def logo(word: str, x: int, y: int, unit: int) -> Picture:
    """The word with its top left at x, y; `unit` (even) is a pixel of it."""
    half = unit // 2
    shade: list[Polygon] = []
    face: list[Polygon] = []
    for letter, name in enumerate(word):
        for row, cells in enumerate(_LETTERS[name]):
            for start, length in _runs(cells):
                left = x + (letter * 7 + start) * unit
                right, top = left + length * unit, y + row * unit
                base = y + ROWS * unit
                shade += [
                    _slab(left + d, right + d, top + d, unit, base + d, color)
                    for d, color in ((5, "wine"), (2, "magenta"))
                ]
                for part in (0, 1):
                    color = _CHROME[row * 2 + part]
                    at = top + part * half
                    face.append(_slab(left, right, at, half, base, color))
    return (*shade[0::2], *shade[1::2], *face)


def _slab(
    left: int, right: int, top: int, tall: int, base: int, color: Color
) -> Polygon:
    """A bar that leans to the right, one pixel in two from `base` up."""
    high, low = (base - top) // 2, (base - top - tall + 1) // 2
    bottom = top + tall - 1
    return Polygon(
        (
            (left + high, top),
            (right + high - 1, top),
            (right + low - 1, bottom),
            (left + low, bottom),
        ),
        color,
    )


def _runs(cells: str) -> list[tuple[int, int]]:
    found, start = [], None
    for index, cell in enumerate(cells + "."):
        if cell == "#" and start is None:
            start = index
        elif cell != "#" and start is not None:
            found.append((start, index - start))
            start = None
    return found
