"""Who acts next: in turn, or, where all play at once, whoever's hand is free first.

The times are those of the cabinet: a bot acts again after its reaction, and an action
that lasts, as a roll does, is played when its time is over.
"""

from collections.abc import Sequence
from typing import Any

from cabinet.tabletop.api import AnyGame, Seat
from cabinet.tabletop.optional import RealTime

Milliseconds = int


class Hands:
    """When each seat is free to act again, and what it has under way."""

    def __init__(self, game: AnyGame, state: Any, levels: Sequence[str]) -> None:  # noqa: ANN401
        view = game.view
        live = isinstance(view, RealTime) and view.live(state)
        self._clock = view if live and isinstance(view, RealTime) else None
        self._levels = levels
        self._free: list[Milliseconds] = [0] * len(levels)
        self._now: Milliseconds = 0
        self._under_way: dict[Seat, Any] = {}

    def first(self, due: Sequence[Seat]) -> Seat:
        """The seat that is free first, of those at the same moment the first."""
        seat = min(due, key=lambda seat: self._free[seat])
        self._now = max(self._now, self._free[seat])
        return seat

    def landed(self, seat: Seat) -> Any | None:  # noqa: ANN401
        """The action whose time is over now, if there is one."""
        return self._under_way.pop(seat, None)

    def begins(self, seat: Seat, action: Any, text: str) -> bool:  # noqa: ANN401
        """Whether an action takes its time; then it is under way."""
        takes = self._clock.takes(text) if self._clock else 0
        if takes:
            self._under_way[seat] = action
            self._free[seat] = self._now + takes
        return takes > 0

    def acted(self, seat: Seat) -> None:
        """A seat has played, and needs a moment."""
        if self._clock:
            after = self._clock.reaction(self._levels[seat], seat)
            self._free[seat] = self._now + after
