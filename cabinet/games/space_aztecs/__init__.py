"""Space Aztecs: build a city, hide it under temples, and mind the saucers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cabinet.games.space_aztecs.rules.options import OPTIONS
from cabinet.games.space_aztecs.rules.position import State
from cabinet.games.space_aztecs.rules.rules import SpaceAztecsRules
from cabinet.games.space_aztecs.view.sounds import SOUNDS
from cabinet.tabletop.api import Bot, Game
from cabinet.tabletop.primer import Primer

if TYPE_CHECKING:
    from cabinet.games.space_aztecs.view.view import SpaceAztecsView


def _view() -> "SpaceAztecsView":
    from cabinet.games.space_aztecs.view.view import SpaceAztecsView

    return SpaceAztecsView()


def _bots() -> Mapping[str, Bot[State, int]]:
    from cabinet.games.space_aztecs.bots.bots import BOTS

    return BOTS


GAME: Game[State, int] = Game(
    rules=SpaceAztecsRules(),
    title={"fr": "Space Aztecs", "en": "Space Aztecs"},
    view=_view,
    bots=_bots,
    last_look=12,
    scored=True,
    primer=Primer("cabinet.games.space_aztecs"),
    sounds=SOUNDS,
    options=OPTIONS,
)
