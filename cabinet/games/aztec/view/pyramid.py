"""The pyramid under the stones, and the marks on them: shadows, badges, arrows.

Seen from the south-east corner's side: east goes right and down, south left and
down, until the board is turned. Everything here is in the turned board's own cells.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from cabinet.games.aztec.rules.board import LEVELS, SIZE, Cube, Piece
from cabinet.games.aztec.view.stones import RAMPS, Point, Stone, X, Y, spot, stones
from cabinet.picture.shapes import (
    Box,
    Color,
    Disc,
    Glow,
    Line,
    Picture,
    Polygon,
    Shape,
    Text,
)

STEPS: Final = 3
_RISER: Final = 12
_LEDGE: Final = 0.25
_SLAB: Final = 8
# Beside the edges at the back right, front right, front left and back left: where no
# stone, however high, is in the way.
_LABELS: Final = ((364, 58), (330, 216), (98, 216), (64, 58))


def _diamond(margin: float, drop: int) -> tuple[Point, ...]:
    """The outline of the board, wider by a margin and so many pixels lower."""
    near, far = -margin, SIZE + margin
    corners = (spot(near, near), spot(far, near), spot(far, far), spot(near, far))
    return tuple((x, y + drop) for x, y in corners)


def _flank(top: tuple[Point, ...], tall: int, left: Color, right: Color) -> Picture:
    """The two sides one sees under a diamond."""
    _, east, front, west = top
    low = [(x, y + tall) for x, y in (east, front, west)]
    return (
        Polygon((west, front, low[1], low[2]), left),
        Polygon((front, east, low[0], low[1]), right),
    )


@cache
def plate(*, corners: bool, sideways: bool) -> Picture:
    """The pyramid without a stone on it; sideways, the edges have changed places."""
    shapes: list[Shape] = [Glow(X, Y + 90, 200, "violet")]
    for step in range(STEPS, 0, -1):
        top = _diamond(step * _LEDGE, _SLAB + (step - 1) * _RISER)
        shapes += _flank(top, _RISER, "plum", "dusk")
        shapes += (Polygon(top, "lilac"), Polygon(top, "night", 1))
    board = _diamond(0, 0)
    shapes += _flank(board, _SLAB, "violet", "plum")
    shapes += (Polygon(board, "slate"), *_sectors(corners=corners, sideways=sideways))
    for line in range(SIZE + 1):
        shapes.append(Line(*spot(line, 0), *spot(line, SIZE), "steel"))
        shapes.append(Line(*spot(0, line), *spot(SIZE, line), "steel"))
    return tuple(shapes)


def _sectors(*, corners: bool, sideways: bool) -> Picture:
    """The two outer rows of each side; a corner that counts is shared."""
    across, along = ("ew", "ns") if sideways else ("ns", "ew")
    shapes: list[Shape] = []
    for end in (0, SIZE - 1):
        for side, rows in ((across, True), (along, False)):
            grid = ((1, end), (SIZE - 1, end), (SIZE - 1, end + 1), (1, end + 1))
            points = tuple(spot(*(at if rows else at[::-1])) for at in grid)
            shapes.append(Polygon(points, RAMPS[side].dark))
        for other in (0, SIZE - 1) if corners else ():
            a, b, c, d = tile(end, other, 0)
            shapes.append(Polygon((a, b, c, d), RAMPS[across].dark))
            half = (a, c, b) if end == other else (a, b, d)
            shapes.append(Polygon(half, RAMPS[along].dark))
    return tuple(shapes)


def tile(x: int, y: int, z: int) -> tuple[Point, Point, Point, Point]:
    """The top of a cell at a height: its back, right, front and left vertices."""
    return spot(x, y, z), spot(x + 1, y, z), spot(x + 1, y + 1, z), spot(x, y + 1, z)


def labels(words: Collection[str], colors: Collection[Color]) -> Picture:
    """What is said of each edge, from the back right round to the back left."""
    return tuple(
        Text(x, y, word, color, "title", "center")
        for (x, y), word, color in zip(_LABELS, words, colors, strict=True)
    )


def shadow(cells: Collection[tuple[int, int]]) -> Picture:
    """Where cubes above the bare board would throw their shadow."""
    return tuple(Polygon(tile(x, y, 0), "ink") for x, y in cells)


def dots(
    columns: Mapping[tuple[int, int], Color], building: Mapping[Cube, Stone]
) -> Picture:
    """A small light on top of each of some columns."""
    shapes: list[Shape] = []
    for column, color in columns.items():
        x, y = spot(column[0] + 0.5, column[1] + 0.5, top_of(building, column))
        shapes.append(Box(x - 3, y - 1, 7, 3, "ink"))
        shapes.append(Box(x - 2, y, 5, 1, color))
    return tuple(shapes)


def score_mark(cube: Cube, colors: tuple[Color, ...]) -> Picture:
    """A badge on a stone that counts, in the colour of whom it counts for."""
    x, y = spot(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1)
    points = ((x, y - 5), (x + 9, y), (x, y + 5), (x - 9, y))
    shapes: list[Shape] = [Polygon(points, colors[0])]
    if len(colors) > 1:
        shapes.append(Polygon(points[:3], colors[1]))
    return (*shapes, Polygon(points, "ink", 1))


def lettered(cube: Cube, letter: str) -> Picture:
    """A cube by its letter, seen through everything."""
    x, y = spot(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 0.5)
    return (
        Disc(x, y, 9, "ink"),
        Disc(x, y, 9, "red", 1),
        Text(x + 1, y - 5, letter, "white", "body", "center"),
    )


def clash(cube: Cube) -> Picture:
    """A cube that is where another stands."""
    x, y = spot(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 0.5)
    return (
        Line(x - 5, y - 5, x + 5, y + 5, "white", 3),
        Line(x - 5, y + 5, x + 5, y - 5, "white", 3),
    )


def wire(piece: Piece, color: Color) -> Picture:
    """A piece as its outline alone, seen through everything."""
    solid = stones(dict.fromkeys(piece, Stone(0, RAMPS["start"], color)))
    return tuple(s for s in solid if isinstance(s, Line) and s.color == color)


def pointer(column: tuple[int, int], height: int, color: Color, frame: int) -> Picture:
    """An arrow that bobs above a column so many levels high."""
    x, y = spot(column[0] + 0.5, column[1] + 0.5, height)
    y -= 6 + (frame // 8) % 3
    arrow = ((x, y), (x - 8, y - 12), (x - 3, y - 12), (x - 3, y - 20), (x + 3, y - 20))
    points = (*arrow, (x + 3, y - 12), (x + 8, y - 12))
    return (Polygon(points, color), Polygon(points, "ink", 1))


def lifted(picture: Picture, by: int) -> Picture:
    """Stones so many pixels above where they belong."""
    shapes: list[Shape] = []
    for shape in picture:
        if isinstance(shape, Polygon):
            raised = tuple((x, y - by) for x, y in shape.points)
            shapes.append(shape._replace(points=raised))
        elif isinstance(shape, Line):
            shapes.append(shape._replace(y1=shape.y1 - by, y2=shape.y2 - by))
    return tuple(shapes)


def top_of(building: Mapping[Cube, Stone], column: tuple[int, int]) -> int:
    """How many levels a column has up to its highest stone."""
    x, y = column
    return max((z + 1 for z in range(LEVELS) if (x, y, z) in building), default=0)
