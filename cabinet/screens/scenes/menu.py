"""The service menu: rows on the left, on the right what the chosen one means.

Steady and plain as the operator's page; a value being turned is gold until it is
kept. Prices show what players would pay while they are turned.
"""

import re
from typing import Final

from cabinet.hallway_cards import OfferCard
from cabinet.hallway_desk import Entry
from cabinet.i18n import money
from cabinet.picture import Box, Color, Picture, Polygon, Shape, Text
from cabinet.refusals import explained
from cabinet.screens.menu_rows import Door, Row, Switch
from cabinet.screens.scenes.accounts import accounts
from cabinet.screens.scenes.bar import bar
from cabinet.screens.scenes.bench import latency, link, storage, wires
from cabinet.screens.scenes.calibrating import calibrating
from cabinet.screens.scenes.dial import dial
from cabinet.screens.scenes.keyboard import keyboard
from cabinet.screens.scenes.lettering import fit, label, width, wrap
from cabinet.screens.scenes.network import addresses, alarm_list
from cabinet.screens.scenes.panels import ARROWS, SEATS, panel
from cabinet.screens.scenes.patterns import pattern
from cabinet.screens.scenes.pays import pays
from cabinet.screens.scenes.service import back_to_menu, header
from cabinet.screens.scenes.service import picture as overview
from cabinet.screens.scenes.show import Show
from cabinet.screens.scenes.signing import honour
from cabinet.screens.servicing import Desk

_ROWS: Final = 12
_ROW: Final = 21
_TOP: Final = 48
_RIGHT: Final = 352
_ROOM: Final = 250
_BONUS: Final = re.compile(r"\[\{money: (\d+), credits: (\d+)\}\]")
_UNITS: Final = {"s": "seconds", "ms": "millis", "%": "percent"}
_BENCHES: Final = {
    "wires": wires,
    "link": link,
    "storage": storage,
}
# Pages without rows: all of it is something to read.
_WHOLE: Final = {"books": accounts, "alarms": alarm_list}
_PLAIN: Final = {
    "true": "yes",
    "false": "no",
    "": "none",
    "[]": "none",
}


def picture(show: Show) -> Picture:
    """The page of the menu that is open; what the snapshot has until there is one."""
    desk = show.desk
    if desk.page == "pattern":
        return pattern(desk.cursor)
    if desk.page == "latency":
        return latency(show)
    if desk.menu is None:
        return overview(show)
    if desk.page == "inputs":
        return back_to_menu(show)
    if desk.page in ("pin", "pin.new"):
        return dial(show)
    if desk.writing is not None:
        return keyboard(show, desk.writing)
    if desk.page.startswith("calibrate."):
        return calibrating(show)
    if desk.page in _BENCHES:
        return _BENCHES[desk.page](show)
    whole = _WHOLE.get(desk.page)
    return (
        *header(show, page_title(show, desk.page)),
        *(whole(show) if whole else (*_list(show), *_beside(show))),
        *bar(show, _help(show)),
    )


def page_title(show: Show, page: str) -> str:
    """What a page is called: by the menu itself, or by us."""
    if not page:
        return ""
    menu = show.desk.menu
    for group in menu.groups if menu else ():
        if group.name == page:
            return show.title(group.title)
    return show.words(f"menu.page.{page.replace('.', '_')}")


def value_words(show: Show, entry: Entry, value: str) -> str:
    """A value as a person reads it."""
    words = show.words
    if name := entry.name(value, show.language):
        return name
    if value in _PLAIN:
        return words(f"menu.value.{_PLAIN[value]}")
    if found := _BONUS.fullmatch(value):
        amount = _money(show, int(found[1]))
        return words("menu.value.bonus", credits=found[2], money=amount)
    if entry.kind == "money":
        return _money(show, int(value))
    if entry.unit:
        return words(f"menu.value.{_UNITS[entry.unit]}", n=value)
    return value


def _money(show: Show, amount: int) -> str:
    return money(amount, show.desk.value("pricing.currency") or "EUR", show.language)


