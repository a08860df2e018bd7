"""The right half of the service menu: what the chosen row means, and what became of it.

Prices show what players would pay while they are turned. A refusal has all the room
there is: it is read whole, or it helps nobody.
"""

from typing import Final

from cabinet.core.money.tariff import Tariff, Tier
from cabinet.i18n import money
from cabinet.picture.shapes import Color, Picture, Shape, Text
from cabinet.protocol.list_rows import cells, rows_of, ticked
from cabinet.protocol.operator import Column, Entry, Group
from cabinet.protocol.refusals import explained
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.menu.key_learner import KeyLearner
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.machine_rows import DeedRow, is_about_machine
from cabinet.screen.menu.rows import OutputRow, PageRow, Row
from cabinet.screen.menu.state import MenuState
from cabinet.screen.scenes.high_scores import score_table
from cabinet.screen.scenes.lettering import label, paragraph, width, wrap
from cabinet.screen.scenes.menu_machine import machine_beside
from cabinet.screen.scenes.menu_network import addresses
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import keys_of

# The values of settings as a person at the service menu reads them.

_UNITS: Final = {"s": "seconds", "ms": "millis", "%": "percent"}
_PLAIN: Final = {"true": "yes", "false": "no", "": "none", "[]": "none"}


def value_words(show: Show, entry: Entry, value: str) -> str:
    """A value as a person reads it; a list in a few words."""
    words = show.words
    if name := entry.name(value, show.language):
        return name
    if value in _PLAIN:
        return words(f"menu.value.{_PLAIN[value]}")
    if entry.path == "pricing.tiers" and len(tiers := rows_of(value)) == 1:
        amount = _money(show, tiers[0]["money"])
        return words("menu.value.bonus", credits=tiers[0]["credits"], money=amount)
    if entry.kind == "several":
        return words("menu.value.some", n=len(ticked(value)), all=len(entry.choices))
    if entry.kind == "pair":
        ((least, most),) = cells(entry, value)
        return words("menu.value.span", least=least, most=most)
    if entry.columns:
        return words("menu.value.rows", n=len(cells(entry, value)))
    return _number(show, entry, value)


def cell_words(show: Show, column: Column, value: str) -> str:
    """What stands in a cell of a list."""
    if value in _PLAIN:
        return show.words(f"menu.value.{_PLAIN[value]}")
    return _number(show, column, value)


def _number(show: Show, of: Entry | Column, value: str) -> str:
    if of.kind == "money":
        return _money(show, value)
    if of.unit:
        return show.words(f"menu.value.{_UNITS[of.unit]}", n=value)
    return value


def _money(show: Show, amount: str) -> str:
    currency = show.menu_state.value("pricing.currency") or "EUR"
    return money(int(amount), currency, show.language)


# What a player will pay: credits in money, and each game on sale, as it is drafted.

_CREDITS: Final = (1, 2, 3)
_ROW: Final = 15
_PRICES_ROOM: Final = 256
# More modes than have room here are leafed through.
_MODES_A_PAGE: Final = 5
_FRAMES_A_PAGE: Final = 180


def pays(show: Show, x: int, y: int) -> Picture:
    """The table, with the value under the cursor as it would be."""
    words, pages = show.words, _pages(show)
    shapes: list[Shape] = [Text(x, y, words("menu.pays.title"), "gold", "body")]
    if len(pages) > 1:
        at = f"{_page(show, pages) + 1}/{len(pages)}"
        shapes.append(Text(x + _PRICES_ROOM, y, at, "mauve", "body", "right"))
    for number, (name, price) in enumerate(_lines(show, drafted(show))):
        row = y + 17 + number * _ROW
        shapes.append(label(x, row, name, "mist", _PRICES_ROOM - width(price) - 4))
        shapes.append(Text(x + _PRICES_ROOM, row, price, "white", "body", "right"))
    return tuple(shapes)


def drafted(show: Show) -> Tariff | None:
    """The prices as they would be; None when there cannot be such prices."""
    value = show.menu_state.value
    tiers = tuple(Tier(**tier) for tier in rows_of(value("pricing.tiers")))
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
    value, pages = show.menu_state.value, _pages(show)
    for group in pages[_page(show, pages)]:
        price = _price(show, tariff, int(value(f"{group.name}.credits") or 1))
        costs = tariff is not None and not tariff.free_play
        if costs and value(f"{group.name}.per_player") == "true":
            price = words("menu.pays.each", price=price)
        lines.append((show.title(group.title), price))
    return lines


def _pages(show: Show) -> list[list[Group]]:
    """What is on sale, as many at a time as there is room for."""
    menu, value = show.menu_state.menu, show.menu_state.value
    groups = menu.groups if menu else ()
    modes = [group for group in groups if group.name.startswith("modes.")]
    sold = [group for group in modes if value(f"{group.name}.enabled") == "true"]
    starts = range(0, len(sold), _MODES_A_PAGE)
    return [sold[first : first + _MODES_A_PAGE] for first in starts] or [[]]


def _page(show: Show, pages: list[list[Group]]) -> int:
    """The page with the mode that is being looked at; else one after the other."""
    row = show.menu_state.row
    name = row.page if isinstance(row, PageRow) else show.menu_state.page
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


_LEFT: Final = 364
_ROOM: Final = 250
_LINE: Final = 15
_LINES: Final = 16


