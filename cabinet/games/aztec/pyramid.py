"""The pyramid drawn: stepped flanks, the board on top, and the stones on it.

Seen from the south-east corner's side: east goes right and down, south left and
down. A vertex of the grid is at `spot(x, y, z)`, z in levels above the board.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.board import LEVELS, SIZE, Cube, Piece
from cabinet.games.aztec.stones import RAMPS, Ramp
from cabinet.picture import Color, Glow, Line, Picture, Polygon, Shape, Text

X: Final = 214
Y: Final = 66
HALF_WIDE: Final = 20
HALF_TALL: Final = 10
UP: Final = 18
STEPS: Final = 3
_RISER: Final = 13
_LEDGE: Final = 0.25
_SLAB: Final = 8
_LETTERS: Final = (
    ("north", 4.5, -0.9),
    ("east", 9.7, 4.5),
    ("south", 4.5, 9.7),
    ("west", -0.9, 4.5),
)

Point = tuple[int, int]


class Stone(NamedTuple):
    """One cube on the board: which piece it is of, and how it looks."""

    piece: int
    ramp: Ramp
    edge: Color = "ink"


def spot(x: float, y: float, z: float = 0) -> Point:
    """The pixel of a vertex of the grid."""
    across, down = (x - y) * HALF_WIDE, (x + y) * HALF_TALL
    return round(X + across), round(Y + down - z * UP)


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
def plate(*, corners: bool) -> Picture:
    """The pyramid without a stone on it."""
    shapes: list[Shape] = [Glow(X, Y + 90, 200, "violet")]
    for step in range(STEPS, 0, -1):
        top = _diamond(step * _LEDGE, _SLAB + (step - 1) * _RISER)
        shapes += _flank(top, _RISER, "plum", "dusk")
        shapes += (Polygon(top, "lilac"), Polygon(top, "night", 1))
    board = _diamond(0, 0)
    shapes += _flank(board, _SLAB, "violet", "plum")
    shapes += (Polygon(board, "slate"), *_sectors(corners=corners))
    for line in range(SIZE + 1):
        shapes.append(Line(*spot(line, 0), *spot(line, SIZE), "steel"))
        shapes.append(Line(*spot(0, line), *spot(SIZE, line), "steel"))
    return tuple(shapes)


def _sectors(*, corners: bool) -> Picture:
    """The two outer rows of each side; a corner that counts is shared."""
    shapes: list[Shape] = []
    for end in (0, SIZE - 1):
        for side, rows in (("ns", True), ("ew", False)):
            grid = ((1, end), (SIZE - 1, end), (SIZE - 1, end + 1), (1, end + 1))
            points = tuple(spot(*(at if rows else at[::-1])) for at in grid)
            shapes.append(Polygon(points, RAMPS[side].dark))
        for other in (0, SIZE - 1) if corners else ():
            a, b, c, d = _tile(end, other, 0)
            shapes.append(Polygon((a, b, c, d), RAMPS["ns"].dark))
            half = (a, c, b) if end == other else (a, b, d)
            shapes.append(Polygon(half, RAMPS["ew"].dark))
    return tuple(shapes)


def _tile(x: int, y: int, z: int) -> tuple[Point, Point, Point, Point]:
    """The top of a cell at a height: its back, right, front and left vertices."""
    across, down = X + (x - y) * HALF_WIDE, Y + (x + y) * HALF_TALL - z * UP
    return (
        (across, down),
        (across + HALF_WIDE, down + HALF_TALL),
        (across, down + 2 * HALF_TALL),
        (across - HALF_WIDE, down + HALF_TALL),
    )


def letters(words: Mapping[str, str]) -> Picture:
    """The four directions, at the middles of the edges."""
    shapes: list[Shape] = []
    for side, x, y in _LETTERS:
        at = spot(x, y)
        color = RAMPS["ns" if side in ("north", "south") else "ew"].main
        shapes.append(Text(at[0], at[1] - 6, words[side], color, "title", "center"))
    return tuple(shapes)


def stones(building: Mapping[Cube, Stone]) -> Picture:
    """Every stone, back to front; what another stone hides is left out."""
    return _stones(tuple(building.items()))


@lru_cache(maxsize=16)
def _stones(building: tuple[tuple[Cube, Stone], ...]) -> Picture:
    shapes: list[Shape] = []
    stones = dict(building)
    for cube in sorted(stones, key=lambda at: (at[2], at[1], at[0])):
        shapes += _stone(cube, stones)
    return tuple(shapes)


def _stone(cube: Cube, building: Mapping[Cube, Stone]) -> list[Shape]:
    """The sides of a stone that one sees.

    An edge is drawn by the stone painted last of those that share it, since a fill
    covers the lines along it.
    """
    x, y, z = cube
    piece, ramp, edge = building[cube]
    shapes: list[Shape] = []

    def line(start: Point, end: Point, towards: Cube) -> None:
        other = building.get(towards)
        color = ramp.dark if other and other.piece == piece else edge
        shapes.append(Line(*start, *end, color))

    east, south, below = (x + 1, y, z), (x, y + 1, z), (x, y, z - 1)
    nook = (x + 1, y + 1, z) in building
    back, right, front, left = _tile(x, y, z + 1)
    _, low_right, low_front, low_left = _tile(x, y, z)
    if south not in building:
        shapes.append(Polygon((left, front, low_front, low_left), ramp.main))
        line(left, low_left, (x - 1, y, z))
        line(low_left, low_front, below)
        if nook and east in building:
            line(front, low_front, east)
    if east not in building:
        shapes.append(Polygon((front, right, low_right, low_front), ramp.mid))
        line(right, low_right, (x, y - 1, z))
        line(low_front, low_right, below)
        if nook or south not in building:
            line(front, low_front, south)
    if (x, y, z + 1) not in building:
        shapes.append(Polygon((back, right, front, left), ramp.light))
        line(back, right, (x, y - 1, z))
        line(left, back, (x - 1, y, z))
        if east not in building:
            line(right, front, east)
        if south not in building:
            line(front, left, south)
    return shapes


def score_mark(cube: Cube, sides: tuple[str, ...]) -> Picture:
    """A badge on a stone that counts, in the colour of whom it counts for."""
    x, y = spot(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1)
    points = ((x, y - 5), (x + 9, y), (x, y + 5), (x - 9, y))
    shapes: list[Shape] = [Polygon(points, RAMPS[sides[0]].main)]
    if len(sides) > 1:
        shapes.append(Polygon(points[:3], RAMPS[sides[1]].main))
    return (*shapes, Polygon(points, "ink", 1))


def wire(piece: Piece, color: Color) -> Picture:
    """A piece as its edges alone, seen through everything."""
    solid = stones(dict.fromkeys(piece, Stone(0, RAMPS["start"], color)))
    return tuple(s for s in solid if isinstance(s, Line) and s.color == color)


def pointer(column: tuple[int, int], height: int, color: Color, frame: int) -> Picture:
    """An arrow that bobs above a column so many levels high."""
    x, y = spot(column[0] + 0.5, column[1] + 0.5, height)
    y -= 6 + (frame // 8) % 3
    arrow = ((x, y), (x - 8, y - 12), (x - 3, y - 12), (x - 3, y - 20), (x + 3, y - 20))
    points = (*arrow, (x + 3, y - 12), (x + 8, y - 12))
    return (Polygon(points, color), Polygon(points, "ink", 1))


def top_of(building: Mapping[Cube, Stone], column: tuple[int, int]) -> int:
    """How many levels a column has up to its highest stone."""
    x, y = column
    return max((z + 1 for z in range(LEVELS) if (x, y, z) in building), default=0)
