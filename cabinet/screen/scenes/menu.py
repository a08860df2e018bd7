"""The service menu: rows on the left, on the right what the chosen one means.

Steady and plain as the operator's page; a value being turned is gold until it is
kept. A text, a PIN and a list have a page of their own.
"""

from typing import Final

from cabinet.picture.shapes import Box, Color, Picture, Shape, Text
from cabinet.protocol.operator import Entry
from cabinet.screen.menu.key_learner import KeyLearner
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.machine_rows import DeedRow
from cabinet.screen.menu.rows import OutputRow, PageRow, Row
from cabinet.screen.menu.text_editor import TextEditor
from cabinet.screen.scenes.lettering import fit, label, width
from cabinet.screen.scenes.menu_books import accounts, alarm_list
from cabinet.screen.scenes.menu_editors import dial, keyboard, more_rows, sheet, turning
from cabinet.screen.scenes.menu_help import beside, chosen_offer, value_words
from cabinet.screen.scenes.menu_network import certificate, page_address
from cabinet.screen.scenes.menu_tests import (
    calibrating,
    latency,
    link,
    pattern,
    storage,
    wires,
)
from cabinet.screen.scenes.panels import SEATS, arrow, panel
from cabinet.screen.scenes.service import back_to_menu, page, way_out
from cabinet.screen.scenes.service import picture as overview
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for

_ROWS: Final = 12
_ROW: Final = 21
_TOP: Final = 48
_TESTS: Final = {"wires": wires, "link": link, "storage": storage}
_MOVE: Final = ("stick", "menu.do.move")
# Pages without rows: all of it is something to read.
_WHOLE: Final = {
    "books": accounts,
    "alarms": alarm_list,
    "certificate": certificate,
    "page": page_address,
}


def picture(show: Show) -> Picture:
    """The page of the menu that is open; what the snapshot has until there is one."""
    menu_state = show.menu_state
    if menu_state.page == "pattern":
        return pattern(menu_state.cursor)
    if menu_state.page == "latency":
        return latency(show)
    if menu_state.menu is None:
        return overview(show)
    if menu_state.page == "inputs":
        return back_to_menu(show)
    if menu_state.page in ("pin", "pin.new"):
        return dial(show)
    if isinstance(menu_state.writing, ListEditor):
        return sheet(show, menu_state.writing)
    if isinstance(menu_state.writing, TextEditor):
        return keyboard(show, menu_state.writing)
    if menu_state.page.startswith("calibrate."):
        return calibrating(show)
    if menu_state.page in _TESTS:
        return _TESTS[menu_state.page](show)
    whole = _WHOLE.get(menu_state.page)
    body = whole(show) if whole else (*_list(show), *beside(show))
    return page(show, page_title(show, menu_state.page), body, _help(show))


def page_title(show: Show, page: str) -> str:
    """What a page is called: by the menu itself, or by us."""
    if not page:
        return ""
    menu = show.menu_state.menu
    for group in menu.groups if menu else ():
        if group.name == page:
            return show.title(group.title)
    for one in menu.people if menu else ():
        if page == f"people.{one.number}":
            return one.name or show.words(f"author.{one.role}")
    if page.startswith("zone."):
        return show.words("menu.page.zone_of", region=page.partition(".")[2])
    return show.words(f"menu.page.{page.replace('.', '_')}")


def _list(show: Show) -> Picture:
    rows, cursor = show.menu_state.rows, show.menu_state.cursor
    first = max(0, min(cursor - _ROWS // 2, len(rows) - _ROWS))
    shapes: list[Shape] = [*panel(10, 38, 330, 276, SEATS[0])]
    for place, row in enumerate(rows[first : first + _ROWS]):
        chosen = first + place == cursor
        shapes += _row(show, row, _TOP + place * _ROW, chosen=chosen)
    return (*shapes, *more_rows((first > 0, first + _ROWS < len(rows)), 43, 309))


def _row(show: Show, row: Row, y: int, *, chosen: bool) -> Picture:
    ink: Color = "white" if chosen else "ice"
    back = (Box(18, y - 4, 314, 19, "teal", cut=3),) if chosen else ()
    match row:
        case PageRow():
            title = show.title(row.title) if row.title else page_title(show, row.page)
            name = label(30, y, title, ink, 270)
            return (*back, name, arrow(320, y + 5, "right", ink))
        case DeedRow(title=title, value=value):
            beside = show.title(value) if value else ""
            name = label(30, y, show.title(title), ink, 280 - width(beside))
            return (*back, name, Text(324, y, beside, ink, "body", "right"))
        case OutputRow(line=line):
            lit = line in show.menu_state.tried
            said = show.words("menu.value.lit" if lit else "menu.value.unlit")
            return (
                *back,
                label(30, y, line, ink, 200),
                Text(324, y, said, "green" if lit else ink, "body", "right"),
            )
    return (*back, *_setting(show, row, y, ink, chosen=chosen))


def _setting(show: Show, entry: Entry, y: int, ink: Color, *, chosen: bool) -> Picture:
    if entry.kind in ("act", "add"):
        name = label(30, y, show.title(entry.title), ink, 270)
        return (name, arrow(320, y + 5, "right", ink))
    if chosen and isinstance(show.menu_state.writing, KeyLearner):
        name = label(30, y, show.title(entry.title), ink, 270)
        return (name, Text(324, y, "?", "gold", "body", "right"))
    draft = show.menu_state.draft if chosen else None
    drafted, value = draft is not None, entry.value if draft is None else draft
    title_wide = width(show.title(entry.title))
    said = fit(value_words(show, entry, value), max(130, 276 - title_wide))
    right = 312 if drafted else 324
    changed = bool(entry.default) and value != entry.default
    color: Color = "gold" if drafted else "cream" if changed else ink
    title = label(30, y, show.title(entry.title), ink, 280 - width(said))
    shapes: Picture = (title, Text(right, y, said, color, "body", "right"))
    if not drafted:
        return shapes
    return (*shapes, *turning(right - width(said) - 10, 322, y + 5))


def _help(show: Show) -> Help:
    menu_state = show.menu_state
    if isinstance(menu_state.writing, KeyLearner):
        return ()
    drop = ("b", "menu.do.drop")
    if menu_state.is_asking:
        return help_for(show, ("a", "menu.do.sure"), drop)
    if menu_state.notice == "restart":
        return help_for(show, ("a", "menu.do.restart"), ("b", "menu.do.later"))
    if menu_state.draft is not None:
        turn, keep = ("left+right", "menu.do.turn"), ("a", "menu.do.keep")
        return help_for(show, turn, keep, drop)
    ends = way_out(show, "b" if len(menu_state.trail) > 1 else "")
    if menu_state.page in _WHOLE:
        return ends
    does = {OutputRow: "switch", Entry: "change", DeedRow: "choose"}.get(
        type(menu_state.row), "open"
    )
    acts = ("a", f"menu.do.{does}")
    if menu_state.page == "scores":
        scored = any(offer.high_scores for offer in chosen_offer(show))
        return (
            *help_for(show, _MOVE, ("a", "menu.do.clear") if scored else None),
            *ends,
        )
    return (*help_for(show, _MOVE, acts), *ends)
