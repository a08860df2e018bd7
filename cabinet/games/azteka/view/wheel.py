"""The Circle of Life and its pawns: four neon rings of eight places around a sun.

Segment 0 is at the top, segments go clockwise, ring 1 is the innermost. An angle
is in degrees clockwise from the top. A pawn's shape says its role: Life is a round seed
with a leaf, Death a diamond with a skull, a Mummy a square in bandages. Its colour is
that of the seat who plays the role.
"""

from collections.abc import Mapping
from math import radians
from typing import Final

from cabinet.picture.shapes import (
    Box,
    Color,
    Disc,
    Glow,
    Line,
    Picture,
    Polygon,
    Shape,
)
from cabinet.tabletop.drawing import Ramp, around, corners, cross

X: Final = 320
Y: Final = 160
HUB: Final = 26
BAND: Final = 32
RIM: Final = HUB + 4 * BAND
PAWN: Final = 11
TURN_FRAMES: Final = 24
POP_FRAMES: Final = 16
BURST_FRAMES: Final = 36
_SPARKS: Final = 8
MIDDLE: Final = (X, Y)

Place = tuple[int, int]
Ramps = Mapping[str, Ramp]


def spot(radius: float, degrees: float) -> tuple[int, int]:
    """The pixel at that distance from the middle, at that angle."""
    return around(X, Y, radius, radians(degrees))


def centre(place: Place, turned: float = 0.0) -> tuple[int, int]:
    """The middle of a place, its ring turned by so many degrees."""
    ring, segment = place
    return spot(HUB + BAND * (ring - 0.5), segment * 45 + turned)


def plate(frame: int, lit_segments: frozenset[int], light: Color) -> Picture:
    """Rings and spokes; the rim shows a lamp at each of `lit_segments`."""
    shapes: list[Shape] = [Glow(X, Y, 190, "violet")]
    for ring in (4, 3, 2, 1):
        r = HUB + BAND * ring
        shapes.append(Disc(X, Y, r, "dusk" if ring % 2 else "plum"))
        shapes.append(Disc(X, Y, r, "mauve" if ring == 4 else "lilac", 2 - ring % 2))
    shapes.append(Disc(X, Y, HUB, "night"))
    shapes.append(Disc(X, Y, HUB, "amber", 1))
    for segment in range(8):
        inner, outer = (spot(r, segment * 45 + 22.5) for r in (HUB, RIM))
        shapes.append(Line(*inner, *outer, "violet"))
        lit = segment in lit_segments
        x, y = spot(RIM, segment * 45)
        shapes.append(Disc(x, y, 4, light if lit else "violet"))
        shapes.append(Disc(x, y, 2, "white" if lit else "night"))
    return (*shapes, *_sun(frame))


def _sun(frame: int) -> Picture:
    swing = frame * 0.25
    rays = tuple(
        spot(22 if point % 2 else 14, point * 11.25 + swing) for point in range(32)
    )
    return (
        Polygon(rays, "ember"),
        Disc(X, Y, 14, "gold"),
        Disc(X, Y, 14, "orange", 2),
        Box(X - 7, Y - 5, 4, 4, "rust"),
        Box(X + 4, Y - 5, 4, 4, "rust"),
        Box(X - 5, Y + 4, 11, 3, "rust"),
        Box(X - 1, Y - 2, 3, 5, "amber"),
    )


def holes(lit: frozenset[Place], light: Color, turned: Mapping[int, float]) -> Picture:
    """Every place empty; a lit one is where a pawn may go."""
    shapes: list[Disc] = []
    for ring in (1, 2, 3, 4):
        for segment in range(8):
            x, y = centre((ring, segment), turned.get(ring, 0.0))
            shapes.append(Disc(x, y, PAWN, "ink"))
            if (ring, segment) in lit:
                shapes.append(Disc(x, y, PAWN, light, 2))
                shapes.append(Disc(x, y, 2, light))
            else:
                shapes.append(Disc(x, y, PAWN, "violet", 1))
    return tuple(shapes)


def band(ring: int, color: Color, edge: Color) -> Picture:
    """One ring lit up from edge to edge."""
    r = HUB + BAND * ring
    return (
        Disc(X, Y, r, color, BAND),
        Disc(X, Y, r, edge, 2),
        Disc(X, Y, r - BAND + 2, edge, 2),
    )


