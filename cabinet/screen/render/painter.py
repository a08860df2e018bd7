"""Turns a picture into pixels, back to front.

A picture has the same pixels on every machine: whole numbers, no anti-aliasing,
and only those operations of pygame that give one answer on every processor
(fill, blit, add, multiply, scale, smoothscale, lines and polygons).
"""

from functools import cache, lru_cache
from math import isqrt
from pathlib import Path
from typing import Final, assert_never

import pygame

from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Clip,
    Color,
    Disc,
    Flash,
    Glow,
    Gradient,
    Inset,
    Iris,
    Line,
    Neon,
    Orb,
    Picture,
    Pixels,
    Polygon,
    Shift,
    Sprite,
    Text,
    Veil,
)
from cabinet.screen.render import fonts, pixels, shape_cache
from cabinet.screen.render.colors import in_these_colors, rgb
from cabinet.screen.render.shape_cache import disc, empty_sprite, octagon

_BACKGROUND: Final[Color] = "ink"
# A glow of the full colour would swallow the words of that colour it surrounds.
_GLOW_PEAK: Final = 120
_GLOW_MASTER: Final = 48
_LARGE_GLOW: Final = 64
# Up to this many pixels a cut box is quicker to copy than to draw.
_SPRITE_AREA: Final = 4096


def paint(canvas: pygame.Surface, picture: Picture) -> None:
    """Draw the whole picture over whatever was on the canvas."""
    canvas.fill(rgb(_BACKGROUND))
    _draw(canvas, picture)


def _draw(canvas: pygame.Surface, picture: Picture) -> None:
    for shape in picture:
        match shape:
            case Box():
                _box(canvas, shape)
            case Text():
                _text(canvas, shape)
            case Disc():
                if shape.r >= 0:
                    round_one = disc(shape.r, shape.width, shape.color)
                    canvas.blit(round_one, (shape.x - shape.r, shape.y - shape.r))
            case Line():
                _line(canvas, shape)
            case Polygon():
                _polygon(canvas, shape)
            case Glow():
                if shape.r > 0:
                    light, at = _glow(shape.r, shape.color), shape.r
                    where = (shape.x - at, shape.y - at)
                    canvas.blit(light, where, special_flags=pygame.BLEND_RGB_ADD)
            case Sprite() | Orb() | Gradient() | Neon():
                _cached(canvas, shape)
            case Veil() | Flash() | Shift() | Iris() | Clip():
                _over_all(canvas, shape)
            case Inset():
                canvas.blit(_inset(*shape[2:]), (shape.x, shape.y))
            case Pixels():
                _pixels(canvas, shape)
            case _:
                assert_never(shape)


def _pixels(canvas: pygame.Surface, shape: Pixels) -> None:
    found, (x, y, w, h) = pixels.shown(shape.source), shape[:4]
    if found is None:
        canvas.fill(rgb(_BACKGROUND), (x, y, w, h))
    elif found.get_size() == (w, h):
        canvas.blit(found, (x, y))
    else:
        scaled = pygame.transform.smoothscale(found, (w, h))
        scaled.set_alpha(None)  # a game's fourth byte means nothing
        canvas.blit(scaled, (x, y))


def measure(text: Text) -> tuple[int, int]:
    """How wide a text is, and how tall its capitals: what a layout must leave."""
    return fonts.measure(text.words, text.face, text.scale)


def _text(canvas: pygame.Surface, text: Text) -> None:
    if not text.words:
        rgb(text.color)
        return
    ink, rise = fonts.written(text.words, text.face, text.color, text.scale)
    left = text.x
    if text.align == "center":
        left -= ink.get_width() // 2
    elif text.align == "right":
        left -= ink.get_width()
    canvas.blit(ink, (left, text.y - rise))


