"""A player chooses: a card for each game on offer, with the game itself on it.

The game under the cursor moves, the others stand still: that is a choice of the
eye, and all that a frame can afford. Eight cards at a time; fewer are larger.
"""

from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

from cabinet.core.inputs.wired_buttons import menu_rows
from cabinet.core.modes.buttons import MENU_COLUMNS
from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import (
    Box,
    Color,
    Inset,
    Picture,
    Polygon,
    Shape,
    Sprite,
    Text,
    Veil,
)
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.render.sprites import saucer
from cabinet.screen.scenes import howto, preferences
from cabinet.screen.scenes.backdrop import sky
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.invitation import missing, players, price
from cabinet.screen.scenes.lettering import (
    Region,
    centered,
    no_words,
    paragraph,
    whole_words,
    width,
    wrap,
)
from cabinet.screen.scenes.panels import CENTER, DIM, SEATS, Shades, heading, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for

# A little creature for every game, grown from its name.
#
# No game has to bring one: the same name always gives the same creature.

_HALF: Final = 5
# How many columns of a half are always there, row by row; the name decides the rest.
_CORE: Final = (1, 3, 4, 4, 4, 4, 3, 0)
_EYE: Final = (3, 2)


def emblem(name: str, x: int, y: int, unit: int, body: Color, eye: Color) -> Picture:
    """The creature of `name` around x, y, each of its pixels `unit` wide."""
    return (Sprite(x, y, _creature(name), (body, eye), unit, half=True),)


@cache
def _creature(name: str) -> tuple[str, ...]:
    """Its left half and the middle column."""
    bits = crc32(name.encode())
    rows = []
    for row, core in enumerate(_CORE):
        cells = ["."] * _HALF
        for column in range(_HALF):
            grown = bits >> (row * 4 + column) % 32 & 1 and (row or column)
            if column >= _HALF - core or grown:
                cells[column] = "1" if (row, column) == _EYE else "0"
        rows.append("".join(cells))
    return tuple(rows)


COLUMNS: Final = MENU_COLUMNS
ROWS: Final = 2
TABLE_W: Final = 640
TABLE_H: Final = 320
_GAP: Final = 7
_TOP: Final = 62
_BOTTOM: Final = 299
_ALONE: Final = 223
_ROW_Y: Final = 302
# One picture after the other, so that no frame draws them all; and the one that
# moves is drawn anew at a quarter of the frames.
_EACH: Final = 4


class _Size(NamedTuple):
    """A card: how wide, and how many times smaller than the table its picture is."""

    w: int
    shrink: int


_SIZES: Final = (_Size(330, 2), _Size(330, 2), _Size(250, 2), _Size(198, 2))
_LARGE: Final = _Size(151, 2)
_SMALL: Final = _Size(151, 3)


def picture(show: Show) -> Picture:
    """The heading, the cards around the cursor, and where we are among them."""
    if lesson := howto.open_page(show, _reading):
        return lesson
    if show.snapshot.adjusting:
        return preferences.picture(show)
    offers, words = show.snapshot.offers, show.words
    first = _first(show.snapshot.offer, len(offers))
    visible = offers[first : first + COLUMNS * ROWS]
    return (
        *sky(show.frame),
        *heading(16, words("select.title"), SEATS[0], room=520),
        *_languages(show),
        *(
            shape
            for place, offer in enumerate(visible)
            for shape in _card(show, offer, first + place)
        ),
        *(_scroll(show, first, len(offers)) if len(offers) > COLUMNS * ROWS else ()),
        *(() if offers else _nothing(show)),
        *_rows(show),
        *bar(show, buttons(show)),
    )


def _rows(show: Show) -> Picture:
    """The rows below the games, where there is no button for what they do."""
    rows = menu_rows(show.wired)
    shapes: list[Shape] = []
    for place, row in enumerate(rows):
        step = preferences.ROW_W + 8
        x = CENTER - step * (len(rows) - 1) // 2 + place * step
        shapes += preferences.row(show, row, x, _ROW_Y)
    return tuple(shapes)


def buttons(show: Show) -> Help:
    """What each button does while a game is chosen."""
    wires, row = show.wired.lines, show.snapshot.row
    return help_for(
        show,
        ("stick", "do.select"),
        ("start+a", preferences.ROWS[row]) if row else _confirm(show),
        ("mode", "do.howto") if show.lessons and "mode" in wires else None,
        ("player", "do.language") if "player" in wires else None,
        ("b", "do.back"),
    )


def _reading(show: Show) -> Help:
    return howto.reading(show, None if show.snapshot.row else _confirm(show))


def _confirm(show: Show) -> tuple[str, str] | None:
    return None if show.snapshot.missing else ("start+a", "do.confirm")


