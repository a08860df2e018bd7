"""The opponents of Azteka: how far each looks ahead, and how often it errs."""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.games.azteka.bots.insight import AztekaInsight
from cabinet.tabletop.api import Bot
from cabinet.tabletop.bots import AlphaBetaBot, house_bots

_THREE: Final = house_bots()

BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": AlphaBetaBot(
        AztekaInsight(), deepest=1, slips=0.2, otherwise=_THREE["easy"]
    ),
    "normal": AlphaBetaBot(AztekaInsight(), deepest=2, otherwise=_THREE["normal"]),
    "hard": AlphaBetaBot(AztekaInsight(), otherwise=_THREE["hard"]),
}
