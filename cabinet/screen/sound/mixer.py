"""The mixer: every frame, what the cue collector heard goes to every output."""

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cabinet.core.events import SECOND, Nanos
from cabinet.core.loudness import SILENT, Levels, Loudness
from cabinet.core.ports import Clock
from cabinet.protocol.operator import Menu
from cabinet.screen.sound.cues import CueCollector, FrameSound

if TYPE_CHECKING:
    import pygame

    from cabinet.screen.sound.voice import EngineVoice


class SpokenWave(NamedTuple):
    """A sentence as a WAV file, how many milliseconds it lasts, and for the mixer."""

    samples: bytes
    millis: int
    sound: "pygame.Sound | None" = None


class SoundOutput(ABC):
    """Where it is heard: the speaker, or a browser."""

    def __init__(self, loudness: Loudness) -> None:
        self._loudness = loudness

    @property
    @abstractmethod
    def state(self) -> str:
        """How it is, in one word: see `Speaker.state`."""

    @abstractmethod
    def sound(self, heard: FrameSound, now: Nanos, percent: int) -> None:
        """Make this frame heard, with so much of each volume."""

    def open(self) -> None:  # noqa: B027 - most have nothing to open
        """Begin to be ready; called every frame, and returns at once."""

    def play_from(self, folder: str) -> None:  # noqa: B027
        """Play the music of a folder in the place of ours; a browser plays ours."""

    @property
    def coin_sounds(self) -> bool:
        """Whether a coin is being heard."""
        return False

    def speak(self, spoken: SpokenWave, level: float) -> None:  # noqa: B027
        """Begin a sentence."""

    def hold(self, *, held: bool) -> None:  # noqa: B027
        """Stand still in the middle of it, or go on."""

    def hush(self) -> None:  # noqa: B027
        """Say no more of it."""

    def close(self) -> None:  # noqa: B027
        """Let go of what was opened."""

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes."""
        self._loudness = loudness

    def _levels(self, percent: int) -> Levels:
        loudness = self._loudness
        return loudness.levels(percent) if loudness.enabled else SILENT


class Mixer:
    """Silent until its first frame has been seen: the picture comes first."""

    def __init__(
        self,
        cue_collector: CueCollector,
        loudness: Loudness,
        clock: Clock,
        outputs: Sequence[SoundOutput],
        voice: "EngineVoice | None" = None,
    ) -> None:
        self._voice = voice
        if voice is not None:
            voice.play_on(outputs)
        self._cue_collector = cue_collector
        self._clock = clock
        self._pause = loudness.attract_pause * SECOND
        self._outputs = outputs
        # What the schedule leaves of every volume.
        self.percent = 100

    @property
    def sound(self) -> str:
        """How the first output is: see `Speaker.state`."""
        return self._outputs[0].state

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes."""
        self._pause = loudness.attract_pause * SECOND
        for output in self._outputs:
            output.adopt(loudness)
        if self._voice is not None:
            self._voice.adopt(loudness)

    def play_from(self, folder: str) -> None:
        """The house's own music is in this folder; "" is ours."""
        for output in self._outputs:
            output.play_from(folder)

    def frame(self) -> None:
        """A frame was shown."""
        now = self._clock.now()
        heard = self._cue_collector.heard(now, self._pause)
        for output in self._outputs:
            output.open()
            output.sound(heard, now, self.percent)
        if self._voice is not None:
            coin = any(output.coin_sounds for output in self._outputs)
            self._voice.frame(now, self.percent, coin=coin)

    def close(self) -> None:
        """Close every output, and the voice."""
        if self._voice is not None:
            self._voice.close()
        for output in self._outputs:
            output.close()


def wanted(*, headless: bool) -> bool:
    """Where nothing is shown nothing is heard, unless a driver is asked for by name."""
    return not headless or bool(os.environ.get("SDL_AUDIODRIVER"))


# The volumes as the operator's menu has them: once changed, they are heard so.


def loudness_of(menu: Menu) -> Loudness:
    """What the menu's settings of sound mean; what it does not have is as shipped."""
    every = (entry for group in menu.groups for entry in group.entries)
    values = {entry.path: entry.value for entry in every}
    shipped = Loudness()

    def volume(name: str, otherwise: int) -> int:
        return int(values.get(f"sound.{name}") or otherwise)

    return Loudness(
        enabled=values.get("sound.enabled") != "false",
        coin=volume("coin", shipped.coin),
        effects=volume("effects", shipped.effects),
        music=volume("music", shipped.music),
        attract=volume("attract", shipped.attract),
        attract_pause=volume("attract_pause", shipped.attract_pause),
        voice=volume("voice", shipped.voice),
        headphones=values.get("sound.headphones") or "",
    )
