"""The books on the cabinet: today, since the last collection, in all, and by game."""

from collections.abc import Callable
from typing import Final

from cabinet.picture.shapes import Box, Line, Picture, Shape, Text
from cabinet.protocol.operator import Account, Menu
from cabinet.screen.scenes.lettering import label
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import alarms
from cabinet.screen.scenes.show import Show

_COLUMNS: Final = (170, 248, 326)
_ROW: Final = 17
_MOST_MODES: Final = 8
_BAR: Final = 10
_TALL: Final = 54


def accounts(show: Show) -> Picture:
    """Stretches of time and alarms on the left, games and hours on the right."""
    menu = show.desk.menu or Menu()
    return (
        *_stretches(show, menu.stretches),
        *alarms(show, 10, 186, 330, 128),
        *_modes(show, menu.modes),
        *_hours(show, menu.hours),
    )


def _stretches(show: Show, stretches: tuple[Account, ...]) -> Picture:
    words = show.words
    shapes: list[Shape] = [*panel(10, 38, 330, 142, SEATS[2])]
    shapes.append(label(22, 48, words("menu.time.title"), "gold", 70))
    for x, one in zip(_COLUMNS, stretches, strict=False):
        name = words(f"menu.time.{one.name}")
        shapes.append(label(x, 48, name, "gold", 76, align="right"))
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
        for x, one in zip(_COLUMNS, stretches, strict=False):
            shapes.append(label(x, y, figure(one), "white", 74, align="right"))
    return tuple(shapes)


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
    shapes: list[Shape] = [*panel(346, 38, 284, 276, SEATS[3])]
    shapes.append(Text(360, 48, words("menu.modes"), "green", "body"))
    shapes.append(Text(616, 48, words("service.plays"), "green", "body", "right"))
    for number, one in enumerate(modes[:_MOST_MODES]):
        y = 70 + number * _ROW
        shapes.append(label(360, y, titles.get(one.name, one.name), "mist", 200))
        shapes.append(Text(616, y, str(one.plays), "white", "body", "right"))
    return tuple(shapes)
