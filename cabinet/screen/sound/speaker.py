"""The speaker: the one place that makes a noise, over SDL's mixer.

Coins have two channels that nothing else may take, a jingle and the voice have one
each, effects share the rest and the longest playing gives way. The card is opened and
the sounds are read on a thread, so that no frame waits for them; until then, and on a
machine without a sound card, everything is silent and goes on.
"""

import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.loudness import Levels, Loudness
from cabinet.screen.sound.cues import FrameSound
from cabinet.screen.sound.mixer import SoundOutput, SpokenWave

# The music fader: which loop plays, and how loud, from frame to frame.
#
# One loop at a time: the old one fades out before the new one fades in. Under a coin or
# a jingle the music ducks at once and comes back slowly. Pure: time is an argument.

DUCKED: Final = 0.3
FADE: Final = 400 * MILLISECOND
DUCKING: Final = 60 * MILLISECOND


class PlayingLoop(NamedTuple):
    """The loop that plays ("" is none), and its volume from 0 to 1."""

    tune: str
    volume: float


class MusicFader:
    """`fade` once a frame."""

    def __init__(self) -> None:
        self._tune = ""
        self._gain = 0.0
        self._then: Nanos = 0

    def fade(self, wanted: str, level: float, now: Nanos, *, duck: bool) -> PlayingLoop:
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
        return PlayingLoop(self._tune, self._gain * level)

    def _approach(self, goal: float, passed: Nanos) -> None:
        if self._gain > goal:
            self._gain = max(goal, self._gain - passed / DUCKING)
        else:
            self._gain = min(goal, self._gain + passed / FADE)


log = logging.getLogger("cabinet.sound")

SOUNDS: Final = Path(__file__).parents[1] / "assets" / "sounds"
RATE: Final = 44_100
_BUFFER: Final = 1024
_COINS: Final = (0, 1)
_JINGLE: Final = 2
_VOICE: Final = 3
_CHANNELS: Final = 13
_MUSIC: Final = (".ogg", ".mp3")
_EFFECTS: Final = range(_VOICE + 1, _CHANNELS)
# Room for several sounds at once before the sum is too much for the card.
_HEADROOM: Final = 0.8


