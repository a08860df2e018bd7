"""Azteka: Life spreads, Death reigns, and the rings of the Circle turn."""

from cabinet.games.azteka.bots import BOTS
from cabinet.games.azteka.options import OPTIONS
from cabinet.games.azteka.position import State
from cabinet.games.azteka.rules import AztekaRules
from cabinet.games.azteka.sounds import SOUNDS
from cabinet.games.azteka.view import AztekaView
from cabinet.tabletop.api import Game
from cabinet.tabletop.primer import Primer

GAME: Game[State, int] = Game(
    rules=AztekaRules(),
    title={"fr": "Azteka", "en": "Azteka"},
    view=AztekaView(),
    bots=BOTS,
    counts={"fr": ("pion", "pions"), "en": ("pawn", "pawns")},
    last_look=5,
    primer=Primer("cabinet.games.azteka"),
    sounds=SOUNDS,
    options=OPTIONS,
)
