"""Every screen, pixel for pixel. `CABINET_BLESS=1` writes what is drawn now."""

import os
from itertools import islice
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import Box, Glow
from cabinet.tabletop.registry import shipped
from tests.screen.gallery import pictures
from tools.gallery import pages, shots

GOLDEN = Path(__file__).parents[2] / "golden" / "screens"
SHOTS = pages.DOCS / "shots"
FILM = SHOTS / "film.png"
# Other languages are the same pictures with other words; that those fit is a test of
# every language in `test_nothing_is_cut.py`.
PICTURES = {f"{name}.fr": picture for name, picture in pictures("fr").items()}


def difference(expected, actual):
    """The actual picture in grey, with a magenta pixel wherever it is wrong."""
    shown = pygame.transform.grayscale(actual)
    same = pygame.mask.from_threshold(actual, (0, 0, 0), (1, 1, 1, 255), expected)
    same.invert()
    wrong = same.to_surface(setcolor=(255, 0, 255, 255), unsetcolor=None)
    shown.blit(wrong, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    return shown


@pytest.mark.parametrize("name", PICTURES)
def test_the_screen_is_the_one_a_person_approved(name, tmp_path):
    actual = shots.canvas(PICTURES[name])
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("CABINET_BLESS") == "1":
        GOLDEN.mkdir(parents=True, exist_ok=True)
        pygame.image.save(actual, golden)
        return
    expected = pygame.image.load(golden) if golden.exists() else None
    if expected and pygame.image.tobytes(expected, "RGB") == pygame.image.tobytes(
        actual, "RGB"
    ):
        return
    pygame.image.save(actual, tmp_path / f"{name}.actual.png")
    if expected:
        wrong = difference(expected.convert(actual), actual)
        pygame.image.save(wrong, tmp_path / f"{name}.diff.png")
    pytest.fail(f"{golden} is not what is drawn: look in {tmp_path}")


def test_no_golden_picture_is_left_of_a_scene_that_is_gone():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)


@pytest.fixture(scope="module")
def today(tmp_path_factory):
    """The stills that pages show, as they are drawn today, by those in docs/."""
    folder = tmp_path_factory.mktemp("shots")
    wanted = {
        folder / path.relative_to(SHOTS): path
        for path in pages.shown() - {FILM}
        if path.is_relative_to(SHOTS)
    }
    return {wanted[path]: path for path in shots.write_all(folder, wanted)}


def test_docs_keep_only_pictures_that_a_page_shows(today):
    kept = {path for path in pages.DOCS.glob("**/*") if path.suffix in pages.KINDS}
    assert kept == pages.shown()
    drawn = {path for path in kept if path.is_relative_to(SHOTS)}
    assert drawn == {*today, FILM}, "every one is drawn by the gallery"


def test_the_pages_show_what_is_drawn_today(today):
    """Photographs may differ a little: another library may pack them otherwise."""
    for shown, drawn in today.items():
        with Image.open(shown) as before, Image.open(drawn) as now:
            wrong = ImageStat.Stat(ImageChops.difference(before, now)).sum
        allowed = before.width * before.height if shown.suffix == ".jpg" else 0
        assert max(wrong) <= allowed, f"{shown.name}: run `make pictures`"


def test_the_film_on_the_page_is_the_one_of_today():
    drawn = [shots.image(picture) for picture in shots.film(shipped(), "en")]
    assert frames(FILM) == [one.tobytes() for one in drawn], "run `make pictures`"


def frames(path):
    """The pixels of every tenth of a second of a film."""
    found = []
    with Image.open(path) as film:
        for frame in ImageSequence.Iterator(film):
            long = round(frame.info["duration"] / 100)
            found += [frame.convert("RGB").tobytes()] * long
    return found


def test_a_film_has_every_colour_of_every_frame(tmp_path):
    drawn = [
        shots.image((Box(0, 0, 10, 10, "red"),)),
        shots.image((Box(0, 0, 10, 10, "red"), Glow(20, 200, 50, "cyan"))),
        shots.image((Glow(20, 200, 50, "pink"),)),
    ]
    shots.write_film(drawn, tmp_path / "film.png")
    assert frames(tmp_path / "film.png") == [one.tobytes() for one in drawn]


def test_the_film_goes_through_every_game_to_the_choice():
    taken = list(shots.film(shipped(), "en"))
    assert 100 <= len(taken) <= 300
    assert len(set(taken)) > len(taken) // 2


def test_a_photograph_is_what_a_display_shows(display, tmp_path, monkeypatch):
    lit = (Box(100, 100, 9, 9, "white"),)
    monkeypatch.setattr(shots, "pictures", lambda games, language: [("attract", lit)])
    path = tmp_path / "display" / "attract.en.jpg"
    assert list(shots.write_all(tmp_path, {path})) == [path]
    taken = pygame.image.load(path)
    assert taken.get_size() == (1280, 720)
    on, off = (sum(taken.get_at((208, y))[:3]) for y in (208, 209))
    assert on > off + 60, "scanlines"
    near, far = (sum(taken.get_at(at)[:3]) for at in ((208, 224), (208, 300)))
    assert near > far + 10, "bloom"


def test_every_screen_is_written_to_its_own_file(tmp_path, monkeypatch):
    some = list(islice(shots.pictures(shipped(), "fr"), 6))
    monkeypatch.setattr(shots, "pictures", lambda games, language: some)
    monkeypatch.setattr(shots, "film", lambda games, language: [some[0][1]])
    monkeypatch.setattr(shots, "strips", lambda games, language: [])
    paths = list(shots.write_all(tmp_path / "shots"))
    stills = [path for path in paths if path.suffix == ".png"]
    names = {f"{name}.{language}" for language in LANGUAGES for name, _ in some}
    assert {path.stem for path in stills} == {*names, "film"}
    assert {pygame.image.load(path).get_size() for path in stills} == {(640, 360)}
