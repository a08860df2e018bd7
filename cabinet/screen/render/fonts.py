"""The four faces of a picture: one font file each, at the one size where it is crisp.

The fonts are drawn on a grid; at any other size their stems blur, so text grows
by whole `scale` steps only. Nothing is anti-aliased. Rendered words are kept in a
bounded cache, because most of what a screen says it says again in the next frame.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from cabinet.picture.shapes import Face
from cabinet.screen.render.colors import in_these_colors, rgb

_FOLDER: Final = Path(__file__).parents[1] / "assets" / "fonts"
_FACES: Final[dict[Face, tuple[str, int]]] = {
    "title": ("jersey-15-latin-400-normal.woff2", 27),
    "body": ("jersey-10-latin-400-normal.woff2", 19),
    "small": ("silkscreen-latin-400-normal.woff2", 8),
    "tiny": ("tiny5-latin-400-normal.woff2", 8),
}


class _Loaded(NamedTuple):
    font: pygame.font.Font
    cap_top: int
    cap_height: int


@cache
def _load(face: Face) -> _Loaded:
    name, size = _FACES[face]
    pygame.font.init()
    font = pygame.font.Font(_FOLDER / name, size)
    capital = font.render("E", False, "white").get_bounding_rect()  # noqa: FBT003
    return _Loaded(font, capital.y, capital.h)


class RenderedText(NamedTuple):
    """Words as pixels, and how far they reach above the top of the capitals."""

    ink: pygame.Surface
    rise: int


@in_these_colors
@lru_cache(maxsize=1024)
def written(words: str, face: Face, color: str, scale: int) -> RenderedText:
    """The words as pixels; everything that is not ink is transparent."""
    font, cap_top, _ = _load(face)
    ink = font.render(words, False, rgb(color))  # noqa: FBT003
    # Accents higher than the font's own ascent push the whole line down.
    highest = max((glyph[3] for glyph in font.metrics(words) if glyph), default=0)
    rise = cap_top + max(0, highest - font.get_ascent())
    if scale > 1:
        return RenderedText(pygame.transform.scale_by(ink, scale), rise * scale)
    return RenderedText(ink, rise)


def measure(words: str, face: Face, scale: int) -> tuple[int, int]:
    """How wide the words are, and how tall their capitals."""
    loaded = _load(face)
    return loaded.font.size(words)[0] * scale, loaded.cap_height * scale
