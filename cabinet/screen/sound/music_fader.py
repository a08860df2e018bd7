"""The conductor: which loop plays, and how loud, from frame to frame.

One loop at a time: the old one fades out before the new one fades in. Under a coin
or a jingle the music ducks at once and comes back slowly. Pure: time is an argument.
"""

from typing import Final, NamedTuple

from cabinet.core.events import MILLISECOND, Nanos

DUCKED: Final = 0.3
FADE: Final = 400 * MILLISECOND
DUCKING: Final = 60 * MILLISECOND


class Playing(NamedTuple):
    """The loop that plays ("" is none), and its volume from 0 to 1."""

    tune: str
    volume: float


class Conductor:
    """`conduct` once a frame."""

    def __init__(self) -> None:
        self._tune = ""
        self._gain = 0.0
        self._then: Nanos = 0

    def conduct(self, wanted: str, level: float, now: Nanos, *, duck: bool) -> Playing:
        """What to play now if `wanted` were to play at `level`."""
        passed, self._then = max(0, now - self._then), now
        if level <= 0:
            wanted = ""
        if wanted != self._tune:
            self._gain = max(0.0, self._gain - passed / FADE)
            if self._gain == 0:
                self._tune = wanted
        else:
            self._approach(DUCKED if duck else 1.0, passed)
        return Playing(self._tune, self._gain * level)

    def _approach(self, goal: float, passed: Nanos) -> None:
        if self._gain > goal:
            self._gain = max(goal, self._gain - passed / DUCKING)
        else:
            self._gain = min(goal, self._gain + passed / FADE)
