"""The signs of Space Aztecs: every family has a shape besides its colour.

Pink is a disc, yellow a diamond, blue a triangle, green a square, a Codex a scroll.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from cabinet.games.space_aztecs.rules import cards
from cabinet.games.space_aztecs.view.texts import card_mark
from cabinet.i18n import Words
from cabinet.picture.shapes import Box, Color, Disc, Face, Line, Picture, Polygon, Text
from cabinet.tabletop.drawing import (
    CYAN,
    GOLD,
    GREEN,
    MAUVE,
    PINK,
    Ramp,
    corners,
    framed,
)

SCROLL: Final = 18
_INK: Final = "plum"
_PAPER: Final = "mist"

Draw: TypeAlias = Callable[[int, int], Picture]

# By family; the last, at NO_FAMILY, is the Codex.
RAMPS: Final = (PINK, GOLD, CYAN, GREEN, MAUVE)


def ramp_of(card: int) -> Ramp:
    """The colours of a card."""
    return RAMPS[cards.FAMILY[card]]


def emblem(family: int, x: int, y: int, r: int, color: Color = "") -> Picture:
    """The shape of a family around x, y, in its own colour or in another."""
    color = color or RAMPS[family].main
    if family == 0:
        return (Disc(x, y, r, color),)
    if family == 1:
        points = ((x, y - r - 1), (x + r + 1, y), (x, y + r + 1), (x - r - 1, y))
        return (Polygon(points, color),)
    if family == 2:
        return (Polygon(((x, y - r), (x + r + 1, y + r), (x - r - 1, y + r)), color),)
    return (Box(x - r + 1, y - r + 1, 2 * r - 1, 2 * r - 1, color),)


def mini_card(
    card: int, x: int, y: int, size: tuple[int, int], free: int, say: Words
) -> Picture:
    """An Aztec from its top left corner: its family's shape over its mark.

    The next card leaves `free` pixels of it to be seen.
    """
    ramp, (w, h) = ramp_of(card), size
    seen, mark = min(w, free), card_mark(say, card)
    face: Face = "body" if seen >= (11 if len(mark) == 1 else 17) else "small"
    r = max(3, seen // 4)
    return (
        *framed(x, y, w, h, ramp.dark, ramp.main, cut=2),
        *emblem(cards.FAMILY[card], x + seen // 2, y + 3 + r, r),
        Text(x + seen // 2 + 1, y + h - 12, mark, "white", face, "center"),
    )


def temple(card: int, x: int, y: int) -> Picture:
    """A stepped pyramid, 24 wide and 18 tall; its gate has its family's shape."""
    ramp = ramp_of(card)
    steps = tuple(
        Box(x + 9 - 3 * row, y + 5 * row - (row > 0), 6 + 6 * row, 5, color)
        for row, color in enumerate((ramp.light, ramp.main, ramp.mid, ramp.mid))
    )
    return (*steps, *emblem(cards.FAMILY[card], x + 12, y + 13, 4, "ink"))


def saucer(card: int, x: int, y: int) -> Picture:
    """A flying saucer, 24 wide and 14 tall; its family's shape is on the dome."""
    ramp = ramp_of(card)
    hull = ((x + 6, y + 5), (x + 18, y + 5), (x + 24, y + 9), (x + 18, y + 13))
    return (
        Disc(x + 12, y + 5, 5, ramp.light),
        Polygon((*hull, (x + 6, y + 13), (x, y + 9)), ramp.mid),
        Line(x + 1, y + 9, x + 22, y + 9, ramp.main, 2),
        *(Disc(x + 6 + 6 * lamp, y + 11, 1, "white") for lamp in range(3)),
        *emblem(cards.FAMILY[card], x + 12, y + 4, 3, "ink"),
    )


def sign(card: int, x: int, y: int) -> Picture:
    """Any card's sign around x, y, about 24 wide."""
    kind = cards.KIND[card]
    if kind == cards.TEMPLE:
        return temple(card, x - 12, y - 9)
    if kind == cards.SAUCER:
        return saucer(card, x - 12, y - 7)
    if kind == cards.CODEX:
        return codex(card, x - 9, y - 9)
    return emblem(cards.CARDS[card].family, x, y, 8)


def chip(seat: int, x: int, y: int) -> Picture:
    """A seat's number on a coin around x, y."""
    return (
        Disc(x, y, 9, "silver"),
        Disc(x, y, 9, "white", 1),
        Text(x + 1, y - 5, str(seat + 1), "ink", "body", "center"),
    )


def token(x: int, y: int) -> Picture:
    """The first player's sun around x, y."""
    rays = tuple(
        Line(x - dx, y - dy, x + dx, y + dy, "orange", 2)
        for dx, dy in ((9, 0), (0, 9), (6, 6), (6, -6))
    )
    return (*rays, Disc(x, y, 6, "gold"), Disc(x, y, 6, "ember", 1))


def around(x: int, y: int, w: int, h: int, frame: int) -> Picture:
    """Four white corners around a box, breathing."""
    out = 2 + frame // 10 % 2
    return corners(x - out, y - out, x + w + out - 1, y + h + out - 1, 7)


def codex(card: int, x: int, y: int) -> Picture:
    """A scroll, 18 wide and tall, from its top left corner.

    What its god counts is drawn on it, so that no two look alike.
    """
    return (
        Box(x + 1, y + 1, 16, 16, _PAPER),
        Box(x, y, 18, 3, "lilac"),
        Box(x, y + 15, 18, 3, "lilac"),
        *_SIGNS[cards.CARDS[card].type](x + 9, y + 9),
    )


def _day(x: int, y: int) -> Picture:
    rays = ((6, 0), (0, 6), (4, 4), (4, -4))
    return (
        *(Line(x - dx, y - dy, x + dx, y + dy, "ember") for dx, dy in rays),
        Disc(x, y, 3, "ember"),
    )


_COLORS: Final = (
    (-5, -5, "magenta"),
    (1, -5, "ember"),
    (-5, 1, "lagoon"),
    (1, 1, "leaf"),
)
# By god: a temple, a drop of rain for what has gone underground, an eye, the four
# colours, the highest bar, a pair, the sun, the moon.
_SIGNS: Final[dict[str, Draw]] = {
    "quetzalcoatl": lambda x, y: tuple(
        Box(x - half, y + up, 2 * half + 1, 3, _INK)
        for half, up in ((1, -5), (3, -2), (5, 1))
    ),
    "tlaloc": lambda x, y: (
        Polygon(((x - 3, y), (x + 3, y), (x, y - 5)), _INK),
        Disc(x, y + 1, 3, _INK),
    ),
    "huitzilopochtli": lambda x, y: (
        Polygon(((x - 7, y), (x, y - 4), (x + 7, y), (x, y + 4)), _INK),
        Disc(x, y, 2, _PAPER),
    ),
    "tezcatlipoca": lambda x, y: tuple(
        Box(x + dx, y + dy, 4, 4, color) for dx, dy, color in _COLORS
    ),
    "xipe_totec": lambda x, y: tuple(
        Box(x + dx, y + 6 - tall, 3, tall, _INK)
        for dx, tall in ((-6, 3), (-2, 6), (2, 11))
    ),
    "coatlicue": lambda x, y: (Disc(x - 4, y, 3, _INK), Disc(x + 4, y, 3, _INK)),
    "tonatiuh": _day,
    "coyolxauhqui": lambda x, y: (Disc(x, y, 5, _INK), Disc(x + 3, y - 1, 4, _PAPER)),
}
