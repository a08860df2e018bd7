"""What the Defender may do in his turn, and what it does; then his power tiles.

A shot is only offered where it hits: the first saucer up the gun's column has the
colour of the die, or of the ammunition. Asteroids and fields do not stop shots. Tiles
are drawn at the second and fourth kill of a colour: ammunition and GPS are kept; a
mine pays at once; the others ask where, or whom, and have no effect where there is no
possible answer.
"""

from typing import Final

from cabinet.games.arkade.rules import turns
from cabinet.games.arkade.rules.actions import (
    AMMO,
    ASTEROID,
    COMET,
    DEFENDER_END,
    DEFENDER_REROLL,
    DEFENDER_ROLL,
    DEFENDER_TILE,
    FIELD,
    FIRE,
    GO,
    GPS,
    GUNS,
    NUDGE,
    TOWER,
)
from cabinet.games.arkade.rules.board import BIT, LAST_LINE, cells, foremost, place
from cabinet.games.arkade.rules.box import (
    CELLS,
    COLORS,
    COLUMNS,
    DEFENDER_TILES,
    FRAME_CELLS,
    MOST_NUGGETS,
    TILE_AT_KILLS,
)
from cabinet.games.arkade.rules.position import (
    ALIEN,
    DEFENDER,
    GPS_KEPT,
    NO_DICE,
    NO_DIE,
    Pending,
    State,
    changed,
)
from cabinet.tabletop.api import GameEvents

_REROLLS: Final = (
    DEFENDER_REROLL,
    DEFENDER_REROLL + 1,
    DEFENDER_REROLL + 2,
)
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
    return (state.ship, state.tower_column())


def _shots(state: State, fire: int) -> list[int]:
    saucers = state.standing()
    hits: list[int] = []
    loaded: list[int] = []
    for gun, column in enumerate(_guns(state)):
        target = foremost(saucers, column)
        if target < 0:
            continue
        color = state.color_of(target)
        if color == fire:
            hits.append(FIRE + gun)
        if state.kept >> color & 1:
            loaded.append(AMMO + color * len(GUNS) + gun)
    return hits + sorted(loaded)


def roll(state: State, _: int, events: GameEvents | None) -> State:
    """Both dice."""
    return turns.throw(state, DEFENDER, NO_DICE, events)


def reroll(state: State, action: int, events: GameEvents | None) -> State:
    """One die again, or both."""
    return turns.throw_again(state, DEFENDER, action - DEFENDER_REROLL, events)


def go(state: State, _: int, events: GameEvents | None) -> State:
    """The ship to the space on its die; in arcade mode this repairs the reactor."""
    move, fire = state.defender_dice
    _tell_ship(state, move, "die", events)
    after = state.copy()
    after.ship = move
    after.defender_dice = (NO_DIE, fire)
    after.reactor = state.reactor and not state.setup.arcade
    return after


def nudge(state: State, action: int, events: GameEvents | None) -> State:
    """One space for a nugget."""
    to = state.ship + (1 if action - NUDGE else -1)
    _tell_ship(state, to, "nugget", events)
    after = state.copy()
    after.ship = to
    after.nuggets = state.nuggets - 1
    return after


def gps(state: State, action: int, events: GameEvents | None) -> State:
    """Any space, once."""
    _tell_ship(state, action - GPS, "gps", events)
    return state.but(ship=action - GPS, kept=state.kept & ~GPS_KEPT)


def _tell_ship(state: State, to: int, by: str, events: GameEvents | None) -> None:
    if events is not None:
        moved = {"from": state.ship + 1, "to": to + 1, "by": by}
        events.append({"event": "ship"} | moved)


def fire(state: State, action: int, events: GameEvents | None) -> State:
    """The die's shot: a heart saves the saucer once."""
    gun = action - FIRE
    target = foremost(state.standing(), _guns(state)[gun])
    after = state.copy()
    after.defender_dice = (state.defender_dice[0], NO_DIE)
    if state.hearts & BIT[target]:
        _tell_shot(state, "heart_lost", target, gun, "die", events)
        after.hearts = state.hearts & ~BIT[target]
        return after
    _tell_shot(state, "shot", target, gun, "die", events)
    return _kill(after, target, events)


def ammo(state: State, action: int, events: GameEvents | None) -> State:
    """The kept shot: no heart helps."""
    color, gun = divmod(action - AMMO, len(GUNS))
    target = foremost(state.standing(), _guns(state)[gun])
    _tell_shot(state, "shot", target, gun, "ammo", events)
    return _kill(state.but(kept=state.kept & ~(1 << color)), target, events)


