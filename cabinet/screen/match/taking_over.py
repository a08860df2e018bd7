"""Taking a seat over from its phone, at the stick: A is held until it is meant.

A stray press must never lay a player's secret open on the shared screen. So whoever is
due and holds a phone keeps the seat until A has been held, from after it became their
turn, for `HOLD`; meanwhile the screen asks by name, and the phone sees it and can say
that its player is there.
"""

from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.protocol.codec import Panel
from cabinet.screen.loop.key_repeat import button_of
from cabinet.tabletop.api import Seat

HOLD: Final = 1500 * MILLISECOND
# Shorter than this is a tap, which asks nothing.
TAP: Final = 200 * MILLISECOND


class TakingOver:
    """The hold that takes a seat from its phone; `phones` are the seats on phones."""

    def __init__(self, phones: set[Seat]) -> None:
        self._phones = phones
        self._down: dict[str, Nanos] = {}
        self._seat: Seat | None = None
        self._now: Nanos = 0

    def hear(self, event: Panel) -> None:
        """A finger on the panel, whatever the match makes of it."""
        if button_of(event.line) != "a":
            return
        if event.what == "pressed":
            self._down[event.line] = event.at
        elif event.what == "released":
            self._down.pop(event.line, None)

    def tick(self, now: Nanos, seat: Seat | None) -> None:
        """A frame begins; `seat` is who is waited for at a phone, if it is one."""
        self._now = now
        if seat != self._seat:
            self._seat = seat
            self._down.clear()
        if seat is not None and self.part >= 1:
            self._phones.discard(seat)
            self._down.clear()

    def keep(self, seat: Seat) -> None:
        """The seat's phone has spoken: its player is there."""
        if seat == self._seat:
            self._down.clear()

    @property
    def wanted(self) -> Seat | None:
        """The seat that somebody is about to take over."""
        return self._seat if self._held >= TAP else None

    @property
    def asks(self) -> tuple[Seat, float] | None:
        """That seat, and how much of the hold is over."""
        return None if self.wanted is None else (self.wanted, self.part)

    @property
    def part(self) -> float:
        """How much of the hold is over, up to 1."""
        return min(1.0, self._held / HOLD)

    @property
    def _held(self) -> Nanos:
        if self._seat is None or not self._down:
            return 0
        return max(0, self._now - min(self._down.values()))
