"""Games that all play at once: what the view of one offers besides."""

from typing import Protocol, runtime_checkable

from cabinet.tabletop.api import Document, Seat


@runtime_checkable
class RealTime(Protocol):
    """What a view offers besides whose game may be played by all at once."""

    def live(self, seen: Document) -> bool:
        """Whether this match is: then each person has a stick of their own."""

    def takes(self, action: str) -> int:
        """For how many milliseconds an action is under way before it is played."""

    def reaction(self, level: str, seat: Seat) -> int:
        """After how many milliseconds a bot of that level acts again in that seat."""
