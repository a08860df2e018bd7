"""The real mixer, heard through SDL's disk driver."""

import logging
import shutil
from dataclasses import replace

import numpy as np
import pygame
import pytest
import soundfile

from cabinet.core.events import SECOND
from cabinet.core.loudness import Loudness
from cabinet.screen.sound.cues import ATTRACT_TUNE, FrameSound
from cabinet.screen.sound.speaker import DUCKED, RATE, SOUNDS, Speaker
from tests.screen.loudspeaker import FPS, NOON, Loudspeaker

LOUD = Loudness(coin=100, effects=100, music=100, attract=100)
NIGHT = 23 * 60


@pytest.fixture
def plug_in(tmp_path):
    """A loudspeaker with these settings; unplugged after the test."""
    plugged = []

    def plug_in(loudness=LOUD):
        plugged.append(Loudspeaker(loudness, tmp_path))
        return plugged[0]

    yield plug_in
    for loudspeaker in plugged:
        loudspeaker.close()


def shipped(kind, name):
    samples, rate = soundfile.read(SOUNDS / kind / f"{name}.ogg", always_2d=True)
    assert rate == RATE
    return samples.T.mean(axis=0)


def level(sound):
    return float(np.sqrt(np.mean(sound**2)))


def likeness(heard, sound):
    """The best correlation of a sound with any place of what was heard."""
    whole = heard.mean(axis=0)
    size = 1 << (len(whole) + len(sound)).bit_length()
    product = np.fft.rfft(whole, size) * np.conj(np.fft.rfft(sound, size))
    found = np.fft.irfft(product, size)
    at = int(np.argmax(found[: len(whole)]))
    piece = whole[at : at + len(sound)]
    return float(found[at] / np.sqrt(np.sum(piece**2) * np.sum(sound**2) + 1e-12))


def test_a_coin_is_heard_and_it_is_the_coin(plug_in):
    heard = plug_in().play(2 * FPS, "coin")
    assert level(heard) > 0.01
    assert likeness(heard, shipped("coin", "coin")) > 0.99
    assert likeness(heard, shipped("effects", "laser")) < 0.5


