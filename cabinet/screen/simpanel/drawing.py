"""The simulated front panel as a picture: dark metal, neon lamps, printed keys."""

from pathlib import Path
from typing import Final

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
from cabinet.screen.simpanel.panel import (
    COIN_FALL,
    DIRECTIONS,
    Coin,
    Control,
    Panel,
    Plate,
    stick_centre,
)

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


def panel_picture(panel: Panel, language: str) -> Picture:
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
    shapes: list[Shape] = [
        Box(x, y, w, h, "slate", cut=5),
        Box(x, y, w, h, "steel", width=1, cut=5),
        Line(x + 5, y + 1, x + w - 6, y + 1, "ash"),
    ]
    screws = ((x + 6, y + 6), (x + w - 7, y + 6), (x + 6, y + h - 7))
    shapes += [Disc(sx, sy, 1, "ash") for sx, sy in screws]
    return [*shapes, Disc(x + w - 7, y + h - 7, 1, "ash")]


def _slot(panel: Panel, plate: Plate, language: str) -> list[Shape]:
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


def _coin(coin: Coin, middle: int, top: int, language: str) -> list[Shape]:
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


def _pad(panel: Panel, plate: Plate, language: str) -> list[Shape]:
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


def _control(panel: Panel, control: Control, language: str) -> list[Shape]:
    if control.line.startswith("coin."):
        return []
    if control.line.split(".")[-1] in DIRECTIONS:
        return _direction(panel, control, language)
    if "." in control.line:
        return _round(panel, control, language)
    return _square(panel, control, language)


def _direction(panel: Panel, control: Control, language: str) -> list[Shape]:
    dark, _, light = _ramp(control.line)
    pressed = control.line in panel.held
    x, y = control.x + control.w // 2, control.y + control.h // 2
    cap = Box(x - 7, y - 6, 15, 13, dark if pressed else "night", cut=2)
    ink: Color = light if pressed else "ash"
    return [cap, *_key(panel.keys[control.line], x, y, ink, language)]


def _round(panel: Panel, control: Control, language: str) -> list[Shape]:
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


def _square(panel: Panel, control: Control, language: str) -> list[Shape]:
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
