"""The pyramid seen at an angle: the steps, the stones on them, and the marks on these.

Seen from the south-east corner's side: east goes right and down, south left and
down, until the board is turned. Everything here is in the turned board's own cells.

Stones are worked out on a lattice of triangles. A cube is a hexagon of six of them and
cubes on one line of sight share the same six, so each triangle shows one face: of the
cube nearest to the eye. Nothing is drawn that another stone hides, and what looks alike
is drawn in one go. A vertex is at (u, v): u columns to the right, v half tiles down.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import LEVELS, SIZE, Cube, Piece
from cabinet.picture.shapes import (
    Box,
    Color,
    Glow,
    Line,
    Picture,
    Polygon,
    Shape,
)
from cabinet.tabletop.drawing import SEATS, Ramp

# The start cube; stones have the colours of the seat who laid them.
START: Final = Ramp("slate", "steel", "ash", "silver")

# Stones are told apart without their colours too: those of the second seat have one
# groove, those of the third two that cross. Each is a pair of ends on a top of 1 x 1.
GROOVES: Final[dict[Ramp, tuple[tuple[float, float, float, float], ...]]] = {
    SEATS[1]: ((0, 0.5, 1, 0.5),),
    SEATS[2]: ((0, 0.5, 1, 0.5), (0.5, 0, 0.5, 1)),
}

X: Final = 214
Y: Final = 72
HALF_WIDE: Final = 20
HALF_TALL: Final = 10
UP: Final = 2 * HALF_TALL

Point = tuple[int, int]
# A triangle: the upper end of its upright side, and whether it points right or left.
Triangle = tuple[int, int, int]

STEPS: Final = 3
_RISER: Final = 12
_LEDGE: Final = 0.25
_SLAB: Final = 8
# The piece in hand among those on the board, and how far apart its stripes are.
_NOT_YET: Final = 1_000
_STRIPE: Final = 5
# Beside the edges at the back right, front right, front left and back left: where no
# stone, however high, is in the way, and no step of the pyramid.
LABELS: Final = ((364, 58), (384, 246), (46, 246), (64, 58))


class Stone(NamedTuple):
    """One cube on the board: which piece it is of, and how it looks."""

    piece: int
    ramp: Ramp
    edge: Color = "ink"
    shaded: bool = False


class _Face(NamedTuple):
    """What a triangle shows: a side of a cube (top, left or right) and its colour."""

    cube: Cube
    side: str
    stone: Stone
    color: Color


def spot(x: float, y: float, z: float = 0) -> Point:
    """The pixel of a vertex of the grid, z in levels above the board."""
    across, down = (x - y) * HALF_WIDE, (x + y) * HALF_TALL
    return round(X + across), round(Y + down - z * UP)


def badge(x: int, y: int, wide: int, tall: int, colors: tuple[Color, ...]) -> Picture:
    """A diamond in the colour of whom a stone counts for, or half in each of two."""
    points = ((x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y))
    shared = (Polygon(points[:3], colors[1]),) if len(colors) > 1 else ()
    return (Polygon(points, colors[0]), *shared, Polygon(points, "ink", 1))


def stones(building: Mapping[Cube, Stone]) -> Picture:
    """Every stone as far as one sees it."""
    return _stones(tuple(building.items()))


@lru_cache(maxsize=128)
def _stones(building: tuple[tuple[Cube, Stone], ...]) -> Picture:
    faces = _faces(dict(building))
    return (*_fills(faces), *_grooves(faces), *_lines(faces))


def _faces(building: Mapping[Cube, Stone]) -> dict[Triangle, _Face]:
    """What each triangle shows; nearer cubes come later and cover the others."""
    faces: dict[Triangle, _Face] = {}
    for cube in sorted(building, key=sum):
        x, y, z = cube
        stone = building[cube]
        ramp = stone.ramp
        lit, dim = _tops(stone, z)
        u, v = x - y, x + y - 2 * (z + 1)
        sunny = (x - 1, y, z + 1) not in building
        faces[u, v, -1] = _Face(cube, "top", stone, lit if sunny else dim)
        faces[u, v, 1] = _Face(cube, "top", stone, lit)
        left = _Face(cube, "left", stone, ramp.mid)
        faces[u - 1, v + 1, 1] = faces[u, v + 2, -1] = left
        right = _Face(cube, "right", stone, ramp.dark)
        faces[u, v + 2, 1] = faces[u + 1, v + 1, -1] = right
    return faces


def _tops(stone: Stone, level: int) -> tuple[Color, Color]:
    """The colour of a top, lit and in the shadow of a wall; the third level shines."""
    ramp = stone.ramp
    if stone.shaded:
        return ramp.dark, ramp.dark
    if level == LEVELS - 1:
        return ramp.light, ramp.main
    return ramp.main, ramp.mid


def _pixel(u: int, v: int) -> Point:
    return X + u * HALF_WIDE, Y + v * HALF_TALL


def _fills(faces: Mapping[Triangle, _Face]) -> Iterator[Shape]:
    """Triangles of one colour that lie on each other in a column, as one shape."""
    columns: dict[int, dict[int, Color]] = {}
    for (u, v, way), face in faces.items():
        columns.setdefault(u if way > 0 else u - 1, {})[v] = face.color
    for u, colors in columns.items():
        for color, first, last in _runs(colors, 1):
            yield Polygon(_strip(u, first, last), color)


def _grooves(faces: Mapping[Triangle, _Face]) -> Iterator[Shape]:
    """What tells the stones of a side apart, on every top that is wholly seen."""
    for (u, v, way), face in faces.items():
        other = faces.get((u, v, 1))
        if way > 0 or face.side != "top" or other is None:
            continue
        if (other.cube, other.side) == (face.cube, "top"):
            x, y, z = face.cube
            yield from grooves(face.stone.ramp, spot(x, y, z + 1))


def grooves(
    ramp: Ramp,
    corner: Point,
    across: Point = (HALF_WIDE, HALF_TALL),
    down: Point = (-HALF_WIDE, HALF_TALL),
) -> Picture:
    """The grooves of a top from its first corner, along its two edges."""
    x, y = corner
    return tuple(
        Line(
            x + int(ax * across[0] + ay * down[0]),
            y + int(ax * across[1] + ay * down[1]),
            x + int(bx * across[0] + by * down[0]),
            y + int(bx * across[1] + by * down[1]),
            ramp.dark,
        )
        for ax, ay, bx, by in GROOVES.get(ramp, ())
    )


def _strip(u: int, first: int, last: int) -> tuple[Point, ...]:
    """The outline of the triangles from one to another in a column.

    Those pointing right begin at an even distance from u, those pointing left at an
    odd one.
    """
    high, low = (first - u) % 2, (last - u) % 2
    corners = (
        (u, first + high),
        (u + 1, first + 1 - high),
        (u + 1, last + 1 + low),
        (u, last + 2 - low),
    )
    return tuple(_pixel(*corner) for corner in dict.fromkeys(corners))


def _runs(marks: Mapping[int, Color], step: int) -> Iterator[tuple[Color, int, int]]:
    """Neighbours with the same mark: the mark, the first and the last of them."""
    start = None
    for at in sorted(marks):
        if start is None:
            start = at
        if marks.get(at + step) != marks[at]:
            yield marks[at], start, at
            start = None


def _lines(faces: Mapping[Triangle, _Face]) -> Iterator[Shape]:
    """The edges between faces, those in one line and of one colour together."""
    upright: dict[int, dict[int, Color]] = {}
    aslant: dict[tuple[int, int], dict[int, Color]] = {}
    for (u, v, way), face in faces.items():
        if color := _edge(face, faces.get((u, v, -way))):
            upright.setdefault(u, {})[v] = color
        point = u + way, v + 1
        for start, beyond in (((u, v), v - 1), ((u, v + 2), v + 1)):
            if color := _edge(face, faces.get((u + way, beyond, -way))):
                (left, high), (_, low) = sorted((start, point))
                slope = low - high
                line = aslant.setdefault((slope, high - slope * left), {})
                line[left] = color
    for u, marks in upright.items():
        for color, first, last in _runs(marks, 2):
            yield Line(*_pixel(u, first), *_pixel(u, last + 2), color)
    for (slope, base), marks in aslant.items():
        for color, first, last in _runs(marks, 1):
            ends = (_pixel(at, base + slope * at) for at in (first, last + 1))
            yield Line(*next(ends), *next(ends), color)


def _edge(face: _Face, other: _Face | None) -> Color:
    """The colour between two faces; "" within one."""
    if other is None:
        return face.stone.edge
    if other.stone.piece != face.stone.piece:
        return max(face.stone, other.stone).edge
    if (other.cube, other.side) == (face.cube, face.side):
        return ""
    return face.stone.ramp.dark


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
def plate(across: Color, along: Color, *, corners: bool) -> Picture:
    """The pyramid without a stone on it; its edges are of two colours."""
    shapes: list[Shape] = [Glow(X, Y + 90, 200, "violet")]
    for step in range(STEPS, 0, -1):
        top = _diamond(step * _LEDGE, _SLAB + (step - 1) * _RISER)
        shapes += _flank(top, _RISER, "plum", "dusk")
        shapes += (Polygon(top, "lilac"), Polygon(top, "night", 1))
    board = _diamond(0, 0)
    shapes += _flank(board, _SLAB, "violet", "plum")
    shapes += (Polygon(board, "slate"), *_sectors(across, along, corners=corners))
    for line in range(SIZE + 1):
        shapes.append(Line(*spot(line, 0), *spot(line, SIZE), "steel"))
        shapes.append(Line(*spot(0, line), *spot(SIZE, line), "steel"))
    return tuple(shapes)


def _sectors(across: Color, along: Color, *, corners: bool) -> Picture:
    """The two outer rows of each side; a corner that counts is shared."""
    shapes: list[Shape] = []
    for end in (0, SIZE - 1):
        for color, rows in ((across, True), (along, False)):
            grid = ((1, end), (SIZE - 1, end), (SIZE - 1, end + 1), (1, end + 1))
            points = tuple(spot(*(at if rows else at[::-1])) for at in grid)
            shapes.append(Polygon(points, color))
        for other in (0, SIZE - 1) if corners else ():
            a, b, c, d = tile(end, other, 0)
            shapes.append(Polygon((a, b, c, d), across))
            half = (a, c, b) if end == other else (a, b, d)
            shapes.append(Polygon(half, along))
    return tuple(shapes)


def tile(x: int, y: int, z: int) -> tuple[Point, Point, Point, Point]:
    """The top of a cell at a height: its back, right, front and left vertices."""
    return spot(x, y, z), spot(x + 1, y, z), spot(x + 1, y + 1, z), spot(x, y + 1, z)


def shadow(cells: Collection[tuple[int, int]]) -> Picture:
    """Where cubes above the bare board would throw their shadow."""
    return tuple(Polygon(tile(x, y, 0), "ink") for x, y in cells)


def dots(
    columns: Mapping[tuple[int, int], Color], building: Mapping[Cube, Stone]
) -> Picture:
    """A small light on top of each of some columns."""
    shapes: list[Shape] = []
    for column, color in columns.items():
        x, y = spot(column[0] + 0.5, column[1] + 0.5, _top_of(building, column))
        shapes.append(Box(x - 3, y - 1, 7, 3, "ink"))
        shapes.append(Box(x - 2, y, 5, 1, color))
    return tuple(shapes)


def score_mark(cube: Cube, colors: tuple[Color, ...]) -> Picture:
    """A badge on a stone that counts, in the colour of whom it counts for."""
    x, y = spot(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1)
    return badge(x, y, 9, 5, colors)


def ghost(piece: Piece, building: Mapping[Cube, Stone], ramp: Ramp) -> Picture:
    """A piece that is not there yet: see-through, and its outline before everything.

    Where a stone is in front of it there is the outline alone.
    """
    held = dict.fromkeys(piece, Stone(_NOT_YET, ramp))
    faces = _faces({**building, **held})
    shapes: list[Shape] = []
    for (u, v, way), face in faces.items():
        if face.stone.piece == _NOT_YET:
            shapes += _stripes(u, v, way, face.color)
    return (*shapes, *wire(piece, "white"))


def _stripes(u: int, v: int, way: int, color: Color) -> Iterator[Line]:
    """A triangle as upright lines, and what is behind it between them."""
    x, high = _pixel(u, v)
    _, low = _pixel(u, v + 2)
    for off in range(_STRIPE // 2, HALF_WIDE, _STRIPE):
        inset = off * HALF_TALL // HALF_WIDE
        at = x + way * off
        yield Line(at, high + inset, at, low - inset, color, 2)


def wire(piece: Piece, color: Color) -> Picture:
    """A piece as its outline alone, seen through everything."""
    solid = stones(dict.fromkeys(piece, Stone(0, START, color)))
    return tuple(s for s in solid if isinstance(s, Line) and s.color == color)


def pointer(
    column: tuple[int, int], building: Mapping[Cube, Stone], color: Color, frame: int
) -> Picture:
    """An arrow that bobs above the highest stone of a column."""
    x, y = spot(column[0] + 0.5, column[1] + 0.5, _top_of(building, column))
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


def _top_of(building: Mapping[Cube, Stone], column: tuple[int, int]) -> int:
    """How many levels a column has up to its highest stone."""
    x, y = column
    return max((z + 1 for z in range(LEVELS) if (x, y, z) in building), default=0)