def _list(show: Show) -> Picture:
    rows, cursor = show.desk.rows, show.desk.cursor
    first = max(0, min(cursor - _ROWS // 2, len(rows) - _ROWS))
    shapes: list[Shape] = [*panel(10, 38, 330, 276, SEATS[0])]
    for place, row in enumerate(rows[first : first + _ROWS]):
        chosen = first + place == cursor
        shapes += _row(show, row, _TOP + place * _ROW, chosen=chosen)
    for more, y, way in (
        (first > 0, 43, "up"),
        (first + _ROWS < len(rows), 309, "down"),
    ):
        if more:
            shapes.append(_arrow(175, y, way, "cyan"))
    return tuple(shapes)


def _row(show: Show, row: Row, y: int, *, chosen: bool) -> Picture:
    ink: Color = "white" if chosen else "ice"
    back = (Box(18, y - 4, 314, 19, "teal", cut=3),) if chosen else ()
    match row:
        case Door(page=page):
            title = show.title(row.title) if row.title else page_title(show, page)
            name = label(30, y, title, ink, 270)
            return (*back, name, _arrow(320, y + 5, "right", ink))
        case Switch(line=line):
            lit = line in show.desk.tried
            said = show.words("menu.value.lit" if lit else "menu.value.unlit")
            return (
                *back,
                label(30, y, line, ink, 200),
                Text(324, y, said, "green" if lit else ink, "body", "right"),
            )
    return (*back, *_setting(show, row, y, ink, chosen=chosen))


def _setting(show: Show, entry: Entry, y: int, ink: Color, *, chosen: bool) -> Picture:
    if entry.kind == "act":
        name = label(30, y, show.title(entry.title), ink, 270)
        return (name, _arrow(320, y + 5, "right", ink))
    drafted = chosen and show.desk.draft is not None
    value = show.desk.draft if drafted and show.desk.draft is not None else entry.value
    title_wide = width(show.title(entry.title))
    said = fit(value_words(show, entry, value), max(130, 276 - title_wide))
    right = 312 if drafted else 324
    changed = bool(entry.default) and value != entry.default
    color: Color = "gold" if drafted else "cream" if changed else ink
    title = label(30, y, show.title(entry.title), ink, 280 - width(said))
    shapes: Picture = (title, Text(right, y, said, color, "body", "right"))
    if not drafted:
        return shapes
    left = right - width(said) - 10
    return (
        *shapes,
        _arrow(left, y + 5, "left", "gold"),
        _arrow(322, y + 5, "right", "gold"),
    )


def _arrow(x: int, y: int, way: str, color: Color) -> Shape:
    return Polygon(tuple((x + dx, y + dy) for dx, dy in ARROWS[way]), color)


def _beside(show: Show) -> Picture:
    """What the chosen row means, what became of it, and what players pay."""
    row, y = show.desk.row, 50
    if show.desk.page == "scores":
        return _scores(show)
    shapes: list[Shape] = [*panel(346, 38, 284, 276, SEATS[2])]
    lines = wrap(_meaning(show, row), _ROOM, 4)
    shapes += [
        Text(_RIGHT + 12, y + 15 * n, line, "ice") for n, line in enumerate(lines)
    ]
    y += 15 * len(lines) + 6
    for line, color in _remarks(show, row):
        shapes.append(label(_RIGHT + 12, y, line, color, _ROOM))
        y += 15
    if _is_about_prices(row, show.desk):
        shapes += pays(show, _RIGHT + 12, 162)
    if show.desk.page == "network" and show.desk.notice != "refused":
        shapes += addresses(show, _RIGHT + 12, y + 8)
    return tuple(shapes)


def _scores(show: Show) -> Picture:
    """The high scores of the mode under the cursor."""
    ramp = SEATS[2]
    lines = [line for offer in _chosen_offer(show) for line in offer.honours]
    shapes: list[Shape] = [*panel(346, 38, 284, 276, ramp)]
    for place, line in enumerate(lines):
        shapes += honour(_RIGHT + 20, 52 + place * 22, 230, place + 1, line, ramp)
    if not lines:
        shapes.append(Text(_RIGHT + 12, 50, show.words("menu.no_scores"), "ice"))
    for said, color in _remarks(show, show.desk.row):
        shapes.append(label(_RIGHT + 12, 290, said, color, _ROOM))
    return tuple(shapes)


def _chosen_offer(show: Show) -> tuple[OfferCard, ...]:
    """The offer under the cursor; games on sale have the same order there."""
    return show.snapshot.offers[show.desk.cursor : show.desk.cursor + 1]


def _meaning(show: Show, row: Row | None) -> str:
    match row:
        case None if show.desk.page == "reset":
            return show.words("menu.about.as_shipped")
        case Entry():
            return show.title(row.help)
        case Door(page=page, title=title):
            about = "group" if title else page.replace(".", "_")
            return show.words(f"menu.about.{about}")
        case Switch():
            return show.words("menu.about.outputs")
    return ""


def _remarks(show: Show, row: Row | None) -> list[tuple[str, Color]]:
    desk, words = show.desk, show.words
    found: list[tuple[str, Color]] = []
    if isinstance(row, Entry):
        if row.default and not row.columns:
            value = value_words(show, row, row.default)
            found.append((words("menu.default", value=value), "mauve"))
        if not row.live and desk.notice != "restart":
            found.append((words("menu.later"), "mauve"))
    if desk.is_asking:
        found.append((words("menu.sure"), "gold"))
    if desk.busy:
        found.append((words("menu.busy"), "gold"))
    elif desk.notice:
        color: Color = "rose" if desk.notice == "refused" else "green"
        said = wrap(words(f"menu.{desk.notice}"), _ROOM, 2)
        found += [(line, color) for line in said]
        why = " ".join(explained(desk.why, desk.menu, show.language))
        found += [(line, "rose") for line in wrap(why, _ROOM, 4) if line]
    return found


def _is_about_prices(row: Row | None, desk: Desk) -> bool:
    if desk.notice == "refused":
        return False
    name = row.page if isinstance(row, Door) else desk.page
    return name == "pricing" or name.startswith("modes")


def _help(show: Show) -> tuple[tuple[str, str], ...]:
    desk, words = show.desk, show.words
    drop = ("b", words("menu.do.drop")) if desk.draft is not None else ("", "")
    if desk.is_asking:
        return (("a", words("menu.do.sure")), drop)
    if desk.draft is not None:
        turn = ("left+right", words("menu.do.turn"))
        return (turn, ("a", words("menu.do.keep")), drop)
    back = (("b", words("do.back")),) if len(desk.trail) > 1 else ()
    ends = (*back, ("test", words("do.leave_service")))
    if desk.page in _WHOLE:
        return ends
    if desk.page == "scores":
        signed = any(offer.honours for offer in _chosen_offer(show))
        clear = (("a", words("menu.do.clear")),) if signed else ()
        return (("stick", words("menu.do.move")), *clear, *ends)
    does = {Switch: "switch", Entry: "change"}.get(type(desk.row), "open")
    move = ("stick", words("menu.do.move"))
    return (move, ("a", words(f"menu.do.{does}")), *ends)
