"""Everything a scene may know, as one value."""

from dataclasses import dataclass
from math import ceil

from cabinet.core.events import SECOND
from cabinet.hallway import Snapshot
from cabinet.i18n import Words, money
from cabinet.picture import Picture


@dataclass(frozen=True, slots=True)
class Play:
    """What may be shown of the match on the table.

    `persons` and `bots` are the seats that are due; `help` is what the buttons
    do for the person at the stick; `ending` says who won once it is over.
    """

    picture: Picture
    help: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    persons: tuple[int, ...]
    bots: tuple[int, ...]
    over: bool
    ending: str


@dataclass(frozen=True, slots=True)
class Show:
    """The cabinet at one frame.

    `down` are the panel's lines that are pressed; `trouble` is true when the
    match on the screen could not go on.
    """

    snapshot: Snapshot
    now: int
    frame: int
    words: Words
    play: Play | None = None
    down: frozenset[str] = frozenset()
    version: str = ""
    trouble: bool = False

    @property
    def seconds_left(self) -> int | None:
        """Whole seconds until the mode gives up waiting; None if it does not."""
        if self.snapshot.deadline is None:
            return None
        return max(0, ceil((self.snapshot.deadline - self.now) / SECOND))

    @property
    def language(self) -> str:
        """The language of the words."""
        return self.words.language

    def money(self, minor_units: int) -> str:
        """An amount in the cabinet's currency, as the players write it."""
        return money(minor_units, self.snapshot.currency, self.language)

    def title(self, titles: dict[str, str]) -> str:
        """A title in the players' language, or in whichever there is."""
        return titles.get(self.language) or next(iter(titles.values()), "")
