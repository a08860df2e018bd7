"""The books on the cabinet: today, since the last collection, in all, and by game."""

from collections.abc import Callable
from typing import Final

from cabinet.picture.shapes import Box, Line, Picture, Shape, Text
from cabinet.protocol.operator import Account, Menu
from cabinet.screen.scenes.join import qr
from cabinet.screen.scenes.lettering import (
    fit,
    label,
    paragraph,
    right_aligned,
    width,
    wrap,
)
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import alarms
from cabinet.screen.scenes.show import Show

_COLUMNS: Final = (170, 248, 326)
_ROW: Final = 17
# Plays and money of each mode.
_FIGURES: Final = (536, 616)
_MOST_MODES: Final = 8
_BAR: Final = 10
_TALL: Final = 54
# From the left edge of the takings to the right one, less a gap.
_TAKINGS: Final = 298


def accounts(show: Show) -> Picture:
    """Stretches of time and alarms on the left, games and hours on the right."""
    menu = show.menu_state.menu or Menu()
    return (
        *_stretches(show, menu.stretches),
        *_last_collection(show, menu),
        *alarms(show, 10, 206, 330, 108),
        *_modes(show, menu.modes),
        *_hours(show, menu.hours),
    )


def _stretches(show: Show, stretches: tuple[Account, ...]) -> Picture:
    words = show.words
    names = (words(f"menu.time.{one.name}") for one in stretches)
    shapes: list[Shape] = [
        *panel(10, 38, 330, 162, SEATS[2]),
        label(22, 48, words("menu.time.title"), "gold", 70),
        *right_aligned(_COLUMNS, 48, names, "gold", 76),
    ]
    rows: tuple[tuple[str, Callable[[Account], str]], ...] = (
        ("service.money", lambda one: show.money(one.money)),
        ("service.coins", lambda one: str(one.coins)),
        ("service.plays", lambda one: str(one.plays)),
        ("menu.players", lambda one: str(one.players)),
        ("menu.refunds", lambda one: str(one.refunds)),
        ("menu.gifts", lambda one: str(one.service)),
    )
    for number, (name, figure) in enumerate(rows):
        y = 70 + number * _ROW
        shapes.append(label(22, y, words(name), "mist", 80))
        shapes += right_aligned(_COLUMNS, y, map(figure, stretches), "white", 74)
    return tuple(shapes)


def _last_collection(show: Show, menu: Menu) -> Picture:
    """When the box was last emptied, and the check code, which is never cut."""
    if not menu.check_code:
        return ()
    when = show.words("menu.collected", day=menu.collected)
    code = width(menu.check_code)
    if width(when) + code > _TAKINGS:
        when = menu.collected
    return (
        label(22, 178, when, "mist", _TAKINGS - code),
        label(326, 178, menu.check_code, "cyan", code, align="right"),
    )


