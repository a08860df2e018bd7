"""How loud the cabinet may be: the operator's settings as a value.

Volumes are percents. In quiet hours (see `schedule`) every one of them is lowered
alike, so that what was balanced stays balanced; 0 is silence, the coin included.
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
class Loudness:
    """Volumes by class; `attract` is the music's while nobody plays.

    `attract_pause` is how many seconds the cabinet keeps still between two times it
    plays its tune to nobody. `voice` is that of sentences for who does not see; on the
    socket called `headphones`, if one is named.
    """

    enabled: bool = True
    coin: int = 100
    effects: int = 80
    music: int = 60
    attract: int = 40
    attract_pause: int = 60
    voice: int = 90
    headphones: str = ""

    def levels(self, percent: int) -> Levels:
        """The volumes, of which so much is left now."""
        scale = percent / 100
        classes = (self.coin, self.effects, self.music, self.attract)
        return Levels(*(volume / 100 * scale for volume in classes))
