"""How loud the cabinet may be, and when: the operator's settings as a value.

Volumes are percents. In quiet hours every one of them is lowered alike, so that
what was balanced stays balanced; 0 is silence, the coin included.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple


class Levels(NamedTuple):
    """The volume of each class of sounds, from 0 to 1."""

    coin: float
    effects: float
    music: float
    attract: float


SILENT: Final = Levels(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class DayHours:
    """From one minute of the day to another, over midnight too."""

    start: int
    end: int

    def cover(self, minute: int) -> bool:
        """Whether `minute` (0 to 1439) lies in them; equal ends are no hours."""
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


@dataclass(frozen=True, slots=True)
class QuietHours(DayHours):
    """Hours in which only this much of each volume is left."""

    volume: int


@dataclass(frozen=True, slots=True)
class Loudness:
    """Volumes by class; `attract` is the music's while nobody plays.

    `attract_pause` is how many seconds the cabinet keeps still between two times it
    plays its tune to nobody.
    """

    enabled: bool = True
    coin: int = 100
    effects: int = 80
    music: int = 60
    attract: int = 40
    attract_pause: int = 60
    quiet: QuietHours = QuietHours(22 * 60, 8 * 60, 30)

    def levels(self, minute: int) -> Levels:
        """The volumes at a minute of the day."""
        scale = self.quiet.volume / 100 if self.quiet.cover(minute) else 1.0
        classes = (self.coin, self.effects, self.music, self.attract)
        return Levels(*(volume / 100 * scale for volume in classes))
