"""How to play, picture by picture: the game's own table, an arrow, one sentence."""

from collections.abc import Callable
from typing import Final, TypeAlias

from cabinet.picture.shapes import (
    Box,
    Face,
    Inset,
    Picture,
    Polygon,
    Shape,
    Text,
    Veil,
)
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import (
    ELLIPSIS,
    only_numbers,
    paragraph,
    width,
    wrap,
)
from cabinet.screen.scenes.panels import CENTER, SEATS, caps, caps_width, panel
from cabinet.screen.scenes.show import SHOWN, TABLE, HowToPage, Show
from cabinet.screen.scenes.wired import Help, help_for
from cabinet.tabletop.primer import Arrow

_TOP: Final = SHOWN + 2
_TALL: Final = 46
_ROOM: Final = 520
# The lamps of a page number have this much room.
_LAMPS: Final = 64
# How many frames each picture of a lesson without words stays.
_EACH: Final = 80
_MOST_PRESSED: Final = 8
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
    alone = bool(show.snapshot.preferences.pictures)
    page = demos.page(offer, number, show.words, staged=alone)
    return (*lesson(show, page, number, show.lessons), *bar(show, buttons(show)))


def reading(show: Show, *more: tuple[str, str] | None) -> Help:
    """The buttons while a lesson is open: B goes back to where one was."""
    turn = "left+right" + ("+mode" if "mode" in show.wired.lines else "")
    return help_for(show, (turn, "do.next_picture"), *more, ("b", "do.back"))


def without_words(show: Show, page: HowToPage, number: int, of: int) -> Picture:
    """One lesson that is only seen: the table before, the buttons, and what follows.

    Numbers stay; what a game writes in letters is left out.
    """
    at = show.frame // _EACH % len(page.stages)
    seen, pressed = only_numbers(page.stages[at]), at > 0
    arrows = () if pressed else page.arrows
    return (
        Inset(0, 0, 640, SHOWN, seen, top=page.top),
        *_fading(page.top),
        *(s for arrow in arrows for s in pointing(arrow, page.top, show.frame)),
        Box(0, SHOWN, 640, 320 - SHOWN, "ink"),
        *panel(8, _TOP, 624, _TALL, SEATS[2], focused=True),
        *_pressing(show, page.press, pressed=pressed),
        *_lamps(at + 1, len(page.stages)),
        *_number(number + 1, of),
    )


def _pressing(show: Show, press: tuple[str, ...], *, pressed: bool) -> Picture:
    """The buttons one after the other, framed once they have been pressed."""
    buttons = press[:_MOST_PRESSED]
    wide = [caps_width(button, show.words) for button in buttons]
    x = CENTER - 26 - (sum(wide) + 18 * (len(wide) - 1)) // 2
    shapes: list[Shape] = []
    for button, room in zip(buttons, wide, strict=True):
        edge = "white" if pressed else "violet"
        shapes.append(Box(x - 6, _TOP + 10, room + 12, 26, edge, 2, 4))
        shapes += caps(x, _TOP + 16, button, show.words)
        x += room + 18
    return tuple(shapes)


def _lamps(at: int, of: int) -> Picture:
    """Which picture of the lesson this is."""
    return tuple(
        Box(24 + 12 * n, _TOP + 19, 8, 8, "gold" if n < at else "plum", cut=2)
        for n in range(of)
    )


def lesson(show: Show, page: HowToPage, number: int, of: int) -> Picture:
    """One lesson: the table as large as it is played on, and what it teaches."""
    if show.snapshot.preferences.pictures:
        return without_words(show, page, number, of)
    lines = _balanced(page.sentence)
    y = _TOP + (18 if len(lines) == 1 else 9)
    face: Face = "body"
    larger = wrap(page.sentence, _ROOM, 2, "title") if show.large else [ELLIPSIS]
    if not larger[-1].endswith(ELLIPSIS):
        lines, face = larger, "title"
        y = _TOP + (15 if len(lines) == 1 else 5)
    return (
        Inset(0, 0, 640, SHOWN, page.picture, top=page.top),
        *_fading(page.top),
        *(s for arrow in page.arrows for s in pointing(arrow, page.top, show.frame)),
        Box(0, SHOWN, 640, 320 - SHOWN, "ink"),
        *panel(8, _TOP, 624, _TALL, SEATS[2], focused=True),
        *paragraph(CENTER - 26, y, lines, "white", 18, face, "center"),
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
