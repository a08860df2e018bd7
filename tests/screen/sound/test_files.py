"""The files we ship: all there, as our own tool makes them, none too loud."""

from functools import cache
from typing import get_args

import numpy as np
import pytest
import soundfile

from cabinet.screen.sound.cues import Cue
from cabinet.screen.sound.speaker import RATE, SOUNDS
from cabinet.tabletop.registry import shipped
from tools.sounds.mastering import loudness, target
from tools.sounds.ogg import renumbered
from tools.sounds.rendering import recipes

FILES = sorted(SOUNDS.glob("*/*.ogg"))
LOOPS = [path for path in FILES if path.parent.name == "music"]
QUICK = ("coin", "move", "laser", "stone", "dice")
LARGEST = 2_000_000


def named(path):
    return f"{path.parent.name}/{path.stem}"


@cache
def samples(path):
    found, rate = soundfile.read(path, always_2d=True)
    assert rate == RATE
    return found.T


def test_every_cue_has_its_file_and_every_file_its_cue():
    games = shipped()
    used = set(get_args(Cue))
    for game in games.values():
        used |= {name for names in game.sounds.values() for name in names}
    short = {path.stem for path in FILES if path not in LOOPS}
    assert short == used
    assert {path.stem for path in LOOPS} == {*games, "attract"}


def test_the_tool_makes_what_is_shipped_and_nothing_else():
    assert [named(path) for path in FILES] == sorted(
        f"{recipe.kind}/{recipe.name}" for recipe in recipes()
    )


def test_every_game_gives_a_sound_to_what_happens_in_it():
    for name, game in shipped().items():
        assert game.sounds, name


def test_all_of_them_together_are_small():
    assert sum(path.stat().st_size for path in FILES) < LARGEST


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_file_clips(path):
    assert np.abs(samples(path)).max() < 0.95


@pytest.mark.parametrize("path", FILES, ids=named)
def test_each_is_as_loud_as_its_class(path):
    heard = loudness(samples(path), whole=path in LOOPS)
    assert heard == pytest.approx(target(path.parent.name, path.stem), abs=1.5)


def test_the_cues_of_a_class_are_within_three_decibels_of_each_other():
    for kind in ("effects", "jingles"):
        found = [
            loudness(samples(path))
            for path in FILES
            if path.parent.name == kind and path.stem != "move"  # one's own hand ticks
        ]
        assert max(found) - min(found) <= 3.1, kind


@pytest.mark.parametrize("path", LOOPS, ids=named)
def test_a_loop_has_no_step_at_its_seam(path):
    sound = samples(path)
    step = np.abs(sound[:, 0] - sound[:, -1]).max()
    usual = np.percentile(np.abs(np.diff(sound)), 99.5)
    assert step <= usual
    assert 20 <= sound.shape[1] / RATE <= 40


@pytest.mark.parametrize("path", LOOPS, ids=named)
def test_a_loop_has_bass_melody_and_something_high(path):
    spectrum = np.abs(np.fft.rfft(samples(path)[0])) ** 2
    heights = np.fft.rfftfreq(samples(path).shape[1], 1 / RATE)
    for low, high in ((40, 160), (300, 2_000), (5_000, 15_000)):
        share = spectrum[(heights > low) & (heights < high)].sum() / spectrum.sum()
        assert share > 0.001, (low, high)


@pytest.mark.parametrize("name", QUICK)
def test_what_is_shipped_is_what_the_tool_makes(name):
    recipe = next(recipe for recipe in recipes() if recipe.name == name)
    made = recipe.render()
    there = samples(SOUNDS / recipe.kind / f"{name}.ogg")
    assert made.shape == there.shape
    likeness = np.sum(made * there) / np.sqrt(np.sum(made**2) * np.sum(there**2))
    assert likeness > 0.97


@pytest.mark.parametrize("name", QUICK)
def test_the_same_code_gives_the_same_samples(name):
    first, second = (
        next(recipe for recipe in recipes() if recipe.name == name).render()
        for _ in range(2)
    )
    assert first.tobytes() == second.tobytes()


def test_a_page_signed_again_under_its_own_number_is_the_same_page():
    stream = (SOUNDS / "coin/coin.ogg").read_bytes()
    serial = int.from_bytes(stream[14:18], "little")
    assert renumbered(renumbered(stream, 7), serial) == stream
    with pytest.raises(ValueError, match="OGG page"):
        renumbered(b"RIFF", 1)
