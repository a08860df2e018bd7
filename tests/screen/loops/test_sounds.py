"""Sounds and tunes that loops bring, and who hears them."""

import wave
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.core.loudness import Loudness
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loops.sounds import own_sounds, tunes
from cabinet.screen.sound.cues import CueCollector
from cabinet.screen.sound.speaker import Speaker
from tests.screen.controller_rig import GAMES, PERSON
from tests.support.loops import loop
from tools.gallery.samples import BASE

pytestmark = pytest.mark.usefixtures("strange_loops")


def test_a_sound_of_a_game_is_named_after_both():
    game = replace(loop("squares"), sounds={"zap": "api.py"}, package="cabinet.loops")
    (found,) = own_sounds([game, GAMES["nim"]]).items()
    assert found[0] == "squares.zap"
    assert found[1].name == "api.py"


def test_the_speaker_reads_it_beside_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    good, bad = tmp_path / "zap.wav", tmp_path / "none.ogg"
    with wave.open(str(good), "wb") as file:
        file.setparams((1, 2, 44_100, 0, "NONE", ""))
        file.writeframes(bytes(2000))
    speaker = Speaker(Loudness(), {"squares.zap": good, "squares.none": Path(bad)})
    speaker.open()
    assert speaker.wait(20)
    assert "squares.zap" in speaker._sounds
    assert "squares.none" not in speaker._sounds
    speaker.close()


def test_a_game_may_borrow_a_tune():
    game = replace(loop("squares"), music="arkade")
    collector = CueCollector()
    collector.tunes = tunes([game, loop("slow"), GAMES["nim"]])
    card = MatchCard(1, "squares", {}, (PERSON,), seed=1)
    collector.hear(replace(BASE, mode="playing", match=card))
    assert collector.heard(0).tune == "arkade"