class Speaker(SoundOutput):
    """`open` once, then `sound` every frame, and `close` at the end.

    `own` are sounds that games bring, by name.
    """

    def __init__(
        self, loudness: Loudness, own: Mapping[str, Path] | None = None
    ) -> None:
        super().__init__(loudness)
        self._own = own or {}
        self._fader = MusicFader()
        self._sounds: dict[str, pygame.Sound] = {}
        self._kinds: dict[str, str] = {}
        self._tunes: dict[str, Path] = {}
        # The house's own music, played one after the other in the place of ours.
        self._house: list[Path] = []
        self._next = 0
        self._tune = ""
        self._coins = 0
        self._oldest = list(_EFFECTS)
        self._ready = threading.Event()
        self._opening: threading.Thread | None = None

    def open(self) -> None:
        """Begin to open the card, once; return at once."""
        if self._opening is None and self._loudness.enabled:
            self._opening = threading.Thread(target=self._open, daemon=True)
            self._opening.start()

    @property
    def state(self) -> str:
        """How the card is: opening, ready, silent (there is none), or off."""
        if not self._loudness.enabled or self._opening is None:
            return "off"
        if self._ready.is_set():
            return "ready"
        return "opening" if self._opening.is_alive() else "silent"

    def wait(self, seconds: float) -> bool:
        """Whether everything can be heard, after at most so many seconds."""
        return self._ready.wait(seconds)

    def sound(self, heard: FrameSound, now: Nanos, percent: int) -> None:
        """Make this frame heard, with so much of each volume."""
        if not self._ready.is_set():
            return
        levels = self._levels(percent)
        for name in heard.cues:
            self._play(name, levels)
        level = levels.attract if heard.unattended else levels.music
        self._accompany(heard.tune, level, now)

    @property
    def coin_sounds(self) -> bool:
        """See `SoundOutput.coin_sounds`."""
        if not self._ready.is_set():
            return False
        return any(pygame.mixer.Channel(n).get_busy() for n in _COINS)

    def speak(self, spoken: SpokenWave, level: float) -> None:
        """See `SoundOutput.speak`."""
        if self._ready.is_set() and self._loudness.enabled and spoken.sound:
            spoken.sound.set_volume(level * _HEADROOM)
            pygame.mixer.Channel(_VOICE).play(spoken.sound)

    def hold(self, *, held: bool) -> None:
        """See `SoundOutput.hold`."""
        if self._ready.is_set():
            channel = pygame.mixer.Channel(_VOICE)
            channel.pause() if held else channel.unpause()

    def hush(self) -> None:
        """See `SoundOutput.hush`."""
        if self._ready.is_set():
            pygame.mixer.Channel(_VOICE).stop()

    def play_from(self, folder: str) -> None:
        """See `SoundOutput.play_from`."""
        try:
            found = sorted(Path(folder).iterdir()) if folder else []
        except OSError as wrong:
            log.warning("no music from %s: %s; ours plays", folder, wrong)
            found = []
        self._house = [one for one in found if one.suffix.lower() in _MUSIC]
        self._tune = ""  # what plays now ends, and is begun from there

    def close(self) -> None:
        """Let go of the card."""
        if self._opening is not None:
            self._opening.join()
            self._ready.clear()
            pygame.mixer.quit()

    def _open(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 2, _BUFFER, allowedchanges=0)
            pygame.mixer.set_num_channels(_CHANNELS)
            self._read()
        except (pygame.error, OSError) as wrong:
            log.warning("no sound: %s; the cabinet goes on without it", wrong)
            return
        self._ready.set()

    def _read(self) -> None:
        for path in sorted(SOUNDS.glob("*/*.ogg")):
            kind = path.parent.name
            if kind == "music":
                self._tunes[path.stem] = path
            elif (sound := _loaded(path)) is not None:
                self._sounds[path.stem] = sound
                self._kinds[path.stem] = kind
        for name, path in self._own.items():
            if (sound := _loaded(path)) is not None:
                self._sounds[name], self._kinds[name] = sound, "effects"

    def _play(self, name: str, levels: Levels) -> None:
        sound, kind = self._sounds.get(name), self._kinds.get(name)
        volume = levels.coin if kind == "coin" else levels.effects
        if sound is None or volume <= 0:
            return
        # Not the channel's volume: playing resets it, and the card may be quicker.
        sound.set_volume(volume * _HEADROOM)
        self._channel(kind).play(sound)

    def _channel(self, kind: str | None) -> pygame.mixer.Channel:
        if kind == "coin":
            self._coins += 1
            return pygame.mixer.Channel(_COINS[self._coins % len(_COINS)])
        if kind == "jingles":
            return pygame.mixer.Channel(_JINGLE)
        # SDL's own search takes reserved channels too when all are busy.
        free = [n for n in _EFFECTS if not pygame.mixer.Channel(n).get_busy()]
        chosen = free[0] if free else self._oldest[0]
        self._oldest.remove(chosen)
        self._oldest.append(chosen)
        return pygame.mixer.Channel(chosen)

    def _accompany(self, tune: str, level: float, now: Nanos) -> None:
        above = (*_COINS, _JINGLE, _VOICE)
        duck = any(pygame.mixer.Channel(n).get_busy() for n in above)
        wanted = tune if tune in self._tunes else ""
        playing = self._fader.fade(wanted, level, now, duck=duck)
        if playing.tune != self._tune:
            self._tune = playing.tune
            pygame.mixer.music.stop()
            if playing.tune:
                self._begin(playing.tune)
        elif playing.tune and self._house and not pygame.mixer.music.get_busy():
            self._begin(playing.tune)
        pygame.mixer.music.set_volume(playing.volume * _HEADROOM)

    def _begin(self, tune: str) -> None:
        """Play a tune; one that cannot be is never asked for again."""
        own = bool(self._house)
        path = self._house[self._next % len(self._house)] if own else self._tunes[tune]
        try:
            pygame.mixer.music.load(path)
            pygame.mixer.music.play(0 if own else -1)
            self._next += own
        except (pygame.error, OSError) as wrong:
            _damaged(path, wrong)
            if own:
                self._house.remove(path)
                self._tune = ""
            else:
                del self._tunes[tune]


def _loaded(path: Path) -> pygame.Sound | None:
    try:
        return pygame.Sound(path)
    except (pygame.error, OSError) as wrong:
        _damaged(path, wrong)
        return None


def _damaged(path: Path, wrong: Exception) -> None:
    log.warning("%s cannot be played: %s; the cabinet goes on without it", path, wrong)
