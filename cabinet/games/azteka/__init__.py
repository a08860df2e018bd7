"""Azteka: Life spreads, Death reigns, and the rings of the Circle turn."""

from cabinet.games.azteka.rules.parts import parts
from cabinet.games.azteka.rules.position import State
from cabinet.games.azteka.rules.reach import reach
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.tabletop.api import Game

GAME: Game[State, int] = Game(
    rules=AztekaRules(),
    title={"fr": "Azteka", "en": "Azteka"},
    package=__name__,
    parts=parts,
    reach=reach,
    counts={"fr": ("pion", "pions"), "en": ("pawn", "pawns")},
    last_look=5,
)
