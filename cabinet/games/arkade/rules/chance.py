"""What fortune may do, and how likely it is: dice and face-down tiles."""

from collections.abc import Sequence
from typing import Final

from cabinet.games.arkade.rules.actions import (
    ALIEN_DICE,
    ALIEN_TILE,
    DEFENDER_DICE,
    DEFENDER_TILE,
)
from cabinet.games.arkade.rules.box import (
    ALIEN_FACES,
    COLORS,
    COLUMNS,
    DEFENDER_TILES,
    FIRE_FACES,
)
from cabinet.games.arkade.rules.position import (
    ALIEN,
    DEFENDER,
    NO_DIE,
    Pending,
    State,
)
from cabinet.games.arkade.rules.turns import tell_dice
from cabinet.tabletop.api import Die, GameEvents

Odds = tuple[tuple[int, int], ...]
_KINDS: Final = len(COLORS)
_MOVE_FACES: Final = (1,) * COLUMNS
_SPACES: Final = tuple(map(str, range(1, COLUMNS + 1)))


def _thrown(base: int, first: tuple[int, ...], dice: tuple[int, int]) -> Odds:
    """The ways two dice can fall, where those not in the air stay as they are."""
    one, two = dice
    second = ALIEN_FACES if base == ALIEN_DICE else FIRE_FACES
    return tuple(
        (base + a * _KINDS + b, (left if one < 0 else 1) * (right if two < 0 else 1))
        for a, left in enumerate(first)
        for b, right in enumerate(second)
        if one in (NO_DIE, a) and two in (NO_DIE, b) and left and right
    )


_ALIEN_ODDS: Final = {
    (one, two): _thrown(ALIEN_DICE, ALIEN_FACES, (one, two))
    for one in range(NO_DIE, _KINDS)
    for two in range(NO_DIE, _KINDS)
}
_DEFENDER_ODDS: Final = {
    (move, fire): _thrown(DEFENDER_DICE, _MOVE_FACES, (move, fire))
    for move in range(NO_DIE, COLUMNS)
    for fire in range(NO_DIE, _KINDS)
}


def odds(state: State, asked: Pending) -> Odds:
    """Fortune's actions with their weights, in a fixed order."""
    if asked.ask == "dice":
        if asked.seat == ALIEN:
            return _ALIEN_ODDS[state.alien_dice]
        return _DEFENDER_ODDS[state.defender_dice]
    if asked.seat == ALIEN:
        kinds = enumerate(state.alien_tiles)
        return tuple((ALIEN_TILE + kind, left) for kind, left in kinds if left)
    tiles = state.defender_tiles[asked.about]
    return tuple(
        (DEFENDER_TILE + kind, tiles.count(tile))
        for kind, tile in enumerate(DEFENDER_TILES)
        if tile in tiles
    )


def fall(state: State, action: int, events: GameEvents | None) -> State:
    """The dice that were thrown have come to rest."""
    after = state.copy()
    after.pending = None
    if action < DEFENDER_DICE:
        after.alien_dice = divmod(action - ALIEN_DICE, _KINDS)
    else:
        after.defender_dice = divmod(action - DEFENDER_DICE, _KINDS)
    tell_dice(after, ALIEN if action < DEFENDER_DICE else DEFENDER, events)
    return after


def _painted(faces: Sequence[int]) -> Die:
    """Each colour on as many sides as the box says."""
    pairs = zip(COLORS, faces, strict=True)
    return tuple(color for color, many in pairs for _ in range(many))


# By side, the faces and the sides of its two dice.
_PAINTED: Final = (
    ((COLORS, _painted(ALIEN_FACES)),) * 2,
    ((_SPACES, _SPACES), (COLORS, _painted(FIRE_FACES))),
)


def dice(state: State) -> tuple[Die, ...]:
    """What is painted on the dice that are due; see `cabinet.tabletop.api.Game`."""
    pending = state.pending
    if pending is None or pending.ask != "dice":
        return ()
    seat = pending.seat
    painted = zip(state.dice(seat), _PAINTED[seat], strict=True)
    return tuple(
        sides if face == NO_DIE else (faces[face],) for face, (faces, sides) in painted
    )
