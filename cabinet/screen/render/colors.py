"""The palette as pixel values; a colour is one of its names and nothing else."""

from difflib import get_close_matches
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.picture.shapes import PALETTE, Color

_VALUES: Final = {
    name: (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
    for name, code in PALETTE.items()
}


class UnknownColorError(CabinetError, ValueError):
    """A picture asks for a colour that is not in the palette."""


def rgb(color: Color) -> tuple[int, int, int]:
    """Red, green and blue of a palette colour."""
    value = _VALUES.get(color)
    if value is None:
        near = get_close_matches(color, PALETTE, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {_names()}"
        raise UnknownColorError(f"no colour is called {color!r} ({hint})")
    return value


def _names() -> str:
    return ", ".join(PALETTE)
