"""Where a board's coins are handed in: booked first, then answered.

What the disk refused is kept and handed in again once the books take entries: coins
and new boards. A newer total of the same slot replaces an older one, because it says
everything that one said.
"""

from collections.abc import Iterable, Sequence

from cabinet.core.acceptors import ruling
from cabinet.core.boards import Boards
from cabinet.core.events import (
    BoardMet,
    DiceFell,
    Edge,
    Event,
    Nanos,
    ToBook,
    TowerMet,
)
from cabinet.core.modes.bills import room_for_bills
from cabinet.core.modes.dice_tower import asked_throw
from cabinet.core.modes.state import Cabinet
from cabinet.core.operating import Meter, OperatingSettings, Slot
from cabinet.core.ports import BillPort, BoardPort, DicePort


class BoardCoins:
    """The counter's side of a `BoardPort`."""

    def __init__(self, port: BoardPort) -> None:
        self._port = port
        self._bills = port if isinstance(port, BillPort) else None
        self._owed: dict[tuple[int | str, int], ToBook] = {}

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`."""
        return self._port.counted

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return self._port.awaited

    def begin(self, boards: Boards, slots: Sequence[Slot], meter: Meter | None) -> None:
        """See `BoardPort.begin`."""
        self._port.begin(boards, slots, meter)

    def poll(self, *, again: bool) -> Iterable[Edge | Event]:
        """All that happened, in its order; with `again` what is owed comes first."""
        news: list[Edge | Event] = [*self._port.poll(), *self._port.news()]
        news.sort(key=lambda each: each.at)
        return (*self._owed.values(), *news) if again else news

    def settle(self, event: Event, *, booked: bool) -> None:
        """The counter has taken an event; whether it is on the disk now."""
        if not isinstance(event, ToBook):
            return
        slot = 0 if isinstance(event, BoardMet) else event.slot
        if booked:
            self._owed.pop((event.board, slot), None)
            self._port.booked(event)
        else:
            self._owed[event.board, slot] = event

    def follow(self, state: Cabinet, operating: OperatingSettings) -> None:
        """Say what is to become of held bills, and which bills are wanted."""
        if self._bills is None or not (slots := self._bills.bill_slots):
            return
        ruled = {name: ruling(seen) for name, seen in state.acceptors.items()}
        self._bills.rule(
            {name: each for name, each in ruled.items() if each},
            {slot: room_for_bills(state, slot, operating) for slot in slots},
        )


# Where a dice tower's throws are handed in: booked first, then answered.
#
# What the tower is asked for follows from the state, as lamps do. What the disk refused
# is kept and handed in again once the books take entries.


class TowerThrows:
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
