"""Space Aztecs: build a city, hide it under temples, and mind the saucers."""

from cabinet.games.space_aztecs.bots import BOTS
from cabinet.games.space_aztecs.options import OPTIONS
from cabinet.games.space_aztecs.position import State
from cabinet.games.space_aztecs.rules import SpaceAztecsRules
from cabinet.games.space_aztecs.sounds import SOUNDS
from cabinet.games.space_aztecs.view import SpaceAztecsView
from cabinet.tabletop.api import Game
from cabinet.tabletop.primer import Primer

GAME: Game[State, int] = Game(
    rules=SpaceAztecsRules(),
    title={"fr": "Space Aztecs", "en": "Space Aztecs"},
    view=SpaceAztecsView(),
    bots=BOTS,
    last_look=12,
    scored=True,
    primer=Primer("cabinet.games.space_aztecs"),
    sounds=SOUNDS,
    options=OPTIONS,
)
