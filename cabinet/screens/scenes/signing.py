"""A high score: who made it, where it stands, and three signs to write below it."""

from typing import Final

from cabinet.core.honours import LETTERS
from cabinet.hallway_cards import HonourCard, SigningCard
from cabinet.picture import Box, Glow, Picture, Polygon, Text
from cabinet.screens.scenes.backdrop import sky
from cabinet.screens.scenes.bar import bar
from cabinet.screens.scenes.lettering import fit
from cabinet.screens.scenes.panels import ARROWS, SEATS, Ramp, heading, panel
from cabinet.screens.scenes.show import Show
from cabinet.screens.signing import Pen

_WHEEL_Y: Final = 164
_STEP: Final = 78
_TABLE_X: Final = 400
_ROW: Final = 21


def picture(show: Show) -> Picture:
    """The wheels on the left, the table on the right."""
    card = show.snapshot.signing or SigningCard(0, 0, 1)
    ramp = SEATS[card.seat % len(SEATS)]
    words = show.words
    return (
        *sky(show.frame),
        *heading(14, words("signing.title"), ramp),
        Text(
            200,
            72,
            fit(words("seat.person", number=card.seat + 1), 340),
            ramp.light,
            "body",
            "center",
        ),
        Text(
            200,
            92,
            words("signing.place", n=card.place, score=card.score),
            "cream",
            "body",
            "center",
        ),
        *_wheels(show, show.pen, ramp),
        *_table(show, card, ramp),
        *bar(
            show,
            (
                ("stick", words("signing.turn")),
                ("a", words("signing.next")),
                ("b", words("do.back")),
                ("start", words("signing.done")),
                ("hold start", words("signing.skip")),
            ),
        ),
    )


def _wheels(show: Show, pen: Pen, ramp: Ramp) -> Picture:
    left = 200 - _STEP * (LETTERS - 1) // 2
    return tuple(
        shape
        for place in range(LETTERS)
        for shape in _wheel(show, pen, place, left + place * _STEP, ramp)
    )


def _wheel(show: Show, pen: Pen, place: int, x: int, ramp: Ramp) -> Picture:
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


def _table(show: Show, card: SigningCard, ramp: Ramp) -> Picture:
    """The high scores as they will be, the new one with the name so far."""
    snapshot = show.snapshot
    known: tuple[HonourCard, ...] = ()
    if 0 <= snapshot.offer < len(snapshot.offers):
        known = snapshot.offers[snapshot.offer].honours
    new = HonourCard(show.pen.name, card.score)
    lines = (*known[: card.place - 1], new, *known[card.place - 1 :])[:10]
    return tuple(
        shape
        for row, line in enumerate(lines)
        for shape in honour(
            _TABLE_X, 64 + row * _ROW, row + 1, line, ramp, new=row + 1 == card.place
        )
    )


def honour(
    x: int, y: int, place: int, line: HonourCard, ramp: Ramp, *, new: bool = False
) -> Picture:
    """A line of a table: place, name and score, 210 wide."""
    color = "white" if new else ramp.light
    return (
        *((Box(x - 6, y - 4, 216, 19, ramp.dark, cut=4),) if new else ()),
        Text(x + 18, y, f"{place}.", color if new else ramp.mid, "body", "right"),
        Text(x + 34, y, line.name, color, "body"),
        Text(x + 200, y, str(line.score), color, "body", "right"),
    )
