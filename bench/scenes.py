"""Every scene there is, and artists who draw one frame after the other of them."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import pygame

from cabinet.core.events import SECOND
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.loop.transitions import Transitions
from cabinet.screen.loop.window import Window
from cabinet.screen.match.thinking import WorkerThinker
from cabinet.screen.render.painter import paint
from cabinet.screen.simpanel.drawing import panel_picture
from cabinet.screen.simpanel.panel import Panel
from cabinet.tabletop.api import AnyGame
from tools.gallery.samples import NOW, cabinet_scenes, game_scenes, question_scenes

Artist: TypeAlias = Callable[[int], None]
_BUTTONS: Final = ("up", "down", "left", "right", "a", "b")
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


def directed(games: Mapping[str, AnyGame], snapshot: Snapshot) -> Transitions:
    """A screen controller and its transitions, which have heard of one scene."""
    controller = Transitions(ScreenController(games, WorkerThinker()))
    controller.hear(snapshot)
    return controller


def on_canvas(
    games: Mapping[str, AnyGame], snapshot: Snapshot, canvas: pygame.Surface
) -> Artist:
    """What draws one frame of a scene as far as the canvas."""
    controller = directed(games, snapshot)

    def draw(frame: int) -> None:
        controller.tick(NOW + frame * SECOND // 60)
        paint(canvas, controller.picture())

    return draw


def in_window(
    games: Mapping[str, AnyGame],
    snapshot: Snapshot,
    window: Window,
    panel: Panel | None = None,
) -> Artist:
    """What draws one frame of a scene, as the screen's loop does."""
    controller = directed(games, snapshot)

    def draw(frame: int) -> None:
        controller.tick(NOW + frame * SECOND // 60)
        strip = panel_picture(panel, "fr") if panel else ()
        window.show(controller.picture(), strip)

    return draw
