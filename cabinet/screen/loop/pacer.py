"""Sixty frames a second, each at its own time on one grid, so nothing drifts.

A frame that comes too late for its place takes the next free one; those it slept
through are counted and never made up for. Between frames the pacer listens: what
the counter says is heard when it is said, not when the next frame is due.
"""

import select
from collections.abc import Sequence
from typing import Protocol

from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock


class Readable(Protocol):
    """Anything `select` can listen to."""

    def fileno(self) -> int:
        """Its file descriptor."""


class Pacer:
    """Says when to draw. `late` counts the frames that were never drawn."""

    def __init__(self, clock: Clock, hz: int = 60) -> None:
        self._clock = clock
        self._hz = hz
        self._start = clock.now()
        self._frame = 1
        self.late = 0

    @property
    def next_deadline(self) -> Nanos:
        """When the next frame is due: the first nanosecond of its place."""
        return self._start - (-self._frame * SECOND // self._hz)

    def turn(self) -> None:
        """Begin the frame that is due, and plan the one after it."""
        current = (self._clock.now() - self._start) * self._hz // SECOND
        planned = self._frame + 1
        self._frame = max(planned, current + 1)
        self.late += self._frame - planned

    def wait(self, readers: Sequence[Readable]) -> bool:
        """True as soon as a reader has something; False when it is time to draw."""
        while (left := self.next_deadline - self._clock.now()) > 0:
            if select.select(readers, (), (), left / SECOND)[0]:
                return True
        return False
