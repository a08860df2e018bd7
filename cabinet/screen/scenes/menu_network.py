"""The network in the service menu: where page and phones are, and what proves it."""

from typing import Final

from cabinet.picture.shapes import Picture, Shape, Text
from cabinet.protocol.operator import Menu
from cabinet.screen.menu.rows import EVERYWHERE, only_here
from cabinet.screen.scenes.join import qr
from cabinet.screen.scenes.lettering import fit, label, paragraph, wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.show import Show

_ROOM: Final = 256
_MOST: Final = 2
_CODE: Final = 44
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
    host, port = map(menu.value, ("web.host", "web.port"))
    if only_here(menu):
        return []
    reach = menu.addresses if host == EVERYWHERE else (host,)
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


def page_address(show: Show) -> Picture:
    """The page's address to read and to scan, and the code that lets a browser in."""
    words, menu = show.words, show.menu_state.menu or Menu()
    known = _page_addresses(show)
    shapes: list[Shape] = [*panel(10, 38, 620, 276, SEATS[2])]
    if not known:
        why = "page_shut" if only_here(menu) else "no_network"
        lines = wrap(words(f"menu.net.{why}"), 570, 6)
        return (*shapes, *paragraph(30, 60, lines, "ice", 17))
    shapes.append(Text(30, 56, words("menu.net.page"), "gold"))
    for place, each in enumerate(known[:_MOST]):
        shapes.append(label(30, 76 + place * 20, each, "white", 340))
    shapes += _pairing(show, 30, 126)
    shapes += paragraph(30, 180, wrap(words("menu.net.how"), 330, 7), "ice", 17)
    return (*shapes, *qr(known[0], 500, 176, 216))
