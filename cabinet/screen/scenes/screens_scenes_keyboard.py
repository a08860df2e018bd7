"""A text being written with a stick: the text above, signs and keys below."""

from typing import Final

from cabinet.picture.shapes import Box, Color, Picture, Shape, Text
from cabinet.protocol.operator import Entry
from cabinet.screen.menu.text_editor import COLUMNS, KEYS, SIGNS, Writing
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import label, width
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import header
from cabinet.screen.scenes.show import Show

_LEFT: Final = 60
_TOP: Final = 118
_WIDE: Final = 40
_HIGH: Final = 32
_ROOM: Final = 500


def keyboard(show: Show, writing: Writing) -> Picture:
    """The page of a text."""
    row, words = show.desk.row, show.words
    title = show.title(row.title) if isinstance(row, Entry) else ""
    buttons = (
        ("stick", words("menu.do.choose")),
        ("a", words("menu.do.write")),
        ("b", words("menu.do.erase")),
    )
    return (
        *header(show, title),
        *_text(show, writing),
        *_signs(writing),
        *_keys(show, writing),
        *bar(show, buttons),
    )


def _text(show: Show, writing: Writing) -> Picture:
    """What is written so far, its end in sight, and how much room there is."""
    shown = writing.text
    while width(shown, "title") > _ROOM - 70:
        shown = shown[1:]
    cursor = 72 + width(shown, "title") + 2
    count = f"{len(writing.text)}/{writing.most}"
    blink = show.frame // 30 % 2 == 0
    return (
        *panel(52, 50, 536, 44, SEATS[2]),
        Text(72, 64, shown, "white", "title"),
        *((Box(cursor, 62, 3, 20, "gold"),) if blink else ()),
        Text(574, 67, count, "mauve", "body", "right"),
    )


def _signs(writing: Writing) -> Picture:
    shapes: list[Shape] = []
    for row in range(len(SIGNS)):
        for column in range(COLUMNS):
            here = (row, column) == (writing.row, writing.column)
            x, y = _LEFT + column * _WIDE, _TOP + row * _HIGH
            if here:
                shapes.append(Box(x, y - 4, _WIDE, 26, "teal", cut=4))
            sign, ink = writing.sign(row, column), _ink(here=here)
            shapes.append(Text(x + _WIDE // 2, y, sign, ink, "title", "center"))
    return tuple(shapes)


def _keys(show: Show, writing: Writing) -> Picture:
    shapes: list[Shape] = []
    y, wide = _TOP + len(SIGNS) * _HIGH + 4, COLUMNS * _WIDE // len(KEYS)
    for place, key in enumerate(KEYS):
        here = writing.key == key
        x = _LEFT + place * wide
        shapes.append(
            Box(x + 2, y - 4, wide - 4, 22, "teal" if here else "slate", cut=4)
        )
        said = show.words(f"menu.key.{key}")
        ink = _ink(here=here)
        if key == "capitals" and writing.capitals:
            ink = "gold"
        shapes.append(label(x + wide // 2, y, said, ink, wide - 8, align="center"))
    return tuple(shapes)


def _ink(*, here: bool) -> Color:
    return "white" if here else "ice"
