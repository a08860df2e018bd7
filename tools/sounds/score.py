"""Music as text: the files in `music/`, a line of tokens for each voice.

Every token is one step: `A4` is a note, `A3+C4+E4` a chord, `-` holds what sounds, `.`
rests, `x` and `o` are a drum's two strokes, and bars `|` are only for the eye. In the
place of a line a voice may have a figure, played over each of the tune's chords: there
`R`, `T`, `F` and `O` are a chord's root, third, fifth and octave, `C` is all of it.
A tune is a ring: what rings past its end is heard at its beginning, so that it loops
without a seam.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import yaml

from tools.sounds import instruments
from tools.sounds.instruments import Player
from tools.sounds.waves import RATE, Wave, hertz, room

_MUSIC: Final = Path(__file__).with_name("music")
_NAMES: Final = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_FLATS: Final = {"Db": "C#", "Eb": "D#", "Gb": "F#", "Ab": "G#", "Bb": "A#"}


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


def tune(name: str) -> Tune:
    """The loop of that name: of a game, or `attract`."""
    return _tune(**_read(name))


def jingles() -> dict[str, Tune]:
    """What is played once, by name."""
    return {name: _tune(**written) for name, written in _read("jingles").items()}


def _read(name: str) -> dict[str, Any]:
    text = (_MUSIC / f"{name}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def _tune(
    step: float,
    hall: float,
    voices: list[dict[str, Any]],
    chords: str = "",
    rest: int = 0,
) -> Tune:
    """`rest` is a silence of so many steps at the end."""
    return Tune(step, tuple(_voice(chords, rest, **voice) for voice in voices), hall)


def _voice(chords: str, rest: int, player: str, **written: Any) -> Voice:  # noqa: ANN401
    """A line is played so many `times`, or so many steps too `late`, as an echo."""
    if "figure" in written:
        figure, octave = written.pop("figure"), written.pop("octave")
        bars = [_bar(chord, figure, octave) for chord in chords.split()]
        tokens = " ".join(bars).split()
    else:
        tokens = _tokens(written.pop("line")) * written.pop("times", 1)
        late = written.pop("late", 0)
        tokens = ([*"." * late, *tokens])[: len(tokens)]
    line = " ".join([*tokens, *"." * rest])
    strokes = tuple(written.pop("strokes", (100.0, 100.0)))
    return Voice(getattr(instruments, player), line, strokes=strokes, **written)


def _bar(chord: str, figure: str, octave: int) -> str:
    name = chord.removesuffix("m")
    root = _NAMES.index(_FLATS.get(name, name))
    intervals = {"R": 0, "T": 3 if chord.endswith("m") else 4, "F": 7, "O": 12}
    tones = {}
    for letter, interval in intervals.items():
        up, step = divmod(root + interval, 12)
        tones[letter] = f"{_NAMES[step]}{octave + up}"
    tones["C"] = "+".join(tones.values())
    return " ".join(tones.get(token, token) for token in figure.split())


def _tokens(line: str) -> list[str]:
    return line.replace("|", " ").split()


def notes(voice: Voice) -> Iterator[Note]:
    """The notes of a part, in order."""
    tokens = voice.line.split()
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
    return len(voice.line.split())


def perform(tune: Tune) -> Wave:
    """The tune as stereo samples, one row a side."""
    counted = [length(voice) for voice in tune.voices]
    if len(set(counted)) != 1:
        raise ValueError(f"the voices have different numbers of steps: {counted}")
    size = round(counted[0] * tune.step * RATE)
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
