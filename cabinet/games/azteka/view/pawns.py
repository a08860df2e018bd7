"""The pawns of Azteka: told apart by shape first, then by colour.

Life is a round seed with a leaf, Death a diamond with a skull, a Mummy a square
in bandages.
"""

from typing import Final

from cabinet.picture.shapes import Box, Disc, Line, Picture, Polygon
from cabinet.tabletop.drawing import Ramp

RAMPS: Final[dict[str, Ramp]] = {
    "life": Ramp("moss", "leaf", "green", "mint"),
    "death": Ramp("wine", "magenta", "pink", "rose"),
    "mummies": Ramp("rust", "amber", "gold", "cream"),
}


def pawn(role: str, x: int, y: int, r: int) -> Picture:
    """A pawn of about radius `r` around x, y."""
    if r < 2:
        return ()
    if role == "life":
        return _seed(x, y, r)
    return _skull(x, y, r) if role == "death" else _mummy(x, y, r)


def _diamond(x: int, y: int, r: int) -> tuple[tuple[int, int], ...]:
    return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))


def _seed(x: int, y: int, r: int) -> Picture:
    leaf = ((0, -7), (5, -2), (4, 4), (0, 7), (-4, 4), (-5, -2))
    points = tuple((x + dx * r // 11, y + dy * r // 11) for dx, dy in leaf)
    return (
        Disc(x, y, r, "mint"),
        Disc(x, y, r - 1, "green"),
        Disc(x, y + 1, max(1, r - 2), "leaf", 1),
        Polygon(points, "moss"),
        Line(x, y - r // 3, x, y + r // 2, "green"),
    )


def _skull(x: int, y: int, r: int) -> Picture:
    head, eye = max(2, r // 2), max(1, r // 5)
    jaw = Box(x - head // 2, y + head // 2, head // 2 * 2 + 1, head // 2 + 1, "white")
    return (
        Polygon(_diamond(x, y, r + 3), "rose"),
        Polygon(_diamond(x, y, r + 1), "magenta"),
        Disc(x, y - 1, head, "white"),
        jaw,
        Box(x - eye - 1, y - 1, eye, eye + 1, "wine"),
        Box(x + 2, y - 1, eye, eye + 1, "wine"),
    )


def _mummy(x: int, y: int, r: int) -> Picture:
    side, wrap = r - 1, max(2, r // 3)
    bands = tuple(
        Line(x - side + 1, down, x + side - 1, down + wrap // 2, "amber")
        for down in range(y - side + 1, y + side - 1, wrap)
        if abs(down - y) > 1
    )
    return (
        Box(x - side - 1, y - side - 1, 2 * side + 3, 2 * side + 3, "rust", 0, 4),
        Box(x - side, y - side, 2 * side + 1, 2 * side + 1, "gold", 0, 3),
        *bands,
        Box(x - side + 1, y - 2, 2 * side - 1, max(3, r // 3), "rust"),
        Box(x - r // 3 - 1, y - 1, max(1, r // 6), max(1, r // 6), "ice"),
        Box(x + r // 3, y - 1, max(1, r // 6), max(1, r // 6), "ice"),
    )
