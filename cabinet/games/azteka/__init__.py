"""Azteka: Life spreads, Death reigns, and the rings of the Circle turn."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cabinet.games.azteka.rules.options import OPTIONS
from cabinet.games.azteka.rules.position import State
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.games.azteka.view.sounds import SOUNDS
from cabinet.tabletop.api import Bot, Game
from cabinet.tabletop.primer import Primer

if TYPE_CHECKING:
    from cabinet.games.azteka.view.view import AztekaView


def _view() -> "AztekaView":
    from cabinet.games.azteka.view.view import AztekaView

    return AztekaView()


def _bots() -> Mapping[str, Bot[State, int]]:
    from cabinet.games.azteka.bots.bots import BOTS

    return BOTS


GAME: Game[State, int] = Game(
    rules=AztekaRules(),
    title={"fr": "Azteka", "en": "Azteka"},
    view=_view,
    bots=_bots,
    counts={"fr": ("pion", "pions"), "en": ("pawn", "pawns")},
    last_look=5,
    primer=Primer("cabinet.games.azteka"),
    sounds=SOUNDS,
    options=OPTIONS,
)