def beside(show: Show) -> Picture:
    """What the chosen row means, what became of it, and what players pay."""
    row, y = show.menu_state.row, 50
    if show.menu_state.page == "scores":
        return _scores(show)
    shapes: list[Shape] = [*panel(346, 38, 284, 276, SEATS[2])]
    lines = wrap(_meaning(show, row), _ROOM, 4)
    shapes += paragraph(_LEFT, y, lines, "ice", _LINE)
    y += _LINE * len(lines) + 6
    for line, color in _remarks(show, row, _LINES - len(lines)):
        shapes.append(label(_LEFT, y, line, color, _ROOM))
        y += _LINE
    if _is_about_prices(row, show.menu_state):
        shapes += pays(show, _LEFT, 162)
    if show.menu_state.page == "network" and show.menu_state.notice != "refused":
        shapes += addresses(show, _LEFT, y + 8)
    if is_about_machine(show.menu_state.page):
        shapes += machine_beside(show, _LEFT, y + 4, 306)
    return tuple(shapes)


def chosen_offer(show: Show) -> tuple[OfferCard, ...]:
    """The offer under the cursor; games on sale have the same order there."""
    return show.snapshot.offers[show.menu_state.cursor : show.menu_state.cursor + 1]


def _scores(show: Show) -> Picture:
    """The high scores of the mode under the cursor."""
    ramp = SEATS[2]
    lines = [line for offer in chosen_offer(show) for line in offer.high_scores]
    shapes: list[Shape] = [
        *panel(346, 38, 284, 276, ramp),
        *score_table(_LEFT + 8, 52, 230, 22, lines, (ramp,)),
    ]
    if not lines:
        shapes.append(Text(_LEFT, 50, show.words("menu.no_scores"), "ice"))
    for said, color in _remarks(show, show.menu_state.row, 1):
        shapes.append(label(_LEFT, 290, said, color, _ROOM))
    return tuple(shapes)


def _meaning(show: Show, row: Row | None) -> str:
    keys = keys_of(show.wired, 0, show.words)
    match row:
        case None if show.menu_state.page == "reset":
            return show.words("menu.about.as_shipped")
        case Entry() if isinstance(show.menu_state.writing, KeyLearner):
            device = show.menu_state.writing.device
            return show.words("menu.learn", line=show.title(row.title), device=device)
        case Entry():
            return show.title(row.help)
        case DeedRow() | None if is_about_machine(show.menu_state.page):
            about = show.menu_state.page.partition(".")[0]
            return show.words(f"menu.about.{about}", **keys)
        case PageRow(page=page, title=title):
            about = "group" if title else page.replace(".", "_")
            if about.startswith("credit_"):
                about = "credit"
            return show.words(f"menu.about.{about}", **keys)
        case OutputRow():
            return show.words("menu.about.outputs", **keys)
    return ""


def _remarks(show: Show, row: Row | None, room: int) -> list[tuple[str, Color]]:
    """What there is to say of the row, in at most so many lines."""
    menu_state = show.menu_state
    found: list[tuple[str, Color]] = []
    if isinstance(row, Entry) and menu_state.notice != "refused":
        found += [(line, "mauve") for line in _about(show, row)]
    if menu_state.is_asking:
        found.append((show.words("menu.sure"), "gold"))
    return found + answer_lines(show, _ROOM, room - len(found))


def answer_lines(show: Show, wide: int, room: int) -> list[tuple[str, Color]]:
    """What the counter answered; a refusal says why, in at most `room` lines."""
    menu_state, words = show.menu_state, show.words
    if menu_state.busy:
        return [(words("menu.busy"), "gold")]
    if not menu_state.notice:
        return []
    color: Color = "rose" if menu_state.notice == "refused" else "green"
    keys = keys_of(show.wired, 0, words)
    told = words(f"menu.{menu_state.notice}", pin=menu_state.drawn, **keys)
    said = wrap(told, wide, 3)
    why = " ".join(explained(menu_state.why, menu_state.menu, show.language))
    reasons = wrap(why, wide, max(1, room - len(said)))
    return [(line, color) for line in said] + [
        (line, "rose") for line in reasons if line
    ]


def _about(show: Show, entry: Entry) -> list[str]:
    """What a setting is if it is left out, when it counts, what changes with it."""
    menu_state, words = show.menu_state, show.words
    said: list[str] = []
    if isinstance(menu_state.writing, KeyLearner):
        return said
    if entry.default:
        value = value_words(show, entry, entry.default)
        said.append(words("menu.default", value=value))
    if not entry.live and menu_state.notice != "restart":
        said.append(words("menu.later"))
    at_it = menu_state.draft is not None or isinstance(menu_state.writing, ListEditor)
    if entry.also and at_it:
        said += wrap(words("menu.also", what=_also(show, entry)), _ROOM, 4)
    if entry.columns and entry.kind == "choice" and not at_it:
        keys = keys_of(show.wired, 0, words)
        said += wrap(words("menu.usual", **keys), _ROOM, 2)
    return said


def _also(show: Show, entry: Entry) -> str:
    groups = show.menu_state.menu.groups if show.menu_state.menu else ()
    known = {each.path: each for group in groups for each in group.entries}
    return ", ".join(
        f"{show.title(known[path].title)} ({value_words(show, known[path], value)})"
        for path, value in entry.also.items()
        if path in known
    )


def _is_about_prices(row: Row | None, menu_state: MenuState) -> bool:
    if menu_state.notice == "refused":
        return False
    name = row.page if isinstance(row, PageRow) else menu_state.page
    return name == "pricing" or name.startswith("modes")
