"""The stage over the dial, and what flies over the cities, one beat after the other."""

from typing import Final

from cabinet.games.space_aztecs.rules.cards import KIND, TEMPLE
from cabinet.games.space_aztecs.rules.position import saucer_limit
from cabinet.games.space_aztecs.view import glyphs
from cabinet.games.space_aztecs.view.cities import WIDE, layout
from cabinet.games.space_aztecs.view.drama import HOUR_FRAMES, LANDED, Beat, misses
from cabinet.games.space_aztecs.view.portraits import portrait
from cabinet.games.space_aztecs.view.shown import Shown
from cabinet.games.space_aztecs.view.texts import card_name
from cabinet.picture.motion import between, ease_in_out, ease_out, part, pop_up
from cabinet.picture.shapes import Box, Glow, Picture, Polygon, Text
from cabinet.tabletop.drawing import framed, name_within

_LEFT: Final = 204
_WIDE: Final = 232
_MIDDLE: Final = (320, 160)
# How far a Temple falls.
_FALL: Final = 56


def stage(shown: Shown, beat: Beat) -> Picture:
    """What this beat looks like now."""
    told = beat.event["event"]
    if told == "times":
        return _hours(shown, beat)
    if told == "abducted":
        return _abduction(shown, beat)
    if told == "hidden":
        return _shelter(shown, beat)
    if told in ("round_over", "game_over"):
        return _end_is_near(shown, beat)
    return _reveal(shown, beat)


def _board(y: int, h: int, seat: int) -> Picture:
    return framed(_LEFT, y, _WIDE, h, "ink", glyphs.SEATS[seat], 2, 10)


def _center(shown: Shown, seat: int) -> tuple[int, int]:
    x, y, room = layout(shown.players)[seat]
    return x + WIDE // 2, y + room.tall // 2


def _marked(shown: Shown, seat: int, color: str) -> Picture:
    """The edge of a city that something happens to."""
    x, y, room = layout(shown.players)[seat]
    middle = x + WIDE // 2, y + room.tall // 2
    return Glow(*middle, 100, color), Box(x, y, WIDE, room.tall, color, 3, 6)


def _hours(shown: Shown, beat: Beat) -> Picture:
    """Everybody calls the hour of their card; the earliest begins."""
    times, starter = beat.event["times"], beat.event["starter"]
    since = shown.look.age - beat.begins
    tall = 40 + 26 * len(times)
    top = 160 - tall // 2
    shapes: Picture = (
        *_board(top, tall, starter),
        Text(320, top + 10, shown.say("hours"), "cyan", "title", "center"),
    )
    called = since // HOUR_FRAMES + 1
    for row, (seat, time) in enumerate(list(times.items())[:called]):
        y, first = top + 36 + 26 * row, int(seat) == starter
        won = first and called > len(times)
        if won:
            shapes += (Box(_LEFT + 8, y - 4, _WIDE - 16, 25, "rust", 0, 4),)
            shapes += glyphs.token(_LEFT + _WIDE - 22, y + 8)
        shapes += shown.chip(int(seat), _LEFT + 22, y + 8)
        shapes += (
            Text(_LEFT + 38, y, time, "gold" if won else "white", "title"),
            name_within(96, _LEFT + 104, y + 4, shown.look.names[int(seat)], "mist"),
        )
    return shapes


def _end_is_near(shown: Shown, beat: Beat) -> Picture:
    """How many saucers are left, or that this was the end of the world."""
    limit = saucer_limit(shown.players)
    left = beat.event.get("saucers_left", 0)
    number, words = f"{limit - left}/{limit}", shown.say("warning", n=left)
    if beat.event["event"] == "game_over":
        number, words = shown.say("final"), shown.say(f"why.{beat.event['reason']}")
    swell = round(40 * ease_out(beat.part(shown.look.age)))
    return (
        Glow(*_MIDDLE, 120 + swell, "red"),
        *framed(_LEFT, 116, _WIDE, 88, "ink", "red", 3, 10),
        portrait(3, 320, 136, 1),
        Text(320, 154, number, "red", "title", "center"),
        Text(320, 182, words, "white", "body", "center"),
    )