def _box(canvas: pygame.Surface, box: Box) -> None:
    x, y, w, h, color, width, cut, halo = box
    if halo and w > 0 and h > 0:
        light, margin = shape_cache.edge_light(w, h, cut, halo)
        where = (x - margin, y - margin)
        canvas.blit(light, where, special_flags=pygame.BLEND_RGB_ADD)
    if w <= 0 or h <= 0:
        rgb(color)
    elif not width and not cut:
        canvas.fill(rgb(color), (x, y, w, h))
    elif cut > 0 and w * h <= _SPRITE_AREA:
        canvas.blit(_cut_box(w, h, color, width, cut), (x, y))
    else:
        _draw_box(canvas, box)


@in_these_colors
@lru_cache(maxsize=512)
def _cut_box(w: int, h: int, color: Color, width: int, cut: int) -> pygame.Surface:
    sprite = empty_sprite(w, h)
    _draw_box(sprite, Box(0, 0, w, h, color, width, cut))
    return sprite


def _draw_box(canvas: pygame.Surface, box: Box) -> None:
    color = rgb(box.color)
    cut = min(box.cut, (box.w - 1) // 2, (box.h - 1) // 2)
    hollow = box.width > 0 and 2 * box.width < min(box.w, box.h)
    if cut <= 0:
        width = box.width if hollow else 0
        pygame.draw.rect(canvas, color, (box.x, box.y, box.w, box.h), width)
    elif not hollow:
        pygame.draw.polygon(canvas, color, octagon(box.x, box.y, box.w, box.h, cut))
    else:
        for inset in range(box.width):
            size = (box.w - 2 * inset, box.h - 2 * inset)
            at = (box.x + inset, box.y + inset)
            corners = octagon(*at, *size, max(0, cut - inset))
            pygame.draw.lines(canvas, color, True, corners)  # noqa: FBT003


def _line(canvas: pygame.Surface, line: Line) -> None:
    x1, y1, x2, y2, color, width = line
    if width == 1 and (x1 == x2 or y1 == y2):
        # The same pixels as draw.line gives, in a tenth of its time.
        w, h = abs(x2 - x1) + 1, abs(y2 - y1) + 1
        canvas.fill(rgb(color), (min(x1, x2), min(y1, y2), w, h))
    else:
        pygame.draw.line(canvas, rgb(color), (x1, y1), (x2, y2), width)


def _polygon(canvas: pygame.Surface, polygon: Polygon) -> None:
    color, width = rgb(polygon.color), polygon.width
    pygame.draw.polygon(canvas, color, polygon.points, max(0, width))
    if width > 2:
        # Thick lines meet with a notch at every corner; a disc fills it.
        joint = disc(width // 2, 0, polygon.color)
        for x, y in polygon.points:
            canvas.blit(joint, (x - width // 2, y - width // 2))


def _cached(canvas: pygame.Surface, shape: Sprite | Orb | Gradient | Neon) -> None:
    match shape:
        case Sprite(x, y, rows, ramp, scale, half, edge, halo):
            lit = shape_cache.sprite(rows, ramp, scale, half, edge, halo)
            w, h = lit.body.get_size()
            _shine(canvas, lit, x - w // 2, y - h // 2)
        case Orb(x, y, rx, ry, ramp, dome, bands) if rx >= 0 and ry >= 0:
            canvas.blit(shape_cache.orb(rx, ry, ramp, dome, bands), (x - rx, y - ry))
        case Gradient(x, y, w, h, ramp) if w > 0 and h > 0:
            canvas.blit(shape_cache.gradient(w, h, ramp), (x, y))
        case Neon() if shape.words:
            _neon(canvas, shape)


def _neon(canvas: pygame.Surface, neon: Neon) -> None:
    x, y, words, ramp, face, align, scale, edge, halo = neon
    lit, rise = shape_cache.neon(words, ramp, face, scale, edge, halo)
    wide = lit.body.get_width() - (2 if edge else 0)
    left = x - {"left": 0, "center": wide // 2, "right": wide}[align]
    _shine(canvas, lit, left - bool(edge), y - rise)


def _shine(canvas: pygame.Surface, lit: shape_cache.Lit, x: int, y: int) -> None:
    if lit.light:
        where = (x - lit.margin, y - lit.margin)
        canvas.blit(lit.light, where, special_flags=pygame.BLEND_RGB_ADD)
    canvas.blit(lit.body, (x, y))


def _over_all(
    canvas: pygame.Surface, shape: Veil | Flash | Shift | Iris | Clip
) -> None:
    match shape:
        case Veil(x, y, w, h, light):
            level = 255 * light // 100
            canvas.fill((level,) * 3, (x, y, w, h), pygame.BLEND_RGB_MULT)
        case Flash(x, y, w, h, color, strength):
            red, green, blue = (value * strength // 100 for value in rgb(color))
            canvas.fill((red, green, blue), (x, y, w, h), pygame.BLEND_RGB_ADD)
        case Shift(dx, dy):
            canvas.scroll(dx, dy)
        case Iris():
            _iris(canvas, shape)
        case Clip(x, y, w, h, picture):
            before = canvas.get_clip()
            canvas.set_clip(before.clip((x, y, max(0, w), max(0, h))))
            _draw(canvas, picture)
            canvas.set_clip(before)


@in_these_colors
@lru_cache(maxsize=12)
def _inset(
    w: int, h: int, picture: Picture, left: int, top: int, shrink: int
) -> pygame.Surface:
    whole, part = pygame.Surface((WIDTH, HEIGHT), 0, 32), (w * shrink, h * shrink)
    whole.set_clip((left, top, *part))
    paint(whole, picture)
    shown = pygame.Surface(part, 0, 32)
    shown.blit(whole, (-left, -top))
    return pygame.transform.smoothscale(shown, (w, h)) if shrink > 1 else shown


def _iris(canvas: pygame.Surface, iris: Iris) -> None:
    x, y, r, name = iris
    color, (wide, high) = rgb(name), canvas.get_size()
    canvas.fill(color, (0, 0, wide, y - r))
    canvas.fill(color, (0, y + r + 1, wide, high))
    for row in range(max(-r, -y), min(r, high - 1 - y) + 1):
        half = isqrt(r * r + r - row * row)
        canvas.fill(color, (0, y + row, x - half, 1))
        canvas.fill(color, (x + half + 1, y + row, wide, 1))


def _glow(r: int, color: Color) -> pygame.Surface:
    light: pygame.Surface = (_small_glow if r < _LARGE_GLOW else _large_glow)(r, color)
    return light


def _make_glow(r: int, color: Color) -> pygame.Surface:
    """Four mirrored quarters, so that the light is the same on every side."""
    quarter = pygame.transform.smoothscale(_quarter_light(), (r + 1, r + 1))
    quarter.fill(rgb(color), special_flags=pygame.BLEND_RGB_MULT)
    light = pygame.Surface((2 * r + 1, 2 * r + 1), 0, 32)
    for across in (False, True):
        for down in (False, True):
            corner = (0 if across else r, 0 if down else r)
            light.blit(pygame.transform.flip(quarter, across, down), corner)
    return light


# A glow as wide as the screen is a megabyte and a half: few of those are kept.
_small_glow = in_these_colors(lru_cache(maxsize=256)(_make_glow))
_large_glow = in_these_colors(lru_cache(maxsize=24)(_make_glow))


@cache
def _quarter_light() -> pygame.Surface:
    """White light falling off from the top left: every glow is a tinted copy."""
    size = _GLOW_MASTER
    light = pygame.Surface((size, size), 0, 32)
    for y in range(size):
        for x in range(size):
            near = max(0, size - 1 - isqrt(x * x + y * y))
            level = _GLOW_PEAK * near * near // (size - 1) ** 2
            light.set_at((x, y), (level, level, level))
    return light


def canvas(picture: Picture) -> pygame.Surface:
    """A picture on a canvas of its own."""
    surface = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    paint(surface, picture)
    return surface


def save(picture: Picture, path: Path) -> None:
    """Write a picture as a PNG file, pixel for pixel."""
    pygame.image.save(canvas(picture), path)
