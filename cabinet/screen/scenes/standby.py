"""Switched off at the front: dark, but not dead. No bar, and no light that stays."""

from typing import Final

from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Disc, Picture, Ramp, Text
from cabinet.screen.render.sprites import saucer
from cabinet.screen.scenes.backdrop import stars
from cabinet.screen.scenes.bar import price_of_a_credit
from cabinet.screen.scenes.lettering import paragraph
from cabinet.screen.scenes.show import Show

_HULL: Final[Ramp] = ("night", "dusk", "plum", "violet")
_DOME: Final[Ramp] = ("ink", "dusk", "plum", "violet")


def picture(show: Show) -> Picture:
    """A dim power sign that wanders, so that it burns no screen in, and a visitor."""
    step = show.frame // 600
    asleep = closed(show) if show.snapshot.opens else show.words("standby.asleep")
    x, y = WIDTH // 2 + step * 37 % 160 - 80, HEIGHT // 2 + step * 23 % 120 - 60
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        *stars(show.frame // 4, HEIGHT, dim=True),
        *_visitor(show.frame),
        Disc(x, y, 14, "plum", 3),
        Box(x - 4, y - 16, 9, 12, "ink"),
        Box(x - 1, y - 17, 3, 14, "violet"),
        Text(x, y + 26, asleep, "lilac", "body", "center"),
        *paragraph(x, y + 46, _purse(show), "lilac", 17, align="center"),
    )


def closed(show: Show) -> str:
    """Until when the schedule has it closed."""
    snapshot, words = show.snapshot, show.words
    if snapshot.opens_on < 0:
        return words("standby.closed", time=snapshot.opens)
    day = words(f"standby.day.d{snapshot.opens_on + 1}")
    return words("standby.closed_on", day=day, time=snapshot.opens)


def _purse(show: Show) -> list[str]:
    """The credits that are kept over the night, and what one costs."""
    kept, price = show.snapshot.credits, price_of_a_credit(show)
    if show.snapshot.free_play or not kept:
        return [price]
    return [f"{kept} {show.words('bar.credits', n=kept)}", price]


def _visitor(frame: int) -> Picture:
    """A saucer with its lights out that crosses the screen once a minute."""
    x = (frame // 4 + 500) % (WIDTH + 200) - 80
    y = 60 + frame // 3_360 * 71 % 230
    return saucer(x, y, frame // 4, _HULL, _DOME, 22)
