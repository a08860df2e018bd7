"""A high score: who made it, where it stands, and three signs to write below it."""

from collections.abc import Iterable, Sequence
from typing import Final

from cabinet.core.money.high_scores import LETTERS
from cabinet.core.money.ledger import HighScore
from cabinet.picture.shapes import Box, Disc, Glow, Picture, Polygon, Text
from cabinet.protocol.snapshot import SigningCard
from cabinet.screen.match.initials import Pen
from cabinet.screen.render.sprites import trophy
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar, notice
from cabinet.screen.scenes.lettering import centered
from cabinet.screen.scenes.panels import ARROWS, SEATS, Shades, heading, panel, player
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for
from cabinet.tabletop.personas import seat_name

_WHEEL_Y: Final = 168
_STEP: Final = 78
_LEFT: Final = 204
_TABLE: Final = (392, 54, 232, 258)
_ROW: Final = 21
# The first three are told by a medal: its colours, dark to light.
_MEDALS: Final = (
    Shades("rust", "gold", "cream"),
    Shades("slate", "silver", "white"),
    Shades("rust", "orange", "cream"),
)


def picture(show: Show) -> Picture:
    """The wheels on the left, the table on the right."""
    card = show.snapshot.signing or SigningCard(0, 0, 1)
    ramp = SEATS[card.seat % len(SEATS)]
    words = show.words
    name = seat_name(card.seat, words, show.personas, bot=False)
    said = words("signing.place", n=card.place, score=card.score)
    return (
        *hall(show.frame),
        *heading(18, words("signing.title"), ramp),
        *panel(16, 54, 366, 258, ramp),
        *player(card.seat, 66, 118, bot=False),
        *trophy(346, 92),
        centered(_LEFT, 70, name, ramp.light, 210, "title"),
        centered(_LEFT, 98, said, "cream", 220),
        *_wheels(show, show.pen, ramp),
        *_table(show, card, ramp),
        *(
            notice(show, show.words("result.deaf"))
            if show.deaf
            else bar(show, buttons(show))
        ),
    )


def _deaf(show: Show) -> Picture:
    return notice(show, show.words("result.deaf"))


def buttons(show: Show) -> Help:
    """What each button does while a name is written."""
    return help_for(
        show,
        ("up+down", "signing.turn"),
        ("right+a", "signing.next"),
        ("left+b", "do.back"),
        ("start", "signing.done"),
        ("hold start", "signing.skip"),
    )


def _wheels(show: Show, pen: Pen, ramp: Shades) -> Picture:
    left = _LEFT - _STEP * (LETTERS - 1) // 2
    return tuple(
        shape
        for place in range(LETTERS)
        for shape in _wheel(show, pen, place, left + place * _STEP, ramp)
    )


def _wheel(show: Show, pen: Pen, place: int, x: int, ramp: Shades) -> Picture:
    """One sign; the one under the pen shows what the stick would bring."""
    before, sign, after = pen.around(place)
    held = place == pen.place
    y = _WHEEL_Y
    shapes: Picture = (
        *panel(x - 30, y, 60, 76, ramp, focused=held),
        Text(x, y + 24, sign, "white", "title", "center", scale=2),
    )
    if not held:
        return shapes
    lift = show.frame // 20 % 2
    return (
        Glow(x, y + 38, 60, ramp.dark),
        *shapes,
        Box(x - 18, y + 66, 36, 3, ramp.light),
        *_arrow(x, y - 12 - lift, "up"),
        *_arrow(x, y + 88 + lift, "down"),
        Text(x, y - 34, after, ramp.mid, "body", "center"),
        Text(x, y + 98, before, ramp.mid, "body", "center"),
    )


def _arrow(x: int, y: int, way: str) -> Picture:
    return (Polygon(tuple((x + dx * 2, y + dy * 2) for dx, dy in ARROWS[way]), "gold"),)


def _table(show: Show, card: SigningCard, ramp: Shades) -> Picture:
    """The high scores as they will be, the new one with the name so far."""
    snapshot = show.snapshot
    known: tuple[HighScore, ...] = ()
    if 0 <= snapshot.offer < len(snapshot.offers):
        known = snapshot.offers[snapshot.offer].high_scores
    new = HighScore(show.pen.name, card.score)
    lines = (*known[: card.place - 1], new, *known[card.place - 1 :])[:10]
    x, y, wide, tall = _TABLE
    match = snapshot.match
    paced = match is not None and f"pace.{match.pace}" in show.words
    title = show.words(f"pace.{match.pace}" if match and paced else "attract.scores")
    return (
        *panel(x, y, wide, tall, SEATS[0]),
        centered(x + wide // 2, y + 14, title, "cyan", wide - 20),
        *score_table(x + 12, y + 40, wide - 24, _ROW, lines, (ramp,), card.place),
    )


def score_table(
    x: int,
    y: int,
    wide: int,
    step: int,
    lines: Iterable[HighScore],
    ramps: Sequence[Shades],
    new: int = 0,
) -> Picture:
    """High scores, best first, `step` apart, in `ramps` by turns; `new` is a place."""
    return tuple(
        shape
        for row, line in enumerate(lines)
        for shape in _high_score(
            x, y + step * row, wide, line, row + 1, ramps[row % len(ramps)], new
        )
    )


def _high_score(
    x: int,
    y: int,
    wide: int,
    line: HighScore,
    place: int,
    ramp: Shades,
    new: int,
) -> Picture:
    """A line of a table: place, name and score; a bar behind the new one."""
    color = "white" if place == new else ramp.light
    medal = _MEDALS[place - 1] if place <= len(_MEDALS) else None
    return (
        *((Box(x - 4, y - 5, wide + 8, 20, ramp.dark, cut=4),) if place == new else ()),
        *(_medal(x + 14, y + 4, medal) if medal else ()),
        Text(x + 14, y, str(place), "ink" if medal else ramp.mid, "body", "center"),
        Text(x + 36, y, line.name, color, "body"),
        Text(x + wide - 8, y, str(line.score), color, "body", "right"),
    )


def _medal(x: int, y: int, ramp: Shades) -> Picture:
    return (
        Disc(x, y, 9, ramp.dark),
        Disc(x, y, 8, ramp.mid),
        Disc(x, y, 8, ramp.light, 1),
    )
