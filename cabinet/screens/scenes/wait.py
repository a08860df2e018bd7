"""Please wait: the counter is not there yet, or the match could not go on."""

from cabinet.i18n import Words
from cabinet.picture import Box, Picture
from cabinet.screens.scenes.backdrop import sky
from cabinet.screens.scenes.bar import bar
from cabinet.screens.scenes.lettering import label
from cabinet.screens.scenes.panels import CENTER, SEATS, heading
from cabinet.screens.scenes.show import Show


def picture(frame: int, words: Words, why: str = "wait.connecting") -> Picture:
    """A heading, the reason, and three lights that run."""
    lit = frame // 15 % 4
    return (
        *sky(frame),
        *heading(122, words("wait.title"), SEATS[0]),
        label(CENTER, 184, words(why), "mist", 600, "body", "center"),
        *(
            Box(CENTER - 34 + 26 * i, 214, 16, 6, "cyan" if i < lit else "teal")
            for i in range(3)
        ),
    )


def trouble(show: Show) -> Picture:
    """The match on the screen could not go on; the counter gives the credit back."""
    return (*picture(show.frame, show.words, "wait.match"), *bar(show, ()))
