"""How long the counter takes from an edge to what follows of it, as a histogram.

Measured where it happens: from the moment the wire was stamped to the moment that what
it meant is on the disk, the outputs are driven and the hallway is told. A coin is
stamped when it is one, at the end of its pulse and the quiet after it.
"""

from bisect import bisect_left
from typing import Final

from cabinet.core.events import MICROSECOND, Nanos
from cabinet.protocol.doctor import LatencyCard

BOUNDS_US: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000)


class Latency:
    """Counts since the counter began; it never grows."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_US) + 1)
        self._sum_us = 0

    def took(self, duration: Nanos) -> None:
        """One event took so long."""
        micros = duration // MICROSECOND
        self._counts[bisect_left(BOUNDS_US, micros)] += 1
        self._sum_us += micros

    def card(self) -> LatencyCard:
        """For whoever asks."""
        return LatencyCard(BOUNDS_US, tuple(self._counts), self._sum_us)