def test_without_a_cue_there_is_silence(plug_in):
    assert level(plug_in().play(FPS // 2)) == 0


def test_a_name_that_is_no_sound_is_silence(plug_in):
    assert level(plug_in().play(FPS // 2, "trumpet", tune="waltz")) == 0


def test_however_much_explodes_the_coin_is_heard(plug_in):
    loudspeaker = plug_in(replace(LOUD, effects=1))
    heard = [loudspeaker.play(1, "coin")]
    heard += [loudspeaker.play(1, "explosion", "laser") for _ in range(2 * FPS)]
    assert likeness(np.hstack(heard), shipped("coin", "coin")) > 0.95


def test_each_class_has_its_own_volume(plug_in):
    loudspeaker = plug_in(replace(LOUD, effects=50))
    half = level(loudspeaker.play(FPS, "laser"))
    loudspeaker.speaker._loudness = LOUD
    assert level(loudspeaker.play(FPS, "laser")) == pytest.approx(2 * half, rel=0.05)
    loudspeaker.play(FPS)
    loudspeaker.speaker._loudness = replace(LOUD, effects=0)
    assert level(loudspeaker.play(FPS, "laser", "win")) == 0
    assert level(loudspeaker.play(FPS, "coin")) > 0.01


def test_the_music_ducks_under_a_jingle_and_comes_back(plug_in):
    loudspeaker = plug_in(replace(LOUD, effects=1))
    loudspeaker.play(2 * FPS, tune="arkade")
    before = level(loudspeaker.play(FPS, tune="arkade"))
    loudspeaker.play(FPS // 4, "win", tune="arkade")
    under = level(loudspeaker.play(FPS, tune="arkade"))
    loudspeaker.play(3 * FPS, tune="arkade")
    after = level(loudspeaker.play(FPS, tune="arkade"))
    assert under < (DUCKED + 0.15) * before
    assert after > 0.75 * before


def test_a_tune_loops_without_a_gap_or_a_click(plug_in):
    loudspeaker = plug_in()
    loudspeaker.play(FPS, tune="arkade")
    whole = loudspeaker.play(30 * FPS, tune="arkade")
    tune = shipped("music", "arkade")
    across = np.concatenate([tune[-RATE // 2 :], tune[: RATE // 2]])
    assert likeness(whole[:, 24 * RATE :], across) > 0.99


def test_one_tune_fades_into_the_next(plug_in):
    loudspeaker = plug_in()
    loudspeaker.play(2 * FPS, tune="arkade")
    heard = loudspeaker.play(3 * FPS, tune="azteka")
    assert likeness(heard, shipped("music", "azteka")[RATE : 2 * RATE]) > 0.9


def test_the_tune_to_nobody_has_its_own_volume(plug_in):
    loudspeaker = plug_in(replace(LOUD, attract=0))
    assert level(loudspeaker.play(FPS, tune="attract", unattended=True)) == 0
    assert level(loudspeaker.play(FPS, tune="attract")) > 0.005


def test_in_quiet_hours_nothing_is_heard_where_the_operator_says_so(plug_in):
    loudspeaker = plug_in()
    late = loudspeaker.play(FPS, "coin", "laser", "win", tune="arkade", percent=0)
    assert level(late) == 0
    assert level(loudspeaker.play(FPS, "coin", tune="arkade", percent=100)) > 0.01


def test_music_that_plays_falls_silent_when_the_quiet_hours_begin(plug_in):
    loudspeaker = plug_in()
    loudspeaker.play(FPS, tune="arkade", percent=100)
    loudspeaker.play(FPS, tune="arkade", percent=0)
    assert level(loudspeaker.play(FPS // 2, tune="arkade", percent=0)) == 0


def test_without_a_card_it_is_said_once_and_everything_goes_on(monkeypatch, caplog):
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-card")
    speaker = Speaker(LOUD)
    with caplog.at_level(logging.WARNING):
        for frame in range(3):
            speaker.open()
            speaker.sound(
                FrameSound(("coin",), "arkade", unattended=False), frame, NOON
            )
        speaker.close()
    (said,) = caplog.messages
    assert said.startswith("no sound: ")
    assert said.endswith("; the cabinet goes on without it")


def test_a_damaged_sound_is_said_once_and_the_others_are_heard(
    monkeypatch, caplog, tmp_path
):
    for name in ("coin/coin", "effects/laser", "music/arkade"):
        path = tmp_path / f"{name}.ogg"
        path.parent.mkdir()
        path.write_bytes(b"no sound at all")
    shutil.copy(SOUNDS / "effects" / "laser.ogg", tmp_path / "effects" / "laser.ogg")
    monkeypatch.setattr("cabinet.screen.sound.speaker.SOUNDS", tmp_path)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker(LOUD)
    speaker.open()
    assert speaker.wait(10)
    for frame in range(2 * FPS):
        cues = ("coin", "laser") if frame == 0 else ()
        heard = FrameSound(cues, "arkade", unattended=False)
        speaker.sound(heard, frame * SECOND // FPS, NOON)
        if frame == 0:
            assert pygame.mixer.get_busy(), "the laser"
    speaker.close()
    assert [said.split(".ogg")[0] for said in caplog.messages] == [
        str(tmp_path / "coin" / "coin"),
        str(tmp_path / "music" / "arkade"),
    ]


def test_a_mute_cabinet_opens_no_card(monkeypatch, caplog):
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-card")
    speaker = Speaker(replace(LOUD, enabled=False))
    speaker.open()
    speaker.sound(FrameSound(("coin",), "arkade", unattended=False), 0, NOON)
    speaker.close()
    assert caplog.messages == []


def test_the_tune_to_nobody_is_as_long_as_the_ear_believes():
    assert len(shipped("music", "attract")) / RATE * 1e9 == ATTRACT_TUNE


def test_volumes_that_are_set_while_it_plays_are_heard_at_once(plug_in):
    loudspeaker = plug_in()
    loud = level(loudspeaker.play(FPS, "coin"))
    loudspeaker.speaker.adopt(replace(LOUD, coin=20))
    soft = level(loudspeaker.play(FPS, "coin"))
    loudspeaker.speaker.adopt(replace(LOUD, enabled=False))
    loudspeaker.play(2 * FPS)
    mute = level(loudspeaker.play(FPS, "coin", tune="attract"))
    assert loud > 3 * soft > 0
    assert mute == 0
