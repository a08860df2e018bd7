"""The cities around the dial, clockwise from the top left; six of them fit.

A city shows its visible Aztecs, its Temples with the people in them, its Codex, its
saucers with their captives, and what all of it is worth now.
"""

from typing import Final, NamedTuple

from cabinet.games.space_aztecs.rules.cards import FAMILY, cards_of
from cabinet.games.space_aztecs.rules.position import City
from cabinet.games.space_aztecs.rules.score import Lines, total
from cabinet.games.space_aztecs.view import glyphs
from cabinet.games.space_aztecs.view.portraits import TALL, portrait
from cabinet.games.space_aztecs.view.portraits import WIDE as FACE
from cabinet.games.space_aztecs.view.shown import Shown
from cabinet.games.space_aztecs.view.texts import line_name, reason_name
from cabinet.i18n import Words
from cabinet.picture.shapes import Box, Clip, Glow, Picture, Polygon, Text
from cabinet.tabletop.api import Seat
from cabinet.tabletop.drawing import framed, name_within

WIDE: Final = 198
_LEFT: Final = 3
_RIGHT: Final = 439
_EDGE: Final = 8
_ROWS: Final = 8
_HALL: Final = TALL + 2
# Pyramids on the horizon: how far right, and how many steps.
_FAR: Final = ((42, 3), (98, 5), (158, 4))


class Room(NamedTuple):
    """Where things go in a city: heights from its top; `stand` is for the Aztecs."""

    tall: int
    aztecs: int
    stand: int
    temples: int
    saucers: int
    status: int


