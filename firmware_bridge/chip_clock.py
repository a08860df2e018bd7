"""The chip's milliseconds on the host's clock.

A message is late by an unknown while, never early, so the least difference between
the two clocks seen lately is the best. Lately, because a ceramic resonator drifts by
half a percent: the last `_SAMPLES` reports span four seconds.
"""

from collections import deque
from typing import Final

from firmware_bridge.events import MILLISECOND, Nanos

_SAMPLES: Final = 8
_WRAP: Final = 1 << 32


class ChipClock:
    """Tells when something happened that the chip has stamped."""

    __slots__ = ("_last_ms", "_offsets", "_told")

    def __init__(self) -> None:
        self._last_ms = 0
        self._offsets: deque[Nanos] = deque(maxlen=_SAMPLES)
        self._told: Nanos = 0

    def observe(self, chip_ms: int, now: Nanos) -> None:
        """A message stamped when it was sent has just arrived."""
        self._last_ms = self._unwrap(chip_ms)
        self._offsets.append(now - self._last_ms * MILLISECOND)

    def when(self, chip_ms: int, now: Nanos) -> Nanos:
        """The host's time of a stamp: not after `now`, and never going back."""
        if self._offsets:
            at = self._unwrap(chip_ms) * MILLISECOND + min(self._offsets)
            now = min(now, at)
        self._told = max(self._told, now)
        return self._told

    def _unwrap(self, chip_ms: int) -> int:
        ahead = (chip_ms - self._last_ms + _WRAP // 2) % _WRAP - _WRAP // 2
        return self._last_ms + ahead
