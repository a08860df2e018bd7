"""What happened at a table: how long ago, and for how long it is still shown."""

from collections import deque
from typing import Any, Final

from cabinet.tabletop.api import Happening, View
from cabinet.tabletop.optional import Lingering

# How many frames long what happened is still news.
NEWS: Final = 150


class Timeline:
    """The frames of one match, and what happened in them.

    `lately` is what the last action did, `age` frames ago; `frame` counts since the
    match was shown.
    """

    def __init__(self, view: View[Any, Any], lately: tuple[Happening, ...]) -> None:
        self.lately = lately
        self.age = 0
        self.frame = 0
        self._lingering: Lingering | None = getattr(view, "lingers", None)
        self._stays = 0
        self._news: deque[tuple[int, Happening]] = deque()

    @property
    def lingers(self) -> bool:
        """Whether the end of a round is still shown: nobody plays meanwhile."""
        return self.age < self._stays

    @property
    def news(self) -> tuple[tuple[int, Happening], ...]:
        """What the last seconds brought, each with its age."""
        return tuple((self.frame - when, told) for when, told in self._news)

    def tick(self) -> None:
        """One more frame has been shown."""
        self.age += 1
        self.frame += 1
        while self._news and self.frame - self._news[0][0] > NEWS:
            self._news.popleft()

    def tell(self, lately: tuple[Happening, ...]) -> None:
        """An action did this."""
        self.lately = lately
        self.age = 0
        self._news += ((self.frame, told) for told in lately)
        self._stays = self._lingering(lately) if self._lingering else 0

    def skip(self) -> None:
        """Nobody wants to see the end of that round any longer."""
        self.age = self._stays
