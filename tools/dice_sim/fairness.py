"""Is a die fair? Chi-square and runs tests with p-values, from Python's own library.

A p-value is how often a fair die would look at least so odd. Small samples are judged
by the same formulas, so a test of fewer than `ENOUGH` expected throws a face is none.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erfc, exp, fsum, pi, sqrt
from typing import Final

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
