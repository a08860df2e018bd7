"""Music as text: a line of tokens for each voice, every token one step.

`A4` is a note, `A3+C4+E4` a chord, `-` holds what sounds, `.` rests, `x` and `o`
are a drum's two strokes, and bars `|` are only for the eye. A tune is a ring: what
rings past its end is heard at its beginning, so that it loops without a seam.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from tools.sounds.instruments import Player
from tools.sounds.waves import RATE, Wave, hertz, room


@dataclass(frozen=True, slots=True)
class Voice:
    """One player's part; `pan` is from -1 (left) to 1, `strokes` what x and o are."""

    player: Player
    line: str
    level: float = 1.0
    pan: float = 0.0
    strokes: tuple[float, float] = (100.0, 100.0)
    strum: float = 0.0
    swing: float = 0.0


@dataclass(frozen=True, slots=True)
class Tune:
    """Voices that play the same number of steps, each `step` seconds long."""

    step: float
    voices: tuple[Voice, ...]
    hall: float = 0.18


class Note(NamedTuple):
    """What sounds from a step on, for so many steps."""

    step: int
    steps: int
    pitches: tuple[float, ...]
    accent: float


def notes(voice: Voice) -> Iterator[Note]:
    """The notes of a part, in order."""
    tokens = voice.line.replace("|", " ").split()
    for index, token in enumerate(tokens):
        if token in "-.":
            continue
        after = tokens[index + 1 :]
        steps = 1 + next((i for i, t in enumerate(after) if t != "-"), len(after))
        if token in "xo":
            pitch, accent = voice.strokes[token == "o"], 0.7 if token == "o" else 1.0
            yield Note(index, steps, (pitch,), accent)
        else:
            yield Note(index, steps, tuple(map(hertz, token.split("+"))), 1.0)


def length(voice: Voice) -> int:
    """How many steps a part has."""
    return len(voice.line.replace("|", " ").split())


def perform(tune: Tune) -> Wave:
    """The tune as stereo samples, one row a side."""
    steps = {length(voice) for voice in tune.voices}
    if len(steps) != 1:
        counted = [length(voice) for voice in tune.voices]
        raise ValueError(f"the voices have different numbers of steps: {counted}")
    size = round(steps.pop() * tune.step * RATE)
    sides = np.zeros((2, size))
    for voice in tune.voices:
        part = _part(voice, tune.step, size)
        angle = (voice.pan + 1) * np.pi / 4
        sides += np.outer((np.cos(angle), np.sin(angle)), part)
    wet = [room(side, 1.1, tune.hall, seed) for seed, side in enumerate(sides, 61)]
    return np.asarray(wet)


def _part(voice: Voice, step: float, size: int) -> Wave:
    part = np.zeros(size)
    for note in notes(voice):
        late = voice.swing * step * (note.step % 2)
        for number, pitch in enumerate(note.pitches):
            begin = round((note.step * step + late + number * voice.strum) * RATE)
            seconds = note.steps * step - late
            sound = _sounded(voice.player, pitch, seconds)  # type: ignore[arg-type]
            where = (begin + np.arange(len(sound))) % size
            np.add.at(part, where, voice.level * note.accent * sound)
    return part


@cache
def _sounded(player: Player, pitch: float, seconds: float) -> Wave:
    return player(pitch, seconds)
