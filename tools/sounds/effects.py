"""The short sounds: what a hand, a wire or a rule sets off.

Each function is one sound and its name is the name of the cue.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from tools.sounds.instruments import chip_lead, clave, kalimba, log_drum, marimba
from tools.sounds.waves import (
    Wave,
    band,
    decay,
    held,
    hertz,
    in_room,
    noise,
    place,
    pulse,
    saw,
    sweep,
    times,
    tone,
)

# The cabinet


def coin() -> Wave:
    """A coin rings on the slot, drops, and the credit lights up: B5, E6."""
    ring = sum(
        strength * tone(pitch, 0.5) * decay(0.5, half)
        for pitch, strength, half in (
            (4130, 0.5, 0.05),
            (6270, 0.35, 0.035),
            (9040, 0.2, 0.02),
        )
    )
    low = tone(hertz("B5"), 0.08, pulse(0.5, 12)) * held(0.08, 0.002, 0.012)
    high = tone(hertz("E6"), 0.75, pulse(0.5, 12)) * decay(0.75, 0.13)
    return in_room(place([(0, np.asarray(ring)), (0.05, low), (0.13, high)]), 0.4, 0.15)


def move() -> Wave:
    """The hand is one place further."""
    return tone(hertz("E5"), 0.06, pulse(0.25, 10)) * decay(0.06, 0.014)


def choose() -> Wave:
    """Yes, this one."""
    first = tone(hertz("A5"), 0.07, pulse(0.25, 12)) * held(0.07, 0.002, 0.015)
    second = tone(hertz("E6"), 0.2, pulse(0.25, 12)) * decay(0.2, 0.045)
    return place([(0, first), (0.055, second)])


def back() -> Wave:
    """The same stairs, downwards."""
    first = tone(hertz("E5"), 0.07, pulse(0.25, 12)) * held(0.07, 0.002, 0.015)
    second = tone(hertz("A4"), 0.16, pulse(0.25, 12)) * decay(0.16, 0.04)
    return place([(0, first), (0.055, second)])


def refuse() -> Wave:
    """Nothing there: two dull knocks."""
    knock = tone(sweep(150, 105, 0.13), 0.13, saw(10)) * held(0.13, 0.003, 0.04)
    return band(place([(0, knock), (0.14, knock)]), 60, 1500)


def join() -> Wave:
    """Somebody sits down."""
    steps = ("D5", "F#5", "A5", "D6")
    return in_room(
        place([(0.07 * i, kalimba(hertz(n), 0.3)) for i, n in enumerate(steps)]), 0.5
    )


def turn() -> Wave:
    """It is somebody else's turn: two bars of wood."""
    parts = [(0.0, marimba(hertz("G4"), 0.3)), (0.11, marimba(hertz("D5"), 0.4))]
    return in_room(place(parts), 0.4, 0.15)


def hurry() -> Wave:
    """A second less."""
    tick = clave(1900, 0.1) + 0.5 * tone(hertz("A5"), 0.12) * decay(0.12, 0.02)
    return place([(0, tick), (0.12, 0.5 * clave(1430, 0.1))])


def danger() -> Wave:
    """A heart: two dull beats, the second lower and softer."""

    def beat(pitch: float, seed: int) -> Wave:
        skin = tone(sweep(2.2 * pitch, pitch, 0.16), 0.16) * held(0.16, 0.004, 0.05)
        return skin + 0.5 * band(noise(0.16, seed), 90, 500) * decay(0.16, 0.02)

    return place([(0, beat(62, 31)), (0.2, 0.75 * beat(54, 32))])


def chance() -> Wave:
    """A way to win is open: a bright run upwards that does not end."""
    steps = ("G5", "B5", "D6", "F#6")
    return in_room(
        place([(0.06 * i, kalimba(hertz(n), 0.35)) for i, n in enumerate(steps)]), 0.6
    )


def round_over() -> Wave:
    """A round ends: a small gong."""
    partials = ((1, 1.0, 0.5), (1.51, 0.6, 0.4), (2.02, 0.5, 0.3), (2.74, 0.4, 0.2))
    gong = sum(s * tone(196 * r, 2.2) * decay(2.2, h, 0.008) for r, s, h in partials)
    return in_room(np.asarray(gong), 0.8, 0.2)


# Dice, cards, stones


def dice() -> Wave:
    """Three dice over wood: they rattle, knock, and lie still."""
    drawn = np.random.Generator(np.random.PCG64(5)).random((16, 3))
    parts = []
    at = 0.0
    for number, (gap, height, side) in enumerate(drawn):
        knock = tone(900 + 1500 * height, 0.06) * decay(0.06, 0.008)
        wood = band(noise(0.06, 100 + number), 300, 4000) * decay(0.06, 0.01)
        parts.append((at, (knock + 1.5 * wood) * (0.5 + 0.5 * side)))
        at += 0.018 + 0.05 * gap * (0.4 + number / 10)
    return in_room(place(parts), 0.3, 0.2)


