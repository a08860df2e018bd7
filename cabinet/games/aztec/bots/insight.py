"""What a player of Aztec looks at, for two: the cubes on one's own edges."""

from collections.abc import Hashable

from cabinet.games.aztec.rules.board import SECTORS
from cabinet.games.aztec.rules.position import CORNERS, State


class AztecInsight:
    """See `cabinet.tabletop.search.insight.Insight`."""

    def worth(self, state: State) -> int:
        """The points seat 0 is ahead."""
        sectors = SECTORS[state.setup & CORNERS != 0]
        built = state.site.built
        return (built & sectors[0]).bit_count() - (built & sectors[1]).bit_count()

    def key(self, state: State) -> Hashable:
        """The building and who goes on; the order of the pieces is not."""
        return (state.site.built, state.mover)

    def settled(self, state: State, since: State) -> bool:
        """Two players build only once."""
        return False
