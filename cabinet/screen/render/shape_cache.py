"""Shapes that are shaded pixel by pixel, made at their first use and kept.

Each follows from its own fields alone. Shading is dithered from one colour of a
ramp to the next by an 8 x 8 pattern, so that no colour outside the palette
appears; light around a shape is added to what is behind it. Only sums, products
and square roots are used, which every processor rounds alike.
"""

from functools import lru_cache
from math import isqrt, sqrt
from typing import Final, NamedTuple

import pygame

from cabinet.picture.shapes import Color, Face, Ramp
from cabinet.screen.render import fonts
from cabinet.screen.render.colors import in_these_colors, rgb

# No colour of the palette, so it can mark the pixels of a sprite that are not drawn.
NOTHING: Final = (0, 0, 0)
# The order in which 64 steps between two colours fill a square of 8 x 8 pixels.
_BAYER: Final = tuple(
    tuple(
        sum(
            ((x ^ y) >> bit & 1) * (32 >> 2 * bit) + (y >> bit & 1) * (16 >> 2 * bit)
            for bit in range(3)
        )
        / 64
        for x in range(8)
    )
    for y in range(8)
)
# Where the light comes from: the upper left, and a little from the front.
_LIGHT: Final = (-0.55, -0.6, 0.58)
_RIM: Final = 2.6
_HALO: Final = 3
_AROUND: Final = tuple((x, y) for x in (0, 1, 2) for y in (0, 1, 2))


class Lit(NamedTuple):
    """A sprite and the light around it; `margin` is how far the light reaches out."""

    body: pygame.Surface
    light: pygame.Surface | None
    margin: int


def empty_sprite(w: int, h: int) -> pygame.Surface:
    """Nothing; what is drawn on it is later copied in runs, not pixel by pixel."""
    sprite = pygame.Surface((w, h), 0, 32)
    sprite.set_colorkey(NOTHING, pygame.RLEACCEL)
    return sprite


@in_these_colors
@lru_cache(maxsize=128)
def orb(rx: int, ry: int, ramp: Ramp, dome: bool, bands: int) -> pygame.Surface:  # noqa: FBT001
    """An egg of 2 rx + 1 by 2 ry + 1 pixels, or its upper half."""
    last = 0 if dome else ry
    rows = [_orb_row(dy, rx, ry, ramp, bands) for dy in range(-ry, last + 1)]
    return _from_bytes(b"".join(rows), 2 * rx + 1, len(rows))


def _orb_row(dy: int, rx: int, ry: int, ramp: Ramp, bands: int) -> bytes:
    values = [bytes(rgb(color)) for color in ramp]
    top = len(values) - 1
    pattern = _BAYER[dy % 8]
    rim, ny = 1 - _RIM / max(rx, ry, 3), dy / (ry or 1)
    row = []
    for dx in range(-rx, rx + 1):
        nx = dx / (rx or 1)
        near = nx * nx + ny * ny
        if near > 1:
            row.append(b"\0\0\0")
            continue
        shine = nx * _LIGHT[0] + ny * _LIGHT[1] + sqrt(1 - near) * _LIGHT[2]
        level = shine * 0.85 + 0.16
        if bands:
            wave = ((ny + 1 + nx * nx * 0.15) * bands) % 2
            level *= 0.7 + 0.45 * abs(wave - 1)
        if near > rim and shine > 0.45:
            level = max(level, 0.8)
        step = int(max(0.0, level) * top + pattern[dx % 8])
        row.append(values[min(step, top)])
    return b"".join(row)


@in_these_colors
@lru_cache(maxsize=24)
def gradient(w: int, h: int, ramp: Ramp) -> pygame.Surface:
    """A rectangle through all the colours, top to bottom."""
    whole = pygame.Surface((w, h), 0, 32)
    _pour(whole, 0, h, ramp)
    return whole


def _pour(surface: pygame.Surface, top: int, h: int, ramp: Ramp) -> None:
    """Fill the rows from `top` on with a gradient."""
    tile = _gradient_tile(h, ramp)
    surface.fblits([(tile, (x, top)) for x in range(0, surface.get_width(), 8)])


@in_these_colors
@lru_cache(maxsize=64)
def _gradient_tile(h: int, ramp: Ramp) -> pygame.Surface:
    values = [bytes(rgb(color)) for color in ramp]
    top = len(values) - 1
    rows = (
        b"".join(values[int(y / max(1, h - 1) * top + each)] for each in _BAYER[y % 8])
        for y in range(h)
    )
    tile = pygame.Surface((8, h), 0, 32)
    tile.blit(pygame.image.frombytes(b"".join(rows), (8, h), "RGB"), (0, 0))
    return tile


@in_these_colors
@lru_cache(maxsize=512)
def disc(r: int, width: int, color: Color) -> pygame.Surface:
    """A round sprite of 2r + 1 pixels; its rows follow from whole numbers alone."""
    ink, none = bytes(rgb(color)), bytes(NOTHING)
    inner = r - width if 0 < width <= r else -1
    upper = []
    for row in range(-r, 1):
        half = isqrt(r * r + r - row * row)
        body = ink * (2 * half + 1)
        if -row <= inner:
            hole = isqrt(inner * inner + inner - row * row)
            side = ink * (half - hole)
            body = side + none * (2 * hole + 1) + side
        upper.append(none * (r - half) + body + none * (r - half))
    return _from_bytes(b"".join((*upper, *upper[-2::-1])), 2 * r + 1, 2 * r + 1)