def card() -> Wave:
    """A card slides on and snaps down."""
    slide = band(noise(0.12, 71), 1800, 9000) * held(0.12, 0.08, 0.02) * 0.5
    snap = band(noise(0.09, 72), 500, 6000) * decay(0.09, 0.012)
    return place([(0, slide), (0.11, snap)])


def reveal() -> Wave:
    """A card turns over."""
    flip = band(noise(0.14, 73), 1200, 8000) * held(0.14, 0.03, 0.08)
    flap = 0.6 + 0.4 * np.sign(np.sin(2 * np.pi * 34 * times(0.14)))
    snap = band(noise(0.08, 74), 400, 5000) * decay(0.08, 0.012)
    chime = 0.25 * kalimba(hertz("A5"), 0.3)
    return place([(0, 0.6 * flip * flap), (0.13, snap), (0.13, chime)])


def hide() -> Wave:
    """Under the temple: a slab closes."""
    grind = band(noise(0.35, 75), 120, 1500) * held(0.35, 0.12, 0.08)
    grain = 0.55 + 0.45 * np.sin(2 * np.pi * 27 * times(0.35)) ** 2
    return in_room(place([(0, 0.8 * grind * grain), (0.33, _thud(88))]), 0.5, 0.3)


def stone() -> Wave:
    """Stone on stone."""
    clack = band(noise(0.1, 81), 900, 5500) * decay(0.1, 0.007)
    rings = 0.4 * tone(1240, 0.12) * decay(0.12, 0.012)
    rings += 0.3 * tone(2090, 0.12) * decay(0.12, 0.009)
    parts = [(0, 4 * clack), (0, 2 * rings), (0.004, _thud(105)), (0.07, clack)]
    return in_room(place(parts), 0.4, 0.2)


def _thud(pitch: float) -> Wave:
    return tone(sweep(pitch * 1.6, pitch, 0.22), 0.22) * decay(0.22, 0.04)


def ring() -> Wave:
    """A ring of stone turns by one notch, and falls into place."""
    length = 0.55
    t = times(length)
    rub = band(noise(length, 82), 90, 1100) * held(length, 0.09, 0.1)
    teeth = np.maximum(0, np.sin(2 * np.pi * (9 * t + 9 * t**2))) ** 6
    low = tone(62 + 18 * np.sin(np.pi * t / length), length, saw(8, 1.3))
    low *= held(length, 0.1, 0.1)
    parts = [(0.0, rub * (0.5 + 1.4 * teeth)), (0, 0.25 * low)]
    parts += [(0.54, _thud(96)), (0.54, 0.6 * log_drum(262, 0.2))]
    return in_room(place(parts), 0.5, 0.25)


def birth() -> Wave:
    """Life: a seed opens."""
    parts = [
        (0.055 * i, (0.7 + 0.06 * i) * kalimba(hertz(note), 0.3))
        for i, note in enumerate(("D5", "E5", "A5", "B5", "D6", "F#6"))
    ]
    return in_room(place(parts), 0.7, 0.3)


def dissolve() -> Wave:
    """A pawn falls to dust."""
    length = 0.8
    dust = band(noise(length, 83), 1500, 9000) * decay(length, 0.14, 0.02)
    grains = noise(length, 84) ** 8 * 3
    fall = tone(sweep(620, 90, length), length, [1, 0.3, 0.15]) * decay(length, 0.18)
    return in_room(dust * (0.3 + grains) + 0.7 * fall, 0.5, 0.3)


def bid() -> Wave:
    """A number is said: a knuckle on the table, twice."""
    return in_room(place([(0, log_drum(294, 0.2)), (0.1, log_drum(392, 0.2))]), 0.3)


def crown() -> Wave:
    """Somebody becomes Oh Puch: a low conch."""
    length = 1.0
    swell = 1 + 0.02 * np.sin(2 * np.pi * 4.6 * times(length))
    bent = 147 * swell * (1 - 0.06 * 0.5 ** (times(length) / 0.05))
    horn = tone(bent, length, [1, 0.8, 0.55, 0.4, 0.22, 0.12])
    breath = 0.1 * band(noise(length, 85), 300, 2500)
    return in_room((horn + breath) * held(length, 0.12, 0.3), 0.8, 0.35)


# Space


def alarm() -> Wave:
    """Something has come near: two tones, twice."""
    high = tone(hertz("A5"), 0.13, pulse(0.25, 12)) * held(0.13, 0.005, 0.02)
    low = tone(hertz("E5"), 0.13, pulse(0.25, 12)) * held(0.13, 0.005, 0.02)
    return in_room(
        place([(0, high), (0.14, low), (0.28, high), (0.42, low)]), 0.3, 0.15
    )


