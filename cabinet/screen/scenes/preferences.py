"""How do you want to play: one page for what visitors may choose for themselves."""

from typing import Final

from cabinet.core.guests import PROGRAM
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.preferences import CHOICES, Preferences
from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import Color, Picture, Text
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered, label, wrap
from cabinet.screen.scenes.panels import CENTER, DIM, SEATS, heading, panel
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import help_for

_TOP: Final = 50
_STEP: Final = 23
_LEFT: Final = 60
_WIDE: Final = 520
_VALUE: Final = 330
_BELOW: Final = 288


# The rows below games and seats, and what each does.
ROWS: Final = {
    "howto": "do.howto",
    "language": "do.language",
    "preferences": "do.preferences",
}
ROW_W: Final = 190


def row(show: Show, name: str, x: int, y: int) -> Picture:
    """A row below games or seats, around x; lit where the stick is on it."""
    focused = name == show.snapshot.row
    ramp, color = (SEATS[2], "white") if focused else (DIM, "mist")
    words = show.words(ROWS[name])
    return (
        *panel(x - ROW_W // 2, y, ROW_W, 16, ramp, focused=focused),
        centered(x, y + 3, words, color, ROW_W - 12),
    )


def rows(wired: WiredButtons, preferences: Preferences) -> tuple[str, ...]:
    """What is on the page: of what could change nothing here there is no row."""
    two = {1, 2} <= {*wired.sticks}
    both = {"p1.a", "p1.b"} <= wired.lines
    there = {"dwell": bool(preferences.scan), "swap_sticks": two, "swap_buttons": both}
    kept = (name for name in CHOICES if there.get(name, True))
    return ("language", *kept, "done")


def following(preferences: Preferences, name: str, by: int = 1) -> int:
    """The next value of a row, which goes round."""
    offered = CHOICES[name]
    now = getattr(preferences, name)
    place = offered.index(now) if now in offered else 0
    return offered[(place + by) % len(offered)]


def next_language(language: str) -> str:
    """The language after this one."""
    known = LANGUAGES.index(language) if language in LANGUAGES else 0
    return LANGUAGES[(known + 1) % len(LANGUAGES)]


def value(show: Show, name: str) -> str:
    """What is chosen, in words."""
    if name == "language":
        return show.words("preferences.language.own")
    return show.words(f"preferences.{name}.v{getattr(show.snapshot.preferences, name)}")


def picture(show: Show) -> Picture:
    """Every row with what is chosen, and below what the one in focus is for."""
    words, shown = show.words, rows(show.wired, show.snapshot.preferences)
    lit = show.lit.key.removeprefix("prefer.") if show.lit else ""
    focus = lit if lit in shown else shown[min(show.row, len(shown) - 1)]
    said = not_followed(show) or words(f"preferences.{focus}.help")
    lines = wrap(said, 600, 2)
    return (
        *hall(show.frame),
        *heading(8, words("preferences.title"), SEATS[2], room=560),
        *(s for at, name in enumerate(shown) for s in _row(show, name, at, focus)),
        *(
            centered(CENTER, _BELOW + 14 * n, line, "white", 610)
            for n, line in enumerate(lines)
        ),
        *bar(show, buttons(show)),
    )


def _row(show: Show, name: str, at: int, focus: str) -> Picture:
    y, focused = _TOP + at * _STEP, name == focus
    ramp = SEATS[2] if focused else SEATS[4]
    color: Color = "white" if focused else "mist"
    words = show.words(f"preferences.{name}.name")
    if name == "done":
        return (
            *panel(_LEFT, y, _WIDE, _STEP - 3, ramp, focused=focused),
            centered(CENTER, y + 4, words, color, _WIDE - 20),
        )
    return (
        *panel(_LEFT, y, _WIDE, _STEP - 3, ramp, focused=focused),
        label(_LEFT + 12, y + 4, words, color, _VALUE - _LEFT - 30),
        label(_VALUE + 10, y + 4, value(show, name), "gold", 220),
        *((Text(_VALUE - 10, y + 4, "›", "gold"),) if focused else ()),
    )


def buttons(show: Show) -> tuple[tuple[str, str], ...]:
    """What each button does on the page."""
    return help_for(
        show,
        ("up+down", "do.select"),
        ("left+right+start+a", "do.change"),
        ("b", "do.done"),
    )


def not_followed(show: Show) -> str:
    """What to say where the chosen game cannot do what its player wants; "" else."""
    offer, wanted = show.offer, show.snapshot.preferences
    usual = Preferences()
    if offer is None or wanted == usual:
        return ""
    if offer.game == PROGRAM:
        return show.words("preferences.guest")
    alone = wanted.scan and not offer.one_button
    return show.words("preferences.loop") if alone else ""
