"""How fast people act where all play at once, so that the house can keep up.

Time is an argument: a cabinet has a clock, the laboratory counts.
"""

from collections import deque
from typing import Final

from cabinet.tabletop.api import Seat

Milliseconds = int
# A tempo is known after so many actions, and is that of the last of them.
ACTIONS: Final = 6


class PeoplesPace:
    """When the people at a table acted lately."""

    def __init__(self) -> None:
        self._acted: dict[Seat, deque[Milliseconds]] = {}

    def note(self, seat: Seat, now: Milliseconds) -> None:
        """A person there has acted."""
        self._acted.setdefault(seat, deque(maxlen=ACTIONS)).append(now)

    def between(self, now: Milliseconds) -> Milliseconds | None:
        """From one action to the next, of whoever is fastest; None: not known yet.

        Who rests for a while gets slower by that.
        """
        known = [acted for acted in self._acted.values() if len(acted) == ACTIONS]
        return min((now - acted[0] for acted in known), default=0) // ACTIONS or None
