"""Chords for the accompaniment: a figure played over a row of chords.

In a figure `R`, `T`, `F` and `O` are a chord's root, third, fifth and octave, `C`
all of it; `-`, `.` and drum strokes stay what they are.
"""

from typing import Final

_NAMES: Final = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_FLATS: Final = {"Db": "C#", "Eb": "D#", "Gb": "F#", "Ab": "G#", "Bb": "A#"}


def over(chords: str, figure: str, octave: int) -> str:
    """The figure once for each chord, which names may repeat: `Am Am F G`."""
    return " | ".join(_bar(chord, figure, octave) for chord in chords.split())


def _bar(chord: str, figure: str, octave: int) -> str:
    root, third, fifth = _tones(chord, octave)
    high = _named(_steps(chord), octave, 12)
    tones = {"R": root, "T": third, "F": fifth, "O": high}
    tones["C"] = f"{root}+{third}+{fifth}+{high}"
    return " ".join(tones.get(token, token) for token in figure.split())


def _tones(chord: str, octave: int) -> tuple[str, str, str]:
    third = 3 if chord.endswith("m") else 4
    return (
        _named(_steps(chord), octave, 0),
        _named(_steps(chord), octave, third),
        _named(_steps(chord), octave, 7),
    )


def _steps(chord: str) -> int:
    root = chord.removesuffix("m")
    return _NAMES.index(_FLATS.get(root, root))


def _named(root: int, octave: int, interval: int) -> str:
    up, step = divmod(root + interval, 12)
    return f"{_NAMES[step]}{octave + up}"
