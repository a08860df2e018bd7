"""How to play, picture by picture: the game's own table, an arrow, one sentence."""

from collections.abc import Callable
from typing import Final, TypeAlias

from cabinet.picture.shapes import Box, Inset, Picture, Polygon, Shape, Text, Veil
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import paragraph, width, wrap
from cabinet.screen.scenes.panels import CENTER, SEATS, panel
from cabinet.screen.scenes.show import SHOWN, TABLE, HowToPage, Show
from cabinet.screen.scenes.wired import Help, help_for
from cabinet.tabletop.primer import Arrow

_TOP: Final = SHOWN + 2
_TALL: Final = 46
_ROOM: Final = 520
# The lamps of a page number have this much room.
_LAMPS: Final = 64
_FADE: Final = (20, 40, 60, 80)
_BOB: Final = (0, 1, 2, 3, 3, 2, 1, 0)
Outline: TypeAlias = tuple[tuple[int, int], ...]
# An arrow that points up, its tip at 0, 0, and the dark rim around it.
_UP: Final[Outline] = (
    *((0, 0), (11, 12), (4, 12), (4, 26)),
    *((-4, 26), (-4, 12), (-11, 12)),
)
_RIM: Final[Outline] = (
    *((0, -3), (16, 14), (6, 14), (6, 28)),
    *((-6, 28), (-6, 14), (-16, 14)),
)


def open_page(show: Show, buttons: Callable[[Show], Help]) -> Picture:
    """The lesson that is being read; () if none is."""
    demos, offer, number = show.demo_player, show.offer, show.page
    if demos is None or offer is None or number is None or not show.lessons:
        return ()
    page = demos.page(offer, number, show.words)
    return (*lesson(show, page, number, show.lessons), *bar(show, buttons(show)))


def reading(show: Show, *more: tuple[str, str] | None) -> Help:
    """The buttons while a lesson is open: B goes back to where one was."""
    turn = "left+right" + ("+mode" if "mode" in show.wired.lines else "")
    return help_for(show, (turn, "do.next_picture"), *more, ("b", "do.back"))


def lesson(show: Show, page: HowToPage, number: int, of: int) -> Picture:
    """One lesson: the table as large as it is played on, and what it teaches."""
    lines = _balanced(page.sentence)
    y = _TOP + (18 if len(lines) == 1 else 9)
    return (
        Inset(0, 0, 640, SHOWN, page.picture, top=page.top),
        *_fading(page.top),
        *(s for arrow in page.arrows for s in pointing(arrow, page.top, show.frame)),
        Box(0, SHOWN, 640, 320 - SHOWN, "ink"),
        *panel(8, _TOP, 624, _TALL, SEATS[2], focused=True),
        *paragraph(CENTER - 26, y, lines, "white", 18, align="center"),
        *_number(number + 1, of),
    )


def _fading(top: int) -> Picture:
    """The table goes on where it is cut: there it fades into the dark."""
    shapes: list[Shape] = []
    if top:
        shapes += [Veil(0, 2 * n, 640, 2, light) for n, light in enumerate(_FADE)]
    if top + SHOWN < TABLE:
        last = SHOWN - 2
        shapes += [Veil(0, last - 2 * n, 640, 2, lit) for n, lit in enumerate(_FADE)]
    return tuple(shapes)


def _balanced(sentence: str) -> list[str]:
    """On one line, or on two of about the same length."""
    whole = width(sentence)
    return wrap(sentence, _ROOM if whole <= _ROOM else whole // 2 + 50, 2)


def pointing(arrow: Arrow, top: int, frame: int) -> Picture:
    """An arrow that nods at what it points to."""
    away = 3 + _BOB[frame // 6 % len(_BOB)]
    return (
        Polygon(_turned(_RIM, arrow, top, away), "ink"),
        Polygon(_turned(_UP, arrow, top, away), "gold"),
    )


def _turned(shape: Outline, arrow: Arrow, top: int, away: int) -> Outline:
    x, y = arrow.x, arrow.y - top
    turns: dict[str, Outline] = {
        "up": tuple((x + across, y + far + away) for across, far in shape),
        "down": tuple((x + across, y - far - away) for across, far in shape),
        "left": tuple((x + far + away, y + across) for across, far in shape),
        "right": tuple((x - far - away, y + across) for across, far in shape),
    }
    return turns[arrow.points]


def _number(at: int, of: int) -> Picture:
    """How far the reader has come, as a number and as lamps."""
    step = min(8, _LAMPS // of)
    left = 590 - step * of // 2
    return (
        Text(590, _TOP + 10, f"{at}/{of}", "gold", "body", "center"),
        *(
            Box(left + step * i, _TOP + 30, step - 2, 6, "gold" if i < at else "plum")
            for i in range(of)
        ),
    )
