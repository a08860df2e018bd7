"""Something is wrong that players cannot mend: say so, and take no coin."""

from collections.abc import Sequence
from typing import Final

from cabinet.i18n import LANGUAGES, Words, words
from cabinet.picture.motion import burst
from cabinet.picture.shapes import (
    HEIGHT,
    RAMPS,
    WIDTH,
    Box,
    Disc,
    Line,
    Orb,
    Picture,
    Polygon,
    Text,
)
from cabinet.screen.render.sprites import saucer
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered, paragraph, wrap
from cabinet.screen.scenes.panels import CENTER, Shades, heading, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for

_ALARM: Final = Shades("wine", "red", "rose")
_DARK: Final = ("ink", "slate", "steel", "ash")
# The words stand right of the wreck.
_MIDDLE: Final = 370
_LINES: Final = 4


def picture(show: Show) -> Picture:
    """The reason in words and as a code, and whom to call."""
    words, code = show.words, show.snapshot.reason
    known = f"reason.{code}"
    reason = words(known) if known in words else words("reason.unknown")
    kept = words("out_of_order.credits") if show.snapshot.credits else ""
    return (
        *hall(show.frame),
        *tape(0),
        *tape(296),
        *panel(24, 34, 592, 252, _ALARM, focused=True),
        *heading(48, words("out_of_order.title"), _ALARM),
        centered(CENTER, 104, reason, "white", 560, "title"),
        *_wreck(show.frame),
        Text(_MIDDLE, 146, words("out_of_order.operator"), "gold", "body", "center"),
        Text(_MIDDLE, 170, words("out_of_order.coins"), "mist", "body", "center"),
        Text(_MIDDLE, 194, kept, "mist", "body", "center"),
        *_for_the_operator(show),
        *bar(show, buttons(show)),
    )


def _wreck(frame: int) -> Picture:
    """A saucer that will not fly today: it smokes, and now and then it sparks."""
    x, y = 130, 200
    smoke = tuple(
        Disc(x + 12 + puff * 3 + age // 8, y - 16 - age, 2 + age // 10, color)
        for puff, color in enumerate(("slate", "steel", "slate"))
        for age in ((frame // 2 + 18 * puff) % 54,)
    )
    return (
        Orb(x, y + 12, 52, 6, ("ink", "rust")),
        *smoke,
        *saucer(x, y, 0, RAMPS["steel"], _DARK, 38),
        Line(x + 6, y - 6, x + 16, y + 8, "ink", 2),
        Line(x + 16, y + 8, x + 24, y + 2, "ink", 2),
        *burst(x + 16, y - 2, frame % 90, 3, count=14, reach=26, frames=30),
    )


def _for_the_operator(show: Show) -> Picture:
    """What exactly is wrong, in as many lines as there is room; else the code."""
    code = show.snapshot.reason or "?"
    words, detail = show.words, show.snapshot.detail
    said = words.say(detail) if detail else words("out_of_order.code", code=code)
    lines = wrap(said, 560, _LINES)
    top = 244 - 8 * len(lines)
    return paragraph(CENTER, top, lines, "ash", align="center")


def buttons(show: Show) -> Help:
    """What mends it, where a button does."""
    lost = show.snapshot.reason in ("screen", "link")
    return help_for(show, None if lost else ("test", "do.try_again"))


def tape(y: int) -> Picture:
    """The stripes of a building site, across the screen."""
    stripes = tuple(
        Polygon(((x, y + 24), (x + 20, y + 24), (x + 44, y), (x + 24, y)), "ink")
        for x in range(-40, WIDTH, 40)
    )
    return (Box(0, y, WIDTH, 24, "amber"), *stripes)


# The cabinet could not be kept running: the last picture that still can be drawn.
#
# Nobody knows what language was set, because the settings may be what is wrong, so it
# is said in every language there is.

_TALL: Final = 118


def safe_picture(why: str, speeches: Sequence[Words] = ()) -> Picture:
    """Out of order, no coins, and `why`, for whoever mends it."""
    spoken = speeches or [words(language) for language in LANGUAGES]
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        *tape(0),
        *(
            shape
            for row, speech in enumerate(spoken)
            for shape in _said(40 + _TALL * row, speech)
        ),
        *paragraph(CENTER, 276, wrap(why, 600, 3), "ash", 16, align="center"),
        *tape(HEIGHT - 24),
    )


def _said(y: int, speech: Words) -> Picture:
    return (
        *heading(y, speech("out_of_order.title"), _ALARM),
        centered(CENTER, y + 52, speech("out_of_order.coins"), "white", 600),
        centered(CENTER, y + 70, speech("out_of_order.operator"), "gold", 600),
        centered(CENTER, y + 88, speech("safe.again"), "mist", 600),
    )
