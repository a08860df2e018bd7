"""The cabinet could not be kept running: the last picture that still can be drawn.

Nobody knows what language was set, because the settings may be what is wrong, so it
is said in every language there is.
"""

from collections.abc import Sequence
from typing import Final

from cabinet.i18n import LANGUAGES, Words, words
from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Picture, Text
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.out_of_order import tape
from cabinet.screen.scenes.panels import CENTER, Ramp, heading

_TALL: Final = 118


def picture(why: str, speeches: Sequence[Words] = ()) -> Picture:
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
        *(
            Text(CENTER, 276 + 16 * row, line, "ash", "body", "center")
            for row, line in enumerate(wrap(why, 600, 3))
        ),
        *tape(HEIGHT - 24),
    )


def _said(y: int, speech: Words) -> Picture:
    return (
        *heading(y, speech("out_of_order.title"), Ramp("wine", "red", "rose")),
        label(
            CENTER, y + 52, speech("out_of_order.coins"), "white", 600, "body", "center"
        ),
        label(
            CENTER,
            y + 70,
            speech("out_of_order.operator"),
            "gold",
            600,
            "body",
            "center",
        ),
        label(CENTER, y + 88, speech("safe.again"), "mist", 600, "body", "center"),
    )
