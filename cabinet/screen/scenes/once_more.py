"""Another game? The same seats wait, the seconds run, and a coin is asked for."""

from typing import Final

from cabinet.core.money.ledger import Seating
from cabinet.picture.shapes import RAMPS, Glow, Neon, Picture, Text
from cabinet.screen.render.sprites import coin
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar, notice
from cabinet.screen.scenes.lettering import biggest, centered, width
from cabinet.screen.scenes.panels import CENTER, SEATS, heading, panel, player
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help
from cabinet.tabletop.personas import seat_name

_SEATS_Y: Final = 212
_SEATS_TALL: Final = 98
_GAP: Final = 8
_BLINK: Final = 60
_LIT: Final = 40


def picture(show: Show, ended: str) -> Picture:
    """The question, the seconds, what it costs, and who would play."""
    offer = show.offer
    title = show.title(offer.title) if offer else ""
    return (
        *hall(show.frame),
        *heading(18, show.words("again.title"), SEATS[2]),
        centered(CENTER, 58, f"{title} · {ended}", "mist", 600),
        *_seconds(show),
        *_call(show),
        *_seats(show),
        *_bar(show),
    )


def _bar(show: Show) -> Picture:
    result = show.snapshot.result
    if result is not None and show.now < result.deaf_until:
        return notice(show, show.words("result.deaf"))
    return bar(show, buttons(show))


def buttons(show: Show) -> Help:
    """Playing on with its price, or on to the offers."""
    snapshot, words = show.snapshot, show.words
    other = ("b", words("do.other_game"))
    if snapshot.missing:
        return (("coin", words("price.missing", n=snapshot.missing)), other)
    again = words("do.play_again", price=show.price(snapshot.price))
    return (("start+a", again), other)


def _seconds(show: Show) -> Picture:
    """Nine, eight, seven: large enough to be seen from the door."""
    left = show.seconds_left or 0
    ramp = RAMPS["fire"] if left <= 3 else RAMPS["gold"]
    return (
        Glow(CENTER, 112, 90, "ember"),
        Neon(CENTER, 84, str(left), ramp[2:], scale=4, halo="ember"),
    )


def _call(show: Show) -> Picture:
    """A coin, or Start where it is paid."""
    missing = show.snapshot.missing
    call = show.words("again.coin" if missing else "again.start")
    below = (
        show.words("price.missing", n=missing)
        if missing
        else show.words("join.total", price=show.price(show.snapshot.price))
    )
    scale = biggest(call, 540, (2, 1), "title")
    away = width(call, "title", scale) // 2 + 24
    coins = tuple(
        shape
        for x in (CENTER - away, CENTER + away)
        for shape in coin(x, 168, show.frame + 30, 2)
    )
    sign = Neon(CENTER, 154, call, RAMPS["gold"][2:], scale=scale, halo="ember")
    lit = show.frame % _BLINK < _LIT
    return (
        *((*coins, sign) if lit or not missing else ()),
        Text(CENTER, 192, below, "cream", "body", "center"),
    )


def _seats(show: Show) -> Picture:
    """Who sits where and how strong the house is: all of it stays."""
    match = show.snapshot.match
    seats = match.seats if match else show.snapshot.seats
    wide = min(140, (620 - _GAP * (len(seats) - 1)) // max(1, len(seats)))
    left = CENTER - (wide * len(seats) + _GAP * (len(seats) - 1)) // 2
    return tuple(
        shape
        for seat, card in enumerate(seats)
        for shape in _seat(show, seat, card, left + seat * (wide + _GAP), wide)
    )


def _seat(show: Show, seat: int, card: Seating, x: int, wide: int) -> Picture:
    words, ramp, is_bot = show.words, SEATS[seat % len(SEATS)], card.kind == "bot"
    name = seat_name(seat, words, show.personas, bot=is_bot)
    level = f"level.{card.level}"
    if is_bot:
        below = words(level) if level in words else card.level
    else:
        below = words("join.phone") if seat in show.phones else ""
    middle, room = x + wide // 2, wide - 8
    note = (centered(middle, _SEATS_Y + 82, below, ramp.light, room),) if below else ()
    return (
        *panel(x, _SEATS_Y, wide, _SEATS_TALL, ramp, focused=not is_bot),
        *player(seat, middle, _SEATS_Y + 62, bot=is_bot),
        centered(middle, _SEATS_Y + 68, name, "white", room),
        *note,
    )
