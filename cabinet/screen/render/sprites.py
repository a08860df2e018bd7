"""Drawings in letters and the things composed of shaded shapes: ready to be placed.

A digit is a colour of the ramp, dark to light, so one drawing serves every player.
"""

from typing import Final

from cabinet.picture.shapes import RAMPS, Box, Glow, Orb, Picture, Ramp, Shape, Sprite

# A coin turning: a quarter of a turn in four drawings, the left half of each.
COIN: Final = tuple(
    tuple(rows.split())
    for rows in (
        "...33 .3344 .3455 34541 34541 34541 34541 .3453 .2344 ...22",
        "....3 ..334 ..345 .3454 .3451 .3451 .3454 ..345 ..234 ....2",
        "....3 ...34 ...35 ...35 ...35 ...35 ...35 ...35 ...24 ....2",
        "....4 ....5 ....5 ....5 ....5 ....5 ....5 ....5 ....4 ....2",
    )
)
_TURN: Final = (0, 1, 2, 3, 2, 1)
DEFENDER: Final = (
    "............4",
    "............4",
    "...........43",
    "...........32",
    "...........32",
    "..........432",
    "..........322",
    ".........4321",
    ".........3221",
    "2........3200",
    "2.......43200",
    "1.......32200",
    "1......432220",
    "12....4332211",
    "11...43322111",
    "112.433221101",
    ".114332211001",
    "..13322110001",
    "..11221100001",
    "...1111000010",
    "....1100.0011",
    ".....110...01",
    "............3",
)
ROBOT: Final = (
    ".........4",
    ".........3",
    "...2222222",
    "..23333333",
    ".233333333",
    ".230000333",
    "1230440333",
    "1230440333",
    ".230000333",
    ".233333333",
    "..23333000",
    "...2222222",
    ".....11111",
    "..22222222",
    ".233333333",
    ".213344444",
    ".213333333",
    "..12222222",
)
TROPHY: Final = (
    "..44444444",
    "2233344455",
    "2.23334455",
    "2.22333445",
    ".222333445",
    "...2233344",
    "....223334",
    ".....22333",
    ".......233",
    "........23",
    "........23",
    ".......223",
    ".....22333",
    "....223333",
)


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
