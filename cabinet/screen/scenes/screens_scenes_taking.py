"""A seat is about to be taken from its phone: whose it is, and how far the hold is."""

from typing import Final

from cabinet.picture.shapes import Box, Picture, Text
from cabinet.screen.scenes.cutting import Part, words_beside
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import CENTER, SEATS, panel
from cabinet.screen.scenes.show import Play, Show

_W: Final = 440
_TALL: Final = 112
_TOP: Final = 104
_BAR: Final = 300
_COVERED: Final = Part(CENTER - _W // 2 - 6, _TOP - 6, _W + 12, _TALL + 12)


def asked_over(show: Show, play: Play, table: Picture) -> Picture:
    """The question over the table, while A is held."""
    if show.taking is None:
        return table
    seat, part = show.taking
    words, left, ramp = show.words, CENTER - _W // 2, SEATS[seat % len(SEATS)]
    title = words("playing.taking.title", name=play.names[seat])
    what = wrap(words("playing.taking.what"), _W - 40, 2)
    return (
        *words_beside(table, _COVERED),
        Box(left - 6, _TOP - 6, _W + 12, _TALL + 12, "ink", cut=8),
        *panel(left, _TOP, _W, _TALL, ramp, focused=True),
        label(CENTER, _TOP + 18, title, ramp.light, _W - 30, "title", "center"),
        *(
            Text(CENTER, _TOP + 46 + 16 * row, line, "mist", "body", "center")
            for row, line in enumerate(what)
        ),
        Box(CENTER - _BAR // 2, _TOP + 88, _BAR, 10, ramp.dark, cut=2),
        Box(CENTER - _BAR // 2, _TOP + 88, round(_BAR * part), 10, ramp.light, cut=2),
    )
