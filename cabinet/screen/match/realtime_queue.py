"""What happens in a game of real time, in the order in which it happened.

A press counts from the moment the contact closed, whatever frame it came with, and
an action that takes its time is played when that time is over. Of two things at the
same moment the first seat's comes first, and an end before a beginning.
"""

from typing import Final, NamedTuple

from cabinet.core.events import Nanos
from cabinet.tabletop.api import Seat

_END: Final = 0
_PRESS: Final = 1


class QueuedEvent(NamedTuple):
    """A press of a line (then `action` is ""), or an action whose time is over."""

    at: Nanos
    seat: Seat
    kind: int
    line: str
    action: str


class RealtimeQueue:
    """The presses nobody has looked at yet, and the actions under way."""

    def __init__(self) -> None:
        self._presses: list[QueuedEvent] = []
        self._under_way: dict[Seat, QueuedEvent] = {}

    @property
    def busy(self) -> tuple[Seat, ...]:
        """The seats whose action is under way."""
        return tuple(sorted(self._under_way))

    def press(self, at: Nanos, seat: Seat, line: str) -> None:
        """A contact closed at `at`."""
        self._presses.append(QueuedEvent(at, seat, _PRESS, line, ""))

    def forget(self) -> None:
        """Drop the presses nobody has looked at: something else is asked now."""
        self._presses = []

    def begin(self, seat: Seat, action: str, until: Nanos) -> None:
        """From now until then this seat is busy; then its action is played."""
        self._under_way[seat] = QueuedEvent(until, seat, _END, "", action)

    def next(self, now: Nanos) -> QueuedEvent | None:
        """The earliest thing that has happened by now, once."""
        ended = [event for event in self._under_way.values() if event.at <= now]
        if not (events := [*self._presses, *ended]):
            return None
        first = min(events)
        if first.kind == _PRESS:
            self._presses.remove(first)
        else:
            del self._under_way[first.seat]
        return first
