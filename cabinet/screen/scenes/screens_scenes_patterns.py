"""Pictures to judge a screen by: its edges, its colours, its dots."""

from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Line, Picture
from cabinet.protocol.operator import PATTERNS

_COLORS = ("white", "cream", "cyan", "green", "pink", "red", "violet", "ink")


def pattern(number: int) -> Picture:
    """A grid for straight lines, bars for colours, white for dots."""
    match PATTERNS[number]:
        case "grid":
            return _grid()
        case "colours":
            return _bars()
    return (Box(0, 0, WIDTH, HEIGHT, "white"),)


def _grid() -> Picture:
    across = (Line(0, y, WIDTH - 1, y, "steel") for y in range(0, HEIGHT, 20))
    down = (Line(x, 0, x, HEIGHT - 1, "steel") for x in range(0, WIDTH, 20))
    edge = Box(0, 0, WIDTH, HEIGHT, "white", width=1)
    return (Box(0, 0, WIDTH, HEIGHT, "ink"), *across, *down, edge)


def _bars() -> Picture:
    wide = WIDTH // len(_COLORS)
    return tuple(
        Box(place * wide, 0, wide, HEIGHT, color) for place, color in enumerate(_COLORS)
    )