@in_these_colors
@lru_cache(maxsize=256)
def sprite(
    rows: tuple[str, ...],
    ramp: Ramp,
    scale: int,
    half: bool,  # noqa: FBT001
    edge: Color,
    halo: Color,
) -> Lit:
    """A drawing in letters, enlarged, then outlined and lit."""
    if half:
        rows = tuple(row + row[-2::-1] for row in rows)
    wide = max(map(len, rows), default=0)
    values = {str(i): bytes(rgb(color)) for i, color in enumerate(ramp)}
    pixels = b"".join(
        values.get(letter, b"\0\0\0") for row in rows for letter in row.ljust(wide, ".")
    )
    drawn = _from_bytes(pixels, wide, len(rows))
    if scale > 1:
        larger = empty_sprite(wide * scale, len(rows) * scale)
        pygame.transform.scale_by(drawn, scale, larger)
        drawn = larger
    return _lit(drawn, edge, halo)


class Sign(NamedTuple):
    """Words in neon; `rise` is how far they reach above the top of the capitals."""

    lit: Lit
    rise: int


@in_these_colors
@lru_cache(maxsize=128)
def neon(
    words: str, ramp: Ramp, face: Face, scale: int, edge: Color, halo: Color
) -> Sign:
    """One line of words; the gradient runs from the top of the capitals down."""
    ink, rise = fonts.written(words, face, "white", scale)
    tall = fonts.measure(words, face, scale)[1]
    fill = pygame.Surface(ink.get_size(), 0, 32)
    fill.fill(rgb(ramp[-1]))
    fill.fill(rgb(ramp[0]), (0, 0, fill.get_width(), rise))
    _pour(fill, rise, tall, ramp)
    drawn = empty_sprite(*ink.get_size())
    letters = pygame.mask.from_surface(ink)
    letters.to_surface(drawn, setsurface=fill, unsetcolor=None)
    return Sign(_lit(drawn, edge, halo), rise + bool(edge))


def octagon(x: int, y: int, w: int, h: int, cut: int) -> tuple[tuple[int, int], ...]:
    """The corners of a rectangle whose own are cut off."""
    right, bottom = x + w - 1, y + h - 1
    return (
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
        (x, y + cut),
    )


@in_these_colors
@lru_cache(maxsize=48)
def edge_light(w: int, h: int, cut: int, color: Color) -> tuple[pygame.Surface, int]:
    """Light along the edge of a box, and how far it reaches out of it.

    Blurring a large box takes longer than a frame has: the corners of a small one
    are copied, and its sides stretched.
    """
    margin = 2 * _HALO
    wide, high = w + 2 * margin, h + 2 * margin
    corner = 2 * margin + cut
    if min(wide, high) <= 2 * corner:
        return _blurred_edge(wide, high, cut, color), margin
    small = _blurred_edge(2 * corner + 1, 2 * corner + 1, cut, color)
    light = pygame.Surface((wide, high), 0, 32)
    for x, to_x, w_from, w_to in _thirds(corner, wide):
        for y, to_y, h_from, h_to in _thirds(corner, high):
            part = small.subsurface((x, y, w_from, h_from))
            light.blit(pygame.transform.scale(part, (w_to, h_to)), (to_x, to_y))
    return light, margin


def _thirds(corner: int, whole: int) -> tuple[tuple[int, int, int, int], ...]:
    """Begin, middle and end: where each is, where it goes, and how long it gets."""
    return (
        (0, 0, corner, corner),
        (corner, corner, 1, whole - 2 * corner),
        (corner + 1, whole - corner, corner, corner),
    )


@in_these_colors
@lru_cache(maxsize=32)
def _blurred_edge(wide: int, high: int, cut: int, color: Color) -> pygame.Surface:
    light, margin = pygame.Surface((wide, high), 0, 32), 2 * _HALO
    corners = octagon(margin, margin, wide - 2 * margin, high - 2 * margin, cut)
    pygame.draw.lines(light, rgb(color), True, corners, 3)  # noqa: FBT003
    for _ in range(2):
        light = pygame.transform.box_blur(light, _HALO)
    return light


def _from_bytes(pixels: bytes, w: int, h: int) -> pygame.Surface:
    drawn = empty_sprite(w, h)
    if w and h:
        drawn.blit(pygame.image.frombytes(pixels, (w, h), "RGB"), (0, 0))
    return drawn


def _lit(drawn: pygame.Surface, edge: Color, halo: Color) -> Lit:
    if edge:
        drawn = _outlined(drawn, edge)
    if not halo:
        return Lit(drawn, None, 0)
    return Lit(drawn, _halo(drawn, halo), 2 * _HALO)


def _outlined(drawn: pygame.Surface, edge: Color) -> pygame.Surface:
    """One pixel wider on every side."""
    whole = empty_sprite(drawn.get_width() + 2, drawn.get_height() + 2)
    shape = pygame.mask.from_surface(drawn)
    for at in _AROUND:
        shape.to_surface(whole, setcolor=rgb(edge), unsetcolor=None, dest=at)
    whole.blit(drawn, (1, 1))
    return whole


def _halo(drawn: pygame.Surface, color: Color) -> pygame.Surface:
    """The shape in one colour, blurred twice: light to be added."""
    margin = 2 * _HALO
    size = (drawn.get_width() + 2 * margin, drawn.get_height() + 2 * margin)
    light = pygame.Surface(size, 0, 32)
    shape = pygame.mask.from_surface(drawn)
    shape.to_surface(light, setcolor=rgb(color), unsetcolor=None, dest=(margin,) * 2)
    for _ in range(2):
        light = pygame.transform.box_blur(light, _HALO)
    return light
