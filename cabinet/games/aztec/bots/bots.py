"""The opponents of Aztec: how far each looks ahead, and how often it errs.

Counting the cubes on the edges and looking ahead wins every game from random games
played to their end, thinking as long. With three, somebody bids and two build: there
the house plays.
"""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.games.aztec.bots.insight import AztecInsight
from cabinet.tabletop.api import Bot
from cabinet.tabletop.bots import AlphaBetaBot, house_bots

_THREE: Final = house_bots()

BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": AlphaBetaBot(
        AztecInsight(), deepest=1, slips=0.3, otherwise=_THREE["easy"]
    ),
    "normal": AlphaBetaBot(
        AztecInsight(), deepest=2, slips=0.1, otherwise=_THREE["normal"]
    ),
    "hard": AlphaBetaBot(AztecInsight(), otherwise=_THREE["hard"]),
}
