"""A player chooses: a card for each game on offer, six at a time."""

from typing import Final

from cabinet.hallway import OfferCard
from cabinet.picture import Picture, Polygon, Text
from cabinet.screens.scenes.backdrop import sky
from cabinet.screens.scenes.bar import Help, bar
from cabinet.screens.scenes.emblem import emblem
from cabinet.screens.scenes.lettering import label, wrap
from cabinet.screens.scenes.offer import missing, players, price
from cabinet.screens.scenes.panels import CENTER, DIM, SEATS, Ramp, heading, panel
from cabinet.screens.scenes.show import Show

COLUMNS: Final = 3
ROWS: Final = 2
_W: Final = 198
_GAP: Final = 11
_TOP: Final = 62
_BOTTOM: Final = 308


def picture(show: Show) -> Picture:
    """The heading, the cards around the cursor, and where we are among them."""
    offers, words = show.snapshot.offers, show.words
    first = _first(show.snapshot.offer, len(offers))
    visible = offers[first : first + COLUMNS * ROWS]
    return (
        *sky(show.frame),
        *heading(16, words("select.title"), SEATS[0]),
        *(
            shape
            for place, offer in enumerate(visible)
            for shape in _card(show, offer, first + place)
        ),
        *(_scroll(show, first, len(offers)) if len(offers) > COLUMNS * ROWS else ()),
        *(() if offers else _nothing(show)),
        *bar(show, _buttons(show)),
    )


def _buttons(show: Show) -> Help:
    words = show.words
    confirm = ("start+a", words("do.confirm"))
    return (
        ("stick+mode", words("do.select")),
        *(() if show.snapshot.missing else (confirm,)),
        ("b", words("do.back")),
    )


def _first(cursor: int, count: int) -> int:
    """The first visible offer: whole rows, with the cursor's row among them."""
    row, last = max(0, cursor) // COLUMNS, max(0, (count - 1) // COLUMNS)
    return min(max(0, row - ROWS + 1), max(0, last - ROWS + 1)) * COLUMNS


def _card(show: Show, offer: OfferCard, index: int) -> Picture:
    count = len(show.snapshot.offers)
    columns = 2 if count == 4 else COLUMNS
    row, column = divmod(index, columns)
    alone = count <= COLUMNS
    tall = 190 if alone else (_BOTTOM - _TOP - _GAP) // ROWS
    across = min(columns, count - row * columns)
    x = CENTER - (across * (_W + _GAP) - _GAP) // 2 + column * (_W + _GAP)
    row -= _first(show.snapshot.offer, count) // COLUMNS
    y = (_TOP + 26 if alone else _TOP) + row * (tall + _GAP)
    focused = index == show.snapshot.offer
    ramp = SEATS[index % len(SEATS)]
    return (
        *panel(x, y, _W, tall, ramp, focused=focused),
        *_face(show, offer, (x, y, tall), ramp if focused else _dimmed(ramp)),
    )


def _dimmed(ramp: Ramp) -> Ramp:
    return Ramp(DIM.dark, ramp.mid, "mauve")


def _face(
    show: Show, offer: OfferCard, at: tuple[int, int, int], ramp: Ramp
) -> Picture:
    x, y, tall = at
    middle, high = x + _W // 2, tall > 150
    unit = 6 if high else 3
    lines = wrap(show.title(offer.title), _W - 20, 2)
    top = y + (86 if high else 45) + (6 if len(lines) == 1 else 0)
    lacking = missing(show, offer)
    note = lacking or price(show, offer)
    return (
        *emblem(offer.game, middle, y + (44 if high else 27), unit, ramp.mid, "ink"),
        *(
            Text(middle, top + 15 * i, line, "white", "body", "center")
            for i, line in enumerate(lines)
        ),
        Text(middle, y + tall - 40, players(show, offer), ramp.light, "body", "center"),
        label(
            middle,
            y + tall - 22,
            note,
            "red" if lacking else "gold",
            _W - 16,
            "body",
            "center",
        ),
    )


def _scroll(show: Show, first: int, count: int) -> Picture:
    up = Polygon(((568, 55), (580, 55), (574, 45)), "cyan")
    down = Polygon(((584, 45), (596, 45), (590, 55)), "cyan")
    place = show.words("select.place", at=show.snapshot.offer + 1, of=count)
    return (
        *((up,) if first else ()),
        *((down,) if first + COLUMNS * ROWS < count else ()),
        Text(632, 46, place, "mauve", "body", "right"),
    )


def _nothing(show: Show) -> Picture:
    return (label(CENTER, 170, show.words("select.none"), "mist", 600, align="center"),)
