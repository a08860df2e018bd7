"""The screen program: one loop that hears, draws and says, sixty times a second.

It owns nothing that matters. The counter may start later, go away and come back;
the screen asks people to wait and joins again. It ends when the counter says goodbye,
on SIGTERM, or when nobody has been there for a while. Ctrl-C is for the parent,
which then says goodbye. A drawing that fails ends the program with one line on
stderr: whoever started it starts it again.
"""

import logging
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, get_args

import pygame

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.core.schedule import Moment
from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Face, Glow, Picture, Text
from cabinet.platform.notify import Announcer, Notifier
from cabinet.protocol.client import CounterLink
from cabinet.protocol.codec import Goodbye, Heartbeat, Quit
from cabinet.protocol.operator import Menu
from cabinet.protocol.snapshot import HouseCard, Snapshot
from cabinet.screen.guests.controller import GuestController
from cabinet.screen.guests.stage import stage_for
from cabinet.screen.loop.camera import Camera
from cabinet.screen.loop.display_power import DisplayPower
from cabinet.screen.loop.pacer import Pacer
from cabinet.screen.loop.transitions import PictureSource, Transitions
from cabinet.screen.loop.window import (
    DISPLAY_PATIENCE_S,
    Window,
    inform,
    open_display,
    patiently,
    silent,
    tell,
)
from cabinet.screen.render import colors, house_logo
from cabinet.screen.render.effects import Effects
from cabinet.screen.render.painter import paint
from cabinet.screen.scenes.backdrop import hall, sky
from cabinet.screen.scenes.panels import DIM, SEATS, panel, player
from cabinet.screen.simpanel.panel import SimPanel, panel_picture, panel_title
from cabinet.screen.sound.mixer import Mixer, loudness_of

# What every scene needs, loaded before the first one is shown.
#
# A catalogue or a font that is read in the middle of a frame makes that frame late.
# What only one scene needs is made when it is first shown, within its frame.

# A letter's first drawing costs many times its second.
_LETTERS: Final = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "ÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûü .,:;!?'’«»()+-/·=%€…"
)
_SCRAP: Final[Picture] = (
    *(Text(0, 9, _LETTERS, "ink", face) for face in get_args(Face)),
    Glow(0, 0, 4, "ink"),
)


def warm() -> None:
    """Load both languages, every letter, the light of glows, the night, the figures."""
    for language in LANGUAGES:
        words(language)
    scrap = pygame.Surface((9, 9), 0, 32)
    figures = (
        player(seat, 0, 0, bot=bot) for seat in range(6) for bot in (False, True)
    )
    frames = (panel(0, 0, 9, 9, ramp, focused=True) for ramp in (*SEATS, DIM))
    for picture in (_SCRAP, hall(0), sky(0), *figures, *frames):
        paint(scrap, picture)


_HEARTBEAT_EVERY: Final = SECOND
# How long a closed window waits for the counter's goodbye.
_GOODBYE_PATIENCE: Final = 5 * SECOND


def code_on(shape: object, code: str) -> bool:
    """Whether a shape, or one inside it, is the text of this pairing code."""
    if isinstance(shape, Text):
        return shape.words.replace(" ", "") == code
    return isinstance(shape, tuple) and any(code_on(part, code) for part in shape)


