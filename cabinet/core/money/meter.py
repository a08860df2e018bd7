"""The coil of an electromechanical coin counter: one click at a time.

Clicks are owed by the books and paid here. A click counts as made when its coil
has been off long enough for the next one, and is booked then: a power cut in
mid-click repeats that click, it never drops one. Who knows when it was made is
whoever drives the coil: this program by its clock, or a board that tells it.
"""

from typing import Protocol

from cabinet.core.events import MeterClicked, Nanos
from cabinet.core.operating import Meter


class Coil(Protocol):
    """Pays what is owed; sans-IO."""

    on: bool

    def due(self) -> Nanos | None:
        """When the coil changes by itself; None while it rests."""

    def turn(self, owed: int, now: Nanos) -> MeterClicked | None:
        """Move on to `now`; the click that has just been made, if one has."""

    def booked(self) -> None:
        """A click that was told is in the books."""


class BoardCoil:
    """A coil behind a board: on from asking for a click until that is in the books.

    The next one is asked for after that, so a disk that refuses costs no click.
    """

    def __init__(self) -> None:
        self.on = False

    def due(self) -> Nanos | None:
        """See `Coil.due`: the board tells when."""
        return None

    def turn(self, owed: int, now: Nanos) -> MeterClicked | None:
        """See `Coil.turn`."""
        self.on = self.on or owed > 0
        return None

    def booked(self) -> None:
        """See `Coil.booked`."""
        self.on = False


class MeterCoil:
    """A coil on a wire: whether it should be on, and since when."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._until: Nanos | None = None
        self.on = False

    def due(self) -> Nanos | None:
        """See `Coil.due`."""
        return self._until

    def booked(self) -> None:
        """See `Coil.booked`: the click has told itself, and is over."""

    def turn(self, owed: int, now: Nanos) -> MeterClicked | None:
        """See `Coil.turn`."""
        if self._until is None:
            if owed > 0:
                self.on, self._until = True, now + self._meter.on
        elif now >= self._until:
            if self.on:
                self.on, self._until = False, now + self._meter.off
            else:
                self._until = None
                return MeterClicked(now)
        return None
