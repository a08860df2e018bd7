"""Ten coins of one kind, measured: which settings would take them all for money.

Pure: the edges of one coin line in, what a coin looks like out. A settled stretch of
the line is a pulse, by the rule of the decoder; pulses without a long silence between
them are one coin. The ten have to agree: what differs too much is no acceptor that is
well set, and no proposal is made of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.core.inputs.coin_line import SETTLE

COINS: Final = 10
# Longer than any acceptor waits within a coin, shorter than a hand takes for the next.
COIN_ENDS: Final[Nanos] = 600 * MILLISECOND
# The longest pulse of ten may be this much of the shortest: makers promise 20 %.
SPREAD: Final = 1.6
# Shorter than this is not told from a spark.
SHORTEST: Final[Nanos] = 10 * MILLISECOND
# How far the proposed limits lie from what was measured.
BELOW: Final = 0.7
ABOVE: Final = 1.3
LEAST_JAM_MS: Final = 500
FASTEST: Final = 50


@dataclass(frozen=True, slots=True)
class SettledPulse:
    """One settled pulse: since when, how long, and the longest of it unbroken."""

    at: Nanos
    width: Nanos
    solid: Nanos

    @property
    def end(self) -> Nanos:
        """When the line was idle again."""
        return self.at + self.width


@dataclass(frozen=True, slots=True)
class Measured:
    """One coin: its pulses, the shortest of them (unbroken), the longest, their gap.

    `gap` is the shortest, and 0 in a coin of one pulse.
    """

    pulses: int
    shortest: Nanos
    longest: Nanos
    gap: Nanos = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """Settings that take the coins measured; `gap_ms` 0: nothing was learned of it."""

    width_ms: tuple[int, int]
    jam_ms: int
    gap_ms: int = 0
    max_per_s: int = 0


def coins(edges: Sequence[Edge], now: Nanos) -> list[Measured]:
    """Every coin that is over by `now`."""
    groups: list[list[SettledPulse]] = []
    for pulse in pulses(edges):
        if groups and pulse.at - groups[-1][-1].end < COIN_ENDS:
            groups[-1].append(pulse)
        else:
            groups.append([pulse])
    if groups and now - max(groups[-1][-1].end, edges[-1].at) < COIN_ENDS:
        del groups[-1]
    return [_measured(group) for group in groups]


def pulses(edges: Sequence[Edge]) -> list[SettledPulse]:
    """The settled pulses of a line that was idle before the first edge."""
    found: list[SettledPulse] = []
    began: Nanos | None = None
    rose: Nanos | None = None
    solid = 0
    for edge, after in zip_longest(edges, edges[1:]):
        if not edge.active and rose is not None:
            solid = max(solid, edge.at - rose)
        rose = edge.at if edge.active else None
        settled = after is None or after.at - edge.at >= SETTLE
        if not settled or edge.active == (began is not None):
            continue
        if began is None:
            began, solid = edge.at, 0
        else:
            found.append(SettledPulse(began, edge.at - began, solid))
            began = None
    return found


def disagreement(measured: Sequence[Measured]) -> str:
    """Why these are not ten of one coin: pulses, widths or short; "" when they are."""
    if len({coin.pulses for coin in measured}) > 1:
        return "pulses"
    if min(coin.shortest for coin in measured) < SHORTEST:
        return "short"
    return "widths" if _longest(measured) > SPREAD * _shortest(measured) else ""


def propose(measured: Sequence[Measured]) -> Proposal:
    """The settings for coins that agree."""
    least = int(BELOW * _shortest(measured) / MILLISECOND)
    most = -int(-ABOVE * _longest(measured) // MILLISECOND)
    jam = max(LEAST_JAM_MS, 3 * most)
    gaps = [coin.gap for coin in measured if coin.gap]
    if not gaps:
        return Proposal((least, most), jam)
    pace = SECOND / (_shortest(measured) + min(gaps))
    return Proposal(
        (least, most),
        jam,
        gap_ms=max(1, int(BELOW * min(gaps) / MILLISECOND)),
        max_per_s=min(FASTEST, -int(-ABOVE * pace // 1)),
    )


def _measured(group: Sequence[SettledPulse]) -> Measured:
    longest = max(pulse.width for pulse in group)
    shortest = min(pulse.solid for pulse in group)
    gaps = [after.at - before.end for before, after in pairwise(group)]
    return Measured(len(group), shortest, longest, min(gaps, default=0))


def _shortest(measured: Sequence[Measured]) -> Nanos:
    return min(coin.shortest for coin in measured)


def _longest(measured: Sequence[Measured]) -> Nanos:
    return max(coin.longest for coin in measured)
