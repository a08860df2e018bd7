"""Three steps and who stands on them: the winner in the middle, confetti above."""

from typing import Final

from cabinet.picture.shapes import Box, Glow, Gradient, Picture, Shape, Text
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.scenes.panels import SEATS, player

_WIDE: Final = 68
# Where the first, the second and the third stand, and how high.
_STEPS: Final = ((0, 84), (-1, 60), (1, 44))
_CONFETTI: Final = ("cyan", "pink", "gold", "green", "white", "mauve")


def podium(
    result: ResultCard,
    order: list[int],
    bots: frozenset[int],
    x: int,
    floor: int,
    frame: int,
) -> Picture:
    """The best three around x; winners who share it stand equally high."""
    won = len(result.winners)
    shapes: list[Picture] = [(Glow(x, floor - 90, 110, "amber"),)] if won else []
    for place, seat in enumerate(order[: len(_STEPS)]):
        side, tall = _STEPS[place]
        high = _STEPS[0][1] if place < won else tall if won else _STEPS[2][1]
        number = "1" if place < won else str(place + 1) if won else "="
        middle = x + side * (_WIDE + 2)
        shapes.append(_step(middle, floor, high, seat, number))
        shapes.append(player(seat, middle, floor - high - 2, bot=seat in bots))
    if won:
        shapes.append(_confetti(x, floor, frame))
    return tuple(shape for part in shapes for shape in part)


def _step(x: int, floor: int, tall: int, seat: int, number: str) -> Picture:
    ramp = SEATS[seat % len(SEATS)]
    left, top = x - _WIDE // 2, floor - tall
    return (
        Gradient(left, top, _WIDE, tall, (ramp.mid, ramp.dark, "night")),
        Box(left, top, _WIDE, 4, ramp.light),
        Box(left, top, 1, tall, ramp.mid),
        Box(left + _WIDE - 1, top, 1, tall, ramp.dark),
        Box(x - 13, top + 11, 26, 25, "ink", cut=5),
        Text(x, top + 16, number, ramp.light, "title", "center"),
    )


def _confetti(x: int, floor: int, frame: int) -> Picture:
    """Scraps that fall for ever, each on its own way."""
    shapes: list[Shape] = []
    for scrap in range(26):
        fallen = (frame * (2 + scrap % 3) // 3 + scrap * 37) % 190
        sway = (0, 1, 2, 1)[(frame // 8 + scrap) % 4]
        at_x = x - 104 + scrap * 53 % 208 + sway
        wide = 1 + (frame // 6 + scrap) % 3
        color = _CONFETTI[scrap % len(_CONFETTI)]
        shapes.append(Box(at_x, floor - 190 + fallen, wide, 2, color))
    return tuple(shapes)
