"""The dice there are: how many sides show which face.

Arkade's are read from its box, so a side read off a real die changes them here too.
A throw is one number a die: the index of the face that came up.

A tape has a line for each throw, between a head that names the dice and an end that
says how many there were, so that a tape that was cut short is noticed; what is on it
up to there counts all the same:

    dice-tape 1 alien alien
    O B
    V V
    end 2
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, TextIO

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


HEAD: Final = "dice-tape 1"


def _lines(file: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(file, 1):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


def dice_of(path: Path) -> tuple[Die, ...]:
    """The dice a tape is about; `LabError` if it is no tape."""
    try:
        with path.open(encoding="utf-8") as file:
            _, first = next(_lines(file), (0, ""))
    except (OSError, UnicodeDecodeError) as wrong:
        raise LabError(f"{path} cannot be read as a tape: {wrong}") from wrong
    if not first.startswith(HEAD):
        raise LabError(
            f"{path} is no tape of throws: its first line is {HEAD!r} and the dice, "
            f"as in {HEAD} alien alien"
        )
    return dice_named(first.removeprefix(HEAD))


def read_tape(path: Path) -> Iterator[Throw]:
    """The throws, one by one; `LabError` after the last if the end is missing."""
    dice, throws = dice_of(path), 0
    with path.open(encoding="utf-8") as file:
        lines = _lines(file)
        next(lines)
        for number, text in lines:
            words = text.split()
            if words[0] == "end":
                _check_end(f"{path}:{number}", words, throws)
                return
            yield _throw(f"{path}:{number}", dice, words)
            throws += 1
    raise LabError(
        f"{path} is cut short: its last line, `end` and the number of throws, is "
        f"missing. The {throws} throws before were counted"
    )


def _throw(where: str, dice: Sequence[Die], words: Sequence[str]) -> Throw:
    if len(words) != len(dice):
        raise LabError(f"{where}: a throw of {len(dice)} dice has {len(words)} faces")
    try:
        return tuple(die.face(word) for die, word in zip(dice, words, strict=True))
    except LabError as wrong:
        raise LabError(f"{where}: {wrong}") from wrong


def _check_end(where: str, words: Sequence[str], throws: int) -> None:
    if words[1:] != [str(throws)]:
        said = " ".join(words[1:]) or "nothing"
        raise LabError(f"{where}: the end says {said}, and there are {throws} throws")


def write_tape(
    file: TextIO, dice: Sequence[Die], throws: Iterable[Throw]
) -> Generator[Throw, None, None]:
    """Pass throws on, and keep them; the end is written when there are no more."""
    file.write(f"{HEAD} {' '.join(die.name for die in dice)}\n")
    many = 0
    try:
        for throw in throws:
            faces = (die.faces[face] for die, face in zip(dice, throw, strict=True))
            file.write(" ".join(faces) + "\n")
            many += 1
            yield throw
    finally:
        file.write(f"end {many}\n")
