"""What the stick can do, as four keys below the pyramid; the lit one is in hand."""

from typing import Final

from cabinet.games.aztec.view.hand import TOOLS
from cabinet.games.aztec.view.shown import Shown
from cabinet.picture.shapes import Box, Disc, Line, Picture, Polygon, Shape, Text

_LEFT: Final = 8
_TOP: Final = 290
_WIDE: Final = 26
_TALL: Final = 22


def tools(shown: Shown) -> Picture:
    """The keys, and the name of the one that is lit."""
    if shown.hand is None or shown.auction:
        return ()
    main = shown.ramp().main
    name = shown.say(f"tool_{shown.hand.tool}")
    shapes: list[Shape] = [Text(_LEFT, _TOP - 17, name, main, "body")]
    for number, tool in enumerate(TOOLS):
        x = _LEFT + number * (_WIDE + 3)
        lit = tool == shown.hand.tool
        shapes.append(Box(x, _TOP, _WIDE, _TALL, main if lit else "plum", 0, 4))
        shapes += _icon(
            tool, x + _WIDE // 2, _TOP + _TALL // 2, "ink" if lit else "mauve"
        )
    return tuple(shapes)


def _icon(tool: str, x: int, y: int, color: str) -> Picture:
    if tool == "move":
        return (
            Polygon(((x, y + 8), (x - 6, y + 1), (x + 6, y + 1)), color),
            Box(x - 2, y - 7, 5, 9, color),
        )
    if tool == "turn":
        return (
            Disc(x, y, 7, color, 2),
            Polygon(((x + 2, y - 1), (x + 11, y - 1), (x + 7, y + 5)), color),
        )
    if tool == "push":
        return (
            Line(x - 8, y, x + 8, y, color, 3),
            Line(x, y - 8, x, y + 8, color, 3),
            Box(x - 4, y - 4, 9, 9, color),
        )
    eye = ((x - 10, y), (x - 4, y - 5), (x + 4, y - 5), (x + 10, y))
    lower = ((x + 4, y + 5), (x - 4, y + 5))
    return (Polygon((*eye, *lower), color, 1), Disc(x, y, 3, color))
