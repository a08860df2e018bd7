"""What a player will pay: credits in money, and each game on sale, as it is drafted."""

import re
from typing import Final

from cabinet.core.tariff import Tariff, Tier
from cabinet.hallway_desk import Group
from cabinet.i18n import money
from cabinet.picture import Picture, Shape, Text
from cabinet.screens.menu_rows import Door
from cabinet.screens.scenes.lettering import label, width
from cabinet.screens.scenes.show import Show

_TIER: Final = re.compile(r"\{money: (\d+), credits: (\d+)\}")
_CREDITS: Final = (1, 2, 3)
_ROW: Final = 15
_ROOM: Final = 256
_MOST_MODES: Final = 5


def pays(show: Show, x: int, y: int) -> Picture:
    """The table, with the value under the cursor as it would be."""
    words = show.words
    shapes: list[Shape] = [Text(x, y, words("menu.pays.title"), "gold", "body")]
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
    menu, value = show.desk.menu, show.desk.value
    groups = menu.groups if menu else ()
    modes = [group for group in groups if group.name.startswith("modes.")]
    sold = [group for group in modes if value(f"{group.name}.enabled") == "true"]
    for group in _around(sold, show):
        price = _price(show, tariff, int(value(f"{group.name}.credits") or 1))
        costs = tariff is not None and not tariff.free_play
        if costs and value(f"{group.name}.per_player") == "true":
            price = words("menu.pays.each", price=price)
        lines.append((show.title(group.title), price))
    return lines


def _around(sold: list[Group], show: Show) -> list[Group]:
    """As many as there is room for, with the one that is being looked at."""
    row = show.desk.row
    name = row.page if isinstance(row, Door) else show.desk.page
    at = next((n for n, group in enumerate(sold) if group.name == name), 0)
    first = max(0, min(at - _MOST_MODES // 2, len(sold) - _MOST_MODES))
    return sold[first : first + _MOST_MODES]


def _price(show: Show, tariff: Tariff | None, credits: int) -> str:
    if tariff is None:
        return show.words("menu.pays.wrong")
    if tariff.free_play:
        return show.words("menu.pays.free")
    return money(tariff.cost(credits), tariff.currency, show.language)
