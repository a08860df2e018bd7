"""A short film of the cabinet, for those who have none before them.

It is what a passer-by sees and does: the title, games that play themselves, a coin,
the choice of games. Made by the same scenes, so it never shows what is not there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame

from cabinet.i18n import words
from cabinet.picture.shapes import HEIGHT, WIDTH, Picture
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.render import painter, png
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.attract import ACTS
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame
from tools.gallery.samples import BASE, NOW, OFFERS, RICH, waiting

# Frames of the cabinet for a frame of the film.
STEP: Final = 6
_HUNDREDTHS: Final = 10
_TITLE: Final = 25
_DEMO: Final = 36
_CHOICE: Final = 15


def write(games: Mapping[str, AnyGame], language: str, path: Path) -> Path:
    """Make the film and keep it."""
    frames = [_canvas(picture) for picture in pictures(games, language)]
    path.write_bytes(png.film(frames, _HUNDREDTHS))
    return path


def pictures(games: Mapping[str, AnyGame], language: str) -> Iterator[Picture]:
    """Picture after picture: the title, each game, then the choice."""
    demo_player = DemoPlayer(games)
    demo_player.open(OFFERS)
    demo_player.wait()
    show = Show(BASE, NOW, 0, words(language), demo_player=demo_player)
    each_game = sum(frames for act, frames in ACTS.items() if act != "scores")
    yield from _take(show, _TITLE)
    for number in range(len(BASE.offers)):
        yield from _take(replace(show, beat=number * each_game + ACTS["title"]), _DEMO)
    for cursor in (0, 1, 2, 3):
        choosing = waiting("select", 27 - cursor, offers=RICH[:4], offer=cursor)
        yield from _take(replace(show, snapshot=choosing, beat=60), _CHOICE)


def _take(show: Show, length: int) -> Iterator[Picture]:
    for _ in range(length):
        yield scene_table.picture(show)
        assert show.demo_player is not None
        show.demo_player.tick(STEP)
        show = replace(show, frame=show.frame + STEP, beat=show.beat + STEP)


def _canvas(picture: Picture) -> pygame.Surface:
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    painter.paint(canvas, picture)
    return canvas
