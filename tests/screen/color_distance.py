"""CIEDE2000: how different two colours look, 1 being about the least one notices.

After G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 Color-Difference Formula:
Implementation Notes, Supplementary Test Data, and Mathematical Observations", Color
Research and Application 30 (1), 2005. White is D65.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np

from tools.gallery.eyes import linear

_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = _XYZ.sum(axis=1)


def lab(color):
    """L, a and b of an sRGB colour whose values go to 255."""
    part = _XYZ @ linear(np.asarray(color, float)) / _WHITE
    small = (6 / 29) ** 3
    x, y, z = np.where(part > small, np.cbrt(part), part / (3 * (6 / 29) ** 2) + 4 / 29)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def distance(one, other):
    """The difference of two colours in sRGB."""
    return of_labs(lab(one), lab(other))


def _chroma_and_hue(one, other):
    """The chromas and hues of both, with a made longer for greyish colours."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    longer = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    for _, a, b in (one, other):
        chroma = hypot(a * longer, b)
        yield chroma, degrees(atan2(b, a * longer)) % 360 if chroma else 0.0


def of_labs(one, other):
    """The difference of two colours as L, a and b."""
    (c1, h1), (c2, h2) = _chroma_and_hue(one, other)
    apart = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    if apart == -180 and h2 > h1:
        apart = 180.0
    hue = h1 + h2 if not c1 * c2 else (h1 + h2) / 2
    if c1 * c2 and abs(h1 - h2) > 180:
        hue += 180 if h1 + h2 < 360 else -180
    light, chroma = (one[0] + other[0]) / 2, (c1 + c2) / 2
    by_hue = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    scale_l = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    scale_c, scale_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * by_hue
    turned = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    turned *= -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    d_l = (other[0] - one[0]) / scale_l
    d_c = (c2 - c1) / scale_c
    d_h = 2 * sqrt(c1 * c2) * sin(radians(apart / 2)) / scale_h
    return sqrt(d_l**2 + d_c**2 + d_h**2 + turned * d_c * d_h)
