"""What is said across the pyramid: the auction's dial, the end of a round."""

from typing import Final

from cabinet.games.aztec.view.colors import RAMPS
from cabinet.games.aztec.view.stage import Stage
from cabinet.games.aztec.view.stones import X
from cabinet.games.aztec.view.texts import say
from cabinet.picture.shapes import Box, Color, Picture, Polygon, Text
from cabinet.tabletop.api import Happening

RIBBON_FRAMES: Final = 240
_WIDE: Final = 300
_LEFT: Final = X - _WIDE // 2
# The dial lies between the letters of the back edges and those of the front.
_DIAL_Y: Final = 78
_DIAL_TALL: Final = 134


def ribbon(stage: Stage) -> Picture:
    """The dial while somebody bids; a result for as long as it takes to read."""
    age, ended = stage.look.age, stage.news.get("round_over")
    if ended is not None and (age < RIBBON_FRAMES or stage.turn is None):
        return _ended(stage, ended)
    settled = stage.news.get("ohpuch")
    if settled is not None and settled["target"] and age < RIBBON_FRAMES // 2:
        name = stage.look.names[settled["seat"]]
        words = say(stage.language, "target", target=settled["target"])
        who = say(stage.language, "is_ohpuch", name=name)
        return _banner(words, (who,), RAMPS["ohpuch"].main)
    return _dial(stage) if stage.auction else ()


def _banner(words: str, below: tuple[str, ...], color: Color) -> Picture:
    tall = 34 + 18 * len(below)
    y = 314 - tall
    return (
        Box(_LEFT, y, _WIDE, tall, "ink", 0, 10),
        Box(_LEFT, y, _WIDE, tall, color, 2, 10),
        Text(X, y + 8, words, color, "title", "center"),
        *(
            Text(X, y + 32 + 18 * row, line, "white", "body", "center")
            for row, line in enumerate(below)
        ),
    )


def _ended(stage: Stage, ended: Happening) -> Picture:
    language, names = stage.language, stage.look.names
    title = say(language, ended["why"])
    if stage.rounds == 3:
        title = say(language, "round_built", round=ended["round"])
    counts = [
        say(language, "count", name=names[seat], points=points)
        for seat, points in enumerate(ended["points"])
        if seat != ended["ohpuch"]
    ]
    lines = [" · ".join(counts)]
    following = stage.news.get("ohpuch")
    if following is not None:
        lines.append(say(language, "next_ohpuch", name=names[following["seat"]]))
    return _banner(title, tuple(lines), "gold")


def _dial(stage: Stage) -> Picture:
    """The number that would be said, or the last one that was."""
    language, y = stage.language, _DIAL_Y
    said = [bid for bid in stage.seen.bids if bid]
    action = stage.hand.action if stage.hand else ""
    number = action.removeprefix("bid ") if action.startswith("bid ") else ""
    if not stage.hand and said:
        number = str(said[-1])
    color = RAMPS["ohpuch"].main
    shapes: Picture = (
        Box(_LEFT, y, _WIDE, _DIAL_TALL, "ink", 0, 12),
        Box(_LEFT, y, _WIDE, _DIAL_TALL, color, 2, 12),
        Text(X, y + 10, say(language, "auction"), color, "title", "center"),
    )
    if action == "pass":
        words = say(language, "i_pass")
        return (*shapes, Text(X, y + 68, words, "white", "title", "center"))
    points = say(language, "points", n=int(number or 0))
    return (
        *shapes,
        Text(X, y + 36, say(language, "nobody"), "mist", "body", "center"),
        Text(X, y + 56, number or "…", "white", "title", "center", 3),
        *(_arrows(y + 78) if stage.hand else ()),
        Text(X, y + 112, points, "mist", "body", "center"),
    )


def _arrows(y: int) -> Picture:
    return tuple(
        Polygon(
            ((X + way * 76, y), (X + way * 58, y - 14), (X + way * 58, y + 14)), "gold"
        )
        for way in (-1, 1)
    )
