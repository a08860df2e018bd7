"""What is heard, told by name to whoever watches from a browser.

Volumes and quiet hours are those of the loudspeaker; to fade and to duck is left to
who makes the noise.
"""

import json
from base64 import b64encode
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.loudness import Loudness
from cabinet.protocol.live import MUSIC, SOUNDS
from cabinet.screen.loop.camera import Camera
from cabinet.screen.sound.cues import FrameSound
from cabinet.screen.sound.mixer import SoundOutput, SpokenWave
from cabinet.screen.sound.speaker import SOUNDS as FOLDER

_PLACES: Final = 3
# As long as the sound of a coin, and a little for its way.
_COIN: Final = 1_200 * MILLISECOND


class RemoteAudio(SoundOutput):
    """What is heard in a browser."""

    def __init__(self, loudness: Loudness, camera: Camera) -> None:
        super().__init__(loudness)
        self._camera = camera
        self._kinds = {path.stem: path.parent.name for path in FOLDER.glob("*/*.ogg")}
        self._visitor = 0
        self._music: tuple[str, float] | None = None
        self._paid_at: Nanos | None = None
        self._now: Nanos = 0

    @property
    def state(self) -> str:
        """Always ready, unless there is nothing to play: see `Speaker.state`."""
        return "ready" if self._loudness.enabled else "off"

    def sound(self, heard: FrameSound, now: Nanos, percent: int) -> None:
        """Tell what begins at this frame, with so much of each volume."""
        if self._camera.visitor != self._visitor:
            self._visitor = self._camera.visitor
            self._music = None
        self._now = now
        if not self._visitor:
            return
        if any(self._kinds.get(name) == "coin" for name in heard.cues):
            self._paid_at = now
        levels = self._levels(percent)
        sounds = [
            [kind, name, round(volume, _PLACES)]
            for name in heard.cues
            if (kind := self._kinds.get(name))
            and (volume := levels.coin if kind == "coin" else levels.effects) > 0
        ]
        if sounds:
            self._say(SOUNDS, {"sounds": sounds})
        level = levels.attract if heard.unattended else levels.music
        known = self._kinds.get(heard.tune) == "music" and level > 0
        music = (heard.tune, round(level, _PLACES)) if known else ("", 0.0)
        if music != self._music:
            self._music = music
            self._say(MUSIC, {"music": music})

    @property
    def coin_sounds(self) -> bool:
        """See `SoundOutput.coin_sounds`."""
        return self._paid_at is not None and self._now - self._paid_at < _COIN

    def speak(self, spoken: SpokenWave, level: float) -> None:
        """See `SoundOutput.speak`: the browser gets the very samples."""
        if self._visitor and self._loudness.enabled:
            wave = b64encode(spoken.samples).decode()
            self._say(SOUNDS, {"voice": [wave, round(level, _PLACES)]})

    def hold(self, *, held: bool) -> None:
        """See `SoundOutput.hold`."""
        if self._visitor:
            self._say(SOUNDS, {"hold": held})

    def hush(self) -> None:
        """See `SoundOutput.hush`."""
        if self._visitor:
            self._say(SOUNDS, {"voice": ["", 0]})

    def _say(self, kind: bytes, what: object) -> None:
        self._camera.tell(kind, json.dumps(what).encode())
