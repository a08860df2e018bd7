"""The orchestra: every frame, what the ear heard goes to the speaker."""

import os

from cabinet.core.events import SECOND
from cabinet.core.ports import Clock
from cabinet.loudness import Loudness
from cabinet.screens.sound.ear import Ear
from cabinet.screens.sound.speaker import Speaker


class Orchestra:
    """Silent until its first frame has been seen: the picture comes first."""

    def __init__(self, ear: Ear, loudness: Loudness, clock: Clock) -> None:
        self._ear = ear
        self._clock = clock
        self._pause = loudness.attract_pause * SECOND
        self._speaker = Speaker(loudness)

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes."""
        self._pause = loudness.attract_pause * SECOND
        self._speaker.adopt(loudness)

    def frame(self) -> None:
        """A frame was shown."""
        now = self._clock.now()
        self._speaker.open()
        heard = self._ear.heard(now, self._pause)
        self._speaker.sound(heard, now, self._clock.minute_of_day())

    def close(self) -> None:
        """Everybody goes home."""
        self._speaker.close()


def wanted(*, headless: bool) -> bool:
    """Where nothing is shown nothing is heard, unless a driver is asked for by name."""
    return not headless or bool(os.environ.get("SDL_AUDIODRIVER"))
