"""What is heard, told by name to whoever watches from a browser.

Volumes and quiet hours are those of the loudspeaker; to fade and to duck is left to
who makes the noise.
"""

import json
from typing import Final

from cabinet.core.events import Nanos
from cabinet.core.loudness import Loudness
from cabinet.protocol.live import MUSIC, SOUNDS
from cabinet.screen.loop.camera import Camera
from cabinet.screen.sound.cues import FrameSound
from cabinet.screen.sound.mixer import SoundOutput
from cabinet.screen.sound.speaker import SOUNDS as FOLDER

_PLACES: Final = 3


class RemoteAudio(SoundOutput):
    """What is heard in a browser."""

    def __init__(self, loudness: Loudness, camera: Camera) -> None:
        super().__init__(loudness)
        self._camera = camera
        self._kinds = {path.stem: path.parent.name for path in FOLDER.glob("*/*.ogg")}
        self._visitor = 0
        self._music: tuple[str, float] | None = None

    @property
    def state(self) -> str:
        """Always ready, unless there is nothing to play: see `Speaker.state`."""
        return "ready" if self._loudness.enabled else "off"

    def sound(self, heard: FrameSound, now: Nanos, percent: int) -> None:
        """Tell what begins at this frame, with so much of each volume."""
        if self._camera.visitor != self._visitor:
            self._visitor = self._camera.visitor
            self._music = None
        if not self._visitor:
            return
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

    def _say(self, kind: bytes, what: object) -> None:
        self._camera.tell(kind, json.dumps(what).encode())
