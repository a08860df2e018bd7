"""Where the next piece may go, and where it would score: what lights up.

Worked out once for a position, as the legal placements are the same until somebody
lays one.
"""

from functools import lru_cache

from cabinet.games.aztec.rules.board import BODY, SECTORS
from cabinet.games.aztec.rules.notation import ACTIONS
from cabinet.games.aztec.view.compass import Column
from cabinet.games.aztec.view.hand import ways


@lru_cache(maxsize=8)
def promise(legal: tuple[str, ...], side: str, *, corners: bool) -> dict[Column, int]:
    """For each useful column, the most that a placement over it adds for a side."""
    sectors = dict(zip(("ns", "ew"), SECTORS[corners], strict=True))
    sector = sectors.get(side, 0)
    return {
        column: max((BODY[ACTIONS[text]] & sector).bit_count() for text in texts)
        for column, texts in ways(legal).items()
    }
