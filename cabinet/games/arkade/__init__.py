"""Arkade: saucers come down a neon lane, one ship stands in their way."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cabinet.games.arkade.rules.dice import dice
from cabinet.games.arkade.rules.options import OPTIONS
from cabinet.games.arkade.rules.pace import parts, points
from cabinet.games.arkade.rules.position import State
from cabinet.games.arkade.rules.rules import ArkadeRules
from cabinet.games.arkade.view.sounds import SOUNDS
from cabinet.tabletop.api import Bot, Game
from cabinet.tabletop.primer import Primer

if TYPE_CHECKING:
    from cabinet.games.arkade.view.view import ArkadeView


def _view() -> "ArkadeView":
    from cabinet.games.arkade.view.view import ArkadeView

    return ArkadeView()


def _bots() -> Mapping[str, Bot[State, int]]:
    from cabinet.games.arkade.bots.bots import BOTS

    return BOTS


GAME: Game[State, int] = Game(
    rules=ArkadeRules(),
    title={"fr": "Arkade", "en": "Arkade"},
    view=_view,
    bots=_bots,
    takes_back=True,
    points=points,
    parts=parts,
    scored=True,
    last_look=4,
    primer=Primer("cabinet.games.arkade"),
    sounds=SOUNDS,
    options=OPTIONS,
    dice=dice,
)
