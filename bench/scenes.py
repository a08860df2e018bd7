"""Every scene there is, and artists who draw one frame after the other of them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

import pygame

from cabinet.clock import SystemClock
from cabinet.core.events import SECOND, Nanos
from cabinet.core.inputs.wired_buttons import WAYS
from cabinet.picture.shapes import Picture
from cabinet.protocol.codec import Panel
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.loop.pacer import Pacer
from cabinet.screen.loop.transitions import Transitions
from cabinet.screen.loop.window import Window
from cabinet.screen.match.thinking import WorkerThinker
from cabinet.screen.render.painter import paint
from cabinet.screen.simpanel.panel import SimPanel, panel_picture
from cabinet.screen.sound.voice import EngineVoice
from cabinet.tabletop.api import AnyGame
from tools.gallery.samples import NOW, cabinet_scenes, game_scenes, question_scenes

Artist: TypeAlias = Callable[[int], None]
_BUTTONS: Final = ("up", "down", "left", "right", "a", "b")
# Somebody who explores a board presses so often, in frames.
PRESS_EVERY: Final = 20
KEYS: Final = {
    **{"coin.1": "5", "power": "p", "start": "1", "mode": "tab", "player": "2"},
    **dict(zip((f"p1.{button}" for button in _BUTTONS), "wsadfg", strict=True)),
    **dict(zip((f"p2.{button}" for button in _BUTTONS), "ikjlno", strict=True)),
}


def all_scenes(games: Mapping[str, AnyGame]) -> dict[str, Snapshot]:
    """Every sample but those where the house thinks: that is another process's."""
    scenes = cabinet_scenes()
    for game in games.values():
        scenes |= game_scenes(game) | question_scenes(game)
    return {n: scene for n, scene in scenes.items() if not n.endswith("_bot")}


def _artist(
    games: Mapping[str, AnyGame], snapshot: Snapshot, show: Callable[[Picture], object]
) -> Artist:
    """A screen controller and its transitions, which have heard of one scene."""
    controller = Transitions(ScreenController(games, WorkerThinker()))
    controller.hear(snapshot)

    def draw(frame: int) -> None:
        controller.tick(NOW + frame * SECOND // 60)
        show(controller.picture())

    return draw


def aloud(
    games: Mapping[str, AnyGame],
    snapshot: Snapshot,
    canvas: pygame.Surface,
    voice: EngineVoice,
) -> Artist:
    """The same for somebody who does not see it: a press and sentences all the time."""
    controller = ScreenController(games, WorkerThinker(), voice=voice)
    controller.hear(snapshot)
    controller.speech.switch(on=True)

    def draw(frame: int) -> None:
        now = NOW + frame * SECOND // 60
        if frame % PRESS_EVERY == 0:
            line = f"p1.{WAYS[frame // PRESS_EVERY % len(WAYS)]}"
            controller.hear(Panel(line, "pressed", now))
            controller.hear(Panel(line, "released", now))
        controller.tick(now)
        paint(canvas, controller.picture())
        voice.frame(now, 100, coin=False)

    return draw


def on_canvas(
    games: Mapping[str, AnyGame], snapshot: Snapshot, canvas: pygame.Surface
) -> Artist:
    """What draws one frame of a scene as far as the canvas."""
    return _artist(games, snapshot, partial(paint, canvas))


def in_window(
    games: Mapping[str, AnyGame],
    snapshot: Snapshot,
    window: Window,
    panel: SimPanel | None = None,
) -> Artist:
    """What draws one frame of a scene, as the screen's loop does."""

    def show(picture: Picture) -> None:
        window.show(picture, panel_picture(panel, "fr") if panel else ())

    return _artist(games, snapshot, show)


def paced(seconds: int, draw: Callable[[int, Nanos], None]) -> tuple[float, int]:
    """Frames a second at the screen's own pace, and how many were late.

    `draw` is given each frame's number and the moment at which it is due.
    """
    clock = SystemClock()
    pacer, start = Pacer(clock), clock.now()
    for frame in range(seconds * 60):
        pacer.wait([])
        pacer.turn()
        draw(frame, pacer.next_deadline)
    took = pacer.next_deadline - SECOND // 60 - start
    return seconds * 60 * SECOND / took, pacer.late
