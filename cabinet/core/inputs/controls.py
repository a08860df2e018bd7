"""What can be pressed on a keyboard, an encoder or a pad, by the names people use.

A keyboard's keys have the names they have everywhere in the settings. The numbers are
those of Linux (input-event-codes.h). A way of an axis or a hat is a control of its own:
`stick left` and `stick right` are one axis. What has no name is `key 240` or `axis 9+`.
"""

import re
from typing import Final, NamedTuple


class PadControl(NamedTuple):
    """A key or button by its number, or with `way` one side of an axis."""

    code: int
    way: int = 0


_PAD: Final = 0x130
_JOYSTICK: Final = 0x120
_MORE_BUTTONS: Final = 0x2C0
_KEYS: Final = {
    "escape": 1,
    "backspace": 14,
    "tab": 15,
    "return": 28,
    "left ctrl": 29,
    "left shift": 42,
    "right shift": 54,
    "left alt": 56,
    "space": 57,
    "caps lock": 58,
    "f11": 87,
    "f12": 88,
    "enter": 96,
    "right ctrl": 97,
    "right alt": 100,
    "home": 102,
    "up": 103,
    "page up": 104,
    "left": 105,
    "right": 106,
    "end": 107,
    "down": 108,
    "page down": 109,
    "insert": 110,
    "delete": 111,
    "left meta": 125,
    "right meta": 126,
    "menu": 127,
    "volume down": 114,
    "volume up": 115,
}
# Rows of a keyboard, each from its first number on.
_ROWS: Final = (
    (2, "1234567890-="),
    (16, "qwertyuiop[]"),
    (30, "asdfghjkl;'`"),
    (43, "\\zxcvbnm,./"),
)
_PAD_MIDDLE: Final = ("select", "start", "mode", "l3", "r3")
_DIGITS: Final = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)
_PAD_BUTTONS: Final = (*"abcxyz", *("l1", "r1", "l2", "r2"), *_PAD_MIDDLE)
_AXES: Final = {
    "stick": (0, 1),
    "second stick": (3, 4),
    "third stick": (2, 5),
    "hat": (16, 17),
    "second hat": (18, 19),
}
_WAYS: Final = (("left", 0, -1), ("right", 0, 1), ("up", 1, -1), ("down", 1, 1))
_BY_NUMBER: Final = re.compile(r"key (\d{1,3})|axis (\d{1,2})([+-])")
MOST_CODES: Final = 0x300
MOST_AXES: Final = 0x40


def _named() -> dict[str, PadControl]:
    named = {name: PadControl(code) for name, code in _KEYS.items()}
    for first, row in _ROWS:
        named |= {sign: PadControl(first + n) for n, sign in enumerate(row)}
    named |= {f"f{n}": PadControl(58 + n) for n in range(1, 11)}
    named |= {f"[{n}]": PadControl(code) for n, code in enumerate(_DIGITS)}
    named |= {
        f"pad {sign}": PadControl(_PAD + n) for n, sign in enumerate(_PAD_BUTTONS)
    }
    named |= {f"button {n}": PadControl(_JOYSTICK + n - 1) for n in range(1, 17)}
    named |= {f"button {n}": PadControl(_MORE_BUTTONS + n - 17) for n in range(17, 57)}
    pads = enumerate(("up", "down", "left", "right"))
    named |= {f"pad {way}": PadControl(0x220 + n) for n, way in pads}
    for stick, axes in _AXES.items():
        named |= {f"{stick} {way}": PadControl(axes[n], s) for way, n, s in _WAYS}
    return named


CONTROLS: Final = _named()
_NAMES: Final = {control: name for name, control in CONTROLS.items()}


def control(name: str) -> PadControl | None:
    """What a name in the settings means; None where nothing is called that."""
    if known := CONTROLS.get(name):
        return known
    found = _BY_NUMBER.fullmatch(name)
    if not found:
        return None
    key, axis, sign = found.groups()
    if key is not None:
        return PadControl(int(key)) if int(key) < MOST_CODES else None
    way = 1 if sign == "+" else -1
    return PadControl(int(axis), way) if int(axis) < MOST_AXES else None


def control_name(found: PadControl) -> str:
    """How the settings call it."""
    if known := _NAMES.get(found):
        return known
    sign = "+" if found.way > 0 else "-"
    return f"axis {found.code}{sign}" if found.way else f"key {found.code}"
