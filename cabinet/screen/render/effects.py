"""What makes the canvas look like a tube: bloom, scanlines, vignette, each as light.

Presenters enlarge the canvas and add or take the light described here, on the
graphics card or on the processor. The canvas itself is never touched: what is
tested and photographed has no effects.
"""

from functools import cache
from math import sqrt
from typing import Final, Literal, TypeAlias

import pygame

from cabinet.picture.shapes import HEIGHT, WIDTH

# full: all; light: no bloom, which is what costs; off: the pixels and nothing else.
Effects: TypeAlias = Literal["off", "light", "full"]
LEVELS: Final[tuple[Effects, ...]] = ("off", "light", "full")

# How bright each row of an enlarged pixel is, of 255, by the scale.
_ROWS: Final = {
    1: (255,),
    2: (255, 200),
    3: (244, 255, 188),
    4: (240, 255, 248, 172),
}
# The scanlines take light away; this much of it, of 255, is given before.
GAIN: Final = 56
BLOOM_SIZE: Final = (WIDTH // 4, HEIGHT // 4)
# Darker than this nothing shines; how much of the rest does, of 255.
_BLOOM_CUT: Final = (70, 70, 70)
BLOOM_GAIN: Final = 150
VIGNETTE_SIZE: Final = (64, 36)
_VIGNETTE: Final = 0.26


def scanlines(scale: int) -> tuple[int, ...]:
    """The brightness of each row of a pixel that is `scale` rows tall, of 255."""
    return _ROWS.get(scale) or (*(255,) * (scale - 1), 170)


def scanline_column(scale: int) -> pygame.Surface:
    """One pixel wide and as tall as the enlarged canvas: stretch it, multiply by it."""
    rows = scanlines(scale)
    column = pygame.Surface((1, HEIGHT * scale), 0, 32)
    for y in range(HEIGHT * scale):
        column.set_at((0, y), (rows[y % scale],) * 3)
    return column


@cache
def vignette() -> pygame.Surface:
    """White, darker towards the corners: stretch it smoothly, multiply by it."""
    wide, high = VIGNETTE_SIZE
    shade = pygame.Surface(VIGNETTE_SIZE, 0, 32)
    for y in range(high):
        for x in range(wide):
            u, v = 2 * x / (wide - 1) - 1, 2 * y / (high - 1) - 1
            far = 0.55 * (u * u + v * v)
            level = round(255 * (1 - _VIGNETTE * min(1.0, far * sqrt(far))))
            shade.set_at((x, y), (level,) * 3)
    return shade


def bloom(canvas: pygame.Surface, small: pygame.Surface) -> pygame.Surface:
    """What shines, blurred, a quarter of the size; `small` is scratch of that size."""
    pygame.transform.smoothscale(canvas, BLOOM_SIZE, small)
    small.fill(_BLOOM_CUT, special_flags=pygame.BLEND_RGB_SUB)
    return pygame.transform.box_blur(small, 2)


# What scanlines take on the whole, where there is no room for whole ones.
_EVEN: Final = 228


def even_column() -> pygame.Surface:
    """One pixel that takes as much light as scanlines do."""
    column = pygame.Surface((1, 1), 0, 32)
    column.fill((_EVEN,) * 3)
    return column


def soft_mask(size: tuple[int, int]) -> pygame.Surface:
    """The same without lines, for a scale that is not whole: there they would beat."""
    whole = pygame.Surface(size, 0, 32)
    pygame.transform.smoothscale(vignette(), size, whole)
    whole.fill((_EVEN,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    return whole


def mask(scale: int) -> pygame.Surface:
    """Scanlines and vignette in one, for the enlarged canvas."""
    size = (WIDTH * scale, HEIGHT * scale)
    whole = pygame.Surface(size, 0, 32)
    pygame.transform.smoothscale(vignette(), size, whole)
    lines = pygame.transform.scale(scanline_column(scale), size)
    whole.blit(lines, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return whole
