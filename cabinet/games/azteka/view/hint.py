"""What the action in hand would do, before it is played.

The rules are asked, not imitated: the action is played on the position that is seen
and its story is read. They are asked once for each position and action, however
many frames show the answer.
"""

from functools import lru_cache
from json import dumps, loads
from random import Random
from typing import Final, NamedTuple

from cabinet.games.azteka.rules.position import ROLES
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.games.azteka.view.wheel import Place
from cabinet.tabletop.api import Document, Happening

_RULES: Final = AztekaRules()


class Forecast(NamedTuple):
    """The Circle after an action, and what the action wakes or ends.

    `winner` is the role that wins the round, "" if none does.
    """

    pawns: dict[str, list[Place]]
    dying: tuple[Place, ...]
    birth: bool
    winner: str


def forecast(seen: Document, action: str) -> Forecast:
    """What a legal action would do."""
    return _forecast(dumps(seen), action)


@lru_cache(maxsize=64)
def _forecast(position: str, action: str) -> Forecast:
    state = _RULES.read(loads(position), Random(0))
    (seat,) = _RULES.actors(state)
    story: list[Happening] = []
    chosen = _RULES.read_action(state, seat, action)
    after = _RULES.apply(state, seat, chosen, story)
    news = {happening["event"]: happening for happening in story}
    ended = news.get("round_over")
    shown: Document = ended or _RULES.write(after)
    result: Document | None = ended["result"] if ended else None
    return Forecast(
        pawns={
            role: [(ring, segment) for ring, segment in shown[role]]
            for role in ROLES
            if role in shown
        },
        dying=tuple(
            (happening["at"][0], happening["at"][1])
            for happening in story
            if happening["event"] == "disintegrated"
        ),
        birth="birth" in news,
        winner=result["role"] if result else "",
    )
