"""The Circle of Life drawn: four neon rings of eight places around a sun.

Segment 0 is at the top, segments go clockwise, ring 1 is the innermost. An angle
is in degrees clockwise from the top.
"""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final

from cabinet.games.azteka.view.pawns import RAMPS, pawn
from cabinet.picture.shapes import Box, Color, Disc, Glow, Line, Picture, Polygon

X: Final = 320
Y: Final = 160
HUB: Final = 26
BAND: Final = 32
RIM: Final = HUB + 4 * BAND
PAWN: Final = 11
TURN_FRAMES: Final = 24
POP_FRAMES: Final = 16

Place = tuple[int, int]


def spot(radius: float, degrees: float) -> tuple[int, int]:
    """The pixel at that distance from the middle, at that angle."""
    angle = radians(degrees)
    return round(X + radius * sin(angle)), round(Y - radius * cos(angle))


def centre(place: Place, turned: float = 0.0) -> tuple[int, int]:
    """The middle of a place, its ring turned by so many degrees."""
    ring, segment = place
    return spot(HUB + BAND * (ring - 0.5), segment * 45 + turned)


def plate(frame: int, lit_segments: frozenset[int], light: Color) -> Picture:
    """Rings and spokes; the rim shows a lamp at each of `lit_segments`."""
    shapes: list[Box | Disc | Line | Glow | Polygon] = [Glow(X, Y, 190, "violet")]
    for ring in (4, 3, 2, 1):
        r = HUB + BAND * ring
        shapes.append(Disc(X, Y, r, "dusk" if ring % 2 else "plum"))
        shapes.append(Disc(X, Y, r, "cyan" if ring == 4 else "lilac", 2 - ring % 2))
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


def pawns(
    circle: Mapping[str, list[Place]],
    turned: Mapping[int, float],
    sizes: Mapping[Place, int],
) -> Picture:
    """Every pawn on the Circle, on rings turned by so many degrees."""
    return tuple(
        shape
        for role, places in circle.items()
        for place in places
        for shape in pawn(
            role, *centre(place, turned.get(place[0], 0.0)), sizes.get(place, PAWN)
        )
    )


def halo(place: Place, role: str, age: int) -> Picture:
    """A new pawn's ring of light, growing; then a thin mark that stays."""
    x, y = centre(place)
    if age < POP_FRAMES * 2:
        return (
            Glow(x, y, 40, RAMPS[role].main),
            Disc(x, y, PAWN + 3 + age // 2, RAMPS[role].light, 1),
        )
    return (Disc(x, y, PAWN + 3, "white", 1),)


def cursor(place: Place, color: Color, frame: int) -> Picture:
    """Four white corners around a place, breathing."""
    x, y = centre(place)
    reach = 16 + (frame // 10) % 2
    shapes: list[Line | Glow] = [Glow(x, y, 44, color)]
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = x + sx * reach, y + sy * reach
            shapes.append(Line(cx, cy, cx - sx * 8, cy, "white", 3))
            shapes.append(Line(cx, cy, cx, cy - sy * 8, "white", 3))
    return tuple(shapes)


def cross(place: Place) -> Picture:
    """Not here."""
    x, y = centre(place)
    return (
        Line(x - 7, y - 7, x + 7, y + 7, "red", 3),
        Line(x - 7, y + 7, x + 7, y - 7, "red", 3),
    )


def crown(places: list[Place], color: Color, frame: int) -> Picture:
    """A blinking ring around each of the pawns that won."""
    if frame // 12 % 2:
        return ()
    return tuple(Disc(*centre(place), PAWN + 4, color, 2) for place in places)
