"""Seeded electricity: coins with bounce, glitches and storms, as edges.

Everything a coin line can do, made fast enough for a million cases.
"""

from collections.abc import Iterator
from random import Random

from cabinet.core.events import MICROSECOND, MILLISECOND, SECOND, Edge

MS = MILLISECOND
# Twelve a second, and room for the bounce of the first and the last.
PACE = 84 * MS


def glitches(rng: Random, count: int, line: str = "coin.1") -> Iterator[Edge]:
    """Pulses that are no coins: 1 µs to just under 12 ms, 1 to 10,000 a second."""
    at = 0
    while count > 0:
        burst = min(count, rng.randrange(1, 400))
        count -= burst
        pause = SECOND // rng.choice((1, 10, 100, 1_000, 10_000))
        longest = min(rng.choice((5, 50, 400, 3_000, 11_999)), pause // 1_500 or 1)
        for _ in range(burst):
            width = rng.randrange(1, longest + 1) * MICROSECOND
            yield Edge(line, True, at)
            yield Edge(line, False, at + width)
            at += width + rng.randrange(pause // 2, pause + 1)
        at += rng.randrange(0, 12 * SECOND)


def bouncing(rng: Random, line: str, at: int, *, level: bool) -> Iterator[Edge]:
    """A contact going to `level`, chattering for up to 3 ms."""
    yield Edge(line, level, at)
    cuts = sorted(rng.sample(range(1, 3_000), 2 * rng.randrange(0, 6)))
    for flip, cut in enumerate(cuts):
        yield Edge(line, level == bool(flip % 2), at + cut * MICROSECOND)


def coin_train(
    rng: Random, at: int, pulses: int, line: str = "coin.1"
) -> Iterator[Edge]:
    """`pulses` valid pulses with bounce, and now and then a spike beside them.

    Every other train is as fast as the shipped limit of twelve a second allows.
    """
    hurried = rng.randrange(2) and rng.randrange(20, 45) * MS
    for _ in range(pulses):
        width = hurried or rng.randrange(25, 75) * MS
        yield from bouncing(rng, line, at, level=True)
        yield from bouncing(rng, line, at + width, level=False)
        at += width
        gap = PACE - width if hurried else rng.randrange(100, 140) * MS
        if rng.randrange(4) == 0:
            spike = at + rng.randrange(10 * MS, gap - 10 * MS)
            yield Edge(line, True, spike)
            yield Edge(line, False, spike + rng.randrange(1, 900) * MICROSECOND)
        at += gap
