"""The real engine on the real mixer: sentences, cut and held, and on headphones."""

import shutil
from dataclasses import replace
from time import monotonic

import numpy as np
import pytest

from cabinet.core.loudness import Loudness
from cabinet.screen.sound import voice
from cabinet.screen.sound.voice import EngineVoice
from tests.screen.loudspeaker import FPS, Loudspeaker
from tests.screen.sound.test_speaker import likeness

LOUD = Loudness(coin=100, effects=100, music=100, attract=100, voice=100)
SENTENCE = "Ring 3, segment 2: empty. You may place a pawn there."
# No sentence of ours takes longer to make, not even on a busy machine.
PATIENCE_S = 30

pytestmark = pytest.mark.skipif(
    not (voice.found() and shutil.which(voice.PLAYER)),
    reason="espeak-ng and aplay are not installed: sh tools/setup_voice.sh",
)


@pytest.fixture
def stand(tmp_path):
    """A loudspeaker and a voice with these settings."""
    made = []

    def stand(loudness=LOUD):
        loudspeaker = Loudspeaker(loudness, tmp_path)
        loudspeaker.voice = EngineVoice(voice.found(), loudness)
        loudspeaker.voice.play_on([loudspeaker.speaker])
        made.append(loudspeaker)
        return loudspeaker, loudspeaker.voice

    yield stand
    for loudspeaker in made:
        loudspeaker.voice.close()
        loudspeaker.close()


def level(sound):
    return float(np.sqrt(np.mean(sound**2)))


def begin(loudspeaker, text=SENTENCE, language="en"):
    """Say it, and play until it is heard."""
    loudspeaker.voice.say(text, language)
    end = monotonic() + PATIENCE_S
    while level(loudspeaker.play(4)) < 0.001:
        assert monotonic() < end, "nothing was heard"


def test_a_sentence_is_heard_to_its_end_and_in_both_languages(stand):
    loudspeaker, said = stand()
    lasted = {}
    for language in ("en", "fr"):
        assert said.ready
        begin(loudspeaker, language=language)
        heard = []
        while said.busy:
            heard.append(loudspeaker.play(1))
        lasted[language] = len(heard) / FPS
        assert level(np.hstack(heard)) > 0.01
        assert level(loudspeaker.play(FPS)[:, FPS * 100 :]) < 0.001
    assert 2 < lasted["en"] < 8
    assert lasted["en"] != lasted["fr"]


def test_a_newer_sentence_cuts_the_one_that_is_being_said(stand):
    loudspeaker, said = stand()
    begin(loudspeaker, SENTENCE * 3)
    said.say("No.", "en")
    assert level(loudspeaker.play(6)[:, FPS * 30 :]) < 0.05
    frames = 0
    end = monotonic() + PATIENCE_S
    while said.busy and monotonic() < end:
        loudspeaker.play(1)
        frames += not said._waits
    assert frames < 2 * FPS
    said.hush()
    assert level(loudspeaker.play(FPS)[:, FPS * 200 :]) < 0.001


def test_the_voice_stands_still_while_a_coin_sounds(stand):
    loudspeaker, said = stand()
    alone = loudspeaker.play(2 * FPS, "coin")
    begin(loudspeaker, SENTENCE * 2)
    left = said._left
    heard = [loudspeaker.play(1, "coin")]
    while loudspeaker.speaker.coin_sounds:
        heard.append(loudspeaker.play(1))
    assert left - said._left < left / 10
    # The card had a moment of the sentence in hand when the coin fell.
    coin = alone.mean(axis=0)[6_000 : FPS // 2 * 735]
    assert likeness(np.hstack(heard), coin) > 0.98
    after = [loudspeaker.play(1) for _ in range(FPS)]
    assert level(np.hstack(after)) > 0.01


def test_on_headphones_the_voice_is_heard_there_alone(stand, tmp_path, monkeypatch):
    """The card of this machine is a file that takes what it is given."""
    cards, played = tmp_path / "asound.conf", tmp_path / "played"
    cards.write_text(
        f"pcm.phones {{ type file file {played} format raw slave.pcm nowhere }}\n"
        "pcm.nowhere { type null }\n"
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(cards))
    loudspeaker, said = stand(replace(LOUD, headphones="phones"))
    said.say(SENTENCE, "en")
    end, heard = monotonic() + PATIENCE_S, []
    while said.busy:
        heard.append(loudspeaker.play(1))
        assert monotonic() < end
    assert level(np.hstack(heard)) == 0
    said._headphones._child.wait(PATIENCE_S)
    samples = np.frombuffer(played.read_bytes(), "<i2") / 32_768
    assert len(samples) > 22_050
    assert level(samples) > 0.01


def test_without_an_engine_there_is_no_voice(stand):
    loudspeaker, _ = stand()
    silent = EngineVoice("", LOUD)
    silent.play_on([loudspeaker.speaker])
    assert not silent.ready
    broken = EngineVoice("/bin/false", LOUD)
    broken.play_on([loudspeaker.speaker])
    loudspeaker.voice, before = broken, loudspeaker.voice
    broken.say(SENTENCE, "en")
    end = monotonic() + PATIENCE_S
    while broken.busy:
        assert monotonic() < end
        assert level(loudspeaker.play(1)) == 0
    broken.close()
    loudspeaker.voice = before
