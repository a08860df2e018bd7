"""From raw samples to a finished sound: how loud, how high, how long.

Loudness is measured as the ear weighs it (the K curve of ITU-R BS.1770), over the
loudest 400 ms for effects and over the whole for music, so that one sound is as
loud as the next and the classes keep their distance.
"""

from typing import Final

import numpy as np

from tools.sounds.waves import RATE, Wave

# Loudness of each class, in dB below full scale; and the highest peak of all.
LOUDNESS: Final = {"coin": -15.0, "effects": -19.0, "jingles": -17.0, "music": -21.0}
# What is heard often stays in the background, within 3 dB of the rest of its class; but
# the tick of one's own hand, many times a second, is only just heard.
QUIETER: Final = {"move": 8.0, "choose": 3.0, "turn": 3.0, "hurry": 2.0, "back": 3.0}
HIGHEST_PEAK: Final = 10 ** (-1.5 / 20)
_WINDOW: Final = round(0.4 * RATE)
_SILENCE: Final = 10 ** (-60 / 20)


def loudness(sound: Wave, *, whole: bool = False) -> float:
    """In dB; `sound` is one row for each side. A short sound fills its window."""
    power = np.sum(_weighted(np.atleast_2d(sound)) ** 2, axis=0)
    if whole or len(power) <= _WINDOW:
        mean = np.sum(power) / max(len(power), _WINDOW)
    else:
        total = np.concatenate([[0.0], np.cumsum(power)])
        mean = np.max(total[_WINDOW:] - total[:-_WINDOW]) / _WINDOW
    return float(-0.691 + 10 * np.log10(mean + 1e-12))


def target(kind: str, name: str) -> float:
    """How loud this sound is to be."""
    return LOUDNESS[kind] - QUIETER.get(name, 0.0)


def finish(sound: Wave, kind: str, name: str) -> Wave:
    """At its loudness, peaks rounded off, silence cut away unless it loops."""
    sides = np.atleast_2d(sound)
    loops = kind == "music"
    sides = sides - sides.mean(axis=1, keepdims=True) * loops
    for _ in range(4):
        gap = target(kind, name) - loudness(sides, whole=loops)
        sides = _rounded(sides * 10 ** (gap / 20))
    return sides if loops else _trimmed(sides)


def _weighted(sides: Wave) -> Wave:
    """The head raises what is high, the ear hears less of what is low."""
    size = sides.shape[1]
    heights = np.fft.rfftfreq(size, 1 / RATE)
    squared = (heights / 1681) ** 2
    shelf = np.sqrt((1 + 2.51 * squared) / (1 + squared))
    rumble = heights**2 / (heights**2 + 38.0**2)
    return np.asarray(np.fft.irfft(np.fft.rfft(sides) * shelf * rumble, size))


def _rounded(sides: Wave) -> Wave:
    """Soft above 0.6, never above the highest peak."""
    knee, room = 0.6, HIGHEST_PEAK - 0.6
    over = np.maximum(np.abs(sides) - knee, 0)
    soft = knee + room * np.tanh(over / room)
    return np.asarray(np.where(np.abs(sides) > knee, np.sign(sides) * soft, sides))


def _trimmed(sides: Wave) -> Wave:
    heard = np.flatnonzero(np.max(np.abs(sides), axis=0) > _SILENCE)
    end = min(sides.shape[1], int(heard[-1]) + round(0.03 * RATE))
    cut = sides[:, :end].copy()
    fade = round(0.02 * RATE)
    cut[:, -fade:] *= np.linspace(1, 0, fade) ** 2
    return np.asarray(cut)
