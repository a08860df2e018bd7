"""The scroll of each god: what it counts is drawn on it, so that no two look alike."""

from collections.abc import Callable
from typing import Final, TypeAlias

from cabinet.games.space_aztecs.rules.cards import CARDS
from cabinet.picture.shapes import Box, Disc, Line, Picture, Polygon

WIDE: Final = 18
TALL: Final = 18
_INK: Final = "plum"
_PAPER: Final = "mist"

Draw: TypeAlias = Callable[[int, int], Picture]


def codex(card: int, x: int, y: int) -> Picture:
    """A scroll, 18 wide and tall, from its top left corner."""
    return (
        Box(x + 1, y + 1, 16, 16, _PAPER),
        Box(x, y, 18, 3, "lilac"),
        Box(x, y + 15, 18, 3, "lilac"),
        *_SIGNS[CARDS[card].type](x + 9, y + 9),
    )


def _temples(x: int, y: int) -> Picture:
    steps = ((1, -5), (3, -2), (5, 1))
    return tuple(Box(x - half, y + up, 2 * half + 1, 3, _INK) for half, up in steps)


def _hidden(x: int, y: int) -> Picture:
    """A drop of rain: what has gone underground."""
    return Polygon(((x - 3, y), (x + 3, y), (x, y - 5)), _INK), Disc(x, y + 1, 3, _INK)


def _visible(x: int, y: int) -> Picture:
    eye = ((x - 7, y), (x, y - 4), (x + 7, y), (x, y + 4))
    return Polygon(eye, _INK), Disc(x, y, 2, _PAPER)


def _colors(x: int, y: int) -> Picture:
    corners = ((-5, -5, "magenta"), (1, -5, "ember"), (-5, 1, "lagoon"), (1, 1, "leaf"))
    return tuple(Box(x + dx, y + dy, 4, 4, color) for dx, dy, color in corners)


def _most(x: int, y: int) -> Picture:
    bars = ((-6, 3), (-2, 6), (2, 11))
    return tuple(Box(x + dx, y + 6 - tall, 3, tall, _INK) for dx, tall in bars)


def _pairs(x: int, y: int) -> Picture:
    return Disc(x - 4, y, 3, _INK), Disc(x + 4, y, 3, _INK)


def _day(x: int, y: int) -> Picture:
    rays = ((6, 0), (0, 6), (4, 4), (4, -4))
    return (
        *(Line(x - dx, y - dy, x + dx, y + dy, "ember") for dx, dy in rays),
        Disc(x, y, 3, "ember"),
    )


def _night(x: int, y: int) -> Picture:
    return Disc(x, y, 5, _INK), Disc(x + 3, y - 1, 4, _PAPER)


_SIGNS: Final[dict[str, Draw]] = {
    "quetzalcoatl": _temples,
    "tlaloc": _hidden,
    "huitzilopochtli": _visible,
    "tezcatlipoca": _colors,
    "xipe_totec": _most,
    "coatlicue": _pairs,
    "tonatiuh": _day,
    "coyolxauhqui": _night,
}
