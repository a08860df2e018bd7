"""How little a seat has lacked at the end of a game of Aztec, in a sentence."""

from typing import Final

from cabinet.games.aztec.rules.position import NO_TARGET, State
from cabinet.games.aztec.rules.rules import AztecRules
from cabinet.tabletop.api import Seat
from cabinet.tabletop.data import Texts

TEXTS: Final = Texts("cabinet.games.aztec")
RULES: Final = AztecRules()


def near(state: State, seat: Seat, language: str) -> tuple[int, str]:
    """The points between it and victory; of all positions the last one counts."""
    key, lacks = _lacks(state, seat)
    return 0, TEXTS[language](f"near.{key}", n=lacks) if lacks > 0 else ""


def _lacks(state: State, seat: Seat) -> tuple[str, int]:
    outcome = RULES.outcome(state)
    scores, target = outcome.scores, state.target
    if target != NO_TARGET and seat == state.ohpuch:
        return "above", max(scores) - target + 1
    if target != NO_TARGET and outcome.winners == (state.ohpuch,):
        return "below", target - scores[seat]
    return "behind", max(scores) - scores[seat]
