"""What the action in hand would do, before it is played.

The rules are asked, not imitated: the action is played on the position that is seen
and its story is read. They are asked once for each position and action, however
many frames show the answer.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.azteka.rules.board import SEGMENTS, cells
from cabinet.games.azteka.rules.position import (
    PLAYERS,
    ROLES,
    VARIANT_BITS,
    State,
    pawns_of,
)
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.games.azteka.view.wheel import Place
from cabinet.tabletop.api import Happening

Circle = dict[str, list[Place]]

_RULES: Final = AztekaRules()


class Forecast(NamedTuple):
    """The Circle after an action, and what the action wakes or ends.

    `winner` is the role that wins the round, "" if none does.
    """

    pawns: Circle
    dying: tuple[Place, ...]
    birth: bool
    winner: str


def circle_of(state: State) -> Circle:
    """Where the pawns of each role stand."""
    return {
        ROLES[role]: [
            (cell // SEGMENTS + 1, cell % SEGMENTS)
            for cell in cells(pawns_of(state, role))
        ]
        for role in range(PLAYERS[state.setup & VARIANT_BITS])
    }


def circle_at_end(ended: Happening) -> Circle:
    """Where they stood when a round ended: the rules have cleared the Circle since."""
    return {
        role: [(ring, segment) for ring, segment in ended[role]]
        for role in ROLES
        if role in ended
    }


@lru_cache(maxsize=64)
def forecast(state: State, action: str) -> Forecast:
    """What a legal action would do."""
    (seat,) = _RULES.actors(state)
    story: list[Happening] = []
    chosen = _RULES.read_action(state, seat, action)
    after = _RULES.apply(state, seat, chosen, story)
    news = {happening["event"]: happening for happening in story}
    ended = news.get("round_over")
    result = ended["result"] if ended else None
    return Forecast(
        pawns=circle_at_end(ended) if ended else circle_of(after),
        dying=tuple(
            (happening["at"][0], happening["at"][1])
            for happening in story
            if happening["event"] == "disintegrated"
        ),
        birth="birth" in news,
        winner=result["role"] if result else "",
    )
