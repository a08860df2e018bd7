"""How others see a picture: without red, green or blue cones, or without any colour.

The three matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
"A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15 (6), 2009, for a severity of 1.0.
They are for linear light. Grey is the relative luminance of WCAG.
"""

from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Sight: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia", "greyscale"]
SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)
Floats: TypeAlias = NDArray[np.float64]
LUMINANCE: Final = (0.2126, 0.7152, 0.0722)
_MATRICES: Final[dict[Sight, Floats]] = {
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "greyscale": np.array([LUMINANCE, LUMINANCE, LUMINANCE]),
}


def linear(values: Floats) -> Floats:
    """Values of sRGB from 0 to 255 as light from 0 to 1."""
    part = values / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Floats:
    """The same backwards."""
    low = light * 12.92
    high = 1.055 * np.maximum(light, 0.0031308) ** (1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, low, high) * 255


def seen(values: Floats, sight: Sight) -> Floats:
    """Values of sRGB, the last axis red, green and blue, as that sight has them."""
    light = linear(np.asarray(values, float)) @ _MATRICES[sight].T
    return encoded(np.clip(light, 0, 1))


def filtered(image: Image.Image, sight: Sight) -> Image.Image:
    """A picture as that sight has it."""
    values = seen(np.asarray(image.convert("RGB"), float), sight)
    return Image.fromarray(np.rint(values).astype(np.uint8))
