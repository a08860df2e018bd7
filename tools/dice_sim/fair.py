"""A source of dice on trial: counting, the sequential verdict, the classical tests.

Nothing is kept but counts, so a million throws weigh as much as ten. Chi-square and
runs tests come with p-values from Python's own library. A p-value is how often a fair
die would look at least so odd. Small samples are judged by the same formulas, so a test
of fewer than `ENOUGH` expected throws a face is none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import erfc, exp, fsum, pi, sqrt
from random import Random
from typing import Final

from tools.dice_sim.dice import Die, Throw
from tools.dice_sim.sequential import Question, Standing, judge, standing

# Below this many expected throws of a face the chi-square law does not hold.
ENOUGH: Final = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """One test: what it is, its number, and how often chance does as much (p)."""

    test: str
    statistic: float
    freedom: int
    p: float


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(X >= statistic) for chi-square with so many degrees of freedom.

    A finite sum, by steps of two degrees from exp or erfc: exact but for rounding.
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if freedom % 2 == 0:
        tail, term, at = exp(-half), exp(-half), 0.0
    else:
        tail, term, at = erfc(sqrt(half)), exp(-half) / sqrt(pi * half), -0.5
    terms = [tail]
    while at + 1 < freedom / 2:
        at += 1.0
        term *= half / at
        terms.append(term)
    return min(1.0, fsum(terms))


def normal_tails(z: float) -> float:
    """P(|Z| >= |z|) for the standard normal law."""
    return erfc(abs(z) / sqrt(2))


def chi_square(counts: Sequence[int], odds: Sequence[float]) -> Verdict | None:
    """Whether faces come as often as they should; None with too few throws."""
    throws = sum(counts)
    expected = [throws * likely for likely in odds]
    if min(expected) < ENOUGH:
        return None
    statistic = fsum(
        (seen - want) ** 2 / want for seen, want in zip(counts, expected, strict=True)
    )
    freedom = len(counts) - 1
    return Verdict(
        "chi-square", statistic, freedom, chi_square_tail(statistic, freedom)
    )


def runs(faces: Sequence[int]) -> Verdict | None:
    """Whether equal faces follow one another as often as in a shuffled row.

    The number of runs, given how often each face came: too few is a die that sticks,
    too many one that alternates.
    """
    count = 1 + sum(one != two for one, two in pairwise(faces)) if faces else 0
    return runs_of(count, list(Counter(faces).values()))


def runs_of(count: int, seen: Sequence[int]) -> Verdict | None:
    """The same from the number of runs and how often each face was seen."""
    throws = sum(seen)
    if throws < 2 * ENOUGH or max(seen) == throws:
        return None
    squares = sum(many**2 for many in seen)
    cubes = sum(many**3 for many in seen)
    mean = (throws * (throws + 1) - squares) / throws
    spread = (
        squares * (squares + throws * (throws + 1)) - 2 * throws * cubes - throws**3
    ) / (throws**2 * (throws - 1))
    if spread <= 0:
        return None
    z = (count - mean) / sqrt(spread)
    return Verdict("runs", z, 1, normal_tails(z))


def independence(table: Sequence[Sequence[int]]) -> Verdict | None:
    """Whether two dice thrown together mind each other, from how often pairs came."""
    throws = sum(map(sum, table))
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    if throws == 0 or min(rows) * min(columns) < ENOUGH * throws:
        return None
    statistic = fsum(
        (seen - row * column / throws) ** 2 / (row * column / throws)
        for line, row in zip(table, rows, strict=True)
        for seen, column in zip(line, columns, strict=True)
    )
    freedom = (len(rows) - 1) * (len(columns) - 1)
    tail = chi_square_tail(statistic, freedom)
    return Verdict("independence", statistic, freedom, tail)


# At least so many throws, or a 25th of those made, are between two looks at the
# verdict, which may be asked at any time.
TIMEOUT: Final = 25


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

    def tests(self) -> list[tuple[str, Verdict]]:
        """The classical tests, as far as there are throws enough for them."""
        found: list[tuple[str, Verdict | None]] = []
        for number, die in enumerate(self.dice):
            name, counts = self.named(number), self.counts[number]
            found.append((name, chi_square(counts, list(map(float, die.odds)))))
            runs = runs_of(self.runs[number], counts) if self.throws else None
            found.append((name, runs))
        if self.pairs is not None:
            found.append(("both", independence(self.pairs)))
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
    look_at = TIMEOUT
    for number, throw in enumerate(islice(throws, most), 1):
        trial.see(throw)
        if number >= look_at:
            look_at = number + max(TIMEOUT, number // TIMEOUT)
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
