"""A picture is data: a tuple of shapes on a 640 x 360 canvas, back to front.

Games and scenes return pictures; only `cabinet.screen` turns them into pixels.
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
# Dark to light; shaded shapes are dithered from one colour of it to the next.
Ramp: TypeAlias = tuple[Color, ...]
RAMPS: Final[dict[str, Ramp]] = {
    "night": ("ink", "night", "dusk", "plum", "violet", "lilac"),
    "violet": ("dusk", "plum", "violet", "lilac", "mauve", "mist"),
    "pink": ("wine", "magenta", "pink", "rose", "white"),
    "gold": ("rust", "ember", "amber", "gold", "cream", "white"),
    "cyan": ("teal", "lagoon", "cyan", "ice", "white"),
    "green": ("moss", "leaf", "green", "mint", "white"),
    "steel": ("slate", "steel", "ash", "silver", "white"),
    "fire": ("wine", "rust", "ember", "orange", "gold", "cream", "white"),
    "sunset": ("wine", "magenta", "pink", "orange", "gold", "cream"),
    "chrome": ("white", "ice", "cyan", "lagoon", "violet", "magenta", "gold", "cream"),
}
# The most that a flash adds where flashing is reduced, in percent.
CALM_FLASH: Final = 8
Align: TypeAlias = Literal["left", "center", "right"]
# title: tall display face; body: friendly paragraphs; small: captions; tiny: dense.
Face: TypeAlias = Literal["title", "body", "small", "tiny"]


class Box(NamedTuple):
    """A rectangle, filled or outlined (`width` > 0), with cut corners (`cut`).

    `halo` adds light of that colour along its edge, as a neon tube has it.
    """

    x: int
    y: int
    w: int
    h: int
    color: Color
    width: int = 0
    cut: int = 0
    halo: Color = ""


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


class Sprite(NamedTuple):
    """A drawing in letters around x, y: a digit is a colour of `ramp`, `.` nothing.

    A `half` drawing is the left half and the middle column; the right one mirrors
    it. `edge` outlines it, `halo` adds light of that colour around it.
    """

    x: int
    y: int
    rows: tuple[str, ...]
    ramp: Ramp
    scale: int = 1
    half: bool = False
    edge: Color = ""
    halo: Color = ""


class Orb(NamedTuple):
    """A ball or an egg around x, y, lit from the upper left and dithered to `ramp`.

    A `dome` is its upper half. `bands` of a planet run across it.
    """

    x: int
    y: int
    rx: int
    ry: int
    ramp: Ramp
    dome: bool = False
    bands: int = 0


class Gradient(NamedTuple):
    """A rectangle that goes down through the colours of `ramp`, dithered."""

    x: int
    y: int
    w: int
    h: int
    ramp: Ramp


class Neon(NamedTuple):
    """One line of words in a gradient, outlined by `edge`, in a `halo` of light.

    Place and size as in `Text`; both `edge` and `halo` may be left out.
    """

    x: int
    y: int
    words: str
    ramp: Ramp
    face: Face = "title"
    align: Align = "center"
    scale: int = 1
    edge: Color = "ink"
    halo: Color = ""


class Veil(NamedTuple):
    """What is behind shows through with `light` percent of its brightness."""

    x: int
    y: int
    w: int
    h: int
    light: int


class Flash(NamedTuple):
    """`strength` percent of a colour added to a rectangle, for a frame or two."""

    x: int
    y: int
    w: int
    h: int
    color: Color
    strength: int


class Shift(NamedTuple):
    """All that stands before it moves by dx, dy: how a playfield shakes.

    What that uncovers at the edge stays as it was.
    """

    dx: int
    dy: int


class Iris(NamedTuple):
    """All outside the circle around x, y is covered."""

    x: int
    y: int
    r: int
    color: Color = "ink"


class Clip(NamedTuple):
    """A picture, seen through a rectangle only."""

    x: int
    y: int
    w: int
    h: int
    picture: "Picture"


class Inset(NamedTuple):
    """A picture within the picture: a part of it, `shrink` times smaller.

    The part begins at left, top; what is drawn is `w` wide and `h` tall.
    """

    x: int
    y: int
    w: int
    h: int
    picture: "Picture"
    left: int = 0
    top: int = 0
    shrink: int = 1


class Pixels(NamedTuple):
    """The picture of a game that draws its own pixels, at a place and size.

    `source` says whose, `number` which one: another number is another picture.
    """

    x: int
    y: int
    w: int
    h: int
    source: str
    number: int


Shape: TypeAlias = (
    Box
    | Disc
    | Line
    | Polygon
    | Text
    | Glow
    | Sprite
    | Orb
    | Gradient
    | Neon
    | Veil
    | Flash
    | Shift
    | Iris
    | Clip
    | Inset
    | Pixels
)
Picture: TypeAlias = tuple[Shape, ...]


def calm(picture: Picture) -> Picture:
    """The same without what may hurt: nothing shakes, a flash is a glimmer."""
    if not any(isinstance(shape, Shift | Flash | Clip | Inset) for shape in picture):
        return picture
    return tuple(_calmed(s) for s in picture if not isinstance(s, Shift))


def _calmed(shape: Shape) -> Shape:
    if isinstance(shape, Flash):
        return shape._replace(strength=min(shape.strength, CALM_FLASH))
    if isinstance(shape, Clip | Inset):
        return shape._replace(picture=calm(shape.picture))
    return shape
