"""What is said across the pyramid: the auction's dial, the end of a round."""

from typing import Final

from cabinet.games.aztec.view.shown import Shown
from cabinet.games.aztec.view.stones import RAMPS, X
from cabinet.picture.shapes import Color, Picture, Polygon, Text
from cabinet.tabletop.api import Happening
from cabinet.tabletop.drawing import framed, lines

RIBBON_FRAMES: Final = 240
_WIDE: Final = 300
_LEFT: Final = X - _WIDE // 2
# The dial lies between the letters of the back edges and those of the front.
_DIAL_Y: Final = 78
_DIAL_TALL: Final = 134


def ribbon(shown: Shown) -> Picture:
    """The dial while somebody bids; a result for as long as it takes to read."""
    age, ended = shown.look.age, shown.news.get("round_over")
    if ended is not None and (age < RIBBON_FRAMES or shown.turn is None):
        return _ended(shown, ended)
    settled = shown.news.get("ohpuch")
    if settled is not None and settled["target"] and age < RIBBON_FRAMES // 2:
        name = shown.look.names[settled["seat"]]
        words = shown.say("target", target=settled["target"])
        who = shown.say("is_ohpuch", name=name)
        return _banner(words, (who,), RAMPS["ohpuch"].main)
    return _dial(shown) if shown.auction else ()


def _banner(words: str, below: tuple[str, ...], color: Color) -> Picture:
    tall = 34 + 18 * len(below)
    y = 314 - tall
    return (
        *framed(_LEFT, y, _WIDE, tall, "ink", color, 2, 10),
        Text(X, y + 8, words, color, "title", "center"),
        *lines(X, y + 32, below, "white"),
    )


def _ended(shown: Shown, ended: Happening) -> Picture:
    say, names = shown.say, shown.look.names
    title = say(ended["why"])
    if shown.rounds == 3:
        title = say("round_built", round=ended["round"])
    counts = [
        say("count", name=names[seat], points=points)
        for seat, points in enumerate(ended["points"])
        if seat != ended["ohpuch"]
    ]
    below = [" · ".join(counts)]
    following = shown.news.get("ohpuch")
    if following is not None:
        below.append(say("next_ohpuch", name=names[following["seat"]]))
    return _banner(title, tuple(below), "gold")


def _dial(shown: Shown) -> Picture:
    """The number that would be said, or the last one that was."""
    say, y = shown.say, _DIAL_Y
    said = [bid for bid in shown.seen.bids if bid]
    action = shown.hand.action if shown.hand else ""
    number = action.removeprefix("bid ") if action.startswith("bid ") else ""
    if not shown.hand and said:
        number = str(said[-1])
    color = RAMPS["ohpuch"].main
    shapes: Picture = (
        *framed(_LEFT, y, _WIDE, _DIAL_TALL, "ink", color, 2, 12),
        Text(X, y + 10, say("auction"), color, "title", "center"),
    )
    if action == "pass":
        words = say("i_pass")
        return (*shapes, Text(X, y + 68, words, "white", "title", "center"))
    points = say("points", n=int(number or 0))
    return (
        *shapes,
        Text(X, y + 36, say("nobody"), "mist", "body", "center"),
        Text(X, y + 56, number or "…", "white", "title", "center", 3),
        *(_arrows(y + 78) if shown.hand else ()),
        Text(X, y + 112, points, "mist", "body", "center"),
    )


def _arrows(y: int) -> Picture:
    return tuple(
        Polygon(
            ((X + way * 76, y), (X + way * 58, y - 14), (X + way * 58, y + 14)), "gold"
        )
        for way in (-1, 1)
    )
