"""How a canvas gets into a window: the presenters' contract, and who may present.

A presenter enlarges the canvas by a whole number, adds the effects it is told to,
and shows it. There is one on the graphics card and one on the processor. The first
of a list that can be opened is taken; one that fails later is replaced by the next,
and nobody at the cabinet notices.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

import pygame

from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.screen.render import effects as tube
from cabinet.screen.render.effects import Effects

# What SDL falls back to, without a word, when there is nothing to draw on.
NOWHERE: Final = ("dummy", "offscreen")


class PresenterError(Exception):
    """A presenter cannot be opened, or can go on no longer."""


# A whole scale gives the sharpest pixels; another has to show this much more.
WORTH: Final = 1.1


class Fit(NamedTuple):
    """Where the content stands in the window, and how many times enlarged."""

    scale: float
    x: int
    y: int

    @property
    def whole(self) -> int:
        """The scale, if it is a whole number; else 0."""
        return int(self.scale) if self.scale == int(self.scale) else 0

    @property
    def above(self) -> int:
        """The next whole scale from which the picture is made smaller."""
        return self.whole or int(self.scale) + 1

    def size(self, wide: int, high: int) -> tuple[int, int]:
        """How large so many pixels of the content are."""
        return round(wide * self.scale), round(high * self.scale)


def fit(window: tuple[int, int], content: tuple[int, int]) -> Fit:
    """The largest scale at which all the content is seen, a whole one if that will do.

    Nothing is ever cut off: a window that is too small shows it smaller.
    """
    most = min(window[0] / content[0], window[1] / content[1])
    whole = int(most)
    scale = whole if whole and most < whole * WORTH else most
    size = round(content[0] * scale), round(content[1] * scale)
    return Fit(scale, (window[0] - size[0]) // 2, (window[1] - size[1]) // 2)


class Presenter(Protocol):
    """Shows canvases in one window. Everything here may raise `PresenterError`."""

    name: str

    def present(
        self, canvas: pygame.Surface, strip: pygame.Surface | None, effects: Effects
    ) -> None:
        """Show the canvas, and under it the strip, which has no effects."""

    def pixels(self) -> pygame.Surface:
        """What the window shows now."""

    def close(self) -> None:
        """Let the window go, so that another presenter can have it."""


Opener: TypeAlias = Callable[[pygame.Window], Presenter]


def why_no_card(driver: str, asked: str, nodes: Path = Path("/dev/dri")) -> str:
    """Why the graphics card is not to be tried here; "" when it is.

    `driver` is SDL's video driver, `asked` what SDL_RENDER_DRIVER says. Without a
    card OpenGL is a program, and takes longer than a frame lasts.
    """
    if asked:
        return ""
    if driver in NOWHERE:
        return "nobody is looking"
    if sys.platform == "linux" and not any(nodes.glob("renderD*")):
        return f"there is no graphics card in {nodes}"
    return ""


# The presenter that needs nothing but a processor: pixels written to the window.


class ProcessorPresenter:
    """Enlarges on the processor; effects cost 1 to 3 ms of it at 1920 x 1080."""

    name = "the processor"

    def __init__(self, window: pygame.Window) -> None:
        self._window = window
        self._lit = pygame.Surface((WIDTH, HEIGHT), 0, 32)
        self._light = pygame.Surface((WIDTH, HEIGHT), 0, 32)
        self._small = pygame.Surface(tube.BLOOM_SIZE, 0, 32)
        self._room: tuple[int, int, bool] | None = None
        self.pixels()

    def present(
        self, canvas: pygame.Surface, strip: pygame.Surface | None, effects: Effects
    ) -> None:
        """Show the canvas, and under it the strip."""
        target = self.pixels()
        content = (WIDTH, HEIGHT + (strip.get_height() if strip else 0))
        fitted = fit(target.get_size(), content)
        room = (*target.get_size(), strip is not None)
        if room != self._room:
            self._room = room
            target.fill("black")
        at = fitted.x, fitted.y
        if effects == "off":
            _enlarge(canvas, target, fitted, at)
        else:
            self._light_up(canvas, bloom=effects == "full")
            _enlarge(self._lit, target, fitted, at)
            shade = _mask(fitted)
            target.blit(shade, at, special_flags=pygame.BLEND_RGB_MULT)
        if strip:
            below = fitted.y + fitted.size(WIDTH, HEIGHT)[1]
            _enlarge(strip, target, fitted, (fitted.x, below))
        self._window.flip()

    def _light_up(self, canvas: pygame.Surface, *, bloom: bool) -> None:
        lit, light = self._lit, self._light
        light.blit(canvas, (0, 0))
        light.fill((tube.GAIN,) * 3, special_flags=pygame.BLEND_RGB_MULT)
        lit.blit(canvas, (0, 0))
        lit.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        if bloom:
            shine = tube.bloom(canvas, self._small)
            shine.fill((tube.BLOOM_GAIN,) * 3, special_flags=pygame.BLEND_RGB_MULT)
            pygame.transform.smoothscale(shine, light.get_size(), light)
            lit.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def pixels(self) -> pygame.Surface:
        """The window's own surface."""
        try:
            return self._window.get_surface()
        except pygame.error as wrong:
            raise PresenterError(str(wrong)) from None

    def close(self) -> None:
        """Nothing is held."""


@lru_cache(maxsize=1)
def _mask(fitted: Fit) -> pygame.Surface:
    if fitted.whole:
        return tube.mask(fitted.whole)
    return tube.soft_mask(fitted.size(WIDTH, HEIGHT))


@lru_cache(maxsize=4)
def _scratch(size: tuple[int, int]) -> pygame.Surface:
    """Room to enlarge in, for canvas and strip."""
    return pygame.Surface(size, 0, 32)


def _enlarge(
    source: pygame.Surface, target: pygame.Surface, fitted: Fit, at: tuple[int, int]
) -> None:
    """Whole pixels; or the next whole scale, made smaller smoothly (sharp-bilinear)."""
    scale = fitted.whole
    if not scale:
        wide, high = source.get_size()
        large = _scratch((wide * fitted.above, high * fitted.above))
        pygame.transform.scale_by(source, fitted.above, large)
        small = _scratch(fitted.size(wide, high))
        pygame.transform.smoothscale(large, small.get_size(), small)
        target.blit(small, at)
        return
    place = pygame.Rect(at, source.get_rect().scale_by(scale).size)
    same = source.get_masks() == target.get_masks()
    if same and target.get_rect().contains(place):
        pygame.transform.scale_by(source, scale, target.subsurface(place))
    else:
        target.blit(pygame.transform.scale_by(source, scale), at)
