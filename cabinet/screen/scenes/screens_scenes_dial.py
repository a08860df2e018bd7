"""A PIN under a stick: the owner's, to go on, or a new one."""

from cabinet.picture.shapes import Color, Picture, Shape, Text
from cabinet.screen.menu.pin_entry import DIGITS
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import header
from cabinet.screen.scenes.show import Show


def dial(show: Show) -> Picture:
    """Four digits, what they are for, and what became of them."""
    words = show.words
    buttons = (
        ("up+down", words("menu.do.digit")),
        ("a", words("menu.do.next")),
        ("b", words("do.back")),
    )
    return (
        *header(show, words("menu.page.pin")),
        *_digits(show),
        *bar(show, buttons),
    )


def _digits(show: Show) -> Picture:
    """Those behind are dots, if somebody else's eyes are a danger; one turns."""
    desk, words = show.desk, show.words
    about = "menu.pin" if desk.page == "pin" else "menu.pin_new"
    shapes: list[Shape] = [*panel(170, 90, 300, 160, SEATS[2])]
    for number, line in enumerate(wrap(words(about), 270, 2)):
        shapes.append(Text(320, 104 + 16 * number, line, "ice", "body", "center"))
    for place in range(DIGITS):
        x, here = 248 + place * 48, place == len(desk.pin) - 1
        shapes += panel(x - 18, 152, 36, 44, SEATS[0], focused=here)
        shapes.append(Text(x, 166, _sign(show, place), "white", "title", "center"))
    said: tuple[str, Color] = ("", "ice")
    if desk.busy:
        said = (words("menu.busy"), "gold")
    elif desk.notice == "wrong":
        wait = int(desk.why or 0)
        said = (words("menu.pause", n=wait) if wait else words("menu.wrong"), "rose")
    shapes.append(Text(320, 218, said[0], said[1], "body", "center"))
    return tuple(shapes)


def _sign(show: Show, place: int) -> str:
    digits = show.desk.pin
    if place >= len(digits):
        return ""
    hidden = show.desk.page == "pin" and place < len(digits) - 1
    return "*" if hidden else str(digits[place])
