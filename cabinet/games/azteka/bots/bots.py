"""The opponents of Azteka: how far each looks ahead, and how often it errs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cabinet.games.azteka.bots.insight import AztekaInsight
from cabinet.games.azteka.bots.watchful import Watchful
from cabinet.tabletop.api import Bot
from cabinet.tabletop.bots import AlphaBetaBot, looking_ahead


def _watching(bot: Bot[Any, Any]) -> Bot[Any, Any]:
    """The same level, where at a table of three it misses nothing in one action."""
    assert isinstance(bot, AlphaBetaBot)
    return replace(bot, otherwise=Watchful(bot.otherwise))


_HOUSE: Final = looking_ahead(AztekaInsight(), easy=(1, 0.2), normal=(2, 0.0))
BOTS: Final[Mapping[str, Bot[Any, Any]]] = {
    "easy": _HOUSE["easy"],
    "normal": _watching(_HOUSE["normal"]),
    "hard": _watching(_HOUSE["hard"]),
}
