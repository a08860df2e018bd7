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
    Ramp,
    Sprite,
    Veil,
)

# What the night is made of: a striped sun, lit mountains, a planet with its ring.
#
# Each is worked out once, pixel by pixel, as a drawing in letters: dithered from one
# colour of a ramp to the next, so that nothing outside the palette appears.

# Four by four thresholds, of 16: which pixels take the lighter colour first.
_PATTERN: Final = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
_SUN: Final[Ramp] = ("magenta", "pink", "orange", "gold", "cream")
_STONE: Final[Ramp] = ("night", "dusk", "plum", "violet", "magenta", "rose")
# Where the peaks are and how high; between two of them the ridge falls half way.
_WEST: Final = ((14, 30), (62, 52), (104, 36), (146, 58), (186, 26), (222, 12))
_EAST: Final = ((420, 14), (462, 34), (506, 60), (548, 40), (592, 54), (630, 34))
_TALL: Final = 62
_MIDDLE: Final = 320
# A ring's tilt, as a slope, and how flat it lies.
_TILT: Final = 0.34
_FLAT: Final = 0.26


def _dither(level: float, x: int, y: int, top: int) -> str:
    """A digit for a level from 0 to `top`."""
    step = int(max(0.0, level) + _PATTERN[y % 4][x % 4] / 16)
    return str(min(step, top))


@cache
def sun(x: int, y: int, r: int) -> Picture:
    """Gold above and magenta below, cut by stripes that widen downwards."""
    rows = []
    for dy in range(-r, r + 1):
        below = dy + r // 6
        if below > 0 and below % 9 < below // 9 + 1:
            rows.append("." * (2 * r + 1))
            continue
        level = (r - dy) / (2 * r) * (len(_SUN) - 1)
        rows.append(
            "".join(
                _dither(level, dx, dy, len(_SUN) - 1)
                if dx * dx + dy * dy <= r * r + r
                else "."
                for dx in range(-r, r + 1)
            )
        )
    return (
        Glow(x, y, 2 * r, "magenta"),
        Sprite(x, y, tuple(rows), _SUN, halo="magenta"),
    )


@cache
def mountains(horizon: int) -> Picture:
    """Two ranges left and right of the sun, lit from the middle, with a bright rim."""
    return tuple(_range(peaks, horizon) for peaks in (_WEST, _EAST))


def _range(peaks: tuple[tuple[int, int], ...], horizon: int) -> Sprite:
    left = max(0, peaks[0][0] - 2 * peaks[0][1])
    right = min(2 * _MIDDLE, peaks[-1][0] + 2 * peaks[-1][1])
    columns = [_column(peaks, x) for x in range(left, right)]
    rows = tuple("".join(column[row] for column in columns) for row in range(_TALL))
    return Sprite((left + right) // 2, horizon - _TALL // 2, rows, _STONE)


def _column(peaks: tuple[tuple[int, int], ...], x: int) -> str:
    """One column from top to bottom: air, rim, and stone that darkens downwards."""
    peak, high = max(peaks, key=lambda each: each[1] - 0.8 * abs(x - each[0]))
    ridge = int(high - 0.8 * abs(x - peak)) + (x * 7 % 5 == 0)
    if ridge <= 0:
        return "." * _TALL
    inward = 1 if peak < _MIDDLE else -1
    signs = ["."] * (_TALL - ridge)
    for depth in range(ridge):
        # The edge between light and shade runs down from the peak, and wavers.
        edge = (high - ridge + depth) * 0.25 + (depth // 5 % 3) * 2 - 3
        lit = (x - peak) * inward > edge - 4
        if depth < 1:
            signs.append("5" if lit else "3")
        else:
            base = (3.4 if lit else 1.6) - 1.9 * depth / _TALL
            signs.append(_dither(base, x, depth, 4))
    return "".join(signs)


@cache
def ringed_planet(x: int, y: int, r: int) -> Picture:
    """A banded planet; the far half of its ring is behind it, the near half before."""
    far, near = (_ring(r * 9 // 4, front=front) for front in (False, True))
    ice: Ramp = ("teal", "lagoon", "cyan", "ice")
    return (
        Glow(x, y, 3 * r, "plum"),
        Sprite(x, y, far, ice),
        Orb(x, y, r, r, RAMPS["violet"], bands=5),
        Sprite(x, y, near, ice, halo="teal"),
    )


def _ring(reach: int, *, front: bool) -> tuple[str, ...]:
    """One half of a tilted ring, on a field with the planet in its middle."""
    tall = reach * 3 // 5
    rows = []
    for dy in range(-tall, tall + 1):
        row = []
        for dx in range(-reach, reach + 1):
            across = (dy + dx * _TILT) / _FLAT
            far = dx * dx + across * across
            share = far / reach / reach
            gap = 0.80 < share < 0.84
            if not 0.62 < share <= 1 or gap or (across > 0) != front:
                row.append(".")
            else:
                row.append(_dither(3.2 * (share - 0.55) / 0.45, dx, dy, 3))
        rows.append("".join(row))
    return tuple(rows)


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
