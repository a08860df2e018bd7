"""Players take their seats; bots fill those the game needs; Start begins."""

from functools import lru_cache
from typing import Final

import segno

from cabinet.core.money.ledger import Seating
from cabinet.picture.shapes import Box, Face, Orb, Picture, Sprite, Text
from cabinet.screen.render.sprites import DEFENDER
from cabinet.screen.scenes import howto, preferences
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered, fit, label, width
from cabinet.screen.scenes.panels import CENTER, DIM, SEATS, heading, panel, player
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for
from cabinet.tabletop.personas import NOBODY, figure, seat_name

# A QR code as one drawing: what a phone's camera reads off the screen.

# White around the code, in modules: what the standard asks for.
QUIET: Final = 4


def qr(address: str, x: int, y: int, room: int) -> Picture:
    """The code around x, y, as large as fits in a square of `room`."""
    rows = _rows(address)
    scale = max(1, room // len(rows))
    return (Sprite(x, y, rows, ("white", "ink"), scale),)


@lru_cache(maxsize=16)
def _rows(address: str) -> tuple[str, ...]:
    # Any mask can be read; trying all of them takes longer than a frame.
    code = segno.make_qr(address, error="l", mask=3)
    return tuple(
        "".join("1" if dark else "0" for dark in row)
        for row in code.matrix_iter(border=QUIET)
    )


_TOP: Final = 76
_TALL: Final = 164
_GAP: Final = 8
# A seat nobody has taken yet: the ship is there, and no light in it.
_SHADOW: Final = ("dusk", "dusk", "dusk", "plum", "violet")
# Room for the code of a seat: two pixels a module up to version 4.
_CODE: Final = 82


def picture(show: Show) -> Picture:
    """The game, a card for every seat it can have, the price and what to do."""
    words = show.words
    if lesson := howto.open_page(show, _reading):
        return lesson
    if show.snapshot.adjusting:
        return preferences.picture(show)
    title = preferences.not_followed(show) or title_of(show)
    most = _most(show)
    return (
        *hall(show.frame),
        *heading(10, words("join.title"), SEATS[2]),
        centered(CENTER, 54, title, "mist", 600),
        *(shape for seat in range(most) for shape in _seat(show, seat, most)),
        *_price(show, full=_persons(show) >= most),
        *preferences.row(show, "preferences", CENTER, 297),
        *bar(show, buttons(show)),
    )


def title_of(show: Show) -> str:
    """The game, and how it is played where people have chosen that."""
    offer, choice = show.offer, show.snapshot.choice
    if offer is None:
        return ""
    title, names = show.title(offer.title), choices_of(show)
    return f"{title} · {names[choice]}" if 0 < choice < len(names) else title


def choices_of(show: Show) -> tuple[str, ...]:
    """What people can choose between here; () where there is nothing."""
    if show.offer is None or show.demo_player is None:
        return ()
    return show.demo_player.choices(show.offer, show.words.language)


def _persons(show: Show) -> int:
    return sum(seat.kind == "person" for seat in show.snapshot.seats)


def _most(show: Show) -> int:
    """How many seats there can be."""
    return max(show.offer.seats_max if show.offer else 0, len(show.snapshot.seats))


def buttons(show: Show) -> Help:
    """What each button does while seats are taken."""
    if show.snapshot.row:
        return help_for(show, ("up", "do.back"), ("start+a", "do.preferences"))
    persons, seats, most = _persons(show), show.snapshot.seats, _most(show)
    bots = any(seat.kind == "bot" for seat in seats)
    chooses = bool(choices_of(show))
    wires = show.wired.lines
    adds = persons < most and "player" in wires
    teaches = show.lessons and "mode" in wires
    removes = persons > 1 and any(line.endswith(".b") for line in wires)
    return help_for(
        show,
        ("player", "do.add_player") if adds else None,
        ("left+right", "do.who") if len(seats) > 1 else None,
        ("up" if chooses else "up+down", "do.level") if bots else None,
        ("down", "do.choice") if chooses else None,
        ("mode", "do.howto") if teaches else None,
        ("b", "do.remove_player" if removes else "do.back"),
        _begin(show),
    )


def _reading(show: Show) -> Help:
    """The buttons while the how-to is open."""
    return howto.reading(show, _begin(show))


def _begin(show: Show) -> tuple[str, str] | None:
    return None if show.snapshot.missing else ("start+a", "do.begin")


def _seat(show: Show, seat: int, most: int) -> Picture:
    wide = min(140, (620 - _GAP * (most - 1)) // most)
    used = wide * most + _GAP * (most - 1)
    x = CENTER - used // 2 + seat * (wide + _GAP)
    seats = show.snapshot.seats
    if seat < len(seats):
        return _taken(show, seat, seats[seat], x, wide)
    middle, words = x + wide // 2, show.words
    return (
        *panel(x, _TOP, wide, _TALL, DIM),
        Text(x + 9, _TOP + 10, words("seat.short", number=seat + 1), "mauve", "title"),
        Orb(middle, _TOP + 96, 28, 4, ("dusk", "plum")),
        Sprite(middle, _TOP + 72, DEFENDER, _SHADOW, 2, half=True),
        Text(middle, _TOP + 131, words("join.empty"), "mauve", "body", "center"),
    )


def _taken(show: Show, seat: int, card: Seating, x: int, wide: int) -> Picture:
    words, ramp, is_bot = show.words, SEATS[seat % len(SEATS)], card.kind == "bot"
    middle = x + wide // 2
    name = seat_name(seat, words, show.personas, bot=is_bot)
    if seat not in show.personas:
        name = role(show, seat) or name
    level = f"level.{card.level}"
    note = (words(level) if level in words else card.level) if is_bot else ""
    below = note or _purse(show, seat)
    address = _address(show, seat)
    return (
        *panel(x, _TOP, wide, _TALL, ramp, focused=not is_bot),
        Text(x + 9, _TOP + 10, words("seat.short", number=seat + 1), ramp.mid, "title"),
        *(
            qr(address, middle, _TOP + 64, _CODE)
            if address
            else _sitting(show, seat, middle, bot=is_bot)
        ),
        centered(middle, _TOP + 106, name, "white", wide - 8),
        Box(x + 14, _TOP + 126, wide - 28, 20, ramp.dark, cut=4),
        centered(middle, _TOP + 131, below, ramp.light, wide - 32),
    )


def _sitting(show: Show, seat: int, x: int, *, bot: bool) -> Picture:
    """A ship or a robot, or the figure that was chosen on the seat's phone."""
    chosen, ramp = show.personas.get(seat, NOBODY).figure, SEATS[seat % len(SEATS)]
    if bot or not chosen:
        return player(seat, x, _TOP + 96, bot=bot)
    return (
        Orb(x, _TOP + 62, 30, 30, (ramp.mid, ramp.light)),
        figure(chosen, x, _TOP + 62, "ink", 3),
    )


def _missing(show: Show) -> str:
    """What is missing, and for whom where some have paid and some have not.

    Of a purse that is everybody's nobody can say whose credits are in it; only who
    joined last has surely not paid yet.
    """
    snapshot, words = show.snapshot, show.words
    lacking = [seat for seat, lacks in enumerate(snapshot.lacking, 1) if lacks]
    some = 0 < len(lacking) < len(snapshot.lacking)
    if some and (len(lacking) == 1 or snapshot.own_credits):
        players = " ".join(words("seat.short", number=seat) for seat in lacking)
        return words("join.missing", n=snapshot.missing, players=players)
    return words("price.missing", n=snapshot.missing)


def role(show: Show, seat: int) -> str:
    """What the game calls a seat, where its seats differ; else ""."""
    offer = show.offer
    if offer is None or show.demo_player is None:
        return ""
    roles = show.demo_player.roles(offer, show.words.language)
    return roles[seat] if seat < len(roles) else ""


def _purse(show: Show, seat: int) -> str:
    """The player's own credits, where coin slots belong to players."""
    own = show.snapshot.own_credits
    payer = sum(card.kind == "person" for card in show.snapshot.seats[:seat])
    if payer < len(own):
        return show.words("price.credits", n=own[payer])
    if seat in show.phones:
        return show.words("join.phone")
    return show.words("join.scan" if _address(show, seat) else "join.ready")


def _address(show: Show, seat: int) -> str:
    """Where a phone finds this seat; "" when it cannot, or has found it."""
    snapshot = show.snapshot
    token = snapshot.phones[seat] if seat < len(snapshot.phones) else ""
    reached = snapshot.phones_at and token and seat not in show.phones
    return snapshot.phones_at + token if reached else ""


def _price(show: Show, *, full: bool) -> Picture:
    snapshot, words = show.snapshot, show.words
    total = words("join.total", price=show.price(snapshot.price))
    if snapshot.missing:
        call, color = _missing(show), "red"
    else:
        call, color = words("join.start"), "gold"
    add = "join.add" if "player" in show.wired.lines else "join.add_by_stick"
    unreached = any(snapshot.phones) and not snapshot.phones_at
    how = words("join.no_network" if unreached else "join.full" if full else add)
    face: Face = "title" if fit(call, 290, "title") == call else "body"
    room = 568 - width(fit(call, 290, "title"), "title")
    lines = [(how, "mist"), (total, "cream")]
    if names := choices_of(show):
        other = names[(snapshot.choice + 1) % len(names)]
        lines.insert(1, (words("join.choice", other=other), "mist"))
    apart = 20 if len(lines) == 2 else 14
    top = 254 if len(lines) == 2 else 250
    return (
        *panel(10, 246, 620, 47, SEATS[1] if snapshot.missing else SEATS[2]),
        *(
            label(28, top + n * apart, line, color, room)
            for n, (line, color) in enumerate(lines)
        ),
        label(612, 263, call, color, 290, face, "right"),
    )
