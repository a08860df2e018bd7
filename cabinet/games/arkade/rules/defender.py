"""What the Defender may do in his turn, and what it does.

A shot is only offered where it hits: the first saucer up the gun's column has the
colour of the die, or of the ammunition. Asteroids and fields do not stop shots.
"""

from typing import Final

from cabinet.games.arkade.rules.actions import (
    AMMO,
    DEFENDER_END,
    DEFENDER_REROLL,
    DEFENDER_ROLL,
    FIRE,
    GO,
    GPS,
    GUNS,
    NUDGE,
)
from cabinet.games.arkade.rules.board import BIT, foremost, place
from cabinet.games.arkade.rules.box import COLORS, COLUMNS, TILE_AT_KILLS
from cabinet.games.arkade.rules.events import finish, pass_turn, remove, tell_dice
from cabinet.games.arkade.rules.position import (
    ALIEN,
    DEFENDER,
    DEFENDER_THROWS,
    GPS_KEPT,
    NO_DICE,
    NO_DIE,
    Pending,
    State,
    changed,
    color_of,
    standing,
)
from cabinet.tabletop.api import Story

_REROLLS: Final = (DEFENDER_REROLL, DEFENDER_REROLL + 1, DEFENDER_REROLL + 2)
# Where a ship with a damaged reactor can be sent: the two ends.
_ENDS: Final = (0, COLUMNS - 1)
_AMMUNITION: Final = GPS_KEPT - 1


def menu(state: State) -> list[int]:
    """Every action of the Defender's, dice first."""
    actions: list[int] = []
    move, fire = state.defender_dice
    arcade = state.setup.arcade
    if arcade or state.defender_rolls == 0:
        actions.append(DEFENDER_ROLL)
    elif move >= 0 and fire >= 0 and state.defender_rolls < state.setup.rolls:
        actions += _REROLLS
    forced = state.reactor and move in _ENDS
    if forced or (move >= 0 and not state.reactor):
        actions.append(GO)
    if not state.reactor:
        actions += _free_moves(state)
    if fire >= 0 or state.kept & _AMMUNITION:
        actions += _shots(state, fire)
    if state.defender_rolls and not arcade and not forced:
        actions.append(DEFENDER_END)
    return actions


def _free_moves(state: State) -> list[int]:
    """What moves the ship without a die: nuggets, and the GPS."""
    actions = []
    if state.nuggets:
        if state.ship > 0:
            actions.append(NUDGE)
        if state.ship < COLUMNS - 1:
            actions.append(NUDGE + 1)
    if state.kept & GPS_KEPT:
        actions += [GPS + column for column in range(COLUMNS) if column != state.ship]
    return actions


def _guns(state: State) -> tuple[int, ...]:
    """The columns that can be shot up: the ship's, then the tower's."""
    if not state.tower:
        return (state.ship,)
    return (state.ship, (state.tower.bit_length() - 1) % COLUMNS)


def _shots(state: State, fire: int) -> list[int]:
    saucers = standing(state)
    hits: list[int] = []
    loaded: list[int] = []
    for gun, column in enumerate(_guns(state)):
        target = foremost(saucers, column)
        if target < 0:
            continue
        color = color_of(state, target)
        if color == fire:
            hits.append(FIRE + gun)
        if state.kept >> color & 1:
            loaded.append(AMMO + color * len(GUNS) + gun)
    return hits + sorted(loaded)


def roll(state: State, _: int, story: Story | None) -> State:
    """Both dice."""
    return _throw(state, NO_DICE, story)


def reroll(state: State, action: int, story: Story | None) -> State:
    """One die again, or both."""
    move, fire = state.defender_dice
    which = action - DEFENDER_REROLL
    dice = (move if which == 1 else NO_DIE, fire if which == 0 else NO_DIE)
    return _throw(state, dice, story)


def _throw(state: State, dice: tuple[int, int], story: Story | None) -> State:
    after = state.copy()
    after.defender_dice = dice
    after.defender_rolls = state.defender_rolls + 1
    after.pending = DEFENDER_THROWS
    tell_dice(after, DEFENDER, story)
    return after


def go(state: State, _: int, story: Story | None) -> State:
    """The ship to the space on its die; in arcade mode this repairs the reactor."""
    move, fire = state.defender_dice
    _tell_ship(state, move, "die", story)
    after = state.copy()
    after.ship = move
    after.defender_dice = (NO_DIE, fire)
    after.reactor = state.reactor and not state.setup.arcade
    return after


def nudge(state: State, action: int, story: Story | None) -> State:
    """One space for a nugget."""
    to = state.ship + (1 if action - NUDGE else -1)
    _tell_ship(state, to, "nugget", story)
    after = state.copy()
    after.ship = to
    after.nuggets = state.nuggets - 1
    return after


def gps(state: State, action: int, story: Story | None) -> State:
    """Any space, once."""
    _tell_ship(state, action - GPS, "gps", story)
    return state.but(ship=action - GPS, kept=state.kept & ~GPS_KEPT)


def _tell_ship(state: State, to: int, by: str, story: Story | None) -> None:
    if story is not None:
        moved = {"from": state.ship + 1, "to": to + 1, "by": by}
        story.append({"event": "ship"} | moved)


def fire(state: State, action: int, story: Story | None) -> State:
    """The die's shot: a heart saves the saucer once."""
    gun = action - FIRE
    target = foremost(standing(state), _guns(state)[gun])
    after = state.copy()
    after.defender_dice = (state.defender_dice[0], NO_DIE)
    if state.hearts & BIT[target]:
        _tell_shot(state, "heart_lost", target, gun, "die", story)
        after.hearts = state.hearts & ~BIT[target]
        return after
    _tell_shot(state, "shot", target, gun, "die", story)
    return _kill(after, target, story)


def ammo(state: State, action: int, story: Story | None) -> State:
    """The kept shot: no heart helps."""
    color, gun = divmod(action - AMMO, len(GUNS))
    target = foremost(standing(state), _guns(state)[gun])
    _tell_shot(state, "shot", target, gun, "ammo", story)
    return _kill(state.but(kept=state.kept & ~(1 << color)), target, story)


def _tell_shot(
    state: State, event: str, cell: int, gun: int, by: str, story: Story | None
) -> None:
    if story is not None:
        color = COLORS[color_of(state, cell)]
        shot = {"at": place(cell), "color": color, "gun": GUNS[gun], "by": by}
        story.append({"event": event} | shot)


def _kill(state: State, cell: int, story: Story | None) -> State:
    color = color_of(state, cell)
    kills = changed(state.kills, color, 1)
    after = remove(state, cell)
    after.kills = kills
    if not standing(after):
        return finish(after, DEFENDER, story)
    if kills[color] in TILE_AT_KILLS and state.defender_tiles[color]:
        after.pending = Pending("tile", DEFENDER, color)
    return after


def end(state: State, _: int, story: Story | None) -> State:
    """The turn passes, and the reactor works again."""
    after = pass_turn(state, ALIEN, story)
    after.reactor = False
    return after
