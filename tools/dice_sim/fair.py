"""A source of dice on trial: counting, the sequential verdict, the classical tests.

Nothing is kept but counts, so a million throws weigh as much as ten. Chi-square and
runs tests come with p-values from Python's own library. A p-value is how often a fair
die would look at least so odd. Small samples are judged by the same formulas, so a test
of fewer than `ENOUGH` expected throws a face is none.

The verdict is made while the die is thrown, as early as the throws allow. The evidence
against a fair die is how much better a mixture of all loaded dice foretold the throws
than the fair one did (a Dirichlet mixture). A fair die takes it to 1/alpha at any time
ever with probability alpha at most (Ville), so one may look after every throw and stop
when one likes. The same law, face by face, bounds how far each face's true probability
can be from the right one: inside the tolerance, the die is called fair.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import erfc, exp, fsum, inf, lgamma, log, pi, sqrt
from random import Random
from typing import Final, Literal

from tools.dice_sim.dice import Die, Throw

Judgement = Literal["loaded", "fair", "open"]
# Throws nobody will ever make.
NEVER: Final = 10_000_000
_HALVINGS: Final = 50


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a die: its fair odds, the risk of an error, the tolerance."""

    odds: tuple[float, ...]
    alpha: float = 0.01
    tolerance: float = 0.05


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand: `off` is how far from right a face may still be.

    `to_fair` throws more would show a fair die fair; if the faces go on coming as
    they did, `to_loaded` more would show it loaded. None: more than anybody throws.
    """

    judgement: Judgement
    evidence: float
    off: float
    to_fair: int | None
    to_loaded: int | None


def log_evidence(counts: Sequence[float], odds: Sequence[float]) -> float:
    """The logarithm of the evidence that the die is not the fair one."""
    weight = float(len(odds))
    sure = lgamma(weight) - lgamma(weight + sum(counts))
    return sure + sum(
        lgamma(weight * likely + seen) - lgamma(weight * likely) - seen * log(likely)
        for seen, likely in zip(counts, odds, strict=True)
    )


def bounds(
    seen: float, throws: float, likely: float, alpha: float
) -> tuple[float, float]:
    """Where the true probability of a face lies, at all times, but for risk `alpha`."""
    prior = (2 * likely, 2 * (1 - likely))
    missed = throws - seen
    mixture = (
        lgamma(prior[0] + seen)
        + lgamma(prior[1] + missed)
        - lgamma(2 + throws)
        + lgamma(2)
        - lgamma(prior[0])
        - lgamma(prior[1])
    )
    limit = mixture + log(alpha)

    def inside(chance: float) -> bool:
        return _times(seen, chance) + _times(missed, 1 - chance) > limit

    middle = seen / throws if throws else likely
    low = _edge(middle, 0.0, inside)
    return low, _edge(middle, 1.0, inside)


def _times(many: float, chance: float) -> float:
    if many == 0:
        return 0.0
    return many * log(chance) if chance > 0 else -inf


def _edge(inner: float, outer: float, inside: Callable[[float], bool]) -> float:
    """Where `inside` ends between a point within and the end of the scale."""
    if inside(outer):
        return outer
    for _ in range(_HALVINGS):
        middle = (inner + outer) / 2
        if inside(middle):
            inner = middle
        else:
            outer = middle
    return outer


def off_by(counts: Sequence[float], question: Question) -> float:
    """The most by which the probability of any face may be wrong."""
    throws, risk = sum(counts), question.alpha / len(counts)
    worst = 0.0
    for seen, likely in zip(counts, question.odds, strict=True):
        low, high = bounds(seen, throws, likely, risk)
        worst = max(worst, likely - low, high - likely)
    return worst


def judge(counts: Sequence[int], question: Question) -> Judgement:
    """The word on a die that showed its faces so often."""
    if log_evidence(counts, question.odds) >= -log(question.alpha):
        return "loaded"
    return "fair" if off_by(counts, question) <= question.tolerance else "open"


def standing(counts: Sequence[int], question: Question) -> Standing:
    """The word, the evidence, and how many throws are still needed."""
    word, odds = judge(counts, question), question.odds
    throws = sum(counts)

    def is_fair(more: int) -> bool:
        ahead = [c + more * p for c, p in zip(counts, odds, strict=True)]
        return off_by(ahead, question) <= question.tolerance

    def is_loaded(more: int) -> bool:
        ahead = [c * (1 + more / throws) for c in counts]
        return log_evidence(ahead, odds) >= -log(question.alpha)

    return Standing(
        judgement=word,
        evidence=exp(min(700.0, log_evidence(counts, odds))),
        off=off_by(counts, question),
        to_fair=None if word == "loaded" else _fewest(is_fair),
        to_loaded=_fewest(is_loaded) if throws else None,
    )


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """The fewest throws that are enough, if that many can be made."""
    if enough(0):
        return 0
    high = 1
    while not enough(high):
        high *= 2
        if high > NEVER:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


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
    pairs = zip(counts, expected, strict=True)
    return _chi_square_test("chi-square", pairs, len(counts) - 1)


def _chi_square_test(
    test: str, seen_and_expected: Iterable[tuple[int, float]], freedom: int
) -> Verdict:
    statistic = fsum((seen - want) ** 2 / want for seen, want in seen_and_expected)
    return Verdict(test, statistic, freedom, chi_square_tail(statistic, freedom))


def runs_of(count: int, seen: Sequence[int]) -> Verdict | None:
    """Whether equal faces follow one another as often as in a shuffled row.

    From the number of runs, and how often each face was seen: too few runs is a die
    that sticks, too many one that alternates.
    """
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
    pairs = (
        (seen, row * column / throws)
        for line, row in zip(table, rows, strict=True)
        for seen, column in zip(line, columns, strict=True)
    )
    freedom = (len(rows) - 1) * (len(columns) - 1)
    return _chi_square_test("independence", pairs, freedom)


# At least so many throws, or a 25th of those made, are between two looks at the
# verdict, which may be asked at any time.
LOOK_EVERY: Final = 25


class Trial:
    """What has been seen of some dice that are thrown together."""

    def __init__(self, dice: tuple[Die, ...]) -> None:
        self.dice, self.throws = dice, 0
        self.counts = [[0] * len(die.faces) for die in dice]
        self.runs = [0] * len(dice)
        self.pairs: list[list[int]] | None = None
        self._last: Throw = ()
        if len(dice) == 2:
            self.pairs = [[0] * len(dice[1].faces) for _ in dice[0].faces]

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
    look_at = LOOK_EVERY
    for number, throw in enumerate(islice(throws, most), 1):
        trial.see(throw)
        if number >= look_at:
            look_at = number + max(LOOK_EVERY, number // LOOK_EVERY)
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
