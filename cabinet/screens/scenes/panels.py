"""The pieces scenes are made of: panels, headings, key caps, people, seat colours.

A seat is never told by colour alone: it also has its number.
"""

from typing import Final, NamedTuple

from cabinet.i18n import Words
from cabinet.picture import (
    WIDTH,
    Box,
    Color,
    Disc,
    Glow,
    Neon,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.screens.scenes.lettering import biggest, fit, width

CENTER: Final = WIDTH // 2


class Ramp(NamedTuple):
    """One colour from dark to light."""

    dark: Color
    mid: Color
    light: Color


SEATS: Final = (
    Ramp("teal", "cyan", "ice"),
    Ramp("wine", "pink", "rose"),
    Ramp("rust", "gold", "cream"),
    Ramp("moss", "green", "mint"),
    Ramp("plum", "mauve", "mist"),
    Ramp("slate", "silver", "white"),
)
DIM: Final = Ramp("dusk", "violet", "lilac")
ARROWS: Final = {
    "up": ((-4, 3), (4, 3), (0, -4)),
    "down": ((-4, -3), (4, -3), (0, 4)),
    "left": ((3, -4), (3, 4), (-4, 0)),
    "right": ((-3, -4), (-3, 4), (4, 0)),
}
_ROUND: Final = {"a": Ramp("moss", "green", "mint"), "b": Ramp("wine", "pink", "rose")}
CAP_HEIGHT: Final = 13
_BETWEEN: Final = 3


def panel(
    x: int, y: int, w: int, h: int, ramp: Ramp, *, focused: bool = False
) -> Picture:
    """A frame with cut corners and bright ticks; it glows when it is focused."""
    glow = (Glow(x + w // 2, y + h // 2, max(w, h) * 2 // 3, ramp.dark),)
    edge = ramp.mid if focused else ramp.dark
    tick = ramp.light if focused else ramp.mid
    return (
        *(glow if focused else ()),
        Box(x, y, w, h, "night", cut=6),
        Box(x, y, w, h, edge, width=2 if focused else 1, cut=6),
        Box(x + 8, y, 14, 2, tick),
        Box(x + w - 22, y + h - 2, 14, 2, tick),
    )


def heading(y: int, words: str, ramp: Ramp, room: int = WIDTH - 40) -> Picture:
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


def person(x: int, y: int, ramp: Ramp) -> Picture:
    """A pawn of a player standing on x, y."""
    body = ((x - 17, y), (x - 10, y - 24), (x + 10, y - 24), (x + 17, y))
    return (
        Polygon(body, ramp.mid),
        Polygon(
            ((x - 17, y), (x - 10, y - 24), (x - 4, y - 24), (x - 8, y)), ramp.light
        ),
        Disc(x, y - 34, 12, ramp.mid),
        Disc(x - 3, y - 37, 5, ramp.light),
    )


def robot(x: int, y: int, ramp: Ramp) -> Picture:
    """A house bot standing on x, y."""
    return (
        Box(x - 1, y - 46, 2, 8, ramp.mid),
        Disc(x, y - 46, 3, ramp.light),
        Box(x - 16, y - 39, 33, 22, ramp.mid, cut=4),
        Box(x - 11, y - 33, 8, 6, "ink"),
        Box(x + 4, y - 33, 8, 6, "ink"),
        Box(x - 9, y - 31, 3, 2, ramp.light),
        Box(x + 6, y - 31, 3, 2, ramp.light),
        Box(x - 12, y - 15, 25, 15, ramp.mid, cut=3),
        Box(x - 7, y - 11, 15, 3, "ink"),
    )


def _cap_width(button: str, words: Words) -> int:
    if button in ARROWS or button in _ROUND or button == "stick":
        return CAP_HEIGHT
    return width(_cap_words(button, words), "small") + 9


def _cap(x: int, y: int, button: str, words: Words) -> Picture:
    middle = CAP_HEIGHT // 2
    cx, cy = x + middle, y + middle
    if button in _ROUND:
        ramp = _ROUND[button]
        return (
            Disc(cx, cy, middle, ramp.mid),
            Disc(cx, cy, middle - 1, ramp.dark),
            Text(cx + 1, cy - 2, button.upper(), ramp.light, "small", "center"),
        )
    if button in ARROWS:
        points = tuple((cx + dx, cy + dy) for dx, dy in ARROWS[button])
        return (Polygon(points, "ice"),)
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
        Text(x + 5, y + 4, _cap_words(button, words), "cream", "small"),
    )


def _cap_words(button: str, words: Words) -> str:
    name = button.removeprefix("hold ")
    known = f"button.{name}"
    text = words(known) if known in words else name.upper()
    return text if name == button else words("button.hold", button=text)
