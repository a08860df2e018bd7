"""The simulated front panel: where its controls are, and which hands are on them.

The panel says `Touch` and nothing else: a contact that closes or opens, a coin
that drops. What it means is the counter's business, exactly as with real wires.
A line is closed by the first hand on it (the mouse, a key) and opened by the last
to leave, so every press has its one release.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import pygame

from cabinet.core.errors import CabinetError
from cabinet.picture.shapes import WIDTH
from cabinet.protocol.codec import Touch
from cabinet.protocol.snapshot import Snapshot

ROW_HEIGHT: Final = 112
_MARGIN: Final = 6
_PLATE_HEIGHT: Final = 100
SLOT_WIDTH: Final = 74
_CELL: Final = (60, 48)
PAD_WIDTH: Final = 118
DIRECTIONS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_CABINET_LINES: Final[tuple[str, ...]] = (
    "start",
    "mode",
    "player",
    "power",
    "service",
    "test",
    "door",
    "tilt",
)
# How many frames a coin is seen: on its way to the slot, then in it or in the tray.
COIN_FALL: Final = 18
COIN_SEEN: Final = 100
_MOUSE: Final = -1
_DIGITS: Final = "1234567890"


class BadKeyError(CabinetError, ValueError):
    """The wiring names a key no keyboard has."""


class Control(NamedTuple):
    """One thing a hand can touch, and where."""

    line: str
    x: int
    y: int
    w: int
    h: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies on it."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


class Plate(NamedTuple):
    """A piece of the panel's metal: `coin.1`, `buttons`, or a seat such as `p1`."""

    name: str
    x: int
    y: int
    w: int
    h: int


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """Where everything is, in pixels of the strip under the canvas."""

    controls: tuple[Control, ...]
    plates: tuple[Plate, ...]
    height: int

    @classmethod
    def of(cls, lines: Iterable[str]) -> "PanelLayout":
        """Room for the wired lines only; six seats take a second row."""
        wired = sorted(lines)
        coins = [line for line in wired if line.startswith("coin.")]
        buttons = [line for line in _CABINET_LINES if line in wired]
        seats = sorted({line.split(".")[0] for line in wired if _is_seat(line)})
        wide = len(coins) * SLOT_WIDTH + _buttons_width(buttons)
        across = max(1, min(len(seats), (WIDTH - wide) // PAD_WIDTH))
        left = (WIDTH - wide - across * PAD_WIDTH) // 2
        plates = [
            Plate(line, left + i * SLOT_WIDTH, _MARGIN, SLOT_WIDTH - 4, _PLATE_HEIGHT)
            for i, line in enumerate(coins)
        ]
        left += len(coins) * SLOT_WIDTH
        if buttons:
            size = (_buttons_width(buttons) - 4, _PLATE_HEIGHT)
            plates.append(Plate("buttons", left, _MARGIN, *size))
            left += _buttons_width(buttons)
        plates += [
            Plate(seat, *_pad_place(left, across, i), PAD_WIDTH - 4, _PLATE_HEIGHT)
            for i, seat in enumerate(seats)
        ]
        rows = max(1, -(-len(seats) // across))
        controls = [c for plate in plates for c in _controls(plate, buttons, wired)]
        return cls(tuple(controls), tuple(plates), rows * ROW_HEIGHT)

    def at(self, x: int, y: int) -> str | None:
        """The line under a point, if any."""
        return next((c.line for c in self.controls if c.holds(x, y)), None)


def _is_seat(line: str) -> bool:
    return line[:1] == "p" and line[1:].split(".")[0].isdigit()


def _buttons_width(buttons: list[str]) -> int:
    return (len(buttons) + 1) // 2 * _CELL[0] + 8 if buttons else 0


def _pad_place(left: int, across: int, index: int) -> tuple[int, int]:
    row, column = divmod(index, across)
    return left + column * PAD_WIDTH, _MARGIN + row * ROW_HEIGHT


def _controls(plate: Plate, buttons: list[str], wired: list[str]) -> list[Control]:
    if plate.name == "buttons":
        return _button_controls(plate, buttons)
    if plate.name.startswith("coin."):
        return [Control(*plate)]
    x, y = stick_centre(plate)
    pad = [
        Control(f"{plate.name}.{name}", x + 20 * dx - 9, y + 20 * dy - 9, 19, 19)
        for name, (dx, dy) in DIRECTIONS.items()
    ]
    pad.append(Control(f"{plate.name}.a", plate.x + 60, plate.y + 50, 24, 34))
    pad.append(Control(f"{plate.name}.b", plate.x + 86, plate.y + 32, 24, 34))
    return [control for control in pad if control.line in wired]


def _button_controls(plate: Plate, buttons: list[str]) -> list[Control]:
    columns = (len(buttons) + 1) // 2
    found = []
    for i, line in enumerate(buttons):
        row, column = divmod(i, columns)
        x, y = plate.x + 4 + column * _CELL[0], plate.y + 4 + row * _CELL[1]
        found.append(Control(line, x, y, _CELL[0] - 4, _CELL[1] - 4))
    return found


def stick_centre(plate: Plate) -> tuple[int, int]:
    """The pivot of a seat's stick."""
    return plate.x + 30, plate.y + 60


class Coin(NamedTuple):
    """A coin on its way: how many frames it has been seen, and its fate."""

    line: str
    age: int
    taken: bool


class Panel:
    """The hands on the panel. `keys` gives each line the name of its key."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys = dict(keys)
        self.layout = PanelLayout.of(keys)
        self.coins: tuple[Coin, ...] = ()
        self.lamps: Mapping[str, bool] = {}
        self.slot_open = False
        self._by_key, self._by_scancode = _codes(keys)
        self._hands: dict[str, set[int]] = {}
        self._touches: list[Touch] = []

    @property
    def held(self) -> frozenset[str]:
        """The lines with a hand on them."""
        return frozenset(self._hands)

    def see(self, snapshot: Snapshot) -> None:
        """Take over the lamps and the coin lock-out."""
        self.lamps = snapshot.lamps
        self.slot_open = snapshot.lockout_open

    def tick(self) -> None:
        """One frame passes: coins fall."""
        older = (coin._replace(age=coin.age + 1) for coin in self.coins)
        self.coins = tuple(coin for coin in older if coin.age < COIN_SEEN)

    def mouse_down(self, x: int, y: int) -> None:
        """A press at a point of the strip."""
        if (line := self.layout.at(x, y)) is not None:
            self._close(line, _MOUSE)

    def mouse_up(self) -> None:
        """Let go of whatever the mouse held, wherever it is now."""
        for line in list(self._hands):
            self._open(line, _MOUSE)

    def key_down(self, key: int, scancode: int) -> bool:
        """A key went down; whether it is one of ours. Repeats change nothing."""
        lines = self._lines(key, scancode)
        for line in lines:
            self._close(line, scancode)
        return bool(lines)

    def key_up(self, key: int, scancode: int) -> None:
        """A key came up."""
        for line in self._lines(key, scancode):
            self._open(line, scancode)

    def release_all(self) -> None:
        """The window lost sight of the hands: nothing may stay pressed."""
        for line, hands in list(self._hands.items()):
            for hand in list(hands):
                self._open(line, hand)

    def touches(self) -> list[Touch]:
        """What the hands did since the last call, in order."""
        touches, self._touches = self._touches, []
        return touches

    def _lines(self, key: int, scancode: int) -> tuple[str, ...]:
        return self._by_key.get(key) or self._by_scancode.get(scancode, ())

    def _close(self, line: str, hand: int) -> None:
        hands = self._hands.setdefault(line, set())
        if not hands:
            self._touches.append(Touch(line, active=True))
            if line.startswith("coin."):
                self.coins = (*self.coins, Coin(line, 0, self.slot_open))[-8:]
        hands.add(hand)

    def _open(self, line: str, hand: int) -> None:
        hands = self._hands.get(line, set())
        if hand in hands:
            hands.remove(hand)
            if not hands:
                del self._hands[line]
                if not line.startswith("coin."):
                    self._touches.append(Touch(line, active=False))


_Codes: TypeAlias = dict[int, tuple[str, ...]]


def _codes(keys: Mapping[str, str]) -> tuple[_Codes, _Codes]:
    by_key: _Codes = {}
    by_scancode: _Codes = {}
    for line, name in keys.items():
        try:
            code = pygame.key.key_code(name)
        except ValueError:
            raise BadKeyError(
                f"the wiring gives {line} the key {name!r}, but no key is called "
                "that (there are for example: a, 5, return, space, left, left ctrl)"
            ) from None
        by_key[code] = (*by_key.get(code, ()), line)
        if len(name) == 1 and name in _DIGITS:
            # A French keyboard has no unshifted digits: know the key by its place.
            place = pygame.KSCAN_1 + _DIGITS.index(name)
            by_scancode[place] = (*by_scancode.get(place, ()), line)
    return by_key, by_scancode
