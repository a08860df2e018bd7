"""The presenter on the graphics card: enlarging, bloom and scanlines cost it nothing.

This is the only file that knows pygame's renderer, which pygame calls experimental.
Pictures wait for the display's own beat (vsync): without it a Raspberry Pi 5 shows
torn ones.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

import pygame
from pygame._sdl2 import video

from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.screen.render import effects as tube
from cabinet.screen.render.effects import Effects
from cabinet.screen.render.presenter import Fit, PresenterError, fit

# What to try where nothing is asked for, the Raspberry Pi's first.
_DRIVERS: Final = ("opengles2", "opengl", "metal", "direct3d11", "direct3d")
_NEAREST, _LINEAR = 0, 1
_Shown: TypeAlias = tuple[pygame.Surface, pygame.Surface | None, Effects]


@contextmanager
def _sdl_errors_as_ours() -> Iterator[None]:
    try:
        yield
    except RuntimeError as wrong:  # pygame.error, and the renderer's own, are some
        raise PresenterError(str(wrong)) from None


class CardPresenter:
    """Uploads the canvas, a megabyte, and lets the card do the rest."""

    def __init__(self, window: pygame.Window) -> None:
        with _sdl_errors_as_ours():
            self._renderer, driver = _open(window)
            self.name = f"the graphics card ({driver})"
            self._canvas = self._texture((WIDTH, HEIGHT), _NEAREST)
            self._bloom = self._texture(tube.BLOOM_SIZE, _LINEAR, pygame.BLENDMODE_ADD)
            self._bloom.alpha = tube.BLOOM_GAIN
            size = tube.VIGNETTE_SIZE
            self._vignette = self._texture(size, _LINEAR, pygame.BLENDMODE_MOD)
            self._vignette.update(tube.vignette())
        self._small = pygame.Surface(tube.BLOOM_SIZE, 0, 32)
        self._strip: video.Texture | None = None
        # What a picture is made smaller from.
        self._large: video.Texture | None = None
        self._lines: tuple[int, video.Texture] | None = None
        self._shown: _Shown | None = None

    def present(
        self, canvas: pygame.Surface, strip: pygame.Surface | None, effects: Effects
    ) -> None:
        """Show the canvas, and under it the strip."""
        self._shown = (canvas, strip, effects)
        with _sdl_errors_as_ours():
            self._draw(*self._shown)
            self._renderer.present()

    def pixels(self) -> pygame.Surface:
        """What is shown, drawn once more and read back: a card forgets what it gave."""
        with _sdl_errors_as_ours():
            if self._shown:
                self._draw(*self._shown)
            return self._renderer.to_surface()

    def close(self) -> None:
        """Textures first: SDL must not be left with any of a renderer that is gone."""
        del self._canvas, self._bloom, self._vignette
        self._strip = self._lines = self._large = None
        del self._renderer

    def _draw(
        self, canvas: pygame.Surface, strip: pygame.Surface | None, effects: Effects
    ) -> None:
        content = (WIDTH, HEIGHT + (strip.get_height() if strip else 0))
        fitted = fit(self._renderer.get_viewport().size, content)
        place = pygame.Rect((fitted.x, fitted.y), fitted.size(WIDTH, HEIGHT))
        self._renderer.draw_color = (0, 0, 0, 255)
        self._renderer.clear()
        self._canvas.update(canvas)
        self._draw_sharp(self._canvas, place, fitted)
        if effects != "off":
            self._light_up(canvas, place, fitted, bloom=effects == "full")
        if strip:
            tall = fitted.size(WIDTH, strip.get_height())[1]
            below = pygame.Rect(fitted.x, place.bottom, place.w, tall)
            self._show_strip(strip, below, fitted)

    def _draw_sharp(
        self, texture: video.Texture, place: pygame.Rect, fitted: Fit
    ) -> None:
        """Whole pixels; or the next whole scale, made smaller smoothly."""
        if fitted.whole:
            texture.draw(dstrect=place)
            return
        size = (texture.width * fitted.above, texture.height * fitted.above)
        if self._large is None or (self._large.width, self._large.height) != size:
            self._large = video.Texture(
                self._renderer, size, 32, target=True, scale_quality=_LINEAR
            )
        blend, alpha = texture.blend_mode, texture.alpha
        texture.blend_mode, texture.alpha = pygame.BLENDMODE_NONE, 255
        self._renderer.target = self._large
        texture.draw()
        self._renderer.target = None
        texture.blend_mode, texture.alpha = blend, alpha
        self._large.blend_mode, self._large.alpha = blend, alpha
        self._large.draw(dstrect=place)

    def _light_up(
        self, canvas: pygame.Surface, place: pygame.Rect, fitted: Fit, *, bloom: bool
    ) -> None:
        self._canvas.blend_mode, self._canvas.alpha = pygame.BLENDMODE_ADD, tube.GAIN
        self._draw_sharp(self._canvas, place, fitted)
        self._canvas.blend_mode, self._canvas.alpha = pygame.BLENDMODE_NONE, 255
        if bloom:
            self._bloom.update(tube.bloom(canvas, self._small))
            self._bloom.draw(dstrect=place)
        self._scanlines(fitted.whole).draw(dstrect=place)
        self._vignette.draw(dstrect=place)

    def _scanlines(self, scale: int) -> video.Texture:
        if self._lines is None or self._lines[0] != scale:
            column = tube.scanline_column(scale) if scale else tube.even_column()
            lines = self._texture(column.get_size(), _NEAREST, pygame.BLENDMODE_MOD)
            lines.update(column)
            self._lines = (scale, lines)
        return self._lines[1]

    def _show_strip(
        self, strip: pygame.Surface, place: pygame.Rect, fitted: Fit
    ) -> None:
        if self._strip is None:
            self._strip = self._texture(strip.get_size(), _NEAREST)
        self._strip.update(strip)
        self._draw_sharp(self._strip, place, fitted)

    def _texture(
        self, size: tuple[int, int], quality: int, blend: int = pygame.BLENDMODE_NONE
    ) -> video.Texture:
        made = video.Texture(
            self._renderer, size, 32, streaming=True, scale_quality=quality
        )
        made.blend_mode = blend
        return made


def _open(window: pygame.Window) -> tuple[video.Renderer, str]:
    """The first renderer that opens, and its name; what SDL is asked for, alone."""
    asked = os.environ.get("SDL_RENDER_DRIVER")
    names = [driver.name for driver in video.get_drivers()]
    said = "SDL has no renderer for a graphics card"
    for name in (asked,) if asked else _DRIVERS:
        if name not in names:
            continue
        card = name != "software"
        try:
            return video.Renderer(window, names.index(name), int(card), card), name
        except RuntimeError as wrong:
            said = f"{name}: {wrong}"
    raise PresenterError(said)
