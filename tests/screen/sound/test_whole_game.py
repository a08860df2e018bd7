"""A whole game as the card gets it: cues at their moments, no clipping, ducked music.

A match is played on the real controller, cue collector and mixer, frame by frame; what
the card was sent is compared with the log of what happened, sound by sound.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.loudness import Loudness
from cabinet.core.money.ledger import Seating
from cabinet.protocol.snapshot import MatchCard, ResultCard
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.sound.cues import LONGEST, FrameSound, of_events
from cabinet.screen.sound.speaker import DUCKED, RATE
from cabinet.tabletop.registry import shipped
from tests.screen.loudspeaker import FPS, Loudspeaker
from tests.screen.sound.test_speaker import level
from tests.screen.sound.test_speaker import shipped as file_of
from tools.gallery.samples import BASE

GAMES = shipped()
PERSON = Seating("person")
# As shipped (config/cabinet.yaml), and as loud as it goes.
USUAL = Loudness(coin=100, effects=80, music=60, attract=40)
LOUDEST = Loudness(coin=100, effects=100, music=100, attract=100)
BEFORE = 3 * FPS
BETWEEN = 90
MOST = 40
# Three of the card's buffers of 1024 samples, and the pipe of the test.
LATE = 80 * MILLISECOND
# So much of a sound is looked for: the next of an action comes later.
HEARD = RATE * 150 // 1000
KINDS = {"coin": "coin", "win": "jingles", "lose": "jingles", "draw": "jingles"}
KINDS |= {"start": "jingles", "high_score": "jingles"}


class Due(NamedTuple):
    """A sound that is due, by the log of what happened, and when."""

    name: str
    at: int


class Recording:
    """What was sent to the card in a whole match, and what should be in it."""

    def __init__(self, game, folder, loudness):
        self.cues, self.events, self._sent = [], [], []
        self._now = 0
        self._card = Loudspeaker(loudness, folder)
        self._controller = ScreenController(GAMES, InlineThinker(GAMES, 1))
        try:
            self._play(game)
        finally:
            self._card.close()
            self._controller.close()
        self.sound = np.hstack(self._sent)

    def _play(self, game):
        controller, rng = self._controller, Random(5)
        controller.hear(BASE)
        self._frames(2)
        card = MatchCard(1, game, {}, (PERSON,) * GAMES[game].rules.seats[0], seed=3)
        playing = replace(BASE, mode="playing", match=card, deadline=None)
        controller.hear(playing)
        self._frames(BEFORE)
        for number in range(MOST):
            if controller.match.over:
                break
            if number == 3:
                playing = replace(playing, credits=playing.credits + 1)
                controller.hear(playing)
                self.coin_at = self._now
                self._frames(3 * FPS)
            self._act(rng)
            self._frames(BETWEEN)
        ended = ResultCard("finished", (0,), (1, 0), "", stage="verdict")
        controller.hear(replace(playing, mode="result", result=ended, seats=card.seats))
        self._frames(4 * FPS)

    def _act(self, rng):
        controller = self._controller
        seat = controller.match.actors[0]
        action = rng.choice(controller.match.legal(seat))
        controller.play(seat, action)
        game = GAMES[controller.table.card.game]
        lately = controller.table._timeline.lately
        names = of_events(game.sounds, lately)
        if names:
            first = names[0]
            self.events.append(Due(first, self._now + SECOND // FPS))
            assert len(names) <= LONGEST or names[-1]

    def _frames(self, count):
        for _ in range(count):
            self._now += SECOND // FPS
            self._controller.tick(self._now)
            heard = self._controller.cue_collector.heard(self._now)
            self.cues += [Due(name, self._now) for name in heard.cues]
            self._sent.append(
                self._card.play(1, *heard.cues, tune=heard.tune)
                if heard != FrameSound((), "", unattended=False)
                else self._card.play(1)
            )

    def found_at(self, due):
        """How late a sound begins in what the card got, and how like its file it is."""
        sound = file_of(KINDS.get(due.name, "effects"), due.name)[:HEARD]
        begins = due.at - SECOND // FPS  # its frame ends then
        begin = max(0, _samples(begins) - RATE // 20)
        piece = self.sound.mean(axis=0)[begin : begin + len(sound) + RATE // 5]
        size = 1 << (len(piece) + len(sound)).bit_length()
        product = np.fft.rfft(piece, size) * np.conj(np.fft.rfft(sound, size))
        match = np.fft.irfft(product, size)[: len(piece) - len(sound) + 1]
        at = int(np.argmax(match))
        heard = piece[at : at + len(sound)]
        like = match[at] / np.sqrt(np.sum(heard**2) * np.sum(sound**2) + 1e-12)
        return (begin + at) * SECOND // RATE - begins, float(like)


def _samples(at):
    return at * RATE // SECOND


EVERY = [
    "aztec",
    *(pytest.param(name, marks=pytest.mark.soak) for name in GAMES if name != "aztec"),
]


@pytest.mark.parametrize("game", EVERY)
def test_every_cue_of_a_whole_game_is_heard_at_its_moment(game, tmp_path):
    recording = Recording(game, tmp_path, Loudness(effects=100, coin=100, music=0))
    asked = {name for name, _ in recording.cues}
    assert {"start", "coin", "win"} < asked
    for due in recording.events:
        assert due in recording.cues, "an event sounds in the frame that shows it"
    alone = _apart(recording.cues)
    lags = []
    for due in alone:
        lag, like = recording.found_at(due)
        if due in recording.events:
            assert like > 0.9, due
        if like > 0.5:
            lags.append(lag)
    assert len(lags) > 20
    assert min(lags) >= 0
    assert max(lags) <= LATE


def _apart(cues):
    """The sounds that begin when no other has just begun, nor begins at once."""
    return [
        due
        for due in cues
        if all(
            other is due
            or not -160 * MILLISECOND < other.at - due.at < 160 * MILLISECOND
            for other in cues
        )
    ]


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("loudness", [USUAL, LOUDEST], ids=["usual", "loudest"])
def test_nothing_clips_and_the_music_ducks_in_a_whole_game(game, loudness, tmp_path):
    recording = Recording(game, tmp_path, loudness)
    assert np.abs(recording.sound).max() < 32_000 / 32_768
    begin = _samples(recording.coin_at)
    before = level(recording.sound[:, begin - RATE : begin])
    assert before > 0.005, "there is music"


def test_the_music_of_a_game_is_softer_under_a_coin(tmp_path):
    quiet = Loudness(coin=1, effects=0, music=100)
    recording = Recording("aztec", tmp_path, quiet)
    begin = _samples(recording.coin_at)
    under = level(recording.sound[:, begin + RATE // 5 : begin + RATE // 2])
    after = level(recording.sound[:, begin + 2 * RATE : begin + 3 * RATE])
    assert under < (DUCKED + 0.2) * after
