"""Where this cabinet is in the network, and what has been wrong with it."""

from typing import Final

from cabinet.i18n.alarms import alarm_words
from cabinet.picture.shapes import Picture, Shape, Text
from cabinet.protocol.operator import Menu
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import alarms as now_wrong
from cabinet.screen.scenes.show import Show

_ROOM: Final = 256
_EVERYWHERE: Final = "0.0.0.0"
_ONLY_HERE: Final = ("127.0.0.1", "localhost", "::1")
_MOST: Final = 2
_CODE: Final = 44
_ROWS: Final = 8


def addresses(show: Show, x: int, y: int) -> Picture:
    """The page and the phones: where to find them, or why not."""
    words, menu = show.words, show.desk.menu or Menu()
    host, port = show.desk.value("office.host"), show.desk.value("office.port")
    shapes: list[Shape] = [*_pairing(show, x, y)]
    y += _CODE
    shapes.append(Text(x, y, words("menu.net.here"), "gold"))
    known = menu.addresses[:_MOST]
    lines = [*known] or [words("menu.net.none")]
    shapes += [
        label(x, y + 17 + 15 * n, line, "white", _ROOM) for n, line in enumerate(lines)
    ]
    y += 17 + 15 * len(lines) + 8
    shapes.append(Text(x, y, words("menu.net.page"), "gold"))
    reach = known if host == _EVERYWHERE else (host,)
    said = [f"http://{each}:{port}/" for each in reach]
    if host in _ONLY_HERE:
        said = wrap(words("menu.net.only_here"), _ROOM, 2)
    shapes += [
        label(x, y + 17 + 15 * n, line, "white", _ROOM) for n, line in enumerate(said)
    ]
    y += 17 + 15 * len(said) + 8
    shapes.append(Text(x, y, words("menu.net.phones"), "gold"))
    shut = "no_phones" if known else "no_network"
    phones = show.snapshot.phones_at or words(f"menu.net.{shut}")
    shapes.append(label(x, y + 17, phones, "white", _ROOM))
    return tuple(shapes)


def _pairing(show: Show, x: int, y: int) -> Picture:
    """The code that lets a browser into the page; it takes the PIN to see it."""
    code = show.snapshot.pairing
    head = Text(x, y, show.words("menu.net.code"), "gold")
    if not code:
        return head, label(x, y + 17, show.words("menu.net.no_code"), "white", _ROOM)
    return head, Text(x, y + 17, f"{code[:4]} {code[4:]}", "cyan", "title")


def alarm_list(show: Show) -> Picture:
    """What is wrong now, and below it what ever was: when last, and how often."""
    words, menu = show.words, show.desk.menu or Menu()
    shapes: list[Shape] = [*now_wrong(show, 10, 38, 620, 84)]
    shapes += panel(10, 128, 620, 186, SEATS[2])
    heads = ((24, "last"), (190, "what"))
    shapes += [label(x, 138, words(f"menu.alarms.{h}"), "gold", 150) for x, h in heads]
    times = words("menu.alarms.times")
    shapes.append(label(614, 138, times, "gold", 90, align="right"))
    for number, card in enumerate(menu.alarms[:_ROWS]):
        y = 158 + number * 18
        shapes.append(label(24, y, card.last, "mist", 150))
        shapes.append(label(190, y, alarm_words(show.words, card.note), "white", 350))
        shapes.append(label(614, y, str(card.times), "white", 60, align="right"))
    if not menu.alarms:
        shapes.append(label(24, 158, words("menu.alarms.never"), "green", 500))
    return tuple(shapes)
