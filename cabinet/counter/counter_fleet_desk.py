"""The counter's side of the fleet: who asks from afar, and what others have scored.

Scores of other cabinets are looked at and never kept: they are shown among our own
while nobody plays, they decide nothing, and no book holds them.
"""

from dataclasses import replace

from cabinet.core.modes.state import Attract, Cabinet
from cabinet.core.money.high_scores import PLACES, proper
from cabinet.core.money.ledger import Honour, Tables
from cabinet.protocol.fleet import FarScores


class FleetDesk:
    """What the other cabinets say of themselves."""

    def __init__(self) -> None:
        self._far: Tables = {}

    def hear(self, told: FarScores) -> None:
        """Replace what we knew; what no stick can write is left out."""
        tables: dict[str, tuple[Honour, ...]] = {}
        for one in told.scores:
            if proper(one.name) and one.score > 0:
                line = Honour(one.name, one.score)
                tables[one.mode] = (*tables.get(one.mode, ()), line)
        self._far = tables

    def seen_in(self, state: Cabinet) -> Cabinet:
        """The state as attract shows it: everybody's best in one table."""
        if not self._far or not isinstance(state.mode, Attract):
            return state
        tables = {**state.honours}
        for mode, far in self._far.items():
            both = (*tables.get(mode, ()), *far)
            best = sorted(both, key=lambda one: -one.score)
            tables[mode] = tuple(best[:PLACES])
        return replace(state, honours=tables)
