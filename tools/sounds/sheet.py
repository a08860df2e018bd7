"""A picture of sounds, to look at what cannot be heard in a review."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from tools.sounds.waves import RATE, Wave

_WIDE: Final = 420
_HIGH: Final = 150
_ROW: Final = 60
_GAP: Final = 18
_COLUMNS: Final = 3


def draw(path: Path, sounds: Sequence[tuple[str, Wave]]) -> None:
    """Each sound's waveform above its spectrum over time (40 Hz to 16 kHz)."""
    pygame.font.init()
    font = pygame.Font(None, 18)
    rows = -(-len(sounds) // _COLUMNS)
    tall = _HIGH + _ROW + 2 * _GAP
    sheet = pygame.Surface((_COLUMNS * (_WIDE + _GAP), rows * tall))
    sheet.fill((24, 24, 32))
    for index, (name, sound) in enumerate(sounds):
        row, column = divmod(index, _COLUMNS)
        left, top = column * (_WIDE + _GAP), row * tall
        label = f"{name}  {sound.shape[1] / RATE:.2f} s"
        sheet.blit(font.render(label, True, "white"), (left, top))  # noqa: FBT003
        sheet.blit(_waveform(sound), (left, top + _GAP))
        sheet.blit(_spectrum(sound), (left, top + _GAP + _ROW))
    pygame.image.save(sheet, path)


def _waveform(sound: Wave) -> pygame.Surface:
    surface = pygame.Surface((_WIDE, _ROW))
    pieces = np.array_split(sound.max(axis=0), _WIDE)
    others = np.array_split(sound.min(axis=0), _WIDE)
    for x, (high, low) in enumerate(zip(pieces, others, strict=True)):
        top = int(_ROW / 2 * (1 - high.max(initial=0)))
        foot = int(_ROW / 2 * (1 - low.min(initial=0)))
        pygame.draw.line(surface, "#5ac8a0", (x, top), (x, foot))
    return surface


def _spectrum(sound: Wave) -> pygame.Surface:
    heights = 40 * 400 ** (np.arange(_HIGH) / _HIGH)
    columns = np.stack([_levels(sound, at, heights) for at in _starts(sound)])
    bright = np.clip((columns + 85) / 75, 0, 1)[:, ::-1]
    return pygame.surfarray.make_surface(_heat(bright))


def _starts(sound: Wave) -> NDArray[np.int64]:
    last = max(sound.shape[1] - 4096, 1)
    return np.linspace(0, last, _WIDE).astype(np.int64)


def _levels(sound: Wave, at: int, heights: Wave) -> Wave:
    piece = np.zeros(4096)
    cut = sound.mean(axis=0)[at : at + 4096]
    piece[: len(cut)] = cut
    found = np.abs(np.fft.rfft(piece * np.hanning(4096))) / 1024
    bins = np.minimum((heights * 4096 / RATE).astype(int), 2047)
    return np.asarray(20 * np.log10(found[bins] + 1e-9))


def _heat(bright: Wave) -> NDArray[np.uint8]:
    stops = np.array([[8, 8, 24], [90, 24, 120], [230, 90, 60], [255, 240, 180]])
    at = np.array([0.0, 0.4, 0.75, 1.0])
    channels = [np.interp(bright, at, stops[:, c]) for c in range(3)]
    return np.stack(channels, axis=-1).astype(np.uint8)
