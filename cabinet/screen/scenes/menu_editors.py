"""What is written with a stick: a list, a PIN, a text."""

from typing import Final

from cabinet.picture.shapes import Box, Color, Line, Picture, Shape, Text
from cabinet.protocol.operator import Entry
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.machine_rows import DeedRow
from cabinet.screen.menu.state import MenuState
from cabinet.screen.menu.text_editor import COLUMNS, DIGITS, KEYS, TextEditor
from cabinet.screen.scenes.lettering import (
    centered,
    fit,
    label,
    paragraph,
    width,
    wrap,
)
from cabinet.screen.scenes.menu_help import beside, cell_words
from cabinet.screen.scenes.panels import SEATS, arrow, panel
from cabinet.screen.scenes.service import page, way_out
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for

# A list: its rows on the left, keys below them.

_LEFT: Final = 20
_RIGHT: Final = 330
_TOP: Final = 80
_ROW: Final = 20
_ROWS: Final = 10
_KEYS: Final = 290
# What the sign takes that a row is taken out by.
_OUT: Final = 26
_TICK: Final = 60


def sheet(show: Show, made: ListEditor) -> Picture:
    """The page of a list."""
    body = (
        *panel(10, 38, 330, 276, SEATS[0]),
        *_heads(show, made),
        *_rows(show, made),
        *_keys(show, (_LEFT, _KEYS), _RIGHT - _LEFT, made.keys, made.key),
        *beside(show),
    )
    return page(show, show.title(made.entry.title), body, _help(show, made))


def _spans(made: ListEditor) -> list[tuple[int, int]]:
    """From where to where each column is."""
    if made.entry.kind == "several":
        return [(_RIGHT - _TICK, _RIGHT)]
    room = _RIGHT - _LEFT - (_OUT if made.grows else 0)
    wide = room // len(made.columns)
    return [
        (_LEFT + n * wide, _LEFT + (n + 1) * wide) for n in range(len(made.columns))
    ]


def _heads(show: Show, made: ListEditor) -> Picture:
    shapes: list[Shape] = []
    for (left, right), column in zip(_spans(made), made.columns, strict=True):
        lines = wrap(show.title(column.title), right - left - 12, 2)
        y = 48 + 14 * (2 - len(lines))
        shapes += paragraph(right - 10, y, lines, "cyan", 14, align="right")
    return tuple(shapes)


