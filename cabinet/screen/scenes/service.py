"""The operator's page: what is wrong, what the wires do.

Steady and plain: nothing here moves but the lamps of the inputs.
"""

from typing import Final

from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Color, Disc, Line, Picture, Text
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import ARROWS, SEATS, arrow, panel
from cabinet.screen.scenes.show import Show

# What an alarm may take before it is cut.
_LINES: Final = 5
LINES: Final = ("power", "start", "mode", "player", "service", "test", "door", "tilt")
STICKS: Final = 6
BUTTONS: Final = ("up", "down", "left", "right", "a", "b")


def picture(show: Show) -> Picture:
    """Alarms and live inputs, until the menu says who may see the books."""
    words = show.words
    return (
        *_overview(show, words("menu.busy")),
        *bar(
            show,
            (("test", words("do.leave_service")), ("service", words("do.free_credit"))),
        ),
    )


def back_to_menu(show: Show) -> Picture:
    """The same as a page of the menu: every button is tried, so Start goes back."""
    words = show.words
    return (
        *_overview(show),
        *bar(
            show,
            (("start", words("do.back")), ("test", words("do.leave_service"))),
        ),
    )


def header(show: Show, page: str = "") -> Picture:
    """What every page of the operator's begins with; `page` is what it is called."""
    words = show.words
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        Box(0, 0, WIDTH, 30, "teal"),
        Line(0, 30, WIDTH - 1, 30, "cyan"),
        Text(14, 8, words("service.title"), "ice", "title"),
        label(WIDTH // 2, 10, page or show.snapshot.name, "ice", 240, "body", "center"),
        Text(
            626,
            10,
            words("service.version", version=show.version),
            "ice",
            "body",
            "right",
        ),
    )


def _overview(show: Show, page: str = "") -> Picture:
    return (
        *header(show, page),
        *_slot(show),
        *alarms(show, 10, 94, 302, 220),
        *_inputs(show),
    )


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
    return (
        *frame,
        *(
            Text(x + 14, y + 32 + 16 * row, line, "rose", "body")
            for row, line in enumerate((*shown, *tail))
        ),
    )


def _inputs(show: Show) -> Picture:
    words = show.words
    shapes: list[Picture] = []
    for index, line in enumerate(LINES):
        column, row = divmod(index, 4)
        x, y = 340 + column * 146, 76 + row * 18
        shapes.append(_lamp(x, y + 5, lit=line in show.down))
        known = f"button.{line}"
        name = words(known) if known in words else line.upper()
        shapes.append((label(x + 14, y, name, _ink(show, line), 120),))
    for stick in range(1, STICKS + 1):
        y = 158 + (stick - 1) * 21
        name = words("seat.short", number=stick)
        shapes.append((Text(336, y, name, SEATS[stick - 1].mid, "body"),))
        for column, button in enumerate(BUTTONS):
            lit = f"p{stick}.{button}" in show.down
            shapes.append(_button(384 + column * 42, y + 5, button, lit=lit))
    hint = label(616, 50, words("service.inputs.hint"), "cyan", 190, align="right")
    return (
        *_titled(322, 38, 308, 276, words("service.inputs.title"), 0),
        hint,
        *(shape for lamp in shapes for shape in lamp),
    )


def _ink(show: Show, line: str) -> Color:
    return "white" if line in show.down else "ash"


def _lamp(x: int, y: int, *, lit: bool) -> Picture:
    return (
        Disc(x, y, 5, "mint" if lit else "steel"),
        Disc(x, y, 4, "green" if lit else "slate"),
    )


def _button(x: int, y: int, button: str, *, lit: bool) -> Picture:
    sign: Color = "ink" if lit else "ash"
    lamp = (
        Disc(x, y, 8, "mint" if lit else "steel"),
        Disc(x, y, 7, "green" if lit else "slate"),
    )
    if button in ARROWS:
        return (*lamp, arrow(x, y, button, sign))
    return (*lamp, Text(x + 1, y - 2, button.upper(), sign, "small", "center"))
