"""Aztec: two architects, one pyramid, and Oh Puch who wants it to stay low."""

from cabinet.games.aztec.bots import BOTS
from cabinet.games.aztec.options import OPTIONS
from cabinet.games.aztec.position import State
from cabinet.games.aztec.rules import AztecRules
from cabinet.games.aztec.sounds import SOUNDS
from cabinet.games.aztec.view import AztecView
from cabinet.tabletop.api import Game
from cabinet.tabletop.primer import Primer

GAME: Game[State, int] = Game(
    rules=AztecRules(),
    title={"fr": "Aztec", "en": "Aztec"},
    view=AztecView(),
    bots=BOTS,
    scored=True,
    last_look=5,
    primer=Primer("cabinet.games.aztec"),
    sounds=SOUNDS,
    options=OPTIONS,
)
