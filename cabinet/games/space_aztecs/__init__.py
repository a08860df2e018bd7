"""Space Aztecs: build a city, hide it under temples, and mind the saucers."""

from cabinet.games.space_aztecs.rules.position import State
from cabinet.games.space_aztecs.rules.reach import reach
from cabinet.games.space_aztecs.rules.rules import SpaceAztecsRules
from cabinet.games.space_aztecs.view.texts import parts
from cabinet.tabletop.api import Game

GAME: Game[State, int] = Game(
    rules=SpaceAztecsRules(),
    title={"fr": "Space Aztecs", "en": "Space Aztecs"},
    package=__name__,
    reach=reach,
    scored=True,
    last_look=29,
    parts=parts,
    at_join="codex",
)