def _rows(show: Show, made: ListEditor) -> Picture:
    count, at = len(made.cells), min(made.row, len(made.cells) - 1)
    first = max(0, min(at - _ROWS // 2, count - _ROWS))
    shapes: list[Shape] = []
    for row in range(first, min(count, first + _ROWS)):
        shapes += _row(show, made, row, _TOP + (row - first) * _ROW)
    more = (first > 0, first + _ROWS < count)
    return (*shapes, *more_rows(more, 76, _TOP + _ROWS * _ROW))


def more_rows(more: tuple[bool, bool], top: int, bottom: int) -> Picture:
    """Arrows where the list on the left goes on above and below."""
    above, below = more
    return (
        *((arrow(175, top, "up", "cyan"),) if above else ()),
        *((arrow(175, bottom, "down", "cyan"),) if below else ()),
    )


def _row(show: Show, made: ListEditor, row: int, y: int) -> Picture:
    here = row == made.row
    shapes: list[Shape] = []
    if here:
        shapes.append(Box(_LEFT, y - 3, _RIGHT - _LEFT, 18, "slate", cut=3))
    if made.entry.kind == "several":
        choice = made.entry.choices[row]
        name = made.entry.name(choice, show.language) or choice
        room = _RIGHT - _LEFT - _TICK - 12
        shapes.append(label(_LEFT + 10, y, name, _ink(here=here), room))
    for column, span in enumerate(_spans(made)):
        chosen = here and made.column == column
        shapes += _cell(show, made, (row, column), span, y, chosen=chosen)
    if made.grows:
        shapes += _out(y, chosen=here and made.removes)
    return tuple(shapes)


def _cell(
    show: Show,
    made: ListEditor,
    place: tuple[int, int],
    span: tuple[int, int],
    y: int,
    *,
    chosen: bool,
) -> Picture:
    row, column = place
    turned = chosen and made.turning is not None
    value = (made.turning or "") if turned else made.cells[row][column]
    left, right = span
    said = fit(cell_words(show, made.columns[column], value), right - left - 34)
    edge = right - 10 - (8 if turned else 0)
    color: Color = "gold" if turned else _ink(here=chosen)
    back = (Box(left, y - 3, right - left, 18, "teal", cut=3),) if chosen else ()
    shapes: Picture = (*back, Text(edge, y, said, color, "body", "right"))
    if not turned:
        return shapes
    return (*shapes, *turning(edge - width(said) - 8, right - 8, y + 5))


def turning(left: int, right: int, y: int) -> Picture:
    """The arrows around a value that is being turned."""
    return arrow(left, y, "left", "gold"), arrow(right, y, "right", "gold")


def _out(y: int, *, chosen: bool) -> Picture:
    """A cross behind a row: it is taken out there."""
    x, color = _RIGHT - _OUT // 2, "rose" if chosen else "steel"
    back = (Box(_RIGHT - _OUT, y - 3, _OUT, 18, "wine", cut=3),) if chosen else ()
    return (
        *back,
        *(Line(x - 4 + n, y + 2, x + 3 + n, y + 9, color) for n in (0, 1)),
        *(Line(x - 4 + n, y + 9, x + 3 + n, y + 2, color) for n in (0, 1)),
    )


def _keys(
    show: Show,
    at: tuple[int, int],
    room: int,
    keys: tuple[str, ...],
    chosen: str,
    lit: str = "",
) -> Picture:
    """Keys side by side in `room` pixels; `lit` is one that is switched on."""
    (left, y), wide = at, room // len(keys)
    shapes: list[Shape] = []
    for place, key in enumerate(keys):
        here, x = key == chosen, left + place * wide
        ink = "gold" if key == lit else _ink(here=here)
        said = show.words(f"menu.key.{key}")
        back: Color = "teal" if here else "slate"
        shapes.append(Box(x + 2, y - 4, wide - 4, 22, back, cut=4))
        shapes.append(centered(x + wide // 2, y, said, ink, wide - 10))
    return tuple(shapes)


def _help(show: Show, made: ListEditor) -> Help:
    if made.turning is not None:
        turn, drop = ("left+right", "menu.do.turn"), ("b", "menu.do.drop")
        return help_for(show, turn, ("a", "do.confirm"), drop)
    if made.key:
        does = f"menu.key.{made.key}"
    elif made.removes:
        does = "menu.do.remove"
    else:
        does = "menu.do.tick" if made.entry.kind == "several" else "menu.do.change"
    moves = help_for(show, ("stick", "menu.do.move"), ("a", does))
    return (*moves, *way_out(show, "b"))


def _ink(*, here: bool) -> Color:
    return "white" if here else "ice"


# A PIN under a stick: the owner's, to go on, or a new one.


def dial(show: Show) -> Picture:
    """Four digits, what they are for, and what became of them."""
    buttons = (("up+down", "menu.do.digit"), ("a", "menu.do.next"), ("b", "do.back"))
    title = show.words("menu.page.pin")
    return page(show, title, _digits(show), help_for(show, *buttons))


def _digits(show: Show) -> Picture:
    """Those behind are dots, if somebody else's eyes are a danger; one turns."""
    menu_state, words = show.menu_state, show.words
    lines = wrap(words(_asked(menu_state)), 270, 2)
    shapes: list[Shape] = [
        *panel(170, 90, 300, 160, SEATS[2]),
        *paragraph(320, 104, lines, "ice", 16, align="center"),
    ]
    for place in range(DIGITS):
        x, here = 248 + place * 48, place == len(menu_state.pin) - 1
        shapes += panel(x - 18, 152, 36, 44, SEATS[0], focused=here)
        shapes.append(Text(x, 166, _sign(show, place), "white", "title", "center"))
    said: tuple[str, Color] = ("", "ice")
    if menu_state.busy:
        said = (words("menu.busy"), "gold")
    elif menu_state.notice == "wrong":
        wait = menu_state.wait_s
        said = (words("menu.pause", n=wait) if wait else words("menu.wrong"), "rose")
    elif menu_state.notice == "pin_differs":
        said = (words("menu.pin_differs"), "rose")
    shapes.append(Text(320, 218, said[0], said[1], "body", "center"))
    return tuple(shapes)


def _asked(menu_state: MenuState) -> str:
    """What the digits are for."""
    if menu_state.page == "pin":
        return "menu.pin_page" if menu_state.opens_a_page else "menu.pin"
    return "menu.pin_again" if menu_state.new_pin else "menu.pin_new"


def _sign(show: Show, place: int) -> str:
    digits = show.menu_state.pin
    if place >= len(digits):
        return ""
    hidden = show.menu_state.page == "pin" and place < len(digits) - 1
    return "*" if hidden else str(digits[place])


# A text being written with a stick: the text above, signs and keys below.

_SIGNS_LEFT: Final = 60
_SIGNS_TOP: Final = 118
_WIDE: Final = 40
_HIGH: Final = 32
_ROOM: Final = 500


def keyboard(show: Show, writing: TextEditor) -> Picture:
    """The page of a text."""
    row = show.menu_state.row
    title = show.title(row.title) if isinstance(row, Entry | DeedRow) else ""
    does = (("stick", "menu.do.choose"), ("a", "menu.do.write"), ("b", "menu.do.erase"))
    at = (_SIGNS_LEFT, _SIGNS_TOP + len(writing.signs) * _high(writing) + 4)
    lit = "capitals" if writing.capitals else ""
    keys = _keys(show, at, COLUMNS * _WIDE, KEYS, writing.key, lit)
    body = (*_text(show, writing), *_signs(writing), *keys)
    return page(show, title, body, help_for(show, *does))


def _high(writing: TextEditor) -> int:
    """How far rows are apart: more of them have the same room."""
    return _HIGH * 5 // len(writing.signs)


def _text(show: Show, writing: TextEditor) -> Picture:
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


def _signs(writing: TextEditor) -> Picture:
    shapes: list[Shape] = []
    for row in range(len(writing.signs)):
        for column in range(COLUMNS):
            here = (row, column) == (writing.row, writing.column)
            x, y = _SIGNS_LEFT + column * _WIDE, _SIGNS_TOP + row * _high(writing)
            if here:
                shapes.append(Box(x, y - 4, _WIDE, 26, "teal", cut=4))
            sign, ink = writing.sign(row, column), _ink(here=here)
            shapes.append(Text(x + _WIDE // 2, y, sign, ink, "title", "center"))
    return tuple(shapes)
