"""Time and honour in Arkade, from `data/arcade.toml`."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from cabinet.games.arkade.position import ALIEN, NOBODY, State, standing, winner

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("cabinet.games.arkade").joinpath("data/arcade.toml").read_text("utf-8")
)
ROLL_MS: Final[int] = int(_DATA["roll"])
# By level; the Alien's, then the Defender's.
REACTION_MS: Final[dict[str, tuple[int, int]]] = {
    level: (int(after["alien"]), int(after["defender"]))
    for level, after in _DATA["reaction"].items()
}
_POINTS: Final[dict[str, int]] = dict(_DATA["points"])


def points(state: State, log: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """What each seat is noted for: a quick victory that kept much is worth most.

    A turn is one of the winner's; in arcade mode, one of their rolls.
    """
    if state.mover != NOBODY:
        return 0, 0
    side = winner(state)
    kept = standing(state).bit_count() if side == ALIEN else state.nuggets
    turns = sum(1 for seat, action in log if seat == side and action == "roll")
    quick = max(0, _POINTS["turns"] - turns)
    won = _POINTS["victory"] + _POINTS["kept"] * kept + _POINTS["turn"] * quick
    return (won, 0) if side == ALIEN else (0, won)