def arrows(ring: int, color: Color, shift: float, *, double: bool) -> Picture:
    """Four clockwise arrows on the outer edge of a ring, `shift` degrees on."""
    r = HUB + BAND * ring - 2
    head = 560 / r
    shapes: list[Polygon] = []
    for quarter in range(4):
        tip = quarter * 90 + 45 + 16 + shift
        shaft = [tip - 38 + step * 6 for step in range(6)] + [tip - head]
        outside = [spot(r + 2, degrees) for degrees in shaft]
        inside = [spot(r - 2, degrees) for degrees in reversed(shaft)]
        shapes.append(Polygon((*outside, *inside), color))
        for back in (0.0, head) if double else (0.0,):
            base = tip - back - head
            corners = (spot(r + 7, base), spot(r - 7, base))
            shapes.append(Polygon((spot(r, tip - back), *corners), color))
    return tuple(shapes)


def pawn(role: str, ramp: Ramp, x: int, y: int, r: int) -> Picture:
    """A pawn of about radius `r` around x, y, in the colours of a seat."""
    if r < 2:
        return ()
    if role == "life":
        return _seed(ramp, x, y, r)
    return _skull(ramp, x, y, r) if role == "death" else _mummy(ramp, x, y, r)


def _diamond(x: int, y: int, r: int) -> tuple[tuple[int, int], ...]:
    return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))


