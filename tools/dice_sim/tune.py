"""The handicap that makes a game even, found by a race.

All settings play a few games; those that are surely farther from even than another
stop, the rest play twice as many, and so on. The same seed runs the same race.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tools.dice_sim.keeping import Kept
from tools.dice_sim.numbers import Share
from tools.dice_sim.plan import Cell, Plan
from tools.dice_sim.report import line_of


@dataclass(frozen=True, slots=True)
class Standing:
    """How far from even a setting is: as seen, and at least and at most."""

    cell: Cell
    games: int
    shares: tuple[Share, ...]
    off: float
    least: float
    most: float


def standing(kept: Kept, cell: Cell) -> Standing:
    """How far a cell is from giving everybody the same."""
    line = line_of(cell, kept.of(cell))
    even = 1 / len(cell.seats)
    offs = [_distance(share, even) for share in line.shares]
    off, least, most = (max(each) for each in zip(*offs, strict=True))
    return Standing(cell, line.games, line.shares, off, least, most)


def _distance(share: Share, even: float) -> tuple[float, float, float]:
    inside = share.low <= even <= share.high
    ends = abs(share.low - even), abs(share.high - even)
    return abs(share.part - even), 0.0 if inside else min(ends), max(ends)


def survivors(found: Sequence[Standing]) -> list[Cell]:
    """Those that may still be the nearest to even."""
    bar = min(one.most for one in found)
    return [one.cell for one in found if one.least <= bar]


def race(kept: Kept, first: int, play: Callable[[Plan], None]) -> list[Standing]:
    """Who is nearest to even, best first; `play` plays what a part of the plan asks."""
    cells, games = kept.plan.cells, min(first, kept.plan.games)
    while True:
        play(replace(kept.plan, cells=cells, games=games))
        if games == kept.plan.games:
            break
        cells = tuple(survivors([standing(kept, cell) for cell in cells]))
        games = min(2 * games, kept.plan.games)
    found = [standing(kept, cell) for cell in kept.plan.cells]
    return sorted(found, key=lambda one: (one.cell not in cells, one.off))
