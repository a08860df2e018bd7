"""The band: each player turns a pitch, a length and a strength into samples.

`Player` is what a score asks for a note. Lengths are how long the note is held;
what it gives back may ring on after that.
"""

from typing import Final, Protocol

import numpy as np

from tools.sounds.waves import (
    TRIANGLE,
    Wave,
    band,
    decay,
    held,
    noise,
    pulse,
    saw,
    sweep,
    times,
    tone,
)

_BREATH: Final = 11


class Player(Protocol):
    """One instrument."""

    def __call__(self, pitch: float, seconds: float) -> Wave:
        """One note."""


def marimba(pitch: float, seconds: float) -> Wave:
    """Rosewood bars: the fourth harmonic, tuned, is what makes it wood."""
    half = 0.16 * (440 / pitch) ** 0.35
    length = half * 6
    bar = tone(pitch, length) * decay(length, half)
    bar += 0.35 * tone(pitch * 3.93, length) * decay(length, half / 4)
    bar += 0.12 * tone(pitch * 9.2, length) * decay(length, half / 10)
    mallet = band(noise(length, 3), 500, 2500) * decay(length, 0.006)
    return np.asarray(bar + 0.25 * mallet)


def kalimba(pitch: float, seconds: float) -> Wave:
    """Steel tongues on a box."""
    length = 1.4
    tongue = tone(pitch, length) * decay(length, 0.22)
    tongue += 0.2 * tone(pitch * 5.4, length) * decay(length, 0.05)
    return np.asarray(tongue + 0.1 * tone(pitch * 2, length) * decay(length, 0.1))


def _wind(pitch: float, seconds: float, partials: list[float], air: float) -> Wave:
    length = seconds + 0.09
    t = times(length)
    shake = np.clip((t - 0.22) / 0.3, 0, 1) * np.sin(2 * np.pi * 5.1 * t)
    bent = pitch * (1 + 0.006 * shake - 0.025 * 0.5 ** (t / 0.018))
    swell = 1 + 0.10 * shake
    blown = tone(bent, length, partials) * swell
    seed = _BREATH + round(pitch)
    breath = band(noise(length, seed), pitch * 0.8, pitch * 2.6, 3)
    chiff = band(noise(length, seed + 1), pitch * 1.5, 7000) * decay(length, 0.025)
    sound = blown + air * breath + 2.2 * air * chiff
    return np.asarray(sound * held(length, 0.045, 0.1))


def quena(pitch: float, seconds: float) -> Wave:
    """The notched flute of the Andes: bright, with a little air."""
    return _wind(pitch, seconds, [1, 0.45, 0.28, 0.1, 0.05], 0.16)


def panpipe(pitch: float, seconds: float) -> Wave:
    """A stopped pipe has odd harmonics only, and a good deal of air."""
    return _wind(pitch, seconds, [1, 0.04, 0.3, 0.02, 0.08], 0.34)


def ocarina(pitch: float, seconds: float) -> Wave:
    """Clay: hardly anything but the note itself."""
    return _wind(pitch, seconds, [1, 0.1, 0.06], 0.06)


def charango(pitch: float, seconds: float) -> Wave:
    """A small double-strung guitar."""
    length = 0.9
    string = np.zeros(len(times(length)))
    for number in range(1, 12):
        half = 0.22 / number**0.7
        course = tone(pitch * number, length) + tone(pitch * number * 1.003, length)
        string += np.sin(number * 0.9) / number * course * decay(length, half)
    return string * 0.6


def round_bass(pitch: float, seconds: float) -> Wave:
    """A plucked gut bass."""
    length = min(seconds, 0.9) + 0.06
    deep = tone(pitch, length, [1, 0.5, 0.22, 0.1, 0.05])
    return np.asarray(deep * decay(length, 0.28, 0.006) * held(length, 0.004, 0.06))


