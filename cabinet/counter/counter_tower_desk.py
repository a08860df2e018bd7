"""Where a dice tower's throws are handed in: booked first, then answered.

What the tower is asked for follows from the state, as lamps do. What the disk refused
is kept and handed in again once the books take entries.
"""

from collections.abc import Iterable

from cabinet.core.boards import Boards
from cabinet.core.core_happenings import Event
from cabinet.core.events import DiceFell, Nanos, TowerMet
from cabinet.core.modes.dice_tower import asked_throw
from cabinet.core.modes.state import Cabinet
from cabinet.core.ports import DicePort


class TowerDesk:
    """The counter's side of a `DicePort`."""

    def __init__(self, port: DicePort) -> None:
        self._port = port
        self._owed: TowerMet | DiceFell | None = None

    def begin(self, boards: Boards, state: Cabinet) -> None:
        """Find the tower: which of its throws are past, and which one is open."""
        past = {board: totals[0] for board, totals in boards.items() if totals}
        self._port.begin(past, asked_throw(state))

    def poll(self, *, again: bool) -> Iterable[Event]:
        """All that happened, in its order; with `again` what is owed comes first."""
        news = self._port.poll()
        return (self._owed, *news) if again and self._owed else news

    def settle(self, event: Event, *, booked: bool) -> None:
        """The counter has taken an event; whether it is on the disk now."""
        if isinstance(event, TowerMet | DiceFell):
            self._owed = None if booked else event
        if isinstance(event, TowerMet) and booked:
            self._port.enter(event)

    def follow(self, state: Cabinet) -> None:
        """Ask for what the match waits for."""
        self._port.want(asked_throw(state))

    def due(self) -> Nanos | None:
        """See `DicePort.due`."""
        return self._port.due()

    def close(self) -> None:
        """See `DicePort.close`."""
        self._port.close()
