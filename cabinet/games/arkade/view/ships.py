"""The pieces of Arkade: told apart by shape first, then by colour.

An orange saucer is round, a blue one a wedge, a violet one a diamond; the same
three signs are on the dice.
"""

from typing import Final

from cabinet.picture.shapes import Box, Color, Disc, Line, Picture, Polygon, Text
from cabinet.tabletop.drawing import CYAN, MAUVE, PINK, Ramp

_ORANGE: Final = Ramp("rust", "ember", "orange", "cream")
RAMPS: Final = {"O": _ORANGE, "B": CYAN, "V": MAUVE}
# The colours of the two seats, on every screen and phone.
SIDE_RAMPS: Final = (CYAN, PINK)


def sign(color: str, x: int, y: int, r: int, fill: Color) -> Picture:
    """The shape of a colour: a disc, a wedge pointing down, a diamond."""
    if color == "O":
        return (Disc(x, y, r, fill),)
    if color == "B":
        wedge = ((x - r - 1, y - r + 1), (x + r + 1, y - r + 1), (x, y + r))
        return (Polygon(wedge, fill),)
    diamond = ((x, y - r - 1), (x + r + 2, y), (x, y + r + 1), (x - r - 2, y))
    return (Polygon(diamond, fill),)


def saucer(color: str, x: int, y: int, *, heart: bool = False, r: int = 10) -> Picture:
    """A saucer of about radius `r`; heart up, it shows one."""
    ramp = RAMPS[color]
    hull = (
        *sign(color, x, y, r + 2, "ink"),
        *sign(color, x, y, r, ramp.main),
        *sign(color, x, y, r - 3, ramp.mid),
    )
    if heart:
        return (*hull, *heart_at(x, y - (2 if color == "B" else 0)))
    dome = max(2, r // 3)
    rise = 3 if color == "B" else 1
    return (
        *hull,
        Disc(x, y - rise, dome, ramp.light),
        Box(x - dome, y - rise + dome, 2 * dome + 1, 2, ramp.main),
    )


def heart_at(x: int, y: int) -> Picture:
    """A red heart, eleven pixels wide."""
    point = ((x - 5, y), (x + 5, y), (x, y + 6))
    return (
        Disc(x - 2, y - 1, 4, "white"),
        Disc(x + 2, y - 1, 4, "white"),
        Polygon(((x - 6, y), (x + 6, y), (x, y + 7)), "white"),
        Disc(x - 2, y - 1, 3, "red"),
        Disc(x + 2, y - 1, 3, "red"),
        Polygon(point, "red"),
    )


def ship(x: int, y: int, *, broken: bool = False) -> Picture:
    """The Defender's ship, nose up."""
    main, light = ("steel", "ash") if broken else ("pink", "rose")
    hull = (
        (x, y - 14),
        (x + 6, y - 2),
        (x + 15, y + 9),
        (x - 15, y + 9),
        (x - 6, y - 2),
    )
    return (
        Polygon(hull, main),
        Polygon(((x, y - 10), (x + 4, y + 4), (x - 4, y + 4)), light),
        Box(x - 12, y + 10, 6, 4, "red" if broken else "orange"),
        Box(x + 7, y + 10, 6, 4, "red" if broken else "orange"),
        Disc(x, y, 2, "ink"),
    )


def asteroid(x: int, y: int) -> Picture:
    """A grey rock with craters."""
    rock = ((-11, -3), (-5, -11), (4, -10), (12, -3), (9, 8), (1, 11), (-9, 7))
    return (
        Polygon(tuple((x + dx, y + dy) for dx, dy in rock), "ash"),
        Polygon(tuple((x + dx, y + dy) for dx, dy in rock), "silver", 2),
        Disc(x - 3, y - 3, 3, "steel"),
        Disc(x + 5, y + 3, 2, "steel"),
    )


def field(x: int, y: int, frame: int) -> Picture:
    """A magnetic field: rings that breathe."""
    swing = frame // 12 % 2
    return (
        Disc(x, y, 12, "ember"),
        Disc(x, y, 12 - swing, "orange", 2),
        Disc(x, y, 7 + swing, "gold", 2),
        Line(x - 4, y - 4, x + 4, y + 4, "cream", 2),
        Line(x - 4, y + 4, x + 4, y - 4, "cream", 2),
    )


def tower(x: int, y: int) -> Picture:
    """The mini tower: a gun on a mast."""
    mast = ((x - 8, y + 12), (x - 4, y - 3), (x + 4, y - 3), (x + 8, y + 12))
    return (
        Polygon(mast, "gold"),
        Box(x - 9, y - 6, 19, 5, "amber"),
        Box(x - 2, y - 13, 5, 9, "cream"),
        Box(x - 2, y + 3, 5, 9, "rust"),
    )


def nugget(x: int, y: int, *, left: bool) -> Picture:
    """Fuel for one space, or the hole where it was."""
    lump = ((x - 5, y + 3), (x - 3, y - 4), (x + 2, y - 5), (x + 5, y), (x + 4, y + 4))
    if not left:
        return (Disc(x, y, 2, "slate"),)
    return (Polygon(lump, "gold"), Box(x - 2, y - 2, 3, 2, "cream"))


def key(x: int, y: int, name: str, ramp: Ramp, *, lit: bool) -> Picture:
    """A round button; one that another does the work of, by what that is called."""
    fill: Color = ramp.main if lit else "dusk"
    if len(name) > 1:
        return (Text(x, y - 5, name, ramp.main if lit else "ash", "body"),)
    return (
        Disc(x + 14, y + 14, 14, fill),
        Text(x + 14, y + 7, name, "ink" if lit else "ash", "title", "center"),
    )
