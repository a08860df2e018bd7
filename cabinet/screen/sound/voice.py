"""The voice: espeak-ng says a sentence, and it is played like any other sound.

The engine is a child process for each sentence, started on a thread: it writes samples,
which the outputs play, so no frame waits for it and nothing of it can take the screen
along. While a coin sounds the voice stands still. On a socket of its own (headphones)
`aplay` plays it, a child as well.
"""

import logging
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from queue import SimpleQueue
from typing import Final, NamedTuple

import pygame

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.loudness import Loudness
from cabinet.platform.kernel import shared_memory
from cabinet.screen.sound.mixer import SoundOutput, SpokenWave

log = logging.getLogger("cabinet.sound")

ENGINE: Final = "espeak-ng"
PLAYER: Final = "aplay"
# Words a minute; the engine's own are 175.
_SPEED: Final = 165
# The header of a file whose length the engine did not know when it began.
_HEADER: Final = 44
_LONGEST_S: Final = 20
_SIZES: Final = (slice(4, 8), slice(40, 44))


class _Wanted(NamedTuple):
    """The `number`-th sentence."""

    number: int
    text: str
    language: str


def found() -> str:
    """Where the engine is; "" if it is not installed."""
    return shutil.which(ENGINE) or ""


class EngineVoice:
    """See `cabinet.screen.voice.narrator.Voice`; `frame` once a frame."""

    def __init__(self, engine: str, loudness: Loudness) -> None:
        self._engine = engine
        self._loudness = loudness
        self._outputs: tuple[SoundOutput, ...] = ()
        self._headphones = Headphones()
        self._number = 0
        self._wanted: SimpleQueue[_Wanted | None] = SimpleQueue()
        self._rendered: SimpleQueue[tuple[int, SpokenWave]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._waits = False
        # How much of what is being said is left.
        self._left: Nanos = 0
        self._then: Nanos = 0
        self._held = False

    @property
    def ready(self) -> bool:
        """Whether there is an engine, and something to hear it by."""
        heard = self._loudness.headphones or self._loudness.enabled
        outputs = any(output.state == "ready" for output in self._outputs)
        return bool(self._engine and heard and (outputs or self._loudness.headphones))

    @property
    def busy(self) -> bool:
        """Whether a sentence is being made or said."""
        return self._waits or self._left > 0

    def play_on(self, outputs: Sequence[SoundOutput]) -> None:
        """Where it is heard, unless it has headphones."""
        self._outputs = tuple(outputs)
        if self._engine and self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

    def adopt(self, loudness: Loudness) -> None:
        """The operator has set other volumes, or another socket."""
        self._loudness = loudness

    def say(self, text: str, language: str) -> None:
        """See `Voice.say`."""
        self.hush()
        self._waits = True
        self._wanted.put(_Wanted(self._number, text, language))

    def hush(self) -> None:
        """See `Voice.hush`."""
        self._number += 1
        if self._waits and (child := self._child) is not None:
            with suppress(OSError):
                child.kill()
        if self._left:
            for output in self._heard_by:
                output.hush()
        self._waits, self._left, self._held = False, 0, False

    @property
    def _heard_by(self) -> tuple["SoundOutput | Headphones", ...]:
        return (self._headphones,) if self._loudness.headphones else self._outputs

    def frame(self, now: Nanos, percent: int, *, coin: bool) -> None:
        """A frame was shown; a `coin` sounds now."""
        passed, self._then = now - self._then, now
        self._begin(percent, coin=coin)
        if self._left and coin != self._held:
            self._held = coin
            for output in self._heard_by:
                output.hold(held=coin)
        if self._left and not self._held:
            self._left = max(0, self._left - passed)

    def _begin(self, percent: int, *, coin: bool) -> None:
        """What has been made is said, unless a coin sounds or it is outdated."""
        while not self._rendered.empty() and not coin:
            number, spoken = self._rendered.get()
            if number != self._number:
                continue
            self._waits = False
            if not spoken.samples:
                continue
            self._left = spoken.millis * MILLISECOND
            level = self._loudness.voice / 100
            if self._loudness.headphones:
                self._headphones.device = self._loudness.headphones
                self._headphones.speak(spoken, level)
                continue
            for output in self._outputs:
                output.speak(spoken, level * percent / 100)

    def close(self) -> None:
        """End engine and player."""
        self.hush()
        self._headphones.hush()
        if self._thread is not None:
            self._wanted.put(None)
            self._thread.join()

    def _work(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            if wanted.number == self._number:
                spoken = self._render(wanted)
                self._rendered.put((wanted.number, spoken))

    def _render(self, wanted: _Wanted) -> SpokenWave:
        """The sentence as samples; none if the engine fails."""
        level = self._loudness.voice if self._loudness.headphones else 100
        command = (
            *(self._engine, "-v", wanted.language, "-s", str(_SPEED)),
            *("-a", str(level), "-b", "1", "--stdin", "--stdout"),
        )
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        try:
            with subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=nothing
            ) as child:
                self._child = child
                wave, _ = child.communicate(wanted.text.encode(), _LONGEST_S)
        except (OSError, subprocess.SubprocessError) as wrong:
            log.warning("the voice failed: %s; the cabinet goes on without it", wrong)
            return SpokenWave(b"", 0)
        finally:
            self._child = None
        return mixed(whole(wave))


def mixed(spoken: SpokenWave) -> SpokenWave:
    """The same as the mixer plays it: to make that takes longer than a frame."""
    if not spoken.samples or pygame.mixer.get_init() is None:
        return spoken
    with suppress(pygame.error):
        return spoken._replace(sound=pygame.Sound(BytesIO(spoken.samples)))
    return spoken


def whole(wave: bytes) -> SpokenWave:
    """A wave whose header says how long it is."""
    if len(wave) <= _HEADER:
        return SpokenWave(b"", 0)
    head = bytearray(wave[:_HEADER])
    long = len(wave) - _HEADER
    head[_SIZES[0]] = (long + _HEADER - 8).to_bytes(4, "little")
    head[_SIZES[1]] = long.to_bytes(4, "little")
    a_second = int.from_bytes(head[28:32], "little")
    return SpokenWave(bytes(head) + wave[_HEADER:], long * 1_000 // max(1, a_second))


class Headphones:
    """A socket of its own for the voice, by ALSA's name."""

    def __init__(self) -> None:
        self.device = ""
        self._child: subprocess.Popen[bytes] | None = None

    def speak(self, spoken: SpokenWave, _: float) -> None:
        """Play it; the engine made it as loud as it should be."""
        self.hush()
        samples = shared_memory("voice", len(spoken.samples))
        try:
            os.write(samples, spoken.samples)
            os.lseek(samples, 0, os.SEEK_SET)
            self._child = subprocess.Popen(
                (PLAYER, "--quiet", f"--device={self.device}", "--file-type=wav", "-"),
                stdin=samples,
                stderr=subprocess.DEVNULL,
            )
        except OSError as wrong:
            log.warning("nothing is heard on %s: %s", self.device, wrong)
        finally:
            os.close(samples)

    def hold(self, *, held: bool) -> None:
        """Stand still while a coin sounds."""
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(signal.SIGSTOP if held else signal.SIGCONT)

    def hush(self) -> None:
        """Say no more of it."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
