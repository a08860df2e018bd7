"""Every screen as a picture on the disk, in every language: what `make shots` does.

Those are the pixels of the canvas. A few are photographed as well, as a display shows
them: enlarged, with bloom, scanlines and vignette.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame

from cabinet.i18n import words
from cabinet.picture.shapes import HEIGHT, WIDTH, Picture
from cabinet.screen.render import png
from cabinet.screen.render.painter import canvas
from cabinet.screen.render.presenter import ProcessorPresenter
from cabinet.screen.scenes import scene_table, wait
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import installed
from tools.gallery.samples import BASE, NOW
from tools.gallery.shows import shows

# What is photographed, and how many pixels a pixel of the canvas has there.
PHOTOGRAPHED: Final = (
    *("attract", "select", "join_six", "signing", "azteka_result"),
    *("azteka_middle", "aztec_middle", "arkade_middle"),
)
_SCALE: Final = 2


def pictures(
    games: Mapping[str, AnyGame], language: str
) -> Iterator[tuple[str, Picture]]:
    """Every sample by name, as a picture."""
    speech = words(language)
    yield "wait", wait.picture(40, speech)
    known = replace(BASE, credits=2, missing=0)
    yield "wait_again", wait.again(Show(known, NOW, 40, speech))
    for name, show in shows(games, language):
        yield name, scene_table.picture(show)


def render_all(folder: Path, languages: Iterable[str]) -> list[Path]:
    """Write `scene.language.png` for every scene; the paths, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    games = installed()
    written = []
    for language in languages:
        for name, picture in pictures(games, language):
            path = folder / f"{name}.{language}.png"
            path.write_bytes(png.still(canvas(picture)))
            written.append(path)
    return written


def photograph_all(folder: Path, language: str) -> list[Path]:
    """Write `scene.language.jpg` for the chosen few; the paths, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    presenter = ProcessorPresenter(
        pygame.Window("shots", (WIDTH * _SCALE, HEIGHT * _SCALE), hidden=True)
    )
    written = []
    for name, picture in pictures(installed(), language):
        if name in PHOTOGRAPHED:
            presenter.present(canvas(picture), None, "full")
            path = folder / f"{name}.{language}.jpg"
            pygame.image.save(presenter.pixels(), path)
            written.append(path)
    return written
