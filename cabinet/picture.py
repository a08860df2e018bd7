"""A picture is data: a tuple of shapes on a 640 x 360 canvas, back to front.

Games and scenes return pictures; only `cabinet.screens` turns them into pixels.
That keeps games free of pygame, lets a test read a picture as text, and lets a
web page show the same picture. Colours are names of `PALETTE`, never raw values;
no shape is anti-aliased, so a picture has the same pixels on every machine.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

WIDTH: Final = 640
HEIGHT: Final = 360

# Thirty-two colours in ramps, dark to light. The four player colours (cyan,
# pink, gold, green) each have a dark, a mid and a light.
PALETTE: Final[dict[str, str]] = {
    "ink": "#07060f",
    "night": "#0e0b1f",
    "dusk": "#191335",
    "plum": "#2a1c52",
    "violet": "#43307a",
    "lilac": "#6d55b3",
    "mauve": "#9a86d8",
    "mist": "#c9bdf0",
    "wine": "#4a0f3c",
    "magenta": "#a3176f",
    "pink": "#f0379b",
    "rose": "#ff86c3",
    "rust": "#5a1f12",
    "ember": "#b8431b",
    "orange": "#f47d20",
    "amber": "#c98a14",
    "gold": "#ffc53d",
    "cream": "#ffeaa6",
    "teal": "#0c3d4f",
    "lagoon": "#12809a",
    "cyan": "#28d7f0",
    "ice": "#aef6ff",
    "moss": "#0f3d26",
    "leaf": "#1f9150",
    "green": "#4fe37f",
    "mint": "#b8ffcb",
    "slate": "#20273b",
    "steel": "#47536f",
    "ash": "#8390a8",
    "silver": "#c3cddd",
    "white": "#ffffff",
    "red": "#ff3b4a",
}

Color: TypeAlias = str
Align: TypeAlias = Literal["left", "center", "right"]
# title: tall display face; body: friendly paragraphs; small: captions; tiny: dense.
Face: TypeAlias = Literal["title", "body", "small", "tiny"]


class Box(NamedTuple):
    """A rectangle, filled or outlined (`width` > 0), with cut corners (`cut`)."""

    x: int
    y: int
    w: int
    h: int
    color: Color
    width: int = 0
    cut: int = 0


class Disc(NamedTuple):
    """A circle around x, y; filled, or a ring `width` wide inside `r`."""

    x: int
    y: int
    r: int
    color: Color
    width: int = 0


class Line(NamedTuple):
    """A straight line."""

    x1: int
    y1: int
    x2: int
    y2: int
    color: Color
    width: int = 1


class Polygon(NamedTuple):
    """A closed shape through `points`; filled, or outlined (`width` > 0)."""

    points: tuple[tuple[int, int], ...]
    color: Color
    width: int = 0


class Text(NamedTuple):
    """One line of words. `y` is the top of the capitals; `scale` is whole."""

    x: int
    y: int
    words: str
    color: Color
    face: Face = "body"
    align: Align = "left"
    scale: int = 1


class Glow(NamedTuple):
    """Light added around x, y, falling off to nothing at `r`."""

    x: int
    y: int
    r: int
    color: Color


Shape: TypeAlias = Box | Disc | Line | Polygon | Text | Glow
Picture: TypeAlias = tuple[Shape, ...]


def describe(picture: Picture) -> str:
    """Write a picture one shape per line, for golden files and bug reports."""
    return "".join(
        f"{type(shape).__name__} {' '.join(map(repr, shape))}\n" for shape in picture
    )