def _tell_shot(
    state: State, event: str, cell: int, gun: int, by: str, events: GameEvents | None
) -> None:
    if events is not None:
        color = COLORS[state.color_of(cell)]
        shot = {"at": place(cell), "color": color, "gun": GUNS[gun], "by": by}
        events.append({"event": event} | shot)


def _kill(state: State, cell: int, events: GameEvents | None) -> State:
    color = state.color_of(cell)
    kills = changed(state.kills, color, 1)
    after = turns.remove(state, cell)
    after.kills = kills
    if not after.standing():
        return turns.finish(after, DEFENDER, events)
    if kills[color] in TILE_AT_KILLS and state.defender_tiles[color]:
        after.pending = Pending("tile", DEFENDER, color)
    return after


def end(state: State, _: int, events: GameEvents | None) -> State:
    """The turn passes, and the reactor works again; a die not fired was a miss."""
    if events is not None and state.defender_dice[1] != NO_DIE:
        color = COLORS[state.defender_dice[1]]
        events.append({"event": "missed", "seat": DEFENDER, "color": color})
    after = turns.pass_turn(state, ALIEN, events)
    after.reactor = False
    return after


def draw(state: State, action: int, events: GameEvents | None) -> State:
    """Fortune has turned this tile of the colour over."""
    asked = state.pending
    assert asked is not None
    tile = DEFENDER_TILES[action - DEFENDER_TILE]
    drawn = _without(state, asked.about, tile)
    after = _effect(drawn, tile, asked.about)
    if events is not None:
        told = {"event": "tile", "seat": DEFENDER, "tile": tile}
        color = COLORS[asked.about]
        events.append(told | {"color": color, "effect": after != drawn})
    return after


def _without(state: State, color: int, tile: str) -> State:
    tiles = list(state.defender_tiles[color])
    tiles.remove(tile)
    sets = list(state.defender_tiles)
    sets[color] = tuple(tiles)
    return state.but(defender_tiles=tuple(sets), pending=None)


def _effect(state: State, tile: str, color: int) -> State:
    match tile:
        case "mine1" | "mine2":
            nuggets = min(MOST_NUGGETS, state.nuggets + int(tile[-1]))
            return state.but(nuggets=nuggets)
        case "ammo":
            return state.but(kept=state.kept | 1 << color)
        case "gps":
            return state.but(kept=state.kept | GPS_KEPT)
        case "comet1" | "comet2":
            asked = Pending("comet", DEFENDER, int(tile[-1]))
        case _:
            asked = Pending(tile, DEFENDER)
    return state.but(pending=asked) if answers(state, asked) else state


def answers(state: State, asked: Pending) -> list[int]:
    """Every answer to a tile that asks where, or whom."""
    match asked.ask:
        case "tower":
            last = state.free() & LAST_LINE & ~FRAME_CELLS[state.setup.face]
            return [TOWER + cell % COLUMNS for cell in cells(last)]
        case "comet":
            pushed = state.standing() & state.free() << COLUMNS
            return [COMET + cell for cell in cells(pushed)]
    base = ASTEROID if asked.ask == "asteroid" else FIELD
    places = state.free() & ~FRAME_CELLS[state.setup.face]
    return [base + cell for cell in cells(places)]


def asteroid(state: State, action: int, events: GameEvents | None) -> State:
    """A rock on this cell."""
    cell = action - ASTEROID
    _tell_placed("asteroid", cell, events)
    return state.but(asteroids=state.asteroids | BIT[cell], pending=None)


def field(state: State, action: int, events: GameEvents | None) -> State:
    """A magnetic field on this cell."""
    cell = action - FIELD
    _tell_placed("field", cell, events)
    return state.but(fields=state.fields | BIT[cell], pending=None)


def tower(state: State, action: int, events: GameEvents | None) -> State:
    """The tower at the end of this column, for good."""
    cell = CELLS - COLUMNS + action - TOWER
    _tell_placed("tower", cell, events)
    return state.but(tower=BIT[cell], pending=None)


def _tell_placed(what: str, cell: int, events: GameEvents | None) -> None:
    if events is not None:
        events.append({"event": "placed", "tile": what, "at": place(cell)})


def comet(state: State, action: int, events: GameEvents | None) -> State:
    """The saucer straight back as far as is free; frames sleep through it."""
    asked = state.pending
    assert asked is not None
    source = target = action - COMET
    vacant = state.free()
    for _ in range(asked.about):
        if target < COLUMNS or not vacant & BIT[target - COLUMNS]:
            break
        target -= COLUMNS
    turns.tell_moved(events, source, target, "comet")
    state = turns.fly(state, source, target, state.alien_dice, wakes=False)
    return state.but(pending=None)
