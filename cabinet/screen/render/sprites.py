"""Sprites and the things composed of shaded shapes: ready to be placed."""

import tomllib
from pathlib import Path
from typing import Final

from cabinet.picture.shapes import RAMPS, Box, Glow, Orb, Picture, Ramp, Shape, Sprite

_DRAWN: Final = tomllib.loads(
    (Path(__file__).parents[1] / "assets" / "sprites.toml").read_text(encoding="utf-8")
)
COIN: Final = tuple(tuple(drawing.split()) for drawing in _DRAWN["coin"])
DEFENDER, ROBOT, TROPHY = (
    tuple(_DRAWN[name].split()) for name in ("defender", "robot", "trophy")
)
_TURN: Final = (0, 1, 2, 3, 2, 1)


def coin(x: int, y: int, frame: int, scale: int = 1) -> Picture:
    """A gold coin that turns once in a second."""
    rows = COIN[_TURN[frame // 10 % len(_TURN)]]
    return (
        Sprite(x, y, rows, RAMPS["gold"], scale, half=True, edge="rust", halo="ember"),
    )


def defender(x: int, y: int, ramp: Ramp = RAMPS["cyan"], scale: int = 1) -> Picture:
    """The ship that keeps the saucers away, in a player's colours."""
    return (Sprite(x, y, DEFENDER, ramp, scale, half=True, edge="ink", halo=ramp[1]),)


def robot(x: int, y: int, ramp: Ramp, scale: int = 1) -> Picture:
    """A player of the house, in a seat's colours."""
    return (Sprite(x, y, ROBOT, ramp, scale, half=True, edge="ink", halo=ramp[0]),)


def trophy(x: int, y: int, scale: int = 2) -> Picture:
    """A golden cup."""
    gold = RAMPS["gold"]
    return (Sprite(x, y, TROPHY, gold, scale, half=True, edge="ink", halo="ember"),)


def saucer(
    x: int,
    y: int,
    frame: int = 0,
    hull: Ramp = RAMPS["steel"][:4],
    dome: Ramp = RAMPS["cyan"],
    size: int = 17,
) -> Picture:
    """A flying saucer `2 * size + 1` wide, its lamps running around the hull."""
    tall = max(2, size * 5 // 16)
    glass = max(2, size * 9 // 16)
    lamp = 2 if size >= 14 else 1
    lamps = tuple(
        Box(
            x + (2 * i - 6) * size // 8 - lamp // 2,
            y + tall // 4 - abs(2 * i - 6) * tall // 24,
            lamp,
            lamp,
            "white" if (i + frame // 8) % 3 == 0 else dome[2],
        )
        for i in range(7)
    )
    return (
        Glow(x, y, size + size // 2, dome[0]),
        Orb(x, y - tall // 3, glass, glass, dome, dome=True),
        Orb(x, y, size, tall, hull),
        *lamps,
        Box(x - size // 6, y + tall, size // 3 + 1, 1, dome[2]),
    )


def beam(x: int, y: int, reach: int, wide: int) -> Picture:
    """The light under a saucer, in stripes that thin towards the ground."""
    stripes: list[Shape] = []
    for row in range(0, reach, 3):
        half = wide * (row + 4) // (2 * reach)
        color = ("mint", "green", "leaf", "moss")[min(3, row * 4 // reach)]
        stripes.append(Box(x - half, y + row, 2 * half + 1, 1, color))
    return (*stripes, Glow(x, y + reach, wide, "moss"))