def _languages(show: Show) -> Picture:
    """Every language there is, the one in use lit and underlined."""
    shapes: list[Text | Box] = []
    x = 632
    for language in reversed(LANGUAGES):
        name, used = language.upper(), language == show.language
        x -= width(name)
        shapes.append(Text(x, 20, name, "gold" if used else "mauve"))
        if used:
            shapes.append(Box(x, 33, width(name) - 1, 2, "gold"))
        x -= 8
    return tuple(shapes)


def _first(cursor: int, count: int) -> int:
    """The first visible offer: whole rows, with the cursor's row among them."""
    row, last = max(0, cursor) // COLUMNS, max(0, (count - 1) // COLUMNS)
    return min(max(0, row - ROWS + 1), max(0, last - ROWS + 1)) * COLUMNS


def _card(show: Show, offer: OfferCard, index: int) -> Picture:
    count = len(show.snapshot.offers)
    size, alone = _size(count), count <= COLUMNS
    row, column = divmod(index, COLUMNS)
    tall = _ALONE if alone else (_BOTTOM - _TOP - _GAP) // ROWS
    across = min(COLUMNS, count - row * COLUMNS)
    x = CENTER - (across * (size.w + _GAP) - _GAP) // 2 + column * (size.w + _GAP)
    row -= _first(show.snapshot.offer, count) // COLUMNS
    y = (_TOP + 8 if alone else _TOP) + row * (tall + _GAP)
    focused = index == show.snapshot.offer and not show.snapshot.row
    ramp = SEATS[index % len(SEATS)]
    high = min(TABLE_H // size.shrink, tall - (74 if alone else 72))
    return (
        *panel(x, y, size.w, tall, ramp, focused=focused),
        *_preview(show, offer, index, (x + 5, y + 5, size.w - 10, high)),
        *(() if focused else (Veil(x + 5, y + 5, size.w - 10, high, 70),)),
        *_face(show, offer, (x, y, size.w, tall), ramp if focused else _dimmed(ramp)),
    )


def _size(count: int) -> _Size:
    if count < len(_SIZES):
        return _SIZES[count]
    return _LARGE if count <= COLUMNS else _SMALL


def _dimmed(ramp: Shades) -> Shades:
    return Shades(DIM.dark, ramp.mid, "mauve")


def _preview(
    show: Show, offer: OfferCard, index: int, box: tuple[int, int, int, int]
) -> Picture:
    """The game itself, as large as the card allows; its creature until it is there."""
    x, y, w, h = box
    shrink = _size(len(show.snapshot.offers)).shrink
    table = _table(show, offer, index)
    if not table:
        ramp = SEATS[index % len(SEATS)]
        unit = 3 if h < 60 else 6
        return emblem(offer.game, x + w // 2, y + h // 2, unit, ramp.mid, "ink")
    middle = show.demo_player.focus(offer) if show.demo_player else TABLE_W // 2
    left = min(max(0, middle - w * shrink // 2), TABLE_W - w * shrink)
    top = (TABLE_H - h * shrink) // 2
    part = Region(left, top, w * shrink, h * shrink)
    seen = whole_words(table, part) if shrink == _LARGE.shrink else no_words(table)
    return (Inset(x, y, w, h, seen, left, top, shrink),)


def _table(show: Show, offer: OfferCard, index: int) -> Picture:
    demo_player = show.demo_player
    if demo_player is None or show.beat <= _EACH * (index % (COLUMNS * ROWS)):
        return ()
    if index == show.snapshot.offer:
        return demo_player.moving(offer, show.words, every=_EACH)
    return demo_player.still(offer, show.words)


def _face(
    show: Show, offer: OfferCard, at: tuple[int, int, int, int], ramp: Shades
) -> Picture:
    x, y, w, tall = at
    middle = x + w // 2
    lines = wrap(show.title(offer.title), w - 10, 2)
    top = y + tall - 64 + (7 if len(lines) == 1 else 0)
    lacking = missing(show, offer)
    note, color = lacking or price(show, offer), "red" if lacking else "gold"
    return (
        *paragraph(middle, top, lines, "white", 14, align="center"),
        Text(middle, y + tall - 33, players(show, offer), ramp.light, align="center"),
        centered(middle, y + tall - 18, note, color, w - 6),
    )


def _scroll(show: Show, first: int, count: int) -> Picture:
    up = Polygon(((8, 34), (20, 34), (14, 24)), "cyan")
    down = Polygon(((24, 24), (36, 24), (30, 34)), "cyan")
    place = show.words("select.place", at=show.snapshot.offer + 1, of=count)
    return (
        *((up,) if first else ()),
        *((down,) if first + COLUMNS * ROWS < count else ()),
        Text(8, 44, place, "mauve", "body"),
    )


def _nothing(show: Show) -> Picture:
    return (
        *saucer(CENTER, 122, show.frame, size=30),
        *panel(120, 148, 400, 60, DIM, focused=True),
        centered(CENTER, 173, show.words("select.none"), "mist", 380),
    )
