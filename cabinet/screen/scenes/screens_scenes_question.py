"""A question in mid-game, over the table: what it is, what each answer does."""

from typing import Final

from cabinet.picture.shapes import WIDTH, Box, Picture, Text, Veil
from cabinet.screen.scenes.bar import TOP
from cabinet.screen.scenes.cutting import Part, words_beside
from cabinet.screen.scenes.lettering import label, width, wrap
from cabinet.screen.scenes.panels import CENTER, SEATS, caps, caps_width, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, wired

# What each button answers, as the floor understands it.
_ANSWERS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "power": (("start+a", "do.go_on"), ("power", "do.switch_off")),
    "leave": (("start+a", "do.go_on"), ("hold start", "do.stop_game")),
    "idle": (("start+a+stick", "do.anything"),),
    "resume": (("start+a", "do.resume"), ("hold start", "do.refund")),
}
_W: Final = 440
_TALL: Final = 176
_TOP: Final = 72
_COVERED: Final = Part(CENTER - _W // 2 - 6, _TOP - 6, _W + 12, _TALL + 12)
# How bright the table behind it stays, in percent.
_BEHIND: Final = 40


def answers(show: Show) -> Help:
    """What each button does while the question is open."""
    told = _ANSWERS.get(show.snapshot.question, ())
    if show.snapshot.question == "leave" and show.lessons:
        told = (*told, ("up+mode", "do.howto"))
    return wired(show, tuple((buttons, show.words(key)) for buttons, key in told))


def asked_over(show: Show, table: Picture) -> Picture:
    """The question over a table that steps back into the dark."""
    behind = Veil(0, 0, WIDTH, TOP, _BEHIND)
    return (*words_beside(table, _COVERED), behind, *_overlay(show))


def _overlay(show: Show) -> Picture:
    """The question, its answers, and the seconds left to give one."""
    asked, words, left = show.snapshot.question, show.words, CENTER - _W // 2
    known = f"question.{asked}.title" in words
    title = words(f"question.{asked}.title") if known else asked.upper()
    what = words(f"question.{asked}.what") if known else ""
    lines = wrap(what, _W - 40, 2)
    return (
        Box(*_COVERED, "ink", cut=8),
        *panel(left, _TOP, _W, _TALL, SEATS[1], focused=True),
        label(CENTER, _TOP + 20, title, "rose", _W - 30, "title", "center"),
        *(
            Text(CENTER, _TOP + 52 + 16 * i, line, "mist", "body", "center")
            for i, line in enumerate(lines)
        ),
        *_answers(show),
        *_countdown(show),
    )


def _answers(show: Show) -> Picture:
    shapes: list[Picture] = []
    told = answers(show)
    top, step = (84, 24) if len(told) < 3 else (78, 20)
    for row, (buttons, what) in enumerate(told):
        y = _TOP + top + row * step
        wide = caps_width(buttons, show.words)
        x = CENTER - (wide + 8 + width(what)) // 2
        shapes.append(caps(x, y, buttons, show.words))
        shapes.append((Text(x + wide + 8, y + 2, what, "white", "body"),))
    return tuple(shape for answer in shapes for shape in answer)


def _countdown(show: Show) -> Picture:
    left = show.seconds_left
    if left is None:
        return ()
    seconds = show.words("question.seconds", n=left)
    return (Text(CENTER, _TOP + 142, seconds, "gold", "title", "center"),)
