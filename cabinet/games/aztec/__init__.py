"""Aztec: two architects, one pyramid, and Oh Puch who wants it to stay low."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cabinet.games.aztec.rules.options import OPTIONS
from cabinet.games.aztec.rules.position import State
from cabinet.games.aztec.rules.rules import AztecRules
from cabinet.games.aztec.view.sounds import SOUNDS
from cabinet.tabletop.api import Bot, Game
from cabinet.tabletop.primer import Primer

if TYPE_CHECKING:
    from cabinet.games.aztec.view.view import AztecView


def _view() -> "AztecView":
    from cabinet.games.aztec.view.view import AztecView

    return AztecView()


def _bots() -> Mapping[str, Bot[State, int]]:
    from cabinet.games.aztec.bots.bots import BOTS

    return BOTS


GAME: Game[State, int] = Game(
    rules=AztecRules(),
    title={"fr": "Aztec", "en": "Aztec"},
    view=_view,
    bots=_bots,
    scored=True,
    last_look=5,
    primer=Primer("cabinet.games.aztec"),
    sounds=SOUNDS,
    options=OPTIONS,
)
