"""The pieces scenes are made of: panels, headings, key caps, people, seat colours.

A seat is never told by colour alone: it also has its number.
"""

from typing import Final, NamedTuple

from cabinet.i18n import Words
from cabinet.picture.shapes import (
    RAMPS,
    WIDTH,
    Box,
    Clip,
    Color,
    Disc,
    Glow,
    Line,
    Neon,
    Orb,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.screen.render.sprites import DEFENDER, ROBOT, defender, robot
from cabinet.screen.scenes.lettering import biggest, fit, width
from cabinet.screen.scenes.wired import cap_words

CENTER: Final = WIDTH // 2


class Shades(NamedTuple):
    """One colour from dark to light."""

    dark: Color
    mid: Color
    light: Color


SEATS: Final = (
    Shades("teal", "cyan", "ice"),
    Shades("wine", "pink", "rose"),
    Shades("rust", "gold", "cream"),
    Shades("moss", "green", "mint"),
    Shades("plum", "mauve", "mist"),
    Shades("slate", "silver", "white"),
)
DIM: Final = Shades("dusk", "violet", "lilac")
# What shades a seat's ship, in the same order.
HULLS: Final = tuple(
    RAMPS[name] for name in ("cyan", "pink", "gold", "green", "violet", "steel")
)
ARROWS: Final = {
    "up": ((-4, 3), (4, 3), (0, -4)),
    "down": ((-4, -3), (4, -3), (0, 4)),
    "left": ((3, -4), (3, 4), (-4, 0)),
    "right": ((-3, -4), (-3, 4), (4, 0)),
}
_ROUND: Final = {
    "a": Shades("moss", "green", "mint"),
    "b": Shades("wine", "pink", "rose"),
}
CAP_HEIGHT: Final = 15
_BETWEEN: Final = 3
_PANEL_LIGHT: Final = 120


def panel(
    x: int, y: int, w: int, h: int, ramp: Shades, *, focused: bool = False
) -> Picture:
    """A frame of neon with cut corners, lit from below inside; brighter in focus."""
    edge = ramp.mid if focused else ramp.dark
    tick = ramp.light if focused else ramp.mid
    light = Glow(x + w // 2, y + h, _PANEL_LIGHT, ramp.dark)
    cut = min(9, h // 4)
    return (
        Box(x, y, w, h, "night", cut=cut, halo=ramp.mid if focused else ramp.dark),
        Clip(x + 2, y + 2, w - 4, h - 4, (light,)),
        Box(x, y, w, h, edge, width=2 if focused else 1, cut=cut),
        *_ticks(x, y, w, h, cut, tick),
    )


def _ticks(x: int, y: int, w: int, h: int, cut: int, color: Color) -> Picture:
    """Bright ends at the upper left and the lower right corner."""
    if h < 4 * cut + 8:
        return (
            Box(x + cut + 2, y, 14, 2, color),
            Box(x + w - cut - 16, y + h - 2, 14, 2, color),
        )
    right, bottom = x + w - 1, y + h - 1
    return (
        Box(x + cut, y, 16, 2, color),
        Box(x, y + cut, 2, 16, color),
        Line(x, y + cut, x + cut, y, color),
        Box(right - cut - 15, bottom - 1, 16, 2, color),
        Box(right - 1, bottom - cut - 15, 2, 16, color),
        Line(right - cut, bottom, right, bottom - cut, color),
    )


def arrow(x: int, y: int, way: str, color: Color) -> Shape:
    """A small arrow around x, y."""
    return Polygon(tuple((x + dx, y + dy) for dx, dy in ARROWS[way]), color)


def heading(y: int, words: str, ramp: Shades, room: int = WIDTH - 40) -> Picture:
    """A title across the screen in its own light, as big as there is room for."""
    scale = biggest(words, room, (2, 1), "title")
    fitted = fit(words, room, "title", scale)
    colors = ("white", ramp.light, ramp.mid, ramp.mid)
    return (Neon(CENTER, y, fitted, colors, scale=scale, halo=ramp.dark),)


def caps_width(buttons: str, words: Words) -> int:
    """How wide `caps` draws these buttons."""
    each = [_cap_width(button, words) for button in buttons.split("+")]
    return sum(each) + _BETWEEN * (len(each) - 1)


def caps(x: int, y: int, buttons: str, words: Words) -> Picture:
    """Buttons as they look on the panel: `a`, `stick`, `start+a`, `hold start`.

    Their top left is at x, y; they are `CAP_HEIGHT` tall.
    """
    shapes: list[Shape] = []
    for button in buttons.split("+"):
        shapes += _cap(x, y, button, words)
        x += _cap_width(button, words) + _BETWEEN
    return tuple(shapes)


def player(seat: int, x: int, y: int, *, bot: bool, scale: int = 2) -> Picture:
    """Who sits there, standing on x, y in a pool of light: a ship, or a robot."""
    hull, ramp = HULLS[seat % len(HULLS)], SEATS[seat % len(SEATS)]
    figure, tall = (robot, len(ROBOT)) if bot else (defender, len(DEFENDER))
    wide = 14 * scale
    return (
        Orb(x, y, wide, max(2, 2 * scale), (ramp.dark, ramp.mid)),
        Orb(x, y, wide - 2 * scale, max(1, scale), ("ink", ramp.dark)),
        *figure(x, y - tall * scale // 2 - 1, hull, scale),
    )


def seat_badge(seat: int, x: int, y: int) -> Picture:
    """Whose it is, around x, y: the seat's number on its colour."""
    ramp = SEATS[seat % len(SEATS)]
    return (
        Disc(x, y, 7, ramp.mid),
        Text(x + 1, y - 5, str(seat + 1), "ink", "body", "center"),
    )


def _cap_width(button: str, words: Words) -> int:
    if button in ARROWS or button in _ROUND or button == "stick":
        return CAP_HEIGHT
    return width(cap_words(button, words)) + 8


def _cap(x: int, y: int, button: str, words: Words) -> Picture:
    middle = CAP_HEIGHT // 2
    cx, cy = x + middle, y + middle
    if button in _ROUND:
        ramp = _ROUND[button]
        return (
            Disc(cx, cy, middle, ramp.mid),
            Disc(cx, cy, middle - 1, ramp.dark),
            Text(cx + 1, cy - 5, button.upper(), ramp.light, "body", "center"),
        )
    if button in ARROWS:
        return (arrow(cx, cy, button, "ice"),)
    if button == "stick":
        return (
            Box(cx - 1, y, 3, CAP_HEIGHT, "ice"),
            Box(x, cy - 1, CAP_HEIGHT, 3, "ice"),
            Disc(cx, cy, 3, "red"),
        )
    w = _cap_width(button, words)
    return (
        Box(x, y, w, CAP_HEIGHT, "amber", cut=2),
        Box(x + 1, y + 1, w - 2, CAP_HEIGHT - 2, "rust", cut=2),
        Text(x + 4, y + 3, cap_words(button, words), "cream", "body"),
    )
