"""Arkade's dice as things: what is painted on which side."""

from collections.abc import Sequence
from typing import Final

from cabinet.games.arkade.rules.box import ALIEN_FACES, COLORS, COLUMNS, FIRE_FACES
from cabinet.games.arkade.rules.position import ALIEN, NO_DIE, State
from cabinet.tabletop.api import Die

_SPACES: Final = tuple(map(str, range(1, COLUMNS + 1)))


def _painted(faces: Sequence[int]) -> Die:
    """Each colour on as many sides as the box says."""
    pairs = zip(COLORS, faces, strict=True)
    return tuple(color for color, many in pairs for _ in range(many))


_ALIEN: Final = ((COLORS, _painted(ALIEN_FACES)),) * 2
_DEFENDER: Final = ((_SPACES, _SPACES), (COLORS, _painted(FIRE_FACES)))


def dice(state: State) -> tuple[Die, ...]:
    """See `cabinet.tabletop.api.Game`."""
    pending = state.pending
    if pending is None or pending.ask != "dice":
        return ()
    whose = pending.seat == ALIEN
    lying = state.alien_dice if whose else state.defender_dice
    return tuple(
        sides if face == NO_DIE else (faces[face],)
        for face, (faces, sides) in zip(
            lying, _ALIEN if whose else _DEFENDER, strict=True
        )
    )
