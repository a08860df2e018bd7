"""Shares with their intervals, means and quantiles, from counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

# The normal law's two-sided 95 %.
Z95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A part of so many, with the interval that holds the truth 95 times in 100."""

    part: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        """`51.2 % (49.0-53.4)`."""
        if not self.of:
            return "-"
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.part:.1f} % ({low:.1f}-{high:.1f})"


def wilson(successes: float, of: int, z: float = Z95) -> Share:
    """Wilson's interval; half a success, as for a shared win, is welcome."""
    if of == 0:
        return Share(0.0, 0.0, 1.0, 0)
    part, square = successes / of, z * z
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(part * (1 - part) / of + square / (4 * of * of)) / (1 + square / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(part, min(low, part), max(high, part), of)


def mean(histogram: Mapping[int, int]) -> float:
    """The mean of what a histogram counts; 0 of nothing."""
    many = sum(histogram.values())
    return sum(key * count for key, count in histogram.items()) / many if many else 0.0


def quantile(histogram: Mapping[int, int], part: float) -> int:
    """The least value that `part` of all do not exceed; 0 of nothing."""
    left = part * sum(histogram.values())
    for value in sorted(histogram):
        left -= histogram[value]
        if left <= 0:
            return value
    return 0