# By how many cities stand in a column.
ROOMS: Final = (
    Room(0, 0, 0, 0, 0, 0),
    Room(314, 78, 66, 55, 30, 293),
    Room(155, 73, 66, 50, 27, 138),
    Room(102, 68, 32, 46, 24, 25),
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
    for seat, (place, lines) in enumerate(zip(places, shown.lines(), strict=True)):
        shapes += _city(shown, seat, *place, lines)
    return shapes


def _city(
    shown: Shown, seat: Seat, x: int, y: int, room: Room, lines: Lines
) -> Picture:
    city = shown.cities[seat]
    lit, edge = seat in shown.due, glyphs.SEATS[seat]
    glow = (Glow(x + WIDE // 2, y + room.tall // 2, 110, edge),) if lit else ()
    roomy = room is ROOMS[1]
    doing, color = shown.status(seat), "gold" if lit else "mist"
    return (
        *glow,
        *framed(x, y, WIDE, room.tall, "night", edge, 3 if lit else 1, 6),
        *_ground(x, y, room),
        *_header(shown, seat, x, y, total(lines)),
        *aztecs(cards_of(city.visible), x + _EDGE, y + room.aztecs, room.stand),
        *_temples(city, x, y + room.temples),
        *_saucers(city, x, y + room.saucers, room),
        Text(x + WIDE - _EDGE, y + room.status + 3, doing, color, "body", "right"),
        *(_lines(lines, x, y + 146, shown.say) if roomy else ()),
    )


def _ground(x: int, y: int, room: Room) -> Picture:
    """What the city stands on, with far pyramids under the sky of the saucers."""
    foot = y + room.aztecs + room.stand - 2
    shapes: Picture = ()
    for left, steps in _FAR:
        for step in range(steps):
            wide = 10 + 12 * (steps - step)
            at = x + left - wide // 2, foot - 7 * (step + 1)
            shapes += (Box(*at, wide, 7, "dusk"),)
    return (*shapes, Box(x + 2, foot, WIDE - 4, 2, "violet"))


def _header(shown: Shown, seat: Seat, x: int, y: int, points: int) -> Picture:
    called = shown.beat is None or shown.beat.event["event"] != "times"
    starts = shown.seen.starter == seat and called
    color = "white" if seat in shown.due else "silver"
    return (
        *shown.chip(seat, x + 15, y + 14),
        name_within(96, x + 28, y + 8, shown.look.names[seat], color),
        *(glyphs.token(x + 140, y + 14) if starts else ()),
        Text(x + WIDE - _EDGE, y + 6, str(points), "gold", "title", "right"),
    )


def aztecs(cards: tuple[int, ...], x: int, y: int, tall: int) -> Picture:
    """By family, then by time: large if all fit, else in rows, else overlapping."""
    ordered = sorted(cards, key=lambda card: (FAMILY[card], card))
    room = WIDE - 2 * _EDGE
    wide, high = glyphs.SMALL[2]
    scale = 2 if high <= tall and len(cards) * (wide + 2) <= room + 2 else 1
    wide, high = glyphs.SMALL[scale]
    rows = max(1, min(tall // high, -(-len(cards) * (wide + 1) // room)))
    each = -(-len(cards) // rows)
    step = _step(each, wide, room, wide + 2)
    y += tall - rows * (high + 1)
    shapes: Picture = ()
    for place, card in enumerate(ordered):
        row, column = divmod(place, each)
        last = column + 1 == each or place + 1 == len(ordered)
        at = x + column * step, y + row * (high + 1)
        shapes += glyphs.small_card(card, *at, scale, wide if last else step)
    return shapes


def _step(many: int, wide: int, room: int, most: int) -> int:
    """How far apart `many` things of a width stand to fit."""
    return min(most, (room - wide) // max(1, many - 1))


def _temples(city: City, x: int, y: int) -> Picture:
    """Temples with the people in them from the left, Codex from the right."""
    scrolls = cards_of(city.codex)
    apart = _step(len(scrolls), FACE, 80, FACE + 2)
    shapes: Picture = ()
    for place, card in enumerate(scrolls):
        at = x + WIDE - _EDGE - FACE // 2 - 1 - place * apart
        shapes += (portrait(card, at, y + TALL // 2),)
    used = (len(scrolls) - 1) * apart + FACE + 6 if scrolls else 0
    room = WIDE - 2 * _EDGE - used
    return (*shapes, *_halls(city.temples, x + _EDGE, y, room, "temple"))


def _saucers(city: City, x: int, y: int, room: Room) -> Picture:
    """Saucers with their captives in the light below them."""
    beside = abs(room.status - room.saucers) < 15
    wide = WIDE - 2 * _EDGE - (80 if beside else 0)
    return _halls(city.saucers, x + _EDGE, y, wide, "saucer")


def _halls(
    covers: tuple[tuple[int, int], ...], x: int, y: int, room: int, kind: str
) -> Picture:
    """Each cover and, in its hall or its light, everybody who is under it."""
    below = sum(under.bit_count() for _, under in covers)
    apart = min(FACE + 1, (room - len(covers) * (FACE + 6)) // max(1, below))
    if apart < 7:
        return _crowd(covers, x, y, room)
    shapes: Picture = ()
    for card, under in covers:
        people = cards_of(under)
        wide = apart * len(people) + (FACE - apart if people and apart < FACE else 0)
        wide = min(wide, room)
        shapes += _hall(card, x + FACE, y, wide, kind) if people else ()
        faces = tuple(
            portrait(each, x + FACE + 1 + FACE // 2 + apart * place, y + TALL // 2 + 1)
            for place, each in enumerate(people)
        )
        shapes += (Clip(x + FACE, y, wide + 2, _HALL, faces),) if people else ()
        shapes += glyphs.sign(card, x + FACE // 2, y + TALL // 2)
        x += FACE + apart * len(people) + (5 if people else 2)
    return shapes


def _hall(card: int, x: int, y: int, wide: int, kind: str) -> Picture:
    """The room of a Temple, or the light of a saucer, that people stand in."""
    ramp = glyphs.ramp_of(card)
    if kind == "temple":
        return (
            Box(x - 2, y, wide + 4, _HALL, ramp.dark),
            Box(x - 2, y, wide + 4, 2, ramp.main),
            Box(x - 2, y + _HALL - 2, wide + 4, 2, ramp.mid),
        )
    light = ((x - 8, y + 8), (x + wide + 1, y), (x + wide + 1, y + _HALL - 1))
    return (Polygon((*light, (x - 8, y + 12)), "leaf"),)


def _crowd(covers: tuple[tuple[int, int], ...], x: int, y: int, room: int) -> Picture:
    """Too many to be seen one by one: the covers, and how many are under them."""
    shapes: Picture = ()
    step = _step(len(covers), FACE, room - 22, FACE + 2)
    for place, (card, _) in enumerate(covers):
        shapes += glyphs.sign(card, x + FACE // 2 + place * step, y + TALL // 2)
    end = x + (len(covers) - 1) * step + FACE + 4
    below = sum(under.bit_count() for _, under in covers)
    return (*shapes, Text(end, y + 5, str(below), "white", "body"))


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
