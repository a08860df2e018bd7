"""The window: a 640 x 360 canvas, and under it the simulated panel when there is one.

Both are shown at the largest whole scale that fits, centred on black, so every
pixel of the canvas is a square of equal pixels on the display. In full screen the
panel makes room for the canvas; its keys still work.
"""

import os
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from cabinet.core.errors import NoDisplayError
from cabinet.picture import HEIGHT, WIDTH, Picture
from cabinet.screens.stage import paint

# What SDL falls back to, without a word, when there is nothing to draw on.
_NOWHERE: Final = ("dummy", "offscreen")
# Room a desktop keeps for its bars and the window's own frame.
_DESKTOP_MARGIN: Final = 96


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


def open_display(*, headless: bool) -> None:
    """Start SDL's video; `NoDisplayError` says what is missing and what to do."""
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    drivers = "dummy" if headless else asked or ",".join(_worth_trying())
    if not drivers:
        raise NoDisplayError(_what_is_missing(asked))
    os.environ["SDL_VIDEODRIVER"] = drivers
    try:
        pygame.display.init()
    except pygame.error:
        raise NoDisplayError(_what_is_missing(asked)) from None
    driver = pygame.display.get_driver().lower()
    if driver in _NOWHERE and not headless:
        pygame.display.quit()
        raise NoDisplayError(_what_is_missing(asked))
    if driver != "kmsdrm":
        # Without this SDL sends every frame through OpenGL, which without a GPU
        # takes longer than the frame lasts. KMSDRM has no other way.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def _cards() -> list[Path]:
    return sorted(Path("/dev/dri").glob("card*"))


def _worth_trying() -> list[str]:
    wanted = {
        "x11": os.environ.get("DISPLAY"),
        "wayland": os.environ.get("WAYLAND_DISPLAY"),
        "kmsdrm": _cards(),
    }
    return [driver for driver, found in wanted.items() if found]


def _what_is_missing(asked: str) -> str:
    reasons = [f"SDL_VIDEODRIVER={asked} shows nothing here"] if asked else []
    named = [n for n in ("DISPLAY", "WAYLAND_DISPLAY") if os.environ.get(n)]
    reasons += [f"{name}={os.environ[name]} does not answer" for name in named]
    if not named:
        reasons.append("neither DISPLAY nor WAYLAND_DISPLAY is set")
        reasons.append(_about_cards())
    return (
        f"no display to draw on: {', '.join(reasons)}. Run the cabinet on the "
        "machine's own desktop, or through `ssh -X`, or without a window: "
        "`cabinet --sim --headless`"
    )


def _about_cards() -> str:
    cards = _cards()
    if not cards:
        return "and there is no graphics card in /dev/dri"
    if any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return f"and {cards[0]} shows nothing (is another program drawing on it?)"
    groups = "add this user to the groups video and render"
    return f"and {cards[0]} is not ours to open ({groups})"


class Window:
    """The one window of the screen. `strip_height` is the panel's, 0 for none."""

    def __init__(
        self,
        title: str,
        *,
        strip_height: int = 0,
        fullscreen: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        self.canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
        self._strip = pygame.Surface((WIDTH, strip_height), 0, 32)
        self._fullscreen = fullscreen
        self._shown: tuple[Picture, Picture] | None = None
        self._window = pygame.Window(
            title,
            size or self._best_size(),
            resizable=True,
            fullscreen_desktop=fullscreen,
        )
        self._window.minimum_size = (WIDTH, HEIGHT)
        pygame.mouse.set_visible(not fullscreen)

    @property
    def content(self) -> tuple[int, int]:
        """How large canvas and panel are together, before they are enlarged."""
        strip = 0 if self._fullscreen else self._strip.get_height()
        return WIDTH, HEIGHT + strip

    def _best_size(self) -> tuple[int, int]:
        wide, high = pygame.display.get_desktop_sizes()[0]
        if self._fullscreen:
            return wide, high
        scale = fit((wide, high - _DESKTOP_MARGIN), self.content).scale
        return self.content[0] * scale, self.content[1] * scale

    def toggle_fullscreen(self) -> None:
        """Fill the display, or go back to a window."""
        self._fullscreen = not self._fullscreen
        if self._fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
        pygame.mouse.set_visible(not self._fullscreen)
        self.refresh()

    def refresh(self) -> None:
        """Show everything anew: the window was resized or uncovered."""
        self._shown = None

    def show(self, picture: Picture, strip: Picture = ()) -> bool:
        """Paint and present what differs from the last time; whether any did."""
        before = self._shown
        if before is None or before[0] != picture:
            paint(self.canvas, picture)
        elif before[1] == strip:
            return False
        if self._strip.get_height() and (before is None or before[1] != strip):
            paint(self._strip, strip)
        self._shown = (picture, strip)
        self._present(letterbox=before is None)
        return True

    def _present(self, *, letterbox: bool) -> None:
        target = self._window.get_surface()
        scale, x, y = fit(target.get_size(), self.content)
        if letterbox:
            target.fill("black")
        _enlarge(self.canvas, target, scale, (x, y))
        if self._strip.get_height() and not self._fullscreen:
            _enlarge(self._strip, target, scale, (x, y + HEIGHT * scale))
        self._window.flip()

    def on_strip(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """The panel's pixel under a point of the window; None when it is hidden."""
        if self._fullscreen:
            return None
        scale, x, y = fit(self._window.size, self.content)
        return (position[0] - x) // scale, (position[1] - y) // scale - HEIGHT

    def pixels(self) -> pygame.Surface:
        """What the window shows now, for tests and photographs of the panel."""
        return self._window.get_surface()

    def close(self) -> None:
        """Take the window away."""
        self._window.destroy()


def _enlarge(
    source: pygame.Surface, target: pygame.Surface, scale: int, at: tuple[int, int]
) -> None:
    place = pygame.Rect(at, source.get_rect().scale_by(scale).size)
    same = source.get_masks() == target.get_masks()
    if same and target.get_rect().contains(place):
        pygame.transform.scale_by(source, scale, target.subsurface(place))
    else:
        target.blit(pygame.transform.scale_by(source, scale), at)