def _reveal(shown: Shown, beat: Beat) -> Picture:
    """A card is turned over in the middle, then goes to its city."""
    seat, card = beat.event["seat"], beat.event["card"]
    w, h = glyphs.CARD
    going = beat.part(shown.look.age)
    if going >= LANDED and not _stays(shown, card):
        t = ease_in_out((going - LANDED) / (1 - LANDED))
        to = _center(shown, seat)
        w, h = glyphs.TABLE_CARD
        x, y = (between(a, b, t) for a, b in zip(_MIDDLE, to, strict=True))
        return glyphs.table_card(card, x - w // 2, y - h // 2)
    rise = round(12 * (1 - ease_out(min(1.0, going * 5))))
    shapes: Picture = (
        *_marked(shown, seat, glyphs.SEATS[seat]),
        *_board(84, 152, seat),
        Text(320, 92, shown.look.names[seat], glyphs.SEATS[seat], "body", "center"),
        *glyphs.hand_card(card, 320 - w // 2, 110 + rise, shown.say),
    )
    asked = shown.seen.pending.card if shown.seen.pending else 0
    if not rise and misses(shown.look.lately, card, asked):
        words = Text(320, 220, shown.say("no_prey"), "mist", "body", "center")
        return (*shapes, words)
    return shapes


def _stays(shown: Shown, card: int) -> bool:
    """Whether a card waits for an answer, and so goes nowhere yet."""
    return shown.seen.pending is not None and shown.seen.pending.card == card


def _caption(shown: Shown, seat: int, lines: tuple[str, str]) -> Picture:
    first, second = lines
    return (
        *_board(134, 52, seat),
        Text(320, 144, first, "white", "body", "center"),
        Text(320, 164, second, "gold", "body", "center"),
    )


def _abduction(shown: Shown, beat: Beat) -> Picture:
    """A saucer flies to the victim, lifts a card in its light and carries it home."""
    event, going = beat.event, beat.part(shown.look.age)
    seat, victim, card = event["seat"], event["from"], event["card"]
    home, there = _center(shown, seat), _center(shown, victim)
    flies, lifts = part(round(going * 100), 35), part(round(going * 100) - 35, 35)
    back = part(round(going * 100) - 70, 30)
    t = ease_in_out(flies) if going < LANDED else 1 - ease_in_out(back)
    x, y = (between(a, b, t) for a, b in zip(home, there, strict=True))
    y -= 24
    lit: Picture = ()
    if 0 < lifts < 1:
        reach = ((x - 8, y + 14), (x + 8, y + 14), (x + 26, y + 60), (x - 26, y + 60))
        lit = (Glow(x, y + 40, 50, "green"), Polygon(reach, "leaf"))
    height = 44 - round(26 * ease_out(lifts))
    carried = portrait(card, x, y + height, 2) if lifts > 0 else None
    words = (
        shown.say("robs", name=shown.look.names[seat], card=card_name(shown.say, card)),
        shown.say("robbed", name=shown.look.names[victim]),
    )
    return (
        *_marked(shown, victim, "red"),
        *_caption(shown, seat, words),
        *lit,
        *((carried,) if carried else ()),
        portrait(event["saucer"], x, y, 3),
        *pop_up(*home, round(back * 30) if back else -1, "+1"),
    )


def _shelter(shown: Shown, beat: Beat) -> Picture:
    """A Temple falls over its people, or an Agent lets one of them in."""
    event, going = beat.event, beat.part(shown.look.age)
    seat, temple, cards = event["seat"], event["temple"], event["cards"]
    x, y = _center(shown, seat)
    fell = ("revealed", temple) in {
        (each["event"], each.get("card")) for each in shown.look.lately
    }
    key = "shelters" if fell else "slips"
    where = card_name(shown.say, temple)
    words = (
        shown.say(key, name=shown.look.names[seat], n=len(cards)),
        where if fell else shown.say("by_agent", temple=where),
    )
    assert KIND[temple] == TEMPLE
    t = ease_in_out(min(1.0, going / LANDED))
    # From just above its own city: over another it would be taken for that one's.
    top = between(y - _FALL, y, t) if fell else y
    people = tuple(
        portrait(card, x + 22 * place - 11 * (len(cards) - 1), y + 18)
        for place, card in enumerate(cards)
    )
    return (
        *_marked(shown, seat, glyphs.SEATS[seat]),
        *_caption(shown, seat, words),
        *(people if going < LANDED else ()),
        portrait(temple, x, top, 3),
    )