def _seed(ramp: Ramp, x: int, y: int, r: int) -> Picture:
    leaf = ((0, -7), (5, -2), (4, 4), (0, 7), (-4, 4), (-5, -2))
    points = tuple((x + dx * r // 11, y + dy * r // 11) for dx, dy in leaf)
    return (
        Disc(x, y, r, ramp.light),
        Disc(x, y, r - 1, ramp.main),
        Disc(x, y + 1, max(1, r - 2), ramp.mid, 1),
        Polygon(points, ramp.dark),
        Line(x, y - r // 3, x, y + r // 2, ramp.main),
    )


def _skull(ramp: Ramp, x: int, y: int, r: int) -> Picture:
    head, eye = max(2, r // 2), max(1, r // 5)
    jaw = Box(x - head // 2, y + head // 2, head // 2 * 2 + 1, head // 2 + 1, "white")
    return (
        Polygon(_diamond(x, y, r + 3), ramp.light),
        Polygon(_diamond(x, y, r + 1), ramp.mid),
        Disc(x, y - 1, head, "white"),
        jaw,
        Box(x - eye - 1, y - 1, eye, eye + 1, ramp.dark),
        Box(x + 2, y - 1, eye, eye + 1, ramp.dark),
    )


def _mummy(ramp: Ramp, x: int, y: int, r: int) -> Picture:
    side, wrap = r - 1, max(2, r // 3)
    bands = tuple(
        Line(x - side + 1, down, x + side - 1, down + wrap // 2, ramp.mid)
        for down in range(y - side + 1, y + side - 1, wrap)
        if abs(down - y) > 1
    )
    return (
        Box(x - side - 1, y - side - 1, 2 * side + 3, 2 * side + 3, ramp.dark, 0, 4),
        Box(x - side, y - side, 2 * side + 1, 2 * side + 1, ramp.main, 0, 3),
        *bands,
        Box(x - side + 1, y - 2, 2 * side - 1, max(3, r // 3), ramp.dark),
        Box(x - r // 3 - 1, y - 1, max(1, r // 6), max(1, r // 6), "white"),
        Box(x + r // 3, y - 1, max(1, r // 6), max(1, r // 6), "white"),
    )


def pawns(
    circle: Mapping[str, list[Place]],
    ramps: Ramps,
    turned: Mapping[int, float],
    sizes: Mapping[Place, int],
) -> Picture:
    """Every pawn on the Circle, on rings turned by so many degrees."""
    return tuple(
        shape
        for role, places in circle.items()
        for place in places
        for shape in pawn(
            role,
            ramps[role],
            *centre(place, turned.get(place[0], 0.0)),
            sizes.get(place, PAWN),
        )
    )


def halo(place: Place, ramp: Ramp, age: int) -> Picture:
    """A new pawn's ring of light, growing; then a thin mark that stays."""
    x, y = centre(place)
    if age < POP_FRAMES * 2:
        return (
            Glow(x, y, 40, ramp.main),
            Disc(x, y, PAWN + 3 + age // 2, ramp.light, 1),
        )
    return (Disc(x, y, PAWN + 3, "white", 1),)


def unchosen(color: Color, frame: int) -> Picture:
    """Arrows around the sun: a place is still to be chosen."""
    reach = 17 + frame // 10 % 3
    shapes: list[Polygon] = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        x, y = X + dx * reach, Y + dy * reach
        wide, tall = 6 * dy, 6 * dx
        points = ((x + 8 * dx, y + 8 * dy), (x + wide, y + tall), (x - wide, y - tall))
        shapes += (Polygon(points, color), Polygon(points, "ink", 1))
    return tuple(shapes)


def cursor(place: Place, color: Color, frame: int) -> Picture:
    """Four white corners around a place, breathing."""
    x, y = centre(place)
    reach = 16 + (frame // 10) % 2
    lines = corners(x - reach, y - reach, x + reach, y + reach, 8)
    return (Glow(x, y, 44, color), *lines)


def crown(places: list[Place], color: Color, frame: int) -> Picture:
    """A blinking ring around each of the pawns that won."""
    if frame // 12 % 2:
        return ()
    return tuple(Disc(*centre(place), PAWN + 4, color, 2) for place in places)


# What is drawn over it for a while: births, disintegrations, won lines.


def burst(place: Place, ramp: Ramp, age: int) -> Picture:
    """A pawn that falls to dust: a ring and sparks that fly apart."""
    if age >= BURST_FRAMES:
        return ()
    x, y = centre(place)
    reach = PAWN + age
    color = ("white", ramp.light, ramp.main, ramp.mid)[age * 4 // BURST_FRAMES]
    shapes: list[Shape] = [Glow(x, y, 40, "pink"), Disc(x, y, reach, color, 2)]
    for spark in range(_SPARKS):
        sx, sy = spot(100, spark * 45 + 22.5)
        dx, dy = sx - X, sy - Y
        near, far = reach - 4, reach + 5
        start = x + dx * near // 100, y + dy * near // 100
        end = x + dx * far // 100, y + dy * far // 100
        shapes.append(Line(*start, *end, color, 2))
    return tuple(shapes)


def doomed(place: Place, ramp: Ramp, frame: int) -> Picture:
    """A pawn that the action in hand would disintegrate."""
    x, y = centre(place)
    reach = PAWN + 2 + frame // 8 % 3
    return (Disc(x, y, reach, ramp.main, 2), *cross(x, y, 7, "white"))


def beam(segment: int, ramp: Ramp, frame: int) -> Picture:
    """The full segment of Life that gives birth."""
    color = ramp.light if frame // 8 % 2 else ramp.main
    left, right = segment * 45 - 22.5, segment * 45 + 22.5
    arc = [left + step * 7.5 for step in range(7)]
    points = (spot(HUB, left), *(spot(RIM, at) for at in arc), spot(HUB, right))
    return (
        Glow(*spot((HUB + RIM) // 2, segment * 45), 80, ramp.main),
        Polygon(points, color, 2),
    )


def ghosts(pawns: Mapping[str, list[Place]], ramps: Ramps, ring: int) -> Picture:
    """Where the pawns of a ring would come to stand."""
    return tuple(
        shape
        for role, places in pawns.items()
        for place in places
        if place[0] == ring
        for shape in (
            Disc(*centre(place), 5, "ink"),
            Disc(*centre(place), 4, ramps[role].light),
        )
    )


def winning_line(pawns: list[Place], why: str, color: Color) -> Picture:
    """The segment or ring that is full, or the way round through every segment."""
    if why == "spread":
        points = tuple(centre(place) for place in _way_round(pawns))
        return (Polygon(points, "ink", 5), Polygon(points, color, 3))
    if why != "reign":
        return ()
    shapes: list[Shape] = []
    for segment in range(8):
        if all((ring, segment) in pawns for ring in (1, 2, 3, 4)):
            ends = *spot(HUB - 8, segment * 45), *spot(RIM - 2, segment * 45)
            shapes += (Line(*ends, "ink", 7), Line(*ends, color, 4))
    for ring in (1, 2, 3, 4):
        if all((ring, segment) in pawns for segment in range(8)):
            r = HUB + BAND * ring - BAND // 2
            shapes += (Disc(X, Y, r + 3, "ink", 7), Disc(X, Y, r + 2, color, 4))
    return tuple(shapes)


def _way_round(pawns: list[Place]) -> list[Place]:
    """A pawn for each segment, with a change of ring where there is a choice."""
    way: list[Place] = []
    for segment in range(8):
        here = [place for place in pawns if place[1] == segment]
        rings = [ring for ring, _ in way]
        way.append(min(here, key=lambda place: (rings.count(place[0]), place)))
    return way
