"""A guest: a program of somebody else's, sold as a mode of its own.

Values only. The screen runs it (`cabinet/screen/guests`), under a guard that leaves
nothing of it behind.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cabinet.core.inputs.controls import CONTROLS, PadControl, control

# The `game` of a mode that sells a program.
PROGRAM: Final = "program"
# What of the panel a guest can be given; how long a hold is, is the cabinet's own.
LINES: Final = (
    *("start", "mode", "player"),
    *(
        f"p{seat}.{button}"
        for seat in range(1, 7)
        for button in ("up", "down", "left", "right", "a", "b")
    ),
)
MOUSE_WAYS: Final[Mapping[str, tuple[int, int]]] = {
    "mouse left": (-1, 0),
    "mouse right": (1, 0),
    "mouse up": (0, -1),
    "mouse down": (0, 1),
}
# As Linux numbers them (input-event-codes.h).
MOUSE_BUTTONS: Final[Mapping[str, int]] = {
    "mouse button 1": 0x110,
    "mouse button 2": 0x112,
    "mouse button 3": 0x111,
}
# A gamepad as the drivers of the kernel have it: buttons by their place.
PAD_BUTTONS: Final[Mapping[str, int]] = {
    f"pad {name}": CONTROLS[f"pad {name}"].code
    for name in ("a", "b", "x", "y", "l1", "r1", "l2", "r2", "select", "start", "mode")
}
_HAT: Final = {"left": (16, -1), "right": (16, 1), "up": (17, -1), "down": (17, 1)}
PAD_WAYS: Final[Mapping[str, PadControl]] = {
    f"pad {way}": PadControl(*axis) for way, axis in _HAT.items()
}
# Codes below this are keys of a keyboard.
_FIRST_BUTTON: Final = 0x100
KEYS: Final = tuple(
    name
    for name, found in CONTROLS.items()
    if found.code < _FIRST_BUTTON and not found.way
)
# Every name that can be written in a mapping.
TARGETS: Final = (*KEYS, *MOUSE_WAYS, *MOUSE_BUTTONS, *PAD_BUTTONS, *PAD_WAYS)
_BY_NUMBER: Final = re.compile(r"key \d{1,3}")


def is_target(name: str) -> bool:
    """Whether a button of the panel can be this for a guest."""
    return name in TARGETS or key_code(name) is not None


def key_code(name: str) -> int | None:
    """The number of a key on the keyboard; None where the name is no key."""
    if name not in KEYS and not _BY_NUMBER.fullmatch(name):
        return None
    found = control(name)
    return found.code if found and 0 < found.code < _FIRST_BUTTON else None


def is_pad(name: str) -> bool:
    """Whether a name belongs to a gamepad."""
    return name in PAD_BUTTONS or name in PAD_WAYS


@dataclass(frozen=True, slots=True)
class Guest:
    """A program on sale, as the operator described it.

    `exec` is its path and its arguments, one by one: no shell reads them. `keys` says
    which key, mouse or pad button a line of the panel is for it; pads are numbered as
    the sticks are. `coin_key` is pressed once for each credit-price that is paid, for
    `coin_ms`, the first time `coin_after_ms` after it is there. `score` is a pattern,
    looked for in `score_file`, or where that is "" in what it prints. Exit codes other
    than `exit_codes` are failures. `window_s`: how long it may take to show something.
    """

    name: str
    exec: tuple[str, ...]
    folder: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    coin_key: str = ""
    coin_ms: int = 80
    coin_after_ms: int = 1_000
    score: str = ""
    score_file: str = ""
    exit_codes: tuple[int, ...] = (0,)
    window_s: int = 10

    @property
    def names(self) -> frozenset[str]:
        """All that it can be pressed: keys, mouse and pad."""
        coin = {self.coin_key} if self.coin_key else set()
        return frozenset({*self.keys.values(), *coin})
