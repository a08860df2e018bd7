"""The books on the cabinet: today, since the last collection, in all, and by game."""

from collections.abc import Callable
from typing import Final

from cabinet.picture.shapes import Box, Line, Picture, Shape, Text
from cabinet.protocol.operator import Account, Menu
from cabinet.screen.scenes.lettering import (
    label,
    right_aligned,
    width,
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


# What has been wrong with it.

_ROWS: Final = 8


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
