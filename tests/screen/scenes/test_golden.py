"""Every screen, pixel for pixel. `CABINET_BLESS=1` writes what is drawn now."""

import os
from itertools import islice
from pathlib import Path

import pygame
import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import Box
from cabinet.tabletop.registry import shipped
from tools.gallery import shots

GOLDEN = Path(__file__).parents[2] / "golden" / "screens"
SHOTS = Path(__file__).parents[3] / "docs" / "shots"
# A lesson in another language is the same picture under another sentence.
PICTURES = {
    f"{name}.{language}": picture
    for language in LANGUAGES
    for name, picture in shots.pictures(shipped(), language)
    if language == "fr" or not name.startswith("howto_")
}


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


def test_the_shots_in_the_docs_are_of_every_scene_and_of_no_other():
    names = {
        f"{name.removesuffix('.fr')}.{language}"
        for name in PICTURES
        if name.endswith(".fr")
        for language in LANGUAGES
    }
    assert {path.stem for path in SHOTS.glob("*.png")} == {*names, "film"}
    displayed = {path.stem for path in (SHOTS / "display").glob("*.jpg")}
    assert displayed == {f"{name}.en" for name in shots.PHOTOGRAPHED}
    assert displayed <= names


def test_a_photograph_is_what_a_display_shows(display, tmp_path, monkeypatch):
    lit = (Box(100, 100, 9, 9, "white"),)
    monkeypatch.setattr(shots, "pictures", lambda games, language: [("attract", lit)])
    (path,) = shots.photograph_all(tmp_path / "display", "en")
    taken = pygame.image.load(path)
    assert taken.get_size() == (1280, 720)
    on, off = (sum(taken.get_at((208, y))[:3]) for y in (208, 209))
    assert on > off + 60, "scanlines"
    near, far = (sum(taken.get_at(at)[:3]) for at in ((208, 224), (208, 300)))
    assert near > far + 10, "bloom"


def test_every_screen_is_written_to_its_own_file(tmp_path, monkeypatch):
    some = list(islice(shots.pictures(shipped(), "fr"), 6))
    monkeypatch.setattr(shots, "pictures", lambda games, language: some)
    paths = shots.render_all(tmp_path / "shots", ("fr", "en"))
    names = [f"{name}.{language}" for language in ("fr", "en") for name, _ in some]
    assert [path.stem for path in paths] == names
    assert len(set(names)) == 12
    sizes = {pygame.image.load(path).get_size() for path in paths}
    assert sizes == {(640, 360)}
