"""The simulated front panel: its controls, the hands on them, and its picture.

The panel says `Touch` and nothing else: a contact that closes or opens, a coin
that drops. What it means is the counter's business, exactly as with real wires.
A line is closed by the first hand on it (the mouse, a key) and opened by the last
to leave, so every press has its one release.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pygame

from cabinet.core.errors import CabinetError
from cabinet.i18n import words
from cabinet.picture.shapes import (
    WIDTH,
    Box,
    Color,
    Disc,
    Glow,
    Line,
    Picture,
    Polygon,
    Shape,
    Text,
)
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


class FallingCoin(NamedTuple):
    """A coin on its way: how many frames it has been seen, and its fate."""

    line: str
    age: int
    taken: bool


class SimPanel:
    """The hands on the panel. `keys` gives each line the name of its key."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys = dict(keys)
        self.layout = PanelLayout.of(keys)
        self.coins: tuple[FallingCoin, ...] = ()
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
                self.coins = (*self.coins, FallingCoin(line, 0, self.slot_open))[-8:]
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


# The panel as a picture: dark metal, neon lamps, printed keys.

_WORDS: Final = Path(__file__).with_name("words")
# Dark, mid and light of each seat, then of the cabinet's own buttons.
_SEATS: Final = (
    ("teal", "lagoon", "cyan"),
    ("wine", "magenta", "pink"),
    ("rust", "amber", "gold"),
    ("moss", "leaf", "green"),
    ("plum", "lilac", "mauve"),
    ("rust", "ember", "orange"),
)
_BUTTONS: Final = {
    "start": ("rust", "amber", "gold"),
    "power": ("wine", "magenta", "red"),
    "mode": ("teal", "lagoon", "cyan"),
    "player": ("moss", "leaf", "green"),
}
_PLAIN: Final = ("dusk", "violet", "mauve")


def panel_picture(panel: SimPanel, language: str) -> Picture:
    """The panel as it is this frame, in strip coordinates."""
    shapes = _metal(panel.layout.height)
    for plate in panel.layout.plates:
        shapes += _plate(plate)
        if plate.name.startswith("coin."):
            shapes += _slot(panel, plate, language)
        elif plate.name != "buttons":
            shapes += _pad(panel, plate, language)
    for control in panel.layout.controls:
        shapes += _control(panel, control, language)
    return tuple(shapes)


def panel_title(name: str, language: str) -> str:
    """What stands above the window, with the keys that no button of the panel has."""
    return f"{name} – {_say('keys', language)}"


def _say(what: str, language: str) -> str:
    return words(language, _WORDS)(what)


def _metal(height: int) -> list[Shape]:
    brushed: list[Shape] = [
        Line(0, y, WIDTH - 1, y, "dusk") for y in range(5, height, 3)
    ]
    return [
        Box(0, 0, WIDTH, height, "night"),
        *brushed,
        Box(0, 0, WIDTH, 1, "pink"),
        Box(0, 1, WIDTH, 1, "magenta"),
        Box(0, 2, WIDTH, 1, "wine"),
    ]


def _plate(plate: Plate) -> list[Shape]:
    _, x, y, w, h = plate
    screws = ((sx, sy) for sy in (y + 6, y + h - 7) for sx in (x + 6, x + w - 7))
    return [
        Box(x, y, w, h, "slate", cut=5),
        Box(x, y, w, h, "steel", width=1, cut=5),
        Line(x + 5, y + 1, x + w - 6, y + 1, "ash"),
        *(Disc(*screw, 1, "ash") for screw in screws),
    ]


def _slot(panel: SimPanel, plate: Plate, language: str) -> list[Shape]:
    middle, top = plate.x + plate.w // 2, plate.y
    light: Color = "green" if panel.slot_open else "red"
    state = _say("open" if panel.slot_open else "shut", language)
    lit = panel.lamps.get("lamp.coin", False)
    shapes: list[Shape] = [
        Text(middle, top + 8, _say("coin", language), "silver", "small", "center"),
        Box(middle - 14, top + 17, 28, 42, "ink", cut=3),
        Box(middle - 14, top + 17, 28, 42, "gold" if lit else "steel", 1, 3),
        Box(middle - 2, top + 22, 4, 32, "night"),
        Box(middle - 2, top + 22, 4, 32, "ash", 1),
        Disc(plate.x + 10, top + 66, 2, light),
        Text(plate.x + 16, top + 64, state, light, "small"),
        Box(middle - 22, top + 76, 44, 17, "ink", cut=2),
        Box(middle - 22, top + 76, 44, 17, "steel", 1, 2),
    ]
    if lit:
        shapes.append(Glow(middle, top + 38, 34, "gold"))
    if panel.slot_open:
        shapes.append(Glow(plate.x + 10, top + 66, 8, "green"))
    key = panel.keys.get(plate.name, "")
    shapes.append(Box(plate.x + plate.w - 18, top + 30, 15, 13, "night", cut=2))
    shapes += _key(key, plate.x + plate.w - 11, top + 36, "ash", language)
    for coin in panel.coins:
        if coin.line == plate.name:
            shapes += _coin(coin, middle, top, language)
    return shapes


