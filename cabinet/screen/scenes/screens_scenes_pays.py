"""What a player will pay: credits in money, and each game on sale, as it is drafted."""

import re
from typing import Final

from cabinet.core.money.tariff import Tariff, Tier
from cabinet.i18n import money
from cabinet.picture.shapes import Picture, Shape, Text
from cabinet.protocol.operator import Group
from cabinet.screen.menu.rows import Door
from cabinet.screen.scenes.lettering import label, width
from cabinet.screen.scenes.show import Show

_TIER: Final = re.compile(r"\{money: (\d+), credits: (\d+)\}")
_CREDITS: Final = (1, 2, 3)
_ROW: Final = 15
_ROOM: Final = 256
# More modes than have room here are leafed through.
_MODES_A_PAGE: Final = 5
_FRAMES_A_PAGE: Final = 180


def pays(show: Show, x: int, y: int) -> Picture:
    """The table, with the value under the cursor as it would be."""
    words, pages = show.words, _pages(show)
    shapes: list[Shape] = [Text(x, y, words("menu.pays.title"), "gold", "body")]
    if len(pages) > 1:
        at = f"{_page(show, pages) + 1}/{len(pages)}"
        shapes.append(Text(x + _ROOM, y, at, "mauve", "body", "right"))
    for number, (name, price) in enumerate(_lines(show, drafted(show))):
        row = y + 17 + number * _ROW
        shapes.append(label(x, row, name, "mist", _ROOM - width(price) - 4))
        shapes.append(Text(x + _ROOM, row, price, "white", "body", "right"))
    return tuple(shapes)


def drafted(show: Show) -> Tariff | None:
    """The prices as they would be; None when there cannot be such prices."""
    value = show.desk.value
    tiers = tuple(
        Tier(int(paid), int(credits))
        for paid, credits in _TIER.findall(value("pricing.tiers"))
    )
    try:
        return Tariff(
            value("pricing.currency") or "EUR",
            int(value("pricing.credit") or 0),
            tiers,
            free_play=value("pricing.free_play") == "true",
        )
    except ValueError:
        return None


def _lines(show: Show, tariff: Tariff | None) -> list[tuple[str, str]]:
    words = show.words
    lines = [
        (words("price.credits", n=credits), _price(show, tariff, credits))
        for credits in _CREDITS
    ]
    value, pages = show.desk.value, _pages(show)
    for group in pages[_page(show, pages)]:
        price = _price(show, tariff, int(value(f"{group.name}.credits") or 1))
        costs = tariff is not None and not tariff.free_play
        if costs and value(f"{group.name}.per_player") == "true":
            price = words("menu.pays.each", price=price)
        lines.append((show.title(group.title), price))
    return lines


def _pages(show: Show) -> list[list[Group]]:
    """What is on sale, as many at a time as there is room for."""
    menu, value = show.desk.menu, show.desk.value
    groups = menu.groups if menu else ()
    modes = [group for group in groups if group.name.startswith("modes.")]
    sold = [group for group in modes if value(f"{group.name}.enabled") == "true"]
    starts = range(0, len(sold), _MODES_A_PAGE)
    return [sold[first : first + _MODES_A_PAGE] for first in starts] or [[]]


def _page(show: Show, pages: list[list[Group]]) -> int:
    """The page with the mode that is being looked at; else one after the other."""
    row = show.desk.row
    name = row.page if isinstance(row, Door) else show.desk.page
    for number, groups in enumerate(pages):
        if any(group.name == name for group in groups):
            return number
    return show.frame // _FRAMES_A_PAGE % len(pages)


def _price(show: Show, tariff: Tariff | None, credits: int) -> str:
    if tariff is None:
        return show.words("menu.pays.wrong")
    if tariff.free_play:
        return show.words("menu.pays.free")
    return money(tariff.cost(credits), tariff.currency, show.language)