def _hours(show: Show, hours: tuple[int, ...]) -> Picture:
    """The plays of all time as 24 bars, one for each hour of the day."""
    busiest = max(hours, default=0)
    shapes: list[Shape] = [
        label(360, 218, show.words("menu.hours"), "green", 250),
        Line(364, 294, 364 + 24 * _BAR, 294, "moss"),
    ]
    for hour, plays in enumerate(hours):
        tall = -(-plays * _TALL // busiest) if busiest else 0
        x = 366 + hour * _BAR
        if tall:
            shapes.append(Box(x, 294 - tall, _BAR - 2, tall, "green"))
        if hour % 6 == 0:
            shapes.append(Text(x, 300, f"{hour}", "mint", "small"))
    return tuple(shapes)


def _modes(show: Show, modes: tuple[Account, ...]) -> Picture:
    words = show.words
    titles = {offer.key: show.title(offer.title) for offer in show.snapshot.offers}
    heads = (words("service.plays"), words("service.money"))
    shapes: list[Shape] = [
        *panel(346, 38, 284, 276, SEATS[3]),
        Text(360, 48, words("menu.modes"), "green", "body"),
        *right_aligned(_FIGURES, 48, heads, "green", 76),
    ]
    for number, one in enumerate(modes[:_MOST_MODES]):
        y = 70 + number * _ROW
        # What became of the rest of the money has a name that no mode can have.
        rest = one.name.strip("()")
        title = titles.get(one.name, one.name)
        title = title if rest == one.name else words(f"menu.money.{rest}")
        shapes.append(label(360, y, title, "mist", 120))
        plays = str(one.plays) if one.plays else ""
        figures = (plays, show.money(one.money))
        shapes += right_aligned(_FIGURES, y, figures, "white", 76)
    return tuple(shapes)


# Where this cabinet is in the network, and what has been wrong with it.

_ROOM: Final = 256
_EVERYWHERE: Final = "0.0.0.0"
_ONLY_HERE: Final = ("127.0.0.1", "localhost", "::1")
_MOST: Final = 2
_CODE: Final = 44
_ROWS: Final = 8
# Of a fingerprint, in one line.
_PAIRS: Final = 8


def addresses(show: Show, x: int, y: int) -> Picture:
    """The page and the phones: where to find them, or why not."""
    words, menu = show.words, show.menu_state.menu or Menu()
    known = menu.addresses[:_MOST]
    page = _page_addresses(show)[:_MOST] or wrap(words("menu.net.only_here"), _ROOM, 2)
    shut = "no_phones" if known else "no_network"
    phones = show.snapshot.phones_at or words(f"menu.net.{shut}")
    shapes: list[Shape] = [*_pairing(show, x, y)]
    y += _CODE
    for head, lines in (
        ("here", known or (words("menu.net.none"),)),
        ("page", page),
        ("phones", (phones,)),
    ):
        fitting = (fit(line, _ROOM) for line in lines)
        shapes.append(Text(x, y, words(f"menu.net.{head}"), "gold"))
        shapes += paragraph(x, y + 17, fitting, "white")
        y += 17 + 15 * len(lines) + 8
    return tuple(shapes)


def _page_addresses(show: Show) -> list[str]:
    """Where the operator's page is; none where only this machine reaches it."""
    menu = show.menu_state.menu or Menu()
    host, port = map(show.menu_state.value, ("web.host", "web.port"))
    if host in _ONLY_HERE:
        return []
    reach = menu.addresses if host == _EVERYWHERE else (host,)
    return [f"https://{each}:{port}/" for each in reach]


def certificate(show: Show) -> Picture:
    """What a browser shows of our certificate, to compare; and as a code to scan."""
    words, mark = show.words, show.snapshot.certificate
    known = _page_addresses(show)
    shapes: list[Shape] = [*panel(10, 38, 620, 276, SEATS[2])]
    if not mark:
        why = "sealed_later" if known else "sealed_here"
        lines = wrap(words(f"menu.net.{why}"), 570, 4)
        return (*shapes, *paragraph(30, 60, lines, "ice", 17))
    shapes.append(Text(30, 56, words("menu.net.mark"), "gold"))
    pairs = mark.split(":")
    for number in range(0, len(pairs), _PAIRS):
        y = 78 + number // _PAIRS * 24
        line = " ".join(pairs[number : number + _PAIRS])
        shapes.append(Text(30, y, line, "cyan", "title"))
    shapes += paragraph(30, 190, wrap(words("menu.net.compare"), 320, 6), "ice", 17)
    address = known[0] if known else ""
    told = f"{address}#sha256={mark.replace(':', '').lower()}"
    return (*shapes, *qr(told, 500, 176, 216))


def _pairing(show: Show, x: int, y: int) -> Picture:
    """The code that lets a browser into the page; it takes the PIN to see it."""
    code = show.snapshot.pairing
    head = Text(x, y, show.words("menu.net.code"), "gold")
    if not code:
        return head, label(x, y + 17, show.words("menu.net.no_code"), "white", _ROOM)
    return head, Text(x, y + 17, f"{code[:4]} {code[4:]}", "cyan", "title")


def alarm_list(show: Show) -> Picture:
    """What is wrong now, and below it what ever was: when last, and how often."""
    words, menu = show.words, show.menu_state.menu or Menu()
    shapes: list[Shape] = [
        *alarms(show, 10, 38, 620, 84),
        *panel(10, 128, 620, 186, SEATS[2]),
        label(24, 138, words("menu.alarms.last"), "gold", 150),
        label(190, 138, words("menu.alarms.what"), "gold", 150),
        label(614, 138, words("menu.alarms.times"), "gold", 90, align="right"),
    ]
    for number, card in enumerate(menu.alarms[:_ROWS]):
        y = 158 + number * 18
        shapes.append(label(24, y, card.last, "mist", 150))
        shapes.append(label(190, y, words.say(card.told), "white", 350))
        shapes.append(label(614, y, str(card.times), "white", 60, align="right"))
    if not menu.alarms:
        shapes.append(label(24, 158, words("menu.alarms.never"), "green", 500))
    return tuple(shapes)
