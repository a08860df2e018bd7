"""Deciding about a die while it is thrown, as early as the throws allow.

The evidence against a fair die is how much better a mixture of all loaded dice
foretold the throws than the fair one did (a Dirichlet mixture). A fair die takes it to
1/alpha at any time ever with probability alpha at most (Ville), so one may look after
every throw and stop when one likes. The same law, face by face, bounds how far each
face's true probability can be from the right one: inside the tolerance, the die is
called fair.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf, lgamma, log
from typing import Final, Literal

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