def _coin(coin: FallingCoin, middle: int, top: int, language: str) -> list[Shape]:
    if coin.age < COIN_FALL:
        left = COIN_FALL - coin.age
        return [
            Disc(middle - 1 - left, top + 38 - left, 7, "amber"),
            Disc(middle - 1 - left, top + 38 - left, 6, "gold"),
            Disc(middle - 2 - left, top + 37 - left, 2, "cream"),
        ]
    since = coin.age - COIN_FALL
    if coin.taken:
        return [Glow(middle, top + 38, 40 - since, "gold")] if since < 40 else []
    if since < 12:
        return [Disc(middle, top + 46 + 3 * since, 5, "gold")]
    said = _say("returned", language)
    return [
        Box(middle - 6, top + 88, 13, 3, "gold"),
        Text(middle, top + 80, said, "gold", "tiny", "center"),
    ]


def _ramp(line: str) -> tuple[Color, Color, Color]:
    if line in _BUTTONS:
        return _BUTTONS[line]
    seat = line.split(".")[0][1:]
    return _SEATS[(int(seat) - 1) % len(_SEATS)] if seat.isdigit() else _PLAIN


def _pad(panel: SimPanel, plate: Plate, language: str) -> list[Shape]:
    dark, mid, light = _ramp(plate.name)
    lit = panel.lamps.get(f"lamp.{plate.name}", False)
    name = _say("seat", language) + plate.name[1:]
    x, y = stick_centre(plate)
    leans = [DIRECTIONS[d] for d in DIRECTIONS if f"{plate.name}.{d}" in panel.held]
    dx, dy = (4 * sum(lean[axis] for lean in leans) for axis in (0, 1))
    shapes: list[Shape] = [
        Text(plate.x + 14, plate.y + 8, name, light, "body"),
        Box(plate.x + 66, plate.y + 11, 34, 4, "ink"),
        Box(plate.x + 67, plate.y + 12, 32, 2, light if lit else dark),
        Disc(x, y, 12, "ink"),
        Disc(x, y, 12, "steel", 1),
        Line(x, y, x + dx, y + dy, "ash", 3),
        Disc(x + dx, y + dy, 7, mid),
        Disc(x + dx - 1, y + dy - 1, 5, light),
        Disc(x + dx - 3, y + dy - 3, 1, "white"),
    ]
    if lit:
        shapes.append(Glow(plate.x + 82, plate.y + 12, 26, light))
    return shapes


def _control(panel: SimPanel, control: Control, language: str) -> list[Shape]:
    if control.line.startswith("coin."):
        return []
    if control.line.split(".")[-1] in DIRECTIONS:
        return _direction(panel, control, language)
    if "." in control.line:
        return _round(panel, control, language)
    return _square(panel, control, language)


def _direction(panel: SimPanel, control: Control, language: str) -> list[Shape]:
    dark, _, light = _ramp(control.line)
    pressed = control.line in panel.held
    x, y = control.x + control.w // 2, control.y + control.h // 2
    cap = Box(x - 7, y - 6, 15, 13, dark if pressed else "night", cut=2)
    ink: Color = light if pressed else "ash"
    return [cap, *_key(panel.keys[control.line], x, y, ink, language)]


def _round(panel: SimPanel, control: Control, language: str) -> list[Shape]:
    dark, mid, light = _ramp(control.line)
    pressed = control.line in panel.held
    x, y = control.x + control.w // 2, control.y + 12
    name = control.line.split(".")[-1].upper()
    shapes: list[Shape] = [
        Disc(x, y, 11, "ink"),
        Disc(x, y, 10, light if pressed else mid),
        Disc(x, y, 8 if pressed else 9, mid if pressed else dark),
        Text(x + 1, y - 5, name, "white" if pressed else light, "body", "center"),
    ]
    if pressed:
        shapes.append(Glow(x, y, 20, light))
    return shapes + _key(panel.keys[control.line], x, y + 17, "ash", language)


def _square(panel: SimPanel, control: Control, language: str) -> list[Shape]:
    dark, mid, light = _ramp(control.line)
    pressed = control.line in panel.held
    lit = panel.lamps.get(f"lamp.{control.line}", False)
    sunk = 1 if pressed else 0
    x, y, w = control.x + 4, control.y + 14 + sunk, control.w - 8
    middle = control.x + control.w // 2
    face, rim = (mid, light) if lit or pressed else (dark, mid)
    label = _say(control.line, language)
    shapes: list[Shape] = [
        Text(middle, control.y + 4, label, "silver", "small", "center"),
        Box(x, control.y + 17, w, 23, "ink", cut=4),
        Box(x, y, w, 23, face, cut=4),
        Box(x, y, w, 23, rim, 1, 4),
    ]
    if lit or pressed:
        shapes.append(Glow(middle, y + 11, 30, light))
    ink: Color = "white" if lit or pressed else light
    return shapes + _key(panel.keys[control.line], middle, y + 11, ink, language)


def _key(name: str, x: int, y: int, color: Color, language: str) -> list[Shape]:
    """The key's name around x, y; the arrow keys as small arrows."""
    if name in DIRECTIONS:
        dx, dy = DIRECTIONS[name]
        tip = (x + 3 * dx, y + 3 * dy)
        base = (x - 2 * dx, y - 2 * dy)
        side = (
            (base[0] + 3 * dy, base[1] + 3 * dx),
            (base[0] - 3 * dy, base[1] - 3 * dx),
        )
        return [Polygon((tip, *side), color)]
    label = words(language, _WORDS).entries.get(f"key.{name}", name).upper()
    return [Text(x + 1, y - 2, label, color, "tiny", "center")]
