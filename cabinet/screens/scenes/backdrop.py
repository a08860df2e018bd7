"""The night behind everything: stars, a striped sun, a grid that comes closer.

A function of the frame number alone, at most 150 shapes, so that every scene can
afford it and a golden picture of it never changes.
"""

from functools import cache
from typing import Final

from cabinet.picture import HEIGHT, WIDTH, Box, Color, Disc, Glow, Line, Picture
from cabinet.picture import Polygon as Mountain

STARS: Final = 70
HORIZON: Final = 236
FLOOR: Final = HEIGHT - 40
_MELT: Final = (2, 4, 7, 11, 16)
_DRIFT: Final[tuple[tuple[Color, int, int], ...]] = (
    # colour, frames a pixel, size: far to near
    ("violet", 30, 1),
    ("lilac", 16, 1),
    ("mist", 8, 1),
    ("white", 8, 2),
)
_RIDGES: Final[tuple[tuple[Color, tuple[tuple[int, int], ...]], ...]] = (
    (
        "plum",
        ((0, 0), (46, -26), (84, -10), (132, -38), (190, -6), (236, 0)),
    ),
    (
        "plum",
        ((404, 0), (452, -12), (510, -40), (556, -14), (598, -30), (640, -8), (640, 0)),
    ),
    (
        "night",
        ((0, 0), (24, -12), (70, -20), (112, -4), (150, -14), (214, 0)),
    ),
    (
        "night",
        ((430, 0), (486, -18), (530, -6), (574, -22), (620, -10), (640, -14), (640, 0)),
    ),
)


def sky(frame: int) -> Picture:
    """Plain night and drifting stars, for scenes with much to read."""
    return (Box(0, 0, WIDTH, HEIGHT, "ink"), *_stars(frame, FLOOR))


def horizon(frame: int) -> Picture:
    """The whole view, with the sun, the mountains and the grid."""
    return (
        *_air(),
        *_stars(frame, HORIZON - 4),
        *_sun(),
        *_mountains(),
        *_ground(frame),
    )


@cache
def _air() -> Picture:
    """Night to dusk, the bands melting into each other line by line."""
    return (
        Box(0, 0, WIDTH, 110, "ink"),
        Box(0, 110, WIDTH, HORIZON - 110, "night"),
        *(Box(0, 110 - gap, WIDTH, 1, "night") for gap in _MELT),
        Box(0, 186, WIDTH, HORIZON - 186, "dusk"),
        *(Box(0, 186 - gap, WIDTH, 1, "dusk") for gap in _MELT),
    )


@cache
def _places(count: int) -> tuple[tuple[int, int, int], ...]:
    """Where the stars are: a small generator of our own, the same for ever."""
    places = []
    number = 12_345
    for index in range(count):
        number = (number * 1_103_515_245 + 12_345) % 2**31
        x = number // 7 % WIDTH
        number = (number * 1_103_515_245 + 12_345) % 2**31
        places.append((x, number // 11 % 1_000, (0, 0, 1, 1, 2, 0, 1, 3)[index % 8]))
    return tuple(places)


def _stars(frame: int, floor: int) -> Picture:
    return tuple(
        Box((x - frame // _DRIFT[depth][1]) % WIDTH, y * floor // 1_000, size, size, c)
        for x, y, depth in _places(STARS)
        for c, _, size in (_DRIFT[depth],)
    )


@cache
def _sun() -> Picture:
    x, y, r = WIDTH // 2, HORIZON - 34, 62
    stripes = tuple(
        Box(x - r, y + 6 + step * 8, 2 * r + 1, 1 + step, "dusk") for step in range(7)
    )
    return (
        Glow(x, y, 120, "wine"),
        Disc(x, y, r, "magenta"),
        Disc(x, y - 4, r - 5, "pink"),
        Disc(x, y - 11, r - 14, "orange"),
        Disc(x, y - 19, r - 26, "gold"),
        *stripes,
    )


@cache
def _mountains() -> Picture:
    return tuple(
        Mountain(tuple((x, HORIZON + y) for x, y in ridge), color)
        for color, ridge in _RIDGES
    )


def _ground(frame: int) -> Picture:
    depth = HEIGHT - HORIZON
    rows = []
    for step in range(10):
        near = (step + frame % 40 / 40) / 10
        y = HORIZON + round(near**2.6 * depth)
        rows.append(Line(0, y, WIDTH - 1, y, "magenta" if near > 0.45 else "violet"))
    return (
        Box(0, HORIZON, WIDTH, depth, "ink"),
        *_meridians(),
        *rows,
        Line(0, HORIZON, WIDTH - 1, HORIZON, "pink"),
        Glow(WIDTH // 2, HORIZON, 70, "wine"),
    )


@cache
def _meridians() -> Picture:
    middle = WIDTH // 2
    return tuple(
        Line(middle + i * 22, HORIZON, middle + i * 150, HEIGHT - 1, "violet")
        for i in range(-15, 16)
    )
