"""The right half of the service menu: what the chosen row means, and what became of it.

Prices show what players would pay while they are turned. A refusal has all the room
there is: it is read whole, or it helps nobody.
"""

from typing import Final

from cabinet.picture.shapes import Color, Picture, Shape, Text
from cabinet.protocol.operator import Entry
from cabinet.protocol.refusals import explained
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.menu.list_editor import Sheet
from cabinet.screen.menu.rows import Door, Row, Switch
from cabinet.screen.menu.state import Desk
from cabinet.screen.scenes.high_scores import honour
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.screens_scenes_network import addresses
from cabinet.screen.scenes.screens_scenes_pays import pays
from cabinet.screen.scenes.screens_scenes_values import value_words
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import keys_of

_LEFT: Final = 364
_ROOM: Final = 250
_LINE: Final = 15
_LINES: Final = 16


def beside(show: Show) -> Picture:
    """What the chosen row means, what became of it, and what players pay."""
    row, y = show.desk.row, 50
    if show.desk.page == "scores":
        return _scores(show)
    shapes: list[Shape] = [*panel(346, 38, 284, 276, SEATS[2])]
    lines = wrap(_meaning(show, row), _ROOM, 4)
    shapes += [Text(_LEFT, y + _LINE * n, line, "ice") for n, line in enumerate(lines)]
    y += _LINE * len(lines) + 6
    for line, color in _remarks(show, row, _LINES - len(lines)):
        shapes.append(label(_LEFT, y, line, color, _ROOM))
        y += _LINE
    if _is_about_prices(row, show.desk):
        shapes += pays(show, _LEFT, 162)
    if show.desk.page == "network" and show.desk.notice != "refused":
        shapes += addresses(show, _LEFT, y + 8)
    return tuple(shapes)


def chosen_offer(show: Show) -> tuple[OfferCard, ...]:
    """The offer under the cursor; games on sale have the same order there."""
    return show.snapshot.offers[show.desk.cursor : show.desk.cursor + 1]


def _scores(show: Show) -> Picture:
    """The high scores of the mode under the cursor."""
    ramp = SEATS[2]
    lines = [line for offer in chosen_offer(show) for line in offer.honours]
    shapes: list[Shape] = [*panel(346, 38, 284, 276, ramp)]
    for place, line in enumerate(lines):
        shapes += honour(_LEFT + 8, 52 + place * 22, 230, place + 1, line, ramp)
    if not lines:
        shapes.append(Text(_LEFT, 50, show.words("menu.no_scores"), "ice"))
    for said, color in _remarks(show, show.desk.row, 1):
        shapes.append(label(_LEFT, 290, said, color, _ROOM))
    return tuple(shapes)


def _meaning(show: Show, row: Row | None) -> str:
    keys = keys_of(show.switches, 0, show.words)
    match row:
        case None if show.desk.page == "reset":
            return show.words("menu.about.as_shipped")
        case Entry():
            return show.title(row.help)
        case Door(page=page, title=title):
            about = "group" if title else page.replace(".", "_")
            return show.words(f"menu.about.{about}", **keys)
        case Switch():
            return show.words("menu.about.outputs", **keys)
    return ""


def _remarks(show: Show, row: Row | None, room: int) -> list[tuple[str, Color]]:
    """What there is to say of the row, in at most so many lines."""
    desk, words = show.desk, show.words
    found: list[tuple[str, Color]] = []
    if isinstance(row, Entry) and desk.notice != "refused":
        found += [(line, "mauve") for line in _about(show, row)]
    if desk.is_asking:
        found.append((words("menu.sure"), "gold"))
    if desk.busy:
        found.append((words("menu.busy"), "gold"))
    elif desk.notice:
        color: Color = "rose" if desk.notice == "refused" else "green"
        said = wrap(words(f"menu.{desk.notice}"), _ROOM, 2)
        found += [(line, color) for line in said]
        why = " ".join(explained(desk.why, desk.menu, show.language))
        lines = wrap(why, _ROOM, max(1, room - len(found)))
        found += [(line, "rose") for line in lines if line]
    return found


def _about(show: Show, entry: Entry) -> list[str]:
    """What a setting is if it is left out, when it counts, what changes with it."""
    desk, words = show.desk, show.words
    said: list[str] = []
    if entry.default:
        value = value_words(show, entry, entry.default)
        said.append(words("menu.default", value=value))
    if not entry.live and desk.notice != "restart":
        said.append(words("menu.later"))
    at_it = desk.draft is not None or isinstance(desk.writing, Sheet)
    if entry.also and at_it:
        said += wrap(words("menu.also", what=_also(show, entry)), _ROOM, 4)
    if entry.columns and entry.kind == "choice" and not at_it:
        keys = keys_of(show.switches, 0, words)
        said += wrap(words("menu.usual", **keys), _ROOM, 2)
    return said


def _also(show: Show, entry: Entry) -> str:
    groups = show.desk.menu.groups if show.desk.menu else ()
    known = {each.path: each for group in groups for each in group.entries}
    return ", ".join(
        f"{show.title(known[path].title)} ({value_words(show, known[path], value)})"
        for path, value in entry.also.items()
        if path in known
    )


def _is_about_prices(row: Row | None, desk: Desk) -> bool:
    if desk.notice == "refused":
        return False
    name = row.page if isinstance(row, Door) else desk.page
    return name == "pricing" or name.startswith("modes")
