"""The window: a 640 x 360 canvas, and under it the simulated panel when there is one.

Both are shown as large as fits, centred on black. A whole scale, at which every pixel
of the canvas is a square of equal pixels on the display, is taken where it fills most
of the window; else the next one is made smaller smoothly. Nothing is ever cut off.
In full screen the panel makes room for the canvas; its keys still work. Whoever
presents the canvas may fail, and another takes over within the same frame.
"""

import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Final, TypeVar

import pygame

from cabinet.core.errors import NoDisplayError
from cabinet.core.events import Nanos
from cabinet.picture.shapes import HEIGHT, WIDTH, Disc, Picture, calm
from cabinet.screen.loop.throttle import Throttle, after_frame, at_rest
from cabinet.screen.render.effects import Effects
from cabinet.screen.render.painter import paint
from cabinet.screen.render.presenter import (
    NOWHERE,
    Opener,
    Presenter,
    PresenterError,
    ProcessorPresenter,
    fit,
    why_no_card,
)
from cabinet.screen.render.sprites import saucer

# SDL can give a picture to these in no other way.
_ONLY_BY_OPENGL: Final = frozenset({"kmsdrm", "wayland"})
# Room a desktop keeps for its bars and the window's own frame.
_DESKTOP_MARGIN: Final = 96


def open_display(*, headless: bool) -> None:
    """Start SDL's video; `NoDisplayError` says what is missing and what to do."""
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    drivers = "dummy" if headless else asked or ",".join(_worth_trying())
    if not drivers:
        raise NoDisplayError(_what_is_missing(asked))
    os.environ["SDL_VIDEODRIVER"] = drivers
    for toolkit in ("X11", "WAYLAND"):  # pygame says the name of the Python file
        os.environ[f"SDL_VIDEO_{toolkit}_WMCLASS"] = NAME
    try:
        pygame.display.init()
    except pygame.error:
        raise NoDisplayError(_what_is_missing(asked)) from None
    driver = pygame.display.get_driver().lower()
    if driver in NOWHERE and not headless:
        pygame.display.quit()
        raise NoDisplayError(_what_is_missing(asked))
    if driver not in _ONLY_BY_OPENGL:
        # Without this SDL sends every frame through OpenGL, which without a GPU
        # takes longer than the frame lasts.
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


def silent(_: str) -> None:
    """What nobody wants to hear."""


def open_card(window: pygame.Window) -> Presenter:
    """The presenter on the graphics card, or the reason why there is none."""
    asked = os.environ.get("SDL_RENDER_DRIVER", "")
    if why := why_no_card(pygame.display.get_driver().lower(), asked):
        raise PresenterError(why)
    from cabinet.screen.render.card_presenter import CardPresenter

    return CardPresenter(window)


# How desktops call the program, and find its icon.
NAME: Final = "arkade-cabinet"
_ICON: Final = (Disc(32, 32, 31, "night"), Disc(32, 32, 31, "violet", 2))


def icon() -> pygame.Surface:
    """A saucer, as the attract screen has it."""
    drawn = pygame.Surface((64, 64), pygame.SRCALPHA, 32)
    large = pygame.Surface((64, 64), 0, 32)
    paint(large, (*_ICON, *saucer(32, 34, size=25)))
    large.set_colorkey(large.get_at((0, 0)))
    drawn.blit(large, (0, 0))
    return drawn


