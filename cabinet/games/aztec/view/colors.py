"""The colours of Aztec: a ramp for each side, for the start cube, for mistakes."""

from typing import Final, NamedTuple

from cabinet.picture.shapes import Color


class Ramp(NamedTuple):
    """A stone's colours: its shaded side, its lit side, its top, its highlight."""

    dark: Color
    mid: Color
    main: Color
    light: Color


RAMPS: Final[dict[str, Ramp]] = {
    "ns": Ramp("teal", "lagoon", "cyan", "ice"),
    "ew": Ramp("rust", "amber", "gold", "cream"),
    "ohpuch": Ramp("wine", "magenta", "pink", "rose"),
    "bidder": Ramp("plum", "violet", "lilac", "mist"),
    "start": Ramp("slate", "steel", "ash", "silver"),
    "wrong": Ramp("wine", "ember", "red", "rose"),
}
