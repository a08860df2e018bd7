"""The cities around the dial, clockwise from the top left; six of them fit.

A city shows its visible Aztecs, its Temples with how many they hide, its Codex, its
saucers with how many they abducted, and what all of it is worth now.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from cabinet.games.space_aztecs.rules.cards import FAMILY, cards_of
from cabinet.games.space_aztecs.rules.position import City
from cabinet.games.space_aztecs.rules.score import Lines, count, total
from cabinet.games.space_aztecs.view import glyphs
from cabinet.games.space_aztecs.view.shown import Shown
from cabinet.games.space_aztecs.view.texts import card_mark, line_name, reason_name
from cabinet.i18n import Words
from cabinet.picture.shapes import Face, Glow, Picture, Text
from cabinet.tabletop.api import Seat
from cabinet.tabletop.drawing import framed, name_within

WIDE: Final = 198
_LEFT: Final = 3
_RIGHT: Final = 439
_EDGE: Final = 8
_APART: Final = 40
# Room for the mark of a card that lies under another: large where all fit, else small.
_MARKS: Final[tuple[tuple[int, Face, int], ...]] = ((18, "body", 3), (15, "small", 6))
_ROWS: Final = 8

Draw: TypeAlias = Callable[[int, int, int], Picture]


class Room(NamedTuple):
    """Where things go in a city: heights from its top, and the size of a card."""

    tall: int
    card: tuple[int, int]
    aztecs: int
    temples: int
    saucers: int
    status: int


# By how many cities stand in a column.
ROOMS: Final = (
    Room(0, (0, 0), 0, 0, 0, 0),
    Room(314, (24, 34), 38, 84, 112, 290),
    Room(155, (20, 28), 34, 74, 106, 132),
    Room(102, (19, 26), 26, 55, 80, 81),
)


def layout(players: int) -> tuple[tuple[int, int, Room], ...]:
    """Left, top and room of every seat, clockwise from the top left."""
    left, right = players // 2, (players + 1) // 2
    room = ROOMS[right]
    tops = [3 + row * (room.tall + 4) for row in range(3)]
    places = [(_LEFT, tops[0], room)]
    places += [(_RIGHT, tops[row], room) for row in range(right)]
    places += [(_LEFT, tops[row], room) for row in range(left - 1, 0, -1)]
    return tuple(places)


def cities(shown: Shown) -> Picture:
    """Every city with its points."""
    shapes: Picture = ()
    places = layout(shown.players)
    for seat, (place, lines) in enumerate(zip(places, count(shown.seen), strict=True)):
        shapes += _city(shown, seat, *place, lines)
    return shapes


def _city(
    shown: Shown, seat: Seat, x: int, y: int, room: Room, lines: Lines
) -> Picture:
    city = shown.cities[seat]
    lit = seat in shown.look.due
    edge = "white" if lit else "lilac"
    glow = (Glow(x + WIDE // 2, y + room.tall // 2, 110, "lilac"),) if lit else ()
    roomy = room is ROOMS[1]
    doing, color = shown.status(seat), "gold" if lit else "mist"
    return (
        *glow,
        *framed(x, y, WIDE, room.tall, "night", edge, 2 if lit else 1, 6),
        *_header(shown, seat, x, y, total(lines)),
        *_aztecs(shown, cards_of(city.visible), x + _EDGE, y + room.aztecs, room.card),
        *_temples(city, x, y + room.temples, shown.say),
        *_saucers(city, x, y + room.saucers, room, shown.say),
        Text(x + WIDE - _EDGE, y + room.status + 3, doing, color, "body", "right"),
        *(_lines(lines, x, y + 136, shown.say) if roomy else ()),
    )


def _header(shown: Shown, seat: Seat, x: int, y: int, points: int) -> Picture:
    starts = shown.seen.starter == seat
    color = "white" if seat in shown.look.due else "silver"
    return (
        *glyphs.chip(seat, x + 15, y + 14),
        name_within(96, x + 28, y + 8, shown.look.names[seat], color),
        *(glyphs.token(x + 140, y + 14) if starts else ()),
        Text(x + WIDE - _EDGE, y + 6, str(points), "gold", "title", "right"),
    )


def _aztecs(
    shown: Shown, cards: tuple[int, ...], x: int, y: int, size: tuple[int, int]
) -> Picture:
    """By family, then by time; cards overlap when they are many."""
    step = _step(len(cards), size[0], WIDE - 2 * _EDGE, size[0] + 2)
    ordered = sorted(cards, key=lambda card: (FAMILY[card], card))
    shapes: Picture = ()
    for place, card in enumerate(ordered):
        free = step if place + 1 < len(ordered) else size[0]
        at = x + place * step
        shapes += glyphs.mini_card(card, at, y, size, free, shown.say)
    return shapes


def _step(many: int, wide: int, room: int, most: int) -> int:
    """How far apart `many` things of a width stand to fit."""
    return min(most, (room - wide) // max(1, many - 1))


def _temples(city: City, x: int, y: int, say: Words) -> Picture:
    """Temples with how many they hide from the left, Codex from the right."""
    scrolls = cards_of(city.codex)
    apart = _step(len(scrolls), glyphs.SCROLL, 80, glyphs.SCROLL + 2)
    shapes: Picture = ()
    for place, card in enumerate(scrolls):
        shapes += glyphs.codex(
            card, x + WIDE - _EDGE - glyphs.SCROLL - place * apart, y
        )
    used = (len(scrolls) - 1) * apart + glyphs.SCROLL + 6 if scrolls else 0
    room = WIDE - 2 * _EDGE - used
    row = _row(city.temples, glyphs.temple, x + _EDGE, y, room, say)
    return (*shapes, *row)


def _saucers(city: City, x: int, y: int, room: Room, say: Words) -> Picture:
    """Saucers with how many they abducted."""
    beside = room.status - room.saucers < 20
    wide = WIDE - 2 * _EDGE - (88 if beside else 0)
    return _row(city.saucers, glyphs.saucer, x + _EDGE, y + 1, wide, say)


def _row(
    covers: tuple[tuple[int, int], ...],
    draw: Draw,
    x: int,
    y: int,
    room: int,
    say: Words,
) -> Picture:
    """Each cover with how many it covers, and which, if that fits; else the sum."""
    shapes: Picture = ()
    below = sum(under.bit_count() for _, under in covers)
    if len(covers) * _APART <= room:
        fitting = (m for m in _MARKS if len(covers) * _APART + m[0] * below <= room)
        apart, face, drop = next(fitting, (0, "small", 0))
        for card, under in covers:
            cards = cards_of(under)
            shapes += draw(card, x, y)
            shapes += _number(x + 27, y + 3, len(cards))
            for place, each in enumerate(cards if apart else ()):
                at = x + _APART + apart * place
                mark, color = card_mark(say, each), glyphs.ramp_of(each).light
                shapes += (Text(at, y + drop, mark, color, face),)
            x += _APART + apart * len(cards)
        return shapes
    step = _step(len(covers), 24, room - 20, 26)
    for place, (card, _) in enumerate(covers):
        shapes += draw(card, x + place * step, y)
    end = x + (len(covers) - 1) * step + 28
    return (*shapes, *_number(end, y + 3, below))


def _number(x: int, y: int, number: int) -> Picture:
    return (Text(x, y, str(number), "white" if number else "ash", "body"),)


def _lines(lines: Lines, x: int, y: int, say: Words) -> Picture:
    """Where the points come from, for the few who have the room."""
    rows = [(line_name(say, line.reason), line.points) for line in lines]
    gods = [line for line in lines if line.reason.startswith("codex ")]
    if len(rows) > _ROWS and gods:
        every = (reason_name(say, gods[0].reason), total(tuple(gods)))
        rows = [every, *rows[len(gods) :]]
    step = min(18, 18 * _ROWS // max(1, len(rows)))
    shapes: list[Text] = []
    for row, (name, points) in enumerate(rows):
        top, right = y + row * step, x + WIDE - _EDGE
        shapes.append(Text(x + _EDGE, top, name, "mauve", "body"))
        shapes.append(Text(right, top, str(points), "mist", "body", "right"))
    return tuple(shapes)
