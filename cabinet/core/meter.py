"""The coil of an electromechanical coin counter: one click at a time.

Clicks are owed by the books and paid here. A click counts as made when its coil
has been off long enough for the next one, and is booked then: a power cut in
mid-click repeats that click, it never drops one.
"""

from cabinet.core.events import MeterClicked, Nanos
from cabinet.core.house import Meter


class MeterCoil:
    """Whether the coil should be on, and since when; sans-IO."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._until: Nanos | None = None
        self.on = False

    def due(self) -> Nanos | None:
        """When the coil changes next; None while it rests."""
        return self._until

    def turn(self, owed: int, now: Nanos) -> MeterClicked | None:
        """Move on to `now`; the click that has just been made, if one has."""
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
