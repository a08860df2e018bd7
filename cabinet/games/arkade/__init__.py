"""Arkade: saucers come down a neon lane, one ship stands in their way."""

from cabinet.games.arkade.rules.chance import dice
from cabinet.games.arkade.rules.pace import near, parts, points
from cabinet.games.arkade.rules.position import State
from cabinet.games.arkade.rules.reach import reach
from cabinet.games.arkade.rules.rules import ArkadeRules
from cabinet.tabletop.api import Game

GAME: Game[State, int] = Game(
    rules=ArkadeRules(),
    title={"fr": "Arkade", "en": "Arkade"},
    package=__name__,
    reach=reach,
    takes_back=True,
    points=points,
    parts=parts,
    near=near,
    scored=True,
    last_look=4,
    dice=dice,
)
