"""A tape of throws: one line a throw, between a head that names the dice and an end.

    dice-tape 1 alien alien
    O B
    V V
    end 2

The end says how many there were, so a tape that was cut short is noticed; what is on
it up to there counts all the same.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from tools.dice_sim.dice import Die, Throw, dice_named
from tools.dice_sim.errors import LabError

HEAD: Final = "dice-tape 1"


class CutShortError(LabError):
    """A tape without its end; its throws up to there have been read."""


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


def read(path: Path) -> Iterator[Throw]:
    """The throws, one by one; `CutShortError` after the last if the end is missing."""
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
    raise CutShortError(
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


def write(
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
