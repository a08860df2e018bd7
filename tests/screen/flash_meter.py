"""Counts flashes as WCAG 2.3.1 does, on small copies of the pictures.

A general flash is a pair of opposing changes of relative luminance by a tenth, where
the darker one is below 0.80. A red flash is a pair of opposing changes to and from a
saturated red. The guideline's measure of red is in its note: R / (R + G + B) at least
0.8, and (R - G - B) x 320 changed by more than 20.
"""

import numpy as np
import pygame

from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.screen.render.painter import paint

FRAMES_A_SECOND = 60
# Cells of 20 x 20 pixels.
GRID = (32, 18)
CELLS = GRID[0] * GRID[1]
LEAST_CHANGE = 0.1
DARKER_BELOW = 0.8
RED_SHARE = 0.8
RED_CHANGE = 20 / 320
# Uneven steps: a light that changes in every frame, or every third, is seen to change.
STEPS = (2, 3)


def sampled(frames):
    """The numbers of the frames that are looked at, out of so many."""
    number, seen = 0, []
    while number < frames:
        seen.append(number)
        number += STEPS[len(seen) % 2]
    return seen


class Film:
    """The frames of something, as a grid of colours, each with its time in frames."""

    def __init__(self):
        self._canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
        self._small = pygame.Surface(GRID, 0, 32)
        self._last = None
        self.times = []
        self._grids = []

    def take(self, at, picture):
        """One picture, `at` that frame."""
        if self._last is None or picture != self._last:
            paint(self._canvas, picture)
            self._last = picture
            self.take_pixels(at, self._canvas)
        else:
            self.times.append(at)
            self._grids.append(self._grids[-1])

    def take_pixels(self, at, surface):
        """The same of something that is drawn already."""
        pygame.transform.smoothscale(surface, GRID, self._small)
        self.times.append(at)
        self._grids.append(pygame.surfarray.array3d(self._small).reshape(-1, 3))

    def flashes(self):
        """For each second, how many flashes each cell has: the one with the most.

        The rows are the seconds that begin with a frame, the columns the cells.
        """
        colors = linear(np.array(self._grids))
        light = colors @ np.array([0.2126, 0.7152, 0.0722])
        total = colors.sum(axis=2)
        red = colors[:, :, 0] - colors[:, :, 1] - colors[:, :, 2]
        saturated = colors[:, :, 0] >= RED_SHARE * np.maximum(total, 1e-6)
        general = turns(light, LEAST_CHANGE, light < DARKER_BELOW)
        reds = turns(np.maximum(red, 0), RED_CHANGE, saturated)
        return np.maximum(self._a_second(general), self._a_second(reds))

    def _a_second(self, changes):
        """Pairs of changes in each second that begins with one of the frames."""
        times = np.array(self.times)
        sums = np.vstack([np.zeros(changes.shape[1], int), changes.cumsum(axis=0)])
        ends = np.searchsorted(times, times + FRAMES_A_SECOND, side="left")
        return (sums[ends] - sums[:-1]) // 2


def linear(colors):
    """Light of each channel, from 0 to 1."""
    part = colors / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def turns(levels, least, counts):
    """1 where a cell has just changed by `least`, the other way than before.

    `counts` says of each frame and cell whether it may be one end of a change.
    """
    found = np.zeros(levels.shape, int)
    low, high = levels[0].copy(), levels[0].copy()
    low_counts, high_counts = counts[0].copy(), counts[0].copy()
    way = np.zeros(levels.shape[1], int)
    for frame, (now, may) in enumerate(zip(levels, counts, strict=True)):
        lower, higher = now < low, now > high
        low, low_counts = np.where(lower, now, low), np.where(lower, may, low_counts)
        high = np.where(higher, now, high)
        high_counts = np.where(higher, may, high_counts)
        up = (way <= 0) & (now >= low + least) & (low_counts | may)
        down = (way >= 0) & (now <= high - least) & (high_counts | may) & ~up
        found[frame] = up | down
        way = np.where(up, 1, np.where(down, -1, way))
        turned = up | down
        low, high = np.where(turned, now, low), np.where(turned, now, high)
        low_counts = np.where(turned, may, low_counts)
        high_counts = np.where(turned, may, high_counts)
    return found


def worst(flashes, times=3):
    """The largest part of the picture that flashes more often within one second."""
    return float((flashes > times).sum(axis=1).max()) / CELLS
