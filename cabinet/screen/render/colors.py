"""The palette as pixel values; a colour is one of its names and nothing else.

There is a second palette, with black grounds and bright letters, for who needs it. It
is put on for the whole screen at once; what was drawn and kept is then drawn anew.
"""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.picture.shapes import PALETTE, Color

RGB: TypeAlias = tuple[int, int, int]
# Grounds nearly black, edges that stand out from them, letters far from both. Which
# colours belong together stays as it is.
HIGH_CONTRAST: Final[dict[str, str]] = PALETTE | {
    "ink": "#000001",
    "night": "#000001",
    "dusk": "#05040b",
    "plum": "#120c26",
    "violet": "#4b35a0",
    "lilac": "#654fb5",
    "mauve": "#c3b3ff",
    "mist": "#e6defF".lower(),
    "wine": "#33002a",
    "magenta": "#cf3a9c",
    "pink": "#ff7cc4",
    "rose": "#ffb4dc",
    "rust": "#331004",
    "ember": "#dd6032",
    "orange": "#ff9a45",
    "amber": "#e0a93a",
    "gold": "#ffd45f",
    "cream": "#fff2c4",
    "teal": "#00252f",
    "lagoon": "#27a6c4",
    "cyan": "#5fe6ff",
    "ice": "#cffaff",
    "moss": "#002812",
    "leaf": "#33b870",
    "green": "#74f39d",
    "mint": "#d4ffe0",
    "slate": "#0d1018",
    "steel": "#6b7c9c",
    "ash": "#b4c0d4",
    "silver": "#dde4ee",
    "red": "#ff7780",
}
_kept: Final[list[Callable[[], None]]] = []


def _values(palette: dict[str, str]) -> dict[str, RGB]:
    return {
        name: (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
        for name, code in palette.items()
    }


_PALETTES: Final = {False: _values(PALETTE), True: _values(HIGH_CONTRAST)}
_worn: dict[str, RGB] = dict(_PALETTES[False])
_high: list[bool] = [False]


class UnknownColorError(CabinetError, ValueError):
    """A picture asks for a colour that is not in the palette."""


def rgb(color: Color) -> RGB:
    """Red, green and blue of a palette colour."""
    value = _worn.get(color)
    if value is None:
        near = get_close_matches(color, PALETTE, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {_names()}"
        raise UnknownColorError(f"no colour is called {color!r} ({hint})")
    return value


def wear(*, contrast: bool) -> bool:
    """Put the palette on; whether it was another one before."""
    if _high[0] == contrast:
        return False
    _high[0] = contrast
    _worn.update(_PALETTES[contrast])
    for forget in _kept:
        forget()
    return True


def in_these_colors(kept: Any) -> Any:  # noqa: ANN401 - a function with a cache
    """A cached drawing: forgotten when another palette is put on."""
    _kept.append(kept.cache_clear)
    return kept


def _names() -> str:
    return ", ".join(PALETTE)
