"""What the real mixer sends to the sound card, heard by a test.

SDL's disk driver writes into a pipe that only the test empties, so the card's time is
the test's: a frame of sound passes when a frame of samples is read.
"""

import fcntl
import os
from pathlib import Path

import numpy as np

from cabinet.core.events import SECOND
from cabinet.screen.sound.cues import FrameSound
from cabinet.screen.sound.speaker import RATE, Speaker

FPS = 60
NOON = 12 * 60


def listened(samples):
    """Both sides as rows, from -1 to 1."""
    return np.frombuffer(samples, "<i2").reshape(-1, 2).T / 32_768


class Loudspeaker:
    """A speaker on a card that the test is."""

    def __init__(self, loudness, folder: Path):
        self._path = folder / "card"
        os.mkfifo(self._path)
        os.environ |= {
            "SDL_AUDIODRIVER": "disk",
            "SDL_DISKAUDIOFILE": str(self._path),
            "SDL_DISKAUDIODELAY": "0",
        }
        # SDL opens the card while it holds the interpreter: we must be there first.
        self._card = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self._card, fcntl.F_SETPIPE_SZ, 4096)
        self.speaker = Speaker(loudness)
        self.speaker.open()
        os.set_blocking(self._card, True)
        self._now = 0
        self.voice = None
        while not self.speaker.wait(0.001):
            os.read(self._card, 4096)

    def play(self, frames, *cues, tune="", unattended=False, percent=100):
        """So many frames, with cues at the first; what the card got meanwhile."""
        heard = bytearray()
        for frame in range(frames):
            now = FrameSound(cues if frame == 0 else (), tune, unattended)
            self._now += SECOND // FPS
            self.speaker.sound(now, self._now, percent)
            if self.voice is not None:
                coin = self.speaker.coin_sounds
                self.voice.frame(self._now, percent, coin=coin)
            heard += self._read(RATE // FPS * 4)
        return listened(heard)

    def _read(self, size):
        found = b""
        while len(found) < size:
            found += os.read(self._card, size - len(found))
        return found

    def close(self):
        # The card goes first: the mixer's thread may be waiting for room in it.
        os.close(self._card)
        self.speaker.close()
        for name in ("SDL_AUDIODRIVER", "SDL_DISKAUDIOFILE", "SDL_DISKAUDIODELAY"):
            del os.environ[name]
