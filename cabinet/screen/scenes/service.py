"""The operator's page: what is wrong, what the wires do.

Steady and plain: nothing here moves but the lamps of the inputs.
"""

from collections.abc import Iterable
from typing import Final

from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Color,
    Disc,
    Line,
    Picture,
    Shape,
    Text,
)
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered, fit, label, paragraph, wrap
from cabinet.screen.scenes.panels import ARROWS, SEATS, arrow, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, cap_words, help_for

# What an alarm may take before it is cut.
_LINES: Final = 5
LINES: Final = ("power", "start", "mode", "player", "service", "test", "door", "tilt")
STICKS: Final = 6
BUTTONS: Final = ("up", "down", "left", "right", "a", "b")


def picture(show: Show) -> Picture:
    """Alarms and live inputs, until the menu says who may see the books."""
    buttons = (("test", "do.leave_service"), ("service", "do.free_credit"))
    title = show.words("menu.busy")
    return page(show, title, _overview(show), help_for(show, *buttons))


def back_to_menu(show: Show) -> Picture:
    """The same as a page of the menu: every button is tried, so Start goes back."""
    return page(show, "", _overview(show), way_out(show, "start"))


def page(show: Show, title: str, body: Iterable[Shape], buttons: Help) -> Picture:
    """A page of the operator's; one without a title has the cabinet's name."""
    if role := show.menu_state.role:
        version = fit(show.menu_state.who or show.words(f"author.{role}"), 150)
    else:
        version = show.words("service.version", version=show.version)
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        Box(0, 0, WIDTH, 30, "teal"),
        Line(0, 30, WIDTH - 1, 30, "cyan"),
        Text(14, 8, show.words("service.title"), "ice", "title"),
        centered(WIDTH // 2, 10, title or show.snapshot.name, "ice", 240),
        Text(626, 10, version, "ice", "body", "right"),
        *body,
        *bar(show, buttons),
    )


def way_out(show: Show, back: str) -> Help:
    """The button that leads back, if there is one, and the one that leaves the menu."""
    goes_back = (back, "do.back") if back else None
    return help_for(show, goes_back, ("test", "do.leave_service"))


def _overview(show: Show) -> Picture:
    return (*_slot(show), *alarms(show, 10, 94, 302, 220), *_inputs(show))


def _titled(x: int, y: int, w: int, h: int, title: str, seat: int) -> Picture:
    ramp = SEATS[seat]
    return (*panel(x, y, w, h, ramp), Text(x + 14, y + 12, title, ramp.mid, "body"))


def _slot(show: Show) -> Picture:
    words = show.words
    slot = "open" if show.snapshot.lockout_open else "shut"
    return (
        *panel(10, 38, 302, 50, SEATS[2]),
        label(24, 58, words("service.slot.title"), "mist", 170),
        Text(298, 58, words(f"service.slot.{slot}"), "white", "body", "right"),
    )


def alarms(show: Show, x: int, y: int, w: int, h: int) -> Picture:
    """What is wrong, in a frame; what does not fit is counted."""
    words, known = show.words, show.snapshot.alarms
    frame = _titled(x, y, w, h, words("service.alarms"), 1)
    if not known:
        calm = Text(x + 14, y + 34, words("service.no_alarms"), "green", "body")
        return (*frame, calm)
    told = list(map(words.say, known))
    lines = [line for alarm in told for line in wrap(alarm, w - 30, _LINES)]
    room = (h - 36) // 16
    hidden = max(0, len(lines) - room)
    shown = lines[: room - 1] if hidden else lines
    tail = (words("service.more", n=hidden + 1),) if hidden else ()
    return (*frame, *paragraph(x + 14, y + 32, (*shown, *tail), "rose", 16))


def _inputs(show: Show) -> Picture:
    words = show.words
    shapes: list[Shape] = [
        *_titled(322, 38, 308, 276, words("service.inputs.title"), 0),
        label(616, 50, words("service.inputs.hint"), "cyan", 190, align="right"),
    ]
    wired = show.wired.lines
    for index, line in enumerate(line for line in LINES if line in wired):
        column, row = divmod(index, 4)
        x, y, lit = 340 + column * 146, 76 + row * 18, line in show.down
        shapes += _lamp(x, y + 5, 5, lit=lit)
        name = cap_words(line, words)
        shapes.append(label(x + 14, y, name, "white" if lit else "ash", 120))
    sticks = range(1, STICKS + 1)
    there = (n for n in sticks if any(f"p{n}.{button}" in wired for button in BUTTONS))
    for place, stick in enumerate(there):
        y = 158 + place * 21
        name = words("seat.short", number=stick)
        shapes.append(Text(336, y, name, SEATS[stick - 1].mid, "body"))
        for column, button in enumerate(BUTTONS):
            if f"p{stick}.{button}" not in wired:
                continue
            lit = f"p{stick}.{button}" in show.down
            shapes += _button(384 + column * 42, y + 5, button, lit=lit)
    return tuple(shapes)


def _lamp(x: int, y: int, r: int, *, lit: bool) -> Picture:
    return (
        Disc(x, y, r, "mint" if lit else "steel"),
        Disc(x, y, r - 1, "green" if lit else "slate"),
    )


def _button(x: int, y: int, button: str, *, lit: bool) -> Picture:
    sign: Color = "ink" if lit else "ash"
    lamp = _lamp(x, y, 8, lit=lit)
    if button in ARROWS:
        return (*lamp, arrow(x, y, button, sign))
    return (*lamp, Text(x + 1, y - 2, button.upper(), sign, "small", "center"))
