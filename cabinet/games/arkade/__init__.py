"""Arkade: saucers come down a neon lane, one ship stands in their way."""

from cabinet.games.arkade.bots import BOTS
from cabinet.games.arkade.dice import dice
from cabinet.games.arkade.options import OPTIONS
from cabinet.games.arkade.pace import points
from cabinet.games.arkade.position import State
from cabinet.games.arkade.rules import ArkadeRules
from cabinet.games.arkade.sounds import SOUNDS
from cabinet.games.arkade.view import ArkadeView
from cabinet.tabletop.api import Game
from cabinet.tabletop.primer import Primer

GAME: Game[State, int] = Game(
    rules=ArkadeRules(),
    title={"fr": "Arkade", "en": "Arkade"},
    view=ArkadeView(),
    bots=BOTS,
    takes_back=True,
    points=points,
    scored=True,
    last_look=4,
    primer=Primer("cabinet.games.arkade"),
    sounds=SOUNDS,
    options=OPTIONS,
    dice=dice,
)
