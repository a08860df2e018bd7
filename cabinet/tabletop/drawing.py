"""What the views of games draw alike: frames, panels, lines, names that fit."""

from collections.abc import Iterable
from math import cos, sin
from typing import Final, NamedTuple

from cabinet.picture.shapes import Box, Color, Disc, Line, Picture, Text
from cabinet.tabletop.personas import figure


class Ramp(NamedTuple):
    """A colour of a game, dark to light."""

    dark: Color
    mid: Color
    main: Color
    light: Color


CYAN: Final = Ramp("teal", "lagoon", "cyan", "ice")
GOLD: Final = Ramp("rust", "amber", "gold", "cream")
GREEN: Final = Ramp("moss", "leaf", "green", "mint")
MAUVE: Final = Ramp("plum", "lilac", "mauve", "mist")
PINK: Final = Ramp("wine", "magenta", "pink", "rose")
SILVER: Final = Ramp("slate", "steel", "silver", "white")
# A seat's colours, from where players join to the result.
SEATS: Final = (CYAN, PINK, GOLD, GREEN, MAUVE, SILVER)


def framed(
    x: int,
    y: int,
    w: int,
    h: int,
    fill: Color,
    edge: Color,
    width: int = 1,
    cut: int = 0,
) -> Picture:
    """A box and its edge."""
    return Box(x, y, w, h, fill, 0, cut), Box(x, y, w, h, edge, width, cut)


def panel(x: int, y: int, w: int, h: int, edge: Color, glow: Picture = ()) -> Picture:
    """An empty panel; one that glows has a wide edge."""
    return (*glow, *framed(x, y, w, h, "night", edge, 3 if glow else 1, 8))


def lines(
    x: int, y: int, words: Iterable[str], color: Color, step: int = 18
) -> Picture:
    """Lines of words in the body face, centred at `x`."""
    return tuple(
        Text(x, y + step * row, line, color, "body", "center")
        for row, line in enumerate(words)
    )


def name_within(room: int, x: int, y: int, name: str, color: Color) -> Text:
    """A name in the body face if it surely fits in `room` pixels; else smaller."""
    fits = sum(map(_width, name)) <= room
    return Text(x, y, name, color, "body" if fits else "small")


def _width(letter: str) -> int:
    """At most how many pixels the body face takes for a letter."""
    if letter in "MWmw":
        return 11
    if letter in "iljtI.' ":
        return 5
    return 7 if letter.islower() else 8


def chip(seat: int, x: int, y: int, chosen: str = "") -> Picture:
    """A seat's number, or the figure it chose, on a coin of its colour around x, y."""
    stamped = Text(x + 1, y - 5, str(seat + 1), "ink", "body", "center")
    return (
        Disc(x, y, 9, SEATS[seat].main),
        Disc(x, y, 9, "white", 1),
        figure(chosen, x, y, "ink") if chosen else stamped,
    )


def corners(left: int, top: int, right: int, bottom: int, arm: int) -> Picture:
    """Four white corners around what is pointed at."""
    shapes: list[Line] = []
    for x, across in ((left, arm), (right, -arm)):
        for y, down in ((top, arm), (bottom, -arm)):
            shapes.append(Line(x, y, x + across, y, "white", 3))
            shapes.append(Line(x, y, x, y + down, "white", 3))
    return tuple(shapes)


def cross(x: int, y: int, arm: int, color: Color) -> Picture:
    """A cross around x, y: not here, or gone."""
    return (
        Line(x - arm, y - arm, x + arm, y + arm, color, 3),
        Line(x - arm, y + arm, x + arm, y - arm, color, 3),
    )


def around(x: int, y: int, radius: float, angle: float) -> tuple[int, int]:
    """The pixel at a distance from x, y; the angle goes clockwise from the top."""
    return round(x + radius * sin(angle)), round(y - radius * cos(angle))