@dataclass(slots=True)
class ScreenLoop:
    """One run of the screen; `run` returns when it is over."""

    window: Window
    controller: PictureSource
    panel: SimPanel | None
    link: CounterLink
    clock: Clock
    language: str
    shots: Path
    mixer: Mixer | None = None
    camera: Camera | None = None
    stopping: bool = False
    # Said once, when the counter has been heard: how to play and how to quit.
    ready: str = ""
    power: DisplayPower | None = None
    _title: str = field(init=False)
    _scene: str = ""
    _code: str = ""
    _house: HouseCard = field(default_factory=HouseCard)
    _quit_at: Nanos | None = None
    _frames: int = 0
    _heartbeat_at: Nanos = 0
    _pacer: Pacer = field(init=False)
    _announcer: Announcer = field(default_factory=lambda: Announcer(Notifier()))

    def run(self) -> int:
        """Draw until somebody says it is enough."""
        self._pacer, self._title = Pacer(self.clock), self.window.title
        while not self._over():
            while self._pacer.wait(self.link.lines):
                self._hear()
            self._pacer.turn()
            self._frame()
            self._announcer.well(self.clock.now())
        self._announcer.stopping()
        return 0

    def stop(self) -> None:
        """End after the frame being drawn."""
        self.stopping = True

    def _over(self) -> bool:
        if self._quit_at is None or self.stopping:
            return self.stopping
        waited = self.clock.now() - self._quit_at
        return waited > _GOODBYE_PATIENCE or not self.link.lines

    def _frame(self) -> None:
        self.window.frame(self.clock.now())
        self._notice_a_lost_line()
        if self._quit_at is None:
            self.link.keep()
        self._hear()
        for event in pygame.event.get():
            self._handle(event)
        self.controller.tick(self.clock.now())
        strip: Picture = ()
        if self.panel:
            self.panel.tick()
            language = self.controller.language or self.language
            self.window.entitle(panel_title(self._title, language))
            strip = panel_picture(self.panel, language)
        if self.controller.scene != self._scene:
            self._scene = self.controller.scene
            self.window.at_rest()
        if not self._is_dark():
            self._draw(strip)
        if self.mixer:
            self.mixer.frame()
        self._frames += 1
        self._speak()

    def _is_dark(self) -> bool:
        """Whether the display has no power: nothing is drawn on one that is off."""
        if self.power is None:
            return False
        was = self.power.dark
        dark = self.power.turn(self.clock.now(), Moment(*self.clock.moment()))
        if was and not dark:
            self.window.refresh()
        return dark

    def _draw(self, strip: Picture) -> None:
        picture = self.controller.picture()
        changed = self.window.show(picture, strip)
        self.controller.shown(self.clock.now())
        if self.camera and not (self.camera.looks_on and self._tells_code(picture)):
            deadline = self._pacer.next_deadline
            self.camera.frame(self.window.canvas, deadline, changed=changed)

    def _tells_code(self, picture: Picture) -> bool:
        """Whether it has the code that makes an owner: for nobody who is far away."""
        return bool(self._code) and any(code_on(shape, self._code) for shape in picture)

    def _notice_a_lost_line(self) -> None:
        """What the counter last said may be wrong by the time it is back."""
        if self.link.lost:
            self.link.lost = False
            self.controller.hear(Goodbye())

    def _hear(self) -> None:
        for message in self.link.read():
            if isinstance(message, Goodbye):
                self.stopping = True
            if isinstance(message, Menu) and self.mixer:
                self.mixer.adopt(loudness_of(message))
            if isinstance(message, Snapshot):
                self.language, self._code = message.language, message.pairing
                self._adopt_house(message.house)
                if colors.wear(contrast=bool(message.preferences.contrast)):
                    self.window.refresh()
                if self.mixer:
                    self.mixer.percent = message.volume
                if self.ready:
                    inform(self.ready)
                    self.ready = ""
                if self.panel:
                    self.panel.see(message)
            if self.power:
                self.power.hear(message, self.clock.now())
            self.controller.hear(message)

    def _adopt_house(self, house: HouseCard) -> None:
        """The house's own logo and music, where they are others than before."""
        if house.logo != self._house.logo:
            house_logo.adopt(house.logo)
        if house.music != self._house.music and self.mixer:
            self.mixer.play_from(house.music)
        self._house = house

    def _speak(self) -> None:
        for message in self.controller.say():
            self.link.send(message)
        if self.panel:
            for touch in self.panel.touches():
                self.link.send(touch)
        now = self.clock.now()
        if now >= self._heartbeat_at and self.link.lines:
            self._heartbeat_at = now + _HEARTBEAT_EVERY
            driver = pygame.display.get_driver()
            sound = self.mixer.sound if self.mixer else "off"
            self.link.send(Heartbeat(self._frames, self._pacer.late, driver, sound))

    def _handle(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self._quit()
        elif event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
            self.window.refresh()
        elif event.type in (pygame.RENDER_TARGETS_RESET, pygame.RENDER_DEVICE_RESET):
            self.window.renew()
        elif self.panel:
            self._touch(self.panel, event)

    def _key_down(self, event: pygame.Event) -> None:
        if event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            self._quit()
        elif event.key == pygame.K_F11 or (
            event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT
        ):
            self.window.toggle_fullscreen()
        elif event.key == pygame.K_F12:
            self._photograph()
        elif self.panel:
            self.panel.key_down(event.key, event.scancode)

    def _touch(self, panel: SimPanel, event: pygame.Event) -> None:
        if event.type == pygame.KEYUP:
            panel.key_up(event.key, event.scancode)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (point := self.window.on_strip(event.pos)) is not None:
                panel.mouse_down(*point)
        elif event.type == pygame.WINDOWLEAVE or (
            event.type == pygame.MOUSEBUTTONUP and event.button == 1
        ):
            panel.mouse_up()
        elif event.type == pygame.WINDOWFOCUSLOST:
            panel.release_all()

    def _quit(self) -> None:
        if self._quit_at is not None:
            self.stopping = True
        self._quit_at = self.clock.now()
        self.link.send(Quit())

    def _photograph(self) -> None:
        names = (self.shots / f"shot-{number:04}.png" for number in count(1))
        try:
            self.shots.mkdir(parents=True, exist_ok=True)
            path = next(name for name in names if not name.exists())
            pygame.image.save(self.window.canvas, path)
            inform(f"F12: the picture is in {path}")
        except (OSError, pygame.error) as wrong:
            tell(f"the photograph could not be kept in {self.shots}: {wrong}")


def display_power(driver: str) -> DisplayPower | None:
    """The display's power, where what we draw with has a way to it."""
    from cabinet.screen.loop.power_switches import power_switch

    switch = power_switch(driver)
    return DisplayPower(switch) if switch else None


def how_to_begin(keys: Mapping[str, str]) -> str:
    """What somebody who started a simulated cabinet needs to know first."""
    said = {"coin.1": "inserts a coin", "start": "is Start", "p1.a": "is A"}
    told = [f"{keys[line]} {what}" for line, what in said.items() if line in keys]
    if all(keys.get(f"p1.{way}") == way for way in ("up", "down", "left", "right")):
        told.append("the arrows are the stick")
    told += ["F11 is full screen", "F12 saves a picture"]
    return f"ready: {', '.join(told)}; Ctrl-Q quits"


# The same for one with no window, whose buttons are words in another terminal.
PANEL_ONLY: Final = (
    "ready, with no window: `cabinet panel coin start` presses its buttons "
    "from a second terminal; Ctrl-C quits"
)


def run_screen(
    socket_path: Path,
    controller: PictureSource,
    *,
    sim: bool,
    headless: bool,
    fullscreen: bool = False,
    effects: Effects = "full",
    gentle: bool = False,
    keys: Mapping[str, str] | None = None,
    language: str = "fr",
    title: str = "Arkade",
    shots: Path = Path("shots"),
    mixer: Mixer | None = None,
    camera: Camera | None = None,
    ready: str = "",
    patience_s: float = 15.0,
    guests: GuestController | None = None,
    off_when_closed: bool = False,
    crashed: Callable[[Exception], None] = lambda _: None,
) -> int:
    """Run the screen until it is told to stop; returns the process's exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    clock = SystemClock()
    patience = int(patience_s * SECOND)
    link = CounterLink(socket_path, "screen", clock, tell, patience)

    def open_window() -> tuple[Window, SimPanel | None]:
        open_display(headless=headless)
        panel = SimPanel(keys or {}) if sim else None
        window = Window(
            title,
            strip_height=panel.layout.height if panel else 0,
            fullscreen=fullscreen,
            effects="off" if headless else effects,
            gentle=gentle,
            tell=silent if headless else inform,
        )
        return window, panel

    try:
        # A simulated one goes on in a browser instead, at once.
        window, panel = patiently(open_window, 0.0 if sim else DISPLAY_PATIENCE_S)
        warm()
        if guests and not headless:
            guests.stage = stage_for(window)
        transitions = Transitions(controller)
        loop = ScreenLoop(window, transitions, panel, link, clock, language, shots)
        loop.mixer = mixer
        loop.camera = camera
        loop.ready = ready
        if off_when_closed:
            loop.power = display_power(window.driver)
        signal.signal(signal.SIGTERM, lambda *_: loop.stop())
        return loop.run()
    except CabinetError as wrong:
        tell(str(wrong))
        return wrong.exit_code
    except Exception as wrong:  # noqa: BLE001  the supervisor must get an exit code
        frame = traceback.extract_tb(wrong.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        what = f"the drawing failed at {place}: {type(wrong).__name__}: {wrong}"
        tell(what, logging.ERROR)
        crashed(wrong)
        return 1
    finally:
        link.close()
        controller.close()
        if mixer:
            mixer.close()
        if camera:
            camera.close()
        pygame.display.quit()
