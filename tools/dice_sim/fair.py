"""A source of dice on trial: counting, the sequential verdict, the classical tests.

Nothing is kept but counts, so a million throws weigh as much as ten.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Final

from tools.dice_sim import fairness
from tools.dice_sim.dice import Die, Throw
from tools.dice_sim.sequential import Question, Standing, judge, standing

# At least so many throws, or a 25th of those made, are between two looks at the
# verdict, which may be asked at any time.
PATIENCE: Final = 25


@dataclass(slots=True)
class Trial:
    """What has been seen of some dice that are thrown together."""

    dice: tuple[Die, ...]
    throws: int = 0
    counts: list[list[int]] = field(init=False)
    runs: list[int] = field(init=False)
    pairs: list[list[int]] | None = field(init=False, default=None)
    _last: Throw = ()

    def __post_init__(self) -> None:
        self.counts = [[0] * len(die.faces) for die in self.dice]
        self.runs = [0] * len(self.dice)
        if len(self.dice) == 2:
            one, two = self.dice
            self.pairs = [[0] * len(two.faces) for _ in one.faces]

    def see(self, throw: Throw) -> None:
        """Count one throw."""
        for die, face in enumerate(throw):
            self.counts[die][face] += 1
            self.runs[die] += not self._last or self._last[die] != face
        if self.pairs is not None:
            self.pairs[throw[0]][throw[1]] += 1
        self._last = throw
        self.throws += 1

    def tests(self) -> list[tuple[str, fairness.Verdict]]:
        """The classical tests, as far as there are throws enough for them."""
        found: list[tuple[str, fairness.Verdict | None]] = []
        for number, die in enumerate(self.dice):
            name, counts = self.named(number), self.counts[number]
            found.append(
                (name, fairness.chi_square(counts, list(map(float, die.odds))))
            )
            runs = fairness.runs_of(self.runs[number], counts) if self.throws else None
            found.append((name, runs))
        if self.pairs is not None:
            found.append(("both", fairness.independence(self.pairs)))
        return [(name, test) for name, test in found if test is not None]

    def named(self, number: int) -> str:
        """A die's name, with its place where there are several."""
        name = self.dice[number].name
        return name if len(self.dice) == 1 else f"{name} {number + 1}"


def questions(dice: Sequence[Die], alpha: float, tolerance: float) -> list[Question]:
    """The same question for every die; the risk is shared among them."""
    return [
        Question(tuple(map(float, die.odds)), alpha / len(dice), tolerance)
        for die in dice
    ]


def watch(
    trial: Trial, throws: Iterable[Throw], asked: Sequence[Question], most: int
) -> None:
    """Throw until every die has its verdict, or `most` times, or the source ends."""
    look_at = PATIENCE
    for number, throw in enumerate(islice(throws, most), 1):
        trial.see(throw)
        if number >= look_at:
            look_at = number + max(PATIENCE, number // PATIENCE)
            if _decided(trial, asked):
                return


def standings(trial: Trial, asked: Sequence[Question]) -> list[Standing]:
    """How each die stands now."""
    return [standing(c, q) for c, q in zip(trial.counts, asked, strict=True)]


def _decided(trial: Trial, asked: Sequence[Question]) -> bool:
    words = [judge(c, q) for c, q in zip(trial.counts, asked, strict=True)]
    return "loaded" in words or "open" not in words


def drawn(dice: Sequence[Die], rng: Random) -> Iterator[Throw]:
    """Throws from a generator, drawn as the table draws them: by the weights."""
    while True:
        yield tuple(rng.choices(range(len(die.sides)), die.sides)[0] for die in dice)
