"""What a strong player of Azteka looks at, for two players.

A match is two rounds, and between equals the same role wins both: then the pawns
used decide. So a round won is worth the more the fewer pawns it took, and in round
2 a role that needs as many as the other needed before has nothing left to win.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from cabinet.games.azteka.rules.board import ONES, count
from cabinet.games.azteka.rules.position import (
    DRAWN,
    LIFE,
    RESULT_ROLE,
    State,
    seat_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

ROUND: Final = 20_000
PAWN: Final = 600
# What a role is worth that cannot win the match any more, whatever it reaches.
TOO_MANY: Final = 1_500

# By the number of Death's pawns in a ring.
_RING: Final = (0, 0, 2, 4, 8, 12, 18, 24, 0)


class AztekaInsight:
    """See `cabinet.tabletop.search.insight.Insight`."""

    def worth(self, state: State) -> int:
        """Rounds won, then how far each role has come, for seat 0."""
        first = state.results[0] if state.results else DRAWN
        if first == DRAWN:
            so_far = 0
        else:
            so_far = ROUND - PAWN * (first % RESULT_ROLE)
            if seat_of(first // RESULT_ROLE, 1) != 0:
                so_far = -so_far
        life = _progress(state.life, state.death)
        if first != DRAWN:
            life += _hopeless(state, first)
        return so_far + (life if state.round == 1 else -life)

    def key(self, state: State) -> Hashable:
        """The Circle and who is to move; how often it has been like this is not."""
        return (state.life, state.death, state.mover, state.birth)

    def settled(self, state: State, since: State) -> bool:
        """A round is enough to think about."""
        return state.round != since.round


def _progress(life: i64, death: i64) -> i64:
    """How much better Life stands than Death."""
    inner, second, third, outer = (
        death & 0xFF,
        death >> 8 & 0xFF,
        death >> 16 & 0xFF,
        death >> 24,
    )
    spread = (life | life >> 8 | life >> 16 | life >> 24) & 0xFF
    rings = (
        (life & 0xFF != 0)
        + (life & 0xFF00 != 0)
        + (life & 0xFF0000 != 0)
        + (life & 0xFF000000 != 0)
    )
    odd, both = inner ^ second, inner & second
    odd_out, both_out = third ^ outer, third & outer
    single = odd ^ odd_out
    double = both ^ both_out ^ (odd & odd_out)
    return (
        12 * ONES[spread]
        + 15 * rings
        + 6 * (count(life) - count(death))
        - _RING[ONES[inner]]
        - _RING[ONES[second]]
        - _RING[ONES[third]]
        - _RING[ONES[outer]]
        - ONES[single & ~double]
        - 6 * ONES[double & ~single]
        - 30 * ONES[single & double]
    )


def _hopeless(state: State, first: i64) -> i64:
    """In round 2, for Life: whether who lost round 1 has used too many pawns.

    The seats have swapped, so that is the role which won round 1.
    """
    pawns = first % RESULT_ROLE
    if first // RESULT_ROLE == LIFE:
        return -TOO_MANY if count(state.life) >= pawns else 0
    return TOO_MANY if count(state.death) >= pawns else 0
