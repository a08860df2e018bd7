"""Stones seen at an angle, worked out on a lattice of triangles.

A cube is a hexagon of six triangles and cubes on one line of sight share the same
six, so each triangle shows one face: of the cube nearest to the eye. Nothing is
drawn that another stone hides, and what looks alike is drawn in one go. A vertex is
at (u, v): u columns to the right, v half tiles down.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import LEVELS, Cube
from cabinet.picture.shapes import Color, Line, Picture, Polygon, Shape
from cabinet.tabletop.drawing import Ramp

# A stone's shaded side, its lit side, its top, its highlight: for each side, for the
# start cube, for mistakes.
RAMPS: Final[dict[str, Ramp]] = {
    "ns": Ramp("teal", "lagoon", "cyan", "ice"),
    "ew": Ramp("rust", "amber", "gold", "cream"),
    "ohpuch": Ramp("wine", "magenta", "pink", "rose"),
    "bidder": Ramp("plum", "violet", "lilac", "mist"),
    "start": Ramp("slate", "steel", "ash", "silver"),
    "wrong": Ramp("wine", "ember", "red", "rose"),
}

X: Final = 214
Y: Final = 72
HALF_WIDE: Final = 20
HALF_TALL: Final = 10
UP: Final = 2 * HALF_TALL

Point = tuple[int, int]
# A triangle: the upper end of its upright side, and whether it points right or left.
Triangle = tuple[int, int, int]


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


def stones(building: Mapping[Cube, Stone]) -> Picture:
    """Every stone as far as one sees it."""
    return _stones(tuple(building.items()))


@lru_cache(maxsize=128)
def _stones(building: tuple[tuple[Cube, Stone], ...]) -> Picture:
    faces = _faces(dict(building))
    return (*_fills(faces), *_lines(faces))


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
