"""The dice there are: how many sides show which face.

Arkade's are read from its box, so a side read off a real die changes them here too.
A throw is one number a die: the index of the face that came up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cabinet.games.arkade.rules.box import ALIEN_FACES, COLORS, COLUMNS, FIRE_FACES
from tools.dice_sim.errors import LabError, no_such

Throw = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its faces, and how many of its sides show each."""

    name: str
    faces: tuple[str, ...]
    sides: tuple[int, ...]

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """How likely each face is, if the die is fair."""
        whole = sum(self.sides)
        return tuple(Fraction(many, whole) for many in self.sides)

    def face(self, word: str) -> int:
        """The index of the face called `word`; `LabError` if there is none."""
        if word not in self.faces:
            raise LabError(
                f"{self.name} has no face {word!r} (faces: {', '.join(self.faces)})"
            )
        return self.faces.index(word)


def numbered(sides: int) -> Die:
    """A die with the numbers 1 to `sides`."""
    return Die(f"d{sides}", tuple(map(str, range(1, sides + 1))), (1,) * sides)


ALIEN: Final = Die("alien", COLORS, ALIEN_FACES)
FIRE: Final = Die("fire", COLORS, FIRE_FACES)
MOVE: Final = Die("move", tuple(map(str, range(1, COLUMNS + 1))), (1,) * COLUMNS)
DICE: Final[Mapping[str, Die]] = {
    die.name: die
    for die in (ALIEN, FIRE, MOVE, *map(numbered, (2, 4, 6, 8, 10, 12, 20)))
}


def dice_named(words: str) -> tuple[Die, ...]:
    """`alien,alien` or `d6` as dice; `LabError` for one nobody knows."""
    names = [word for word in words.replace(",", " ").split() if word]
    if not names:
        raise LabError(f"which dice? For example alien,alien (of {', '.join(DICE)})")
    for name in names:
        if name not in DICE:
            raise no_such("die", name, DICE)
    return tuple(DICE[name] for name in names)