class Window:
    """The one window of the screen. `strip_height` is the panel's, 0 for none.

    `effects` are those of the operator; what is shown gives way when frames run
    late. A `gentle` window neither shakes nor flashes. `tell` hears who presents
    and why, and of every change for the worse, once.
    """

    def __init__(
        self,
        title: str,
        *,
        strip_height: int = 0,
        fullscreen: bool = False,
        size: tuple[int, int] | None = None,
        effects: Effects = "off",
        gentle: bool = False,
        tell: Callable[[str], None] = silent,
        openers: Sequence[Opener] = (open_card, ProcessorPresenter),
    ) -> None:
        self.canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
        self._strip = pygame.Surface((WIDTH, strip_height), 0, 32)
        self._fullscreen = fullscreen
        self._gentle = gentle
        self._tell = tell
        self._told: set[Effects] = set()
        self._throttle = Throttle(effects, effects)
        self._framed_at: Nanos | None = None
        self._shown: tuple[Picture, Picture] | None = None
        self._title = title
        # The driver of the display while another program has it.
        self._lent = ""
        self._all_openers = openers
        self._openers = list(openers)
        self._window = self._new_window(size)
        self._presenter = self._open("")

    @property
    def effects(self) -> Effects:
        """The effects that are shown now."""
        return self._throttle.level

    @property
    def content(self) -> tuple[int, int]:
        """How large canvas and panel are together, before they are enlarged."""
        strip = self._visible_strip
        return WIDTH, HEIGHT + (strip.get_height() if strip else 0)

    @property
    def _visible_strip(self) -> pygame.Surface | None:
        hidden = self._fullscreen or not self._strip.get_height()
        return None if hidden else self._strip

    def _new_window(self, size: tuple[int, int] | None) -> pygame.Window:
        window = pygame.Window(
            self._title,
            size or self._best_size(),
            resizable=True,
            fullscreen_desktop=self._fullscreen,
        )
        window.minimum_size = (WIDTH // 2, HEIGHT // 2)
        window.set_icon(icon())
        pygame.mouse.set_visible(not self._fullscreen)
        return window

    def _best_size(self) -> tuple[int, int]:
        wide, high = pygame.display.get_desktop_sizes()[0]
        if self._fullscreen:
            return wide, high
        return fit((wide, high - _DESKTOP_MARGIN), self.content).size(*self.content)

    def _open(self, why: str) -> Presenter:
        """The first presenter that opens; those before it are not tried again."""
        while self._openers:
            try:
                presenter = self._openers[0](self._window)
            except PresenterError as wrong:
                why = str(wrong)
                del self._openers[0]
            else:
                because = f" ({why})" if why else ""
                self._tell(
                    f"{presenter.name} shows the picture{because}, "
                    f"effects: {self.effects}"
                )
                return presenter
        raise NoDisplayError(f"nothing can show a picture here: {why}")

    def entitle(self, title: str) -> None:
        """What stands above it, from now on."""
        if title != self._title:
            self._title = self._window.title = title

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

    def renew(self) -> None:
        """The graphics card lost what it was given: give it everything again."""
        self._presenter.close()
        self._presenter = self._open("the graphics card was lost")
        self.refresh()

    def show(self, picture: Picture, strip: Picture = ()) -> bool:
        """Paint and present what differs from the last time; whether any did."""
        if self._gentle:
            picture = calm(picture)
        before = self._shown
        if before is None or before[0] != picture:
            paint(self.canvas, picture)
        elif before[1] == strip:
            return False
        if self._strip.get_height() and (before is None or before[1] != strip):
            paint(self._strip, strip)
        self._shown = (picture, strip)
        self._present()
        return True

    def _present(self) -> None:
        shown = (self.canvas, self._visible_strip, self.effects)
        try:
            self._presenter.present(*shown)
        except PresenterError as wrong:
            self._presenter.close()
            del self._openers[0]
            self._presenter = self._open(f"{self._presenter.name} failed: {wrong}")
            self._presenter.present(*shown)

    def frame(self, now: Nanos) -> None:
        """A frame begins; when they come late for long, effects give way."""
        before, self._framed_at = self._framed_at, now
        if before is not None:
            self._adopt(after_frame(self._throttle, now - before))

    def at_rest(self) -> None:
        """A quiet moment: effects that gave way may be tried again."""
        self._adopt(at_rest(self._throttle))

    def _adopt(self, throttle: Throttle) -> None:
        was, self._throttle = self._throttle, throttle
        if throttle.level == was.level:
            return
        self.refresh()
        if not throttle.tried:  # a step up is no news
            self._say_once(throttle.level)

    def _say_once(self, level: Effects) -> None:
        if level not in self._told:
            self._told.add(level)
            self._tell(f"frames ran late, so the effects are {level} now")

    def on_strip(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """The panel's pixel under a point of the window; None when it is hidden."""
        if self._fullscreen:
            return None
        scale, x, y = fit(self._window.size, self.content)
        return int((position[0] - x) // scale), int((position[1] - y) // scale) - HEIGHT

    def pixels(self) -> pygame.Surface:
        """What the window shows now, for tests and photographs of the panel."""
        return self._presenter.pixels()

    # What a guest's stage does with it.

    @property
    def driver(self) -> str:
        """What SDL draws with."""
        return pygame.display.get_driver().lower()

    @property
    def title(self) -> str:
        """What stands above it on a desktop."""
        return self._title

    def give_up(self) -> None:
        """Let go of the display for another program, and draw for nobody."""
        if self._lent:
            return
        self._lent = self.driver
        self.close()
        self._open_on("dummy")

    def take_back(self) -> bool:
        """Draw on the display again; False while it is not to be had."""
        if not self._lent:
            return True
        self._window.destroy()
        try:
            self._open_on(self._lent)
        except (pygame.error, NoDisplayError):
            self._open_on("dummy")
            return False
        self._lent = ""
        return True

    def come_forward(self) -> None:
        """Be the window that people see, and that has the keys."""
        self._window.focus()

    def _open_on(self, driver: str) -> None:
        pygame.display.quit()
        os.environ["SDL_VIDEODRIVER"] = driver
        pygame.display.init()
        self._openers = list(self._all_openers)
        self._window = self._new_window(None)
        self._presenter = self._open("")
        self.refresh()

    def close(self) -> None:
        """Take the window away."""
        self._presenter.close()
        self._window.destroy()


# What the screen has to say to whoever runs the cabinet: one line each.

log = logging.getLogger("cabinet.screen")


def tell(sentence: str, level: int = logging.WARNING) -> None:
    """Say it, on one line whatever is in it; on stderr where nobody keeps a log."""
    line = " ".join(sentence.split())
    if log.hasHandlers():
        log.log(level, "%s", line)
    else:
        sys.stderr.write(f"cabinet screen: {line}\n")
        sys.stderr.flush()


def inform(sentence: str) -> None:
    """Say what is neither wrong nor in need of anybody."""
    tell(sentence, logging.INFO)


# A display may come later than we do.
#
# A monitor at the same mains switch takes seconds to say that it is there, and a driver
# may load after us. Who is refused asks again, for as long as whoever started us waits.

# Less than cabinet-screen.service allows for a start (TimeoutStartSec).
DISPLAY_PATIENCE_S: Final = 40.0
LOOK_EVERY_S: Final = 2.0

T = TypeVar("T")


def patiently(
    open_it: Callable[[], T], patience_s: float, every_s: float = LOOK_EVERY_S
) -> T:
    """What `open_it` gives; where there is no display, it is asked again."""
    ends_at = monotonic() + patience_s
    told = False
    while True:
        try:
            return open_it()
        except (NoDisplayError, pygame.error) as wrong:
            pygame.display.quit()
            why = wrong
        if monotonic() + every_s > ends_at:
            raise NoDisplayError(str(why)) from why
        if not told:
            tell(f"{why}. Waiting {patience_s:.0f} s for a display to come")
            told = True
        Event().wait(every_s)
