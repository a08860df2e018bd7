"""Raw material: oscillators, noise, envelopes and filters on arrays of samples.

Everything is a function of its arguments. Noise comes from a numbered seed, so a
sound is the same on every run.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE: Final = 44_100
Wave: TypeAlias = NDArray[np.float64]

_HIGHEST: Final = 0.42 * RATE


def times(seconds: float) -> Wave:
    """The time of each sample."""
    return np.arange(round(seconds * RATE)) / RATE


def hertz(note: str) -> float:
    """`A4` is 440; sharps and flats as in `F#3`, `Bb5`."""
    steps = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
    step = steps[note[0]] + note.count("#") - note[1:].count("b")
    return float(440.0 * 2 ** ((int(note[-1]) - 4) + step / 12))


def sweep(start: float, end: float, seconds: float) -> Wave:
    """A pitch that glides from one frequency to another, evenly to the ear."""
    return np.asarray(start * (end / start) ** (times(seconds) / seconds))


def tone(pitch: Wave | float, seconds: float, partials: Sequence[float] = (1,)) -> Wave:
    """A sum of harmonics; `partials` are their strengths from the first one on."""
    heights = np.broadcast_to(np.asarray(pitch, dtype=float), times(seconds).shape)
    phase = 2 * np.pi * np.cumsum(heights) / RATE
    sound = np.zeros_like(phase)
    for number, strength in enumerate(partials, 1):
        if strength:
            audible = np.clip((_HIGHEST - number * heights) / 2000, 0, 1)
            sound += strength * audible * np.sin(number * phase)
    return sound


def pulse(duty: float, count: int = 24) -> list[float]:
    """The partials of a rectangle that is up for `duty` of its period."""
    return [2 / (n * np.pi) * np.sin(n * np.pi * duty) for n in range(1, count + 1)]


def saw(count: int = 24, darkness: float = 1.0) -> list[float]:
    """The partials of a saw; the darker, the faster they fade."""
    return [1 / n**darkness for n in range(1, count + 1)]


TRIANGLE: Final = [((-1) ** (n // 2)) / n**2 * (n % 2) for n in range(1, 16)]


def noise(seconds: float, seed: int) -> Wave:
    """White noise, the same for the same seed."""
    drawn = np.random.Generator(np.random.PCG64(seed)).random(round(seconds * RATE))
    return 2 * drawn - 1


def band(sound: Wave, low: float, high: float, slope: int = 2) -> Wave:
    """Keep what lies between two frequencies. Circular: a loop stays a loop."""
    heights = np.maximum(np.fft.rfftfreq(len(sound), 1 / RATE), 1e-6)
    keep = 1 / np.sqrt(1 + (heights / high) ** (2 * slope))
    keep *= 1 / np.sqrt(1 + (low / heights) ** (2 * slope)) if low else 1
    return np.asarray(np.fft.irfft(np.fft.rfft(sound) * keep, len(sound)))


def decay(seconds: float, half: float, attack: float = 0.002) -> Wave:
    """A struck thing: up at once, then half as loud every `half` seconds."""
    t = times(seconds)
    body = np.minimum(t / attack, 1) * 0.5 ** (t / half)
    return np.asarray(body * _release(len(t), 0.01))


def held(seconds: float, attack: float, release: float) -> Wave:
    """A blown or bowed thing: swells, stays, and lets go."""
    t = times(seconds)
    rise = np.clip(t / attack, 0, 1)
    return np.asarray(np.sin(rise * np.pi / 2) ** 2 * _release(len(t), release))


def _release(length: int, seconds: float) -> Wave:
    left = np.arange(length - 1, -1, -1) / RATE
    return np.asarray(np.sin(np.clip(left / seconds, 0, 1) * np.pi / 2) ** 2)


def place(parts: Sequence[tuple[float, Wave]]) -> Wave:
    """Several sounds, each at its second, as one."""
    end = max(round(at * RATE) + len(part) for at, part in parts)
    whole = np.zeros(end)
    for at, part in parts:
        begin = round(at * RATE)
        whole[begin : begin + len(part)] += part
    return whole


def room(sound: Wave, seconds: float, amount: float, seed: int = 7) -> Wave:
    """A little hall around a sound; circular, so the tail of a loop is its head."""
    tail = band(noise(seconds, seed), 250, 5200) * decay(seconds, seconds / 7)
    tail /= np.sqrt(np.sum(tail**2))
    size = len(sound)
    folded = np.zeros(size)
    np.add.at(folded, np.arange(len(tail)) % size, tail)
    wet = np.fft.irfft(np.fft.rfft(sound) * np.fft.rfft(folded), size)
    return np.asarray(sound + amount * wet)


def in_room(sound: Wave, seconds: float = 0.5, amount: float = 0.25) -> Wave:
    """The same for a sound that ends: its tail is let ring out."""
    silence = np.zeros(round(seconds * RATE))
    return room(np.concatenate([sound, silence]), seconds, amount)
