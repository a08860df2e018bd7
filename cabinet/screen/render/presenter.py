"""How a canvas gets into a window: the presenters' contract, and who may present.

A presenter enlarges the canvas by a whole number, adds the effects it is told to,
and shows it. There is one on the graphics card and one on the processor. The first
of a list that can be opened is taken; one that fails later is replaced by the next,
and nobody at the cabinet notices.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

import pygame

from cabinet.screen.render.effects import Effects

# What SDL falls back to, without a word, when there is nothing to draw on.
NOWHERE: Final = ("dummy", "offscreen")


class PresenterError(Exception):
    """A presenter cannot be opened, or can go on no longer."""


class Fit(NamedTuple):
    """Where the content stands in the window, and how many times enlarged."""

    scale: int
    x: int
    y: int


def fit(window: tuple[int, int], content: tuple[int, int]) -> Fit:
    """The largest whole scale at which all the content is seen, at least one."""
    scale = max(1, min(window[0] // content[0], window[1] // content[1]))
    x = (window[0] - content[0] * scale) // 2
    return Fit(scale, x, (window[1] - content[1] * scale) // 2)


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
