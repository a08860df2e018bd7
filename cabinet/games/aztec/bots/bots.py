"""The opponents of Aztec: how far each looks ahead, and how often it errs.

Counting the cubes on the edges and looking ahead wins every game from random games
played to their end, thinking as long. With three, somebody bids and two build: there
the house plays.
"""

from typing import Final

from cabinet.games.aztec.bots.insight import AztecInsight
from cabinet.tabletop.bots import looking_ahead

BOTS: Final = looking_ahead(AztecInsight(), easy=(1, 0.3), normal=(2, 0.1))
