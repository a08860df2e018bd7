"""The opponents of Azteka: how far each looks ahead, and how often it errs."""

from typing import Final

from cabinet.games.azteka.bots.insight import AztekaInsight
from cabinet.tabletop.bots import looking_ahead

BOTS: Final = looking_ahead(AztekaInsight(), easy=(1, 0.2), normal=(2, 0.0))
