"""The cards of Space Aztecs in every size, and the signs around them.

Every family has a shape besides its colour: pink is a disc, yellow a diamond, blue a
triangle, green a square. A Codex is a scroll.
"""

from typing import Final

from cabinet.games.space_aztecs.rules import cards
from cabinet.games.space_aztecs.view.portraits import RAMPS, TALL, WIDE, portrait
from cabinet.games.space_aztecs.view.texts import card_name
from cabinet.i18n import Words
from cabinet.picture.shapes import (
    Box,
    Color,
    Disc,
    Glow,
    Line,
    Picture,
    Polygon,
    Text,
)
from cabinet.tabletop import drawing
from cabinet.tabletop.drawing import Ramp, corners, framed

# A card in hand, one on the table, and one that stands in a city, at scale 1 or 2.
CARD: Final = (110, 104)
TABLE_CARD: Final = (52, 59)
SMALL: Final = {1: (WIDE + 2, TALL + 12), 2: (2 * WIDE + 4, 2 * TALL + 16)}
SEATS: Final = tuple(ramp.main for ramp in drawing.SEATS)


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


def worth(card: int) -> str:
    """What a card scores by itself, as it is printed; a Priest what it may score."""
    printed = cards.CARDS[card]
    if printed.bonus:
        return f"{printed.points}+{printed.bonus}"
    return str(printed.points or "")


def small_card(card: int, x: int, y: int, scale: int, free: int) -> Picture:
    """An Aztec of a city from its top left corner: its face over family and points.

    The next card leaves `free` pixels of it to be seen.
    """
    ramp, (w, h) = ramp_of(card), SMALL[scale]
    seen, points = min(w, free), cards.CARDS[card].points
    r, foot = 2 + scale, y + h - 7 - scale
    number: Picture = ()
    if points and seen >= 16:
        at = x + seen - 2
        number = (Text(at, foot - 4, str(points), "white", "body", "right"),)
    return (
        *framed(x, y, w, h, ramp.dark, ramp.main, cut=2),
        portrait(card, x + w // 2, y + 1 + TALL * scale // 2, scale),
        *emblem(cards.FAMILY[card], x + 3 + r, foot + 1, r),
        *number,
    )


def sign(card: int, x: int, y: int) -> Picture:
    """Any card's picture around x, y, 19 wide; its family's shape in a corner."""
    family = cards.FAMILY[card]
    badge: Picture = ()
    if family != cards.NO_FAMILY:
        badge = (
            Disc(x - 7, y + 8, 5, "ink"),
            *emblem(family, x - 7, y + 8, 3),
        )
    return (portrait(card, x, y), *badge)


def table_card(card: int, x: int, y: int) -> Picture:
    """A card on the table from its top left corner: hour, face, family, points."""
    ramp, (w, h) = ramp_of(card), TABLE_CARD
    printed, points = cards.CARDS[card], worth(card)
    badge: Picture = ()
    if printed.family != cards.NO_FAMILY:
        badge = (
            Box(x + 2, y + h - 13, 11, 11, "ink", 0, 3),
            *emblem(printed.family, x + 7, y + h - 8, 3),
        )
    if points:
        wide = 4 + 8 * len(points)
        badge += (
            Box(x + w - wide - 2, y + h - 15, wide, 13, "ink", 0, 3),
            Text(x + w - 4, y + h - 13, points, "gold", "body", "right"),
        )
    return (
        *framed(x, y, w, h, ramp.dark, ramp.main, 1, 4),
        Text(x + w // 2, y + 4, printed.time, "white", "body", "center"),
        portrait(card, x + w // 2, y + 36, 2),
        *badge,
    )


def hand_card(
    card: int, x: int, y: int, say: Words, *, lit: bool = False, frame: int = 0
) -> Picture:
    """A whole card from its top left corner: hour, points, face, name."""
    ramp, (w, h) = ramp_of(card), CARD
    middle = x + w // 2
    printed, name = cards.CARDS[card], card_name(say, card)
    family: Picture = ()
    if printed.family != cards.NO_FAMILY:
        family = emblem(printed.family, x + 15, y + 52, 7)
    return (
        *((Glow(middle, y + h // 2, 90, ramp.main),) if lit else ()),
        *framed(x, y, w, h, ramp.dark, ramp.main, 3 if lit else 1, 6),
        Text(x + 8, y + 7, printed.time, "white", "title"),
        Text(x + w - 7, y + 7, worth(card), "gold", "title", "right"),
        portrait(card, middle, y + 56, 3),
        *family,
        Text(middle, y + h - 15, name, ramp.light, "body", "center"),
        *(around(x, y, w, h, frame) if lit else ()),
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