def laser() -> Wave:
    """Piouuu."""
    length = 0.5
    t = times(length)
    fall = 2600 * (150 / 2600) ** ((t / length) ** 0.62)
    beam = tone(fall, length, pulse(0.25, 16)) * decay(length, 0.17, 0.003)
    edge = 0.5 * tone(fall * 1.012, length, pulse(0.5, 10)) * decay(length, 0.12)
    return in_room(beam + edge, 0.35, 0.15)


def miss() -> Wave:
    """A shot that meets nothing: a whistle that falls and is gone."""
    length = 0.45
    whistle = tone(sweep(1500, 320, length), length, pulse(0.25, 8))
    air = band(noise(length, 92), 600, 3000)
    return in_room((0.7 * whistle + 0.5 * air) * held(length, 0.02, 0.12), 0.4, 0.2)


def explosion() -> Wave:
    """A saucer is no more."""
    length = 1.3
    t = times(length)
    crack = band(noise(length, 91), 400, 9000) * decay(length, 0.05, 0.001)
    boom = band(noise(length, 92), 40, 700) * decay(length, 0.22, 0.004)
    low = tone(sweep(120, 34, length), length, [1, 0.4]) * decay(length, 0.2)
    rubble = band(noise(length, 93), 600, 3500) * (noise(length, 94) ** 6) * 2
    rubble *= np.clip(t / 0.15, 0, 1) * 0.5 ** (t / 0.22)
    return in_room(1.8 * crack + 6 * boom + 0.5 * low + 2 * rubble, 0.6, 0.3)


def shield() -> Wave:
    """A heart is lost, the saucer flies on: metal."""
    partials = ((612, 1.0), (987, 0.8), (1435, 0.6), (2210, 0.5), (3170, 0.3))
    clang = sum(s * tone(f, 0.8) * decay(0.8, 60 / f + 0.03) for f, s in partials)
    zap = 0.6 * tone(sweep(2200, 500, 0.16), 0.16, pulse(0.25, 12)) * decay(0.16, 0.06)
    return in_room(place([(0, zap), (0.06, np.asarray(clang))]), 0.4, 0.2)


def saucer() -> Wave:
    """A saucer slides one space: a wobble."""
    length = 0.34
    t = times(length)
    pitch = 330 + 130 * t / length + 55 * np.sin(2 * np.pi * 17 * t)
    return tone(pitch, length, [1, 0.35, 0.2, 0.08]) * held(length, 0.02, 0.12)


def ship() -> Wave:
    """The ship fires its side jets."""
    length = 0.28
    jet = band(noise(length, 95), 300, 2600) * decay(length, 0.07, 0.015)
    hum = tone(sweep(90, 150, length), length, saw(10)) * held(length, 0.02, 0.12)
    return jet + 0.35 * hum


def tile() -> Wave:
    """A bonus tile: an arpeggio of the machine."""
    steps = ("C5", "G5", "E5", "C6", "G5", "E6")
    parts = [(0.045 * i, chip_lead(hertz(note), 0.05)) for i, note in enumerate(steps)]
    parts.append((0.27, tone(hertz("G6"), 0.25, pulse(0.25, 8)) * decay(0.25, 0.06)))
    return in_room(place(parts), 0.3, 0.15)


def abduction() -> Wave:
    """Up into the light: a beam, and somebody in it."""
    length = 1.2
    t = times(length)
    rise = 180 * 6 ** (t / length) * (1 + 0.05 * np.sin(2 * np.pi * (8 + 10 * t) * t))
    sung = tone(rise, length, [1, 0.4, 0.2, 0.1]) * held(length, 0.15, 0.25)
    beam = tone(110, length, saw(16)) + tone(111.5, length, saw(16))
    beam *= (0.5 + 0.5 * np.sin(2 * np.pi * 13 * t)) * held(length, 0.1, 0.3)
    pop = tone(sweep(500, 1700, 0.09), 0.09) * decay(0.09, 0.03)
    return in_room(place([(0, sung), (0, 0.3 * beam), (1.12, 0.8 * pop)]), 0.7, 0.3)


COIN: Final[dict[str, Callable[[], Wave]]] = {"coin": coin}
EFFECTS: Final[dict[str, Callable[[], Wave]]] = {
    sound.__name__: sound
    for sound in (
        *(move, choose, back, refuse, join, turn, hurry, danger, chance, round_over),
        *(dice, card, reveal, hide, stone, ring, birth, dissolve, bid, crown),
        *(alarm, laser, miss, explosion, shield, saucer, ship, tile, abduction),
    )
}
