"""Every screen as a picture on the disk, in every language: what `make shots` does.

Those are the pixels of the canvas. A few are photographed as well, as a display shows
them: enlarged, with bloom, scanlines and vignette. The film shows what a passer-by
sees and does: the title, games that play themselves, a coin, the choice of games.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame
from PIL import Image, ImageChops

from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import HEIGHT, WIDTH, Picture
from cabinet.screen.loop.demo_player import DemoPlayer
from cabinet.screen.render.painter import canvas
from cabinet.screen.render.presenter import ProcessorPresenter
from cabinet.screen.scenes import scene_table, wait
from cabinet.screen.scenes.attract import ACTS
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import shipped
from tools.gallery.contact_sheet import contact_sheet
from tools.gallery.eyes import Sight, filtered
from tools.gallery.samples import BASE, NOW, OFFERS, RICH, waiting
from tools.gallery.shows import shows
from tools.gallery.strips import strips

# What is photographed, and how many pixels a pixel of the canvas has there.
PHOTOGRAPHED: Final = (
    *("attract", "select", "join_six", "signing", "azteka_result"),
    *("azteka_middle", "aztec_middle", "arkade_middle"),
)
_SCALE: Final = 2
# Frames of the cabinet for a frame of the film, and how many each part has.
_STEP: Final = 6
_MILLISECONDS: Final = 100
_TITLE: Final = 25
_DEMO: Final = 36
_CHOICE: Final = 15


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
    yield "space_aztecs_cards", contact_sheet()


def film(games: Mapping[str, AnyGame], language: str) -> Iterator[Picture]:
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
        show.demo_player.tick(_STEP)
        show = replace(show, frame=show.frame + _STEP, beat=show.beat + _STEP)


def write_all(folder: Path, only: Collection[Path] | None = None) -> Iterator[Path]:
    """Draw every file of the gallery, or `only` these; each path once written."""
    games = shipped()
    presenter = ProcessorPresenter(
        pygame.Window("shots", (WIDTH * _SCALE, HEIGHT * _SCALE), hidden=True)
    )
    (folder / "display").mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        for name, picture in pictures(games, language):
            still = folder / f"{name}.{language}.png"
            if only is None or still in only:
                image(picture).save(still, optimize=True)
                yield still
            photograph = folder / "display" / f"{name}.{language}.jpg"
            if name in PHOTOGRAPHED and (only is None or photograph in only):
                presenter.present(canvas(picture), None, "full")
                pygame.image.save(presenter.pixels(), photograph)
                yield photograph
    moving = folder / "film.png"
    if only is None or moving in only:
        write_film([image(picture) for picture in film(games, "en")], moving)
        yield moving
    if only is None:
        yield from _write_strips(folder, games)


def _write_strips(folder: Path, games: Mapping[str, AnyGame]) -> Iterator[Path]:
    """Ten moments of each recorded match, two in a row."""
    for name, moments in strips(games, "en"):
        path = folder / f"strip_{name}.en.png"
        strip = Image.new("RGB", (2 * WIDTH, HEIGHT * len(moments) // 2))
        for number, moment in enumerate(moments):
            at = number % 2 * WIDTH, number // 2 * HEIGHT
            strip.paste(image(moment), at)
        strip.save(path, optimize=True)
        yield path


def write_seen(folder: Path, sight: Sight) -> Iterator[Path]:
    """Draw every still as people with that sight have it; each path once written."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        for name, picture in pictures(shipped(), language):
            still = folder / f"{name}.{language}.png"
            filtered(image(picture), sight).save(still)
            yield still


def image(picture: Picture) -> Image.Image:
    """The pixels of the canvas."""
    painted = canvas(picture)
    pixels = pygame.image.tobytes(painted, "RGB")
    return Image.frombytes("RGB", painted.get_size(), pixels)


def write_film(frames: list[Image.Image], path: Path) -> None:
    """Write an APNG in which every frame is clear where nothing changed.

    That makes it four times smaller than whole frames would.
    """
    changes = [_changed(before, after) for before, after in pairwise(frames)]
    frames[0].convert("RGBA").save(
        path,
        save_all=True,
        append_images=changes,
        duration=_MILLISECONDS,
        blend=1,  # lay each frame over the one before
        compress_level=9,
    )


def _changed(before: Image.Image, after: Image.Image) -> Image.Image:
    red, green, blue = ImageChops.difference(before, after).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask = most.point([0] + [255] * 255)
    clear = Image.new("RGBA", after.size)
    return Image.composite(after.convert("RGBA"), clear, mask)
