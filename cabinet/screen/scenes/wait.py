"""Please wait: the counter is not there yet, or the match could not go on."""

from typing import Final

from cabinet.i18n import Words
from cabinet.picture.shapes import RAMPS, Box, Glow, Picture
from cabinet.screen.render.sprites import beam, saucer
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered
from cabinet.screen.scenes.panels import CENTER, SEATS, heading, panel
from cabinet.screen.scenes.show import Show

_LAMPS: Final = 12


def picture(frame: int, words: Words, why: str = "wait.connecting") -> Picture:
    """A saucer that looks for somebody, the reason, and lamps that run."""
    lit = frame // 6 % _LAMPS
    x = 190 + abs(frame // 2 % 520 - 260)
    return (
        *hall(frame),
        *beam(x, 58, 88, 60),
        *saucer(x, 50, frame, dome=RAMPS["green"], size=26),
        *panel(100, 130, 440, 132, SEATS[0], focused=True),
        *heading(150, words("wait.title"), SEATS[0], room=400),
        centered(CENTER, 200, words(why), "mist", 400),
        Glow(CENTER - 107 + 19 * lit, 235, 16, "lagoon"),
        *(
            Box(
                CENTER - 114 + 19 * i, 232, 14, 6, "cyan" if i == lit else "teal", cut=2
            )
            for i in range(_LAMPS)
        ),
    )


def again(show: Show) -> Picture:
    """The counter has gone for a moment; what it last said of the purse is true."""
    return (*picture(show.frame, show.words), *bar(show, ()))


def trouble(show: Show) -> Picture:
    """The match on the screen could not go on; the counter gives the credit back."""
    return (*picture(show.frame, show.words, "wait.match"), *bar(show, ()))
