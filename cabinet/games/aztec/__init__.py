"""Aztec: two architects, one pyramid, and Oh Puch who wants it to stay low."""

from cabinet.games.aztec.rules.near import near
from cabinet.games.aztec.rules.position import State
from cabinet.games.aztec.rules.reach import reach
from cabinet.games.aztec.rules.rules import AztecRules
from cabinet.tabletop.api import Game

GAME: Game[State, int] = Game(
    rules=AztecRules(),
    title={"fr": "Aztec", "en": "Aztec"},
    package=__name__,
    near=near,
    reach=reach,
    scored=True,
    last_look=5,
)