def chip_lead(pitch: float, seconds: float) -> Wave:
    """A quarter pulse with a late vibrato."""
    length = seconds + 0.02
    t = times(length)
    shake = np.clip((t - 0.18) / 0.2, 0, 1) * np.sin(2 * np.pi * 6 * t)
    voice = tone(pitch * (1 + 0.007 * shake), length, pulse(0.25))
    return np.asarray(voice * held(length, 0.004, 0.03) * 0.75 ** (t / 0.25))


def chip_pluck(pitch: float, seconds: float) -> Wave:
    """An eighth pulse that dies at once: arpeggios."""
    length = 0.3
    return np.asarray(tone(pitch, length, pulse(0.125)) * decay(length, 0.06, 0.003))


def chip_bass(pitch: float, seconds: float) -> Wave:
    """A triangle with a corner or two."""
    length = seconds + 0.015
    low = tone(pitch, length, TRIANGLE) + 0.25 * tone(pitch, length, pulse(0.5, 8))
    return np.asarray(low * held(length, 0.005, 0.02) * 0.8 ** (times(length) / 0.2))


def pad(pitch: float, seconds: float) -> Wave:
    """Three slightly disagreeing saws, far away."""
    length = seconds + 0.35
    voices = [tone(pitch * d, length, saw(12, 1.7)) for d in (0.996, 1.0, 1.005)]
    return np.asarray(sum(voices) * held(length, 0.3, 0.5) / 3)


def theremin(pitch: float, seconds: float) -> Wave:
    """A saucer that sings."""
    length = seconds + 0.06
    t = times(length)
    shake = np.clip(t / 0.25, 0.25, 1) * np.sin(2 * np.pi * 6.3 * t)
    slide = 1 - 0.09 * 0.5 ** (t / 0.035)
    sung = tone(pitch * slide * (1 + 0.014 * shake), length, [1, 0.32, 0.12, 0.05])
    return np.asarray(sung * held(length, 0.05, 0.08))


# Drums are tuned like the rest: the pitch is the drum's, or chooses the stroke.


def drum(pitch: float, seconds: float) -> Wave:
    """A skin over a hollow trunk (huehuetl, bombo): the pitch drops as it rings."""
    length = 0.5
    skin = tone(pitch * (1 + 0.9 * 0.5 ** (times(length) / 0.02)), length)
    slap = band(noise(length, 21), 200, 1800) * decay(length, 0.012)
    return np.asarray(skin * decay(length, 0.085) + 0.5 * slap)


def log_drum(pitch: float, seconds: float) -> Wave:
    """The two tongues of a teponaztli."""
    length = 0.35
    tongue = tone(pitch, length, [1, 0.18]) * decay(length, 0.055)
    knock = tone(pitch * 2.7, length) * decay(length, 0.014)
    return np.asarray(tongue + 0.4 * knock)


def shaker(pitch: float, seconds: float) -> Wave:
    """Seeds in a gourd; a higher pitch is a shorter, lighter stroke."""
    length = 0.16
    grain = band(noise(length, 31 + round(pitch)), 4500, 11000)
    return np.asarray(grain * decay(length, 14 / pitch, 0.012))


def kick(pitch: float, seconds: float) -> Wave:
    """The foot of a machine."""
    fall = sweep(pitch * 5, pitch, 0.05)
    body = np.concatenate([fall, np.full(len(times(0.2)), pitch)])
    length = len(body) / 44_100
    return np.asarray(tone(body, length) * decay(length, 0.06))


def snare(pitch: float, seconds: float) -> Wave:
    """Noise with a tone under it."""
    length = 0.25
    wires = band(noise(length, 41), 1400, 9000) * decay(length, 0.04)
    return np.asarray(wires + 0.5 * tone(pitch, length) * decay(length, 0.03))


def hat(pitch: float, seconds: float) -> Wave:
    """A tick of metal."""
    length = 0.08
    return np.asarray(band(noise(length, 51), 7500, 15000) * decay(length, 0.014))


def clave(pitch: float, seconds: float) -> Wave:
    """Two sticks."""
    length = 0.12
    return np.asarray(tone(pitch, length, [1, 0.05]) * decay(length, 0.018))
