"""The night behind everything: stars, a striped sun, a grid that comes closer.

A function of the frame number alone, at most 150 shapes, so that every scene can
afford it and a golden picture of it never changes.
"""

from functools import cache
from typing import Final

from cabinet.picture.shapes import (
    HEIGHT,
    RAMPS,
    WIDTH,
    Box,
    Color,
    Glow,
    Gradient,
    Line,
    Orb,
    Picture,
    Veil,
)
from cabinet.screen.scenes.screens_scenes_scenery import mountains, ringed_planet, sun

STARS: Final = 70
HORIZON: Final = 236
FLOOR: Final = HEIGHT - 40
_DRIFT: Final[tuple[tuple[Color, int, int], ...]] = (
    # colour, frames a pixel, size: far to near
    ("violet", 30, 1),
    ("lilac", 16, 1),
    ("mist", 8, 1),
    ("white", 8, 2),
)
# How much of the view is left behind something to read, in percent.
_DIMMED: Final = 38


def sky(frame: int) -> Picture:
    """Night with a far planet and drifting stars, for scenes with much to read."""
    return (*_space(), *stars(frame, FLOOR))


def hall(frame: int) -> Picture:
    """The whole view after dusk: what panels hang in."""
    return (*horizon(frame), Veil(0, 0, WIDTH, HEIGHT, _DIMMED))


def horizon(frame: int) -> Picture:
    """The whole view, with the sun, the mountains and the grid."""
    return (
        *_air(),
        *stars(frame, HORIZON - 4),
        *sun(WIDTH // 2, HORIZON - 40, 66),
        *mountains(HORIZON),
        *_ground(frame),
    )


@cache
def _air() -> Picture:
    """Night to dusk, and what hangs in it."""
    return (
        Gradient(0, 0, WIDTH, HORIZON, ("ink", "night", "dusk", "plum")),
        Glow(120, 40, 160, "plum"),
        *ringed_planet(556, 112, 24),
        Orb(46, 92, 9, 9, RAMPS["steel"]),
    )


@cache
def _space() -> Picture:
    return (
        Gradient(0, 0, WIDTH, FLOOR, ("ink", "ink", "night", "dusk")),
        Glow(90, 60, 200, "plum"),
        Glow(560, 250, 220, "wine"),
        Orb(600, 296, 74, 74, RAMPS["night"], bands=4),
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


def stars(frame: int, floor: int, *, dim: bool = False) -> Picture:
    """Stars that drift, the near ones faster; those of a dark room are all far."""
    drift = _DRIFT[:1] * len(_DRIFT) if dim else _DRIFT
    return tuple(
        Box((x - frame // drift[depth][1]) % WIDTH, y * floor // 1_000, size, size, c)
        for x, y, depth in _places(STARS)
        for c, _, size in (drift[depth],)
    )


def _ground(frame: int) -> Picture:
    depth = HEIGHT - HORIZON
    rows = []
    for step in range(12):
        near = (step + frame % 40 / 40) / 12
        y = HORIZON + round(near**2.6 * depth)
        rows.append(Line(0, y, WIDTH - 1, y, "pink" if near > 0.4 else "magenta"))
    return (
        Gradient(0, HORIZON, WIDTH, depth, ("wine", "dusk", "night", "night")),
        *_meridians(),
        *rows,
        Line(0, HORIZON, WIDTH - 1, HORIZON, "rose"),
        Glow(WIDTH // 2, HORIZON, 200, "magenta"),
    )


@cache
def _meridians() -> Picture:
    middle = WIDTH // 2
    return tuple(
        Line(middle + i * 22, HORIZON, middle + i * 150, HEIGHT - 1, "magenta")
        for i in range(-15, 16)
    )
