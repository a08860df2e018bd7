"""What the Alien may do in his turn, and what it does; then his power tiles.

One die, one step, forward or sideways, onto a free cell of the die's colour. When no
die is left, or the Alien asks for more, the frames that wait are settled, first in,
first out; a saucer that a tile moves onto another frame joins at the end. When all is
settled, what the Alien had asked for follows.
"""

from typing import Final

from cabinet.games.arkade.rules import turns
from cabinet.games.arkade.rules.actions import (
    ALIEN_TILE,
    CLEAR,
    END,
    FORWARD,
    LEFT,
    REPAIR,
    REROLL,
    RIFT,
    RIGHT,
    ROLL,
    SACRIFICE,
    SHIFTS,
)
from cabinet.games.arkade.rules.board import (
    BIT,
    FIRST_COLUMN,
    FIRST_LINE,
    LAST_COLUMN,
    LAST_LINE,
    beside,
    cells,
    place,
    way,
)
from cabinet.games.arkade.rules.box import (
    ALIEN_TILES,
    CELLS,
    CLEARING,
    COLOR_AT,
    COLOR_CELLS,
    COLORS,
    COLUMNS,
    LINES,
)
from cabinet.games.arkade.rules.position import (
    ALIEN,
    ALIEN_THROWS,
    DEFENDER,
    NO_DICE,
    NO_DIE,
    Pending,
    State,
    changed,
)
from cabinet.tabletop.api import GameEvents

# By face, then die: the cells it opens. A spent die (-1) is the last entry.
_OPENED: Final = tuple((*colors, 0) for colors in COLOR_CELLS)
_REROLLS: Final = (REROLL, REROLL + 1, REROLL + 2)


def menu(state: State) -> list[int]:
    """Every action of the Alien's, dice first."""
    actions: list[int] = []
    one, two = state.alien_dice
    if state.setup.arcade or state.alien_rolls == 0:
        actions.append(ROLL)
    elif one >= 0 and two >= 0 and state.alien_rolls < state.setup.rolls:
        actions += _REROLLS
    saucers = state.standing()
    if one >= 0 or two >= 0:
        opened = _OPENED[state.setup.face]
        taken = saucers | state.asteroids | state.fields | state.tower
        actions += steps(saucers, (opened[one] | opened[two]) & ~taken)
        if state.fields and CLEARING in (one, two):
            actions += [CLEAR + f for f in cells(state.fields) if beside(f) & saucers]
    if state.asteroids:
        facing = saucers & state.asteroids >> COLUMNS
        actions += [SACRIFICE + cell for cell in cells(facing)]
    if state.alien_rolls and not state.setup.arcade:
        actions.append(END)
    return actions


def steps(saucers: int, targets: int) -> list[int]:
    """Forward, then left, then right, each by line and column."""
    actions = []
    bits = saucers & targets >> COLUMNS
    while bits:
        low = bits & -bits
        actions.append(FORWARD - 1 + low.bit_length())
        bits ^= low
    bits = saucers & (targets & ~LAST_COLUMN) << 1
    while bits:
        low = bits & -bits
        actions.append(LEFT - 1 + low.bit_length())
        bits ^= low
    bits = saucers & (targets & ~FIRST_COLUMN) >> 1
    while bits:
        low = bits & -bits
        actions.append(RIGHT - 1 + low.bit_length())
        bits ^= low
    return actions


def roll(state: State, _: int, events: GameEvents | None) -> State:
    """Both dice, after what waits is settled (only arcade mode leaves some)."""
    state = turns.throw(state, ALIEN, NO_DICE, events)
    return settle(state, "roll", events) if state.bonus else state


def reroll(state: State, action: int, events: GameEvents | None) -> State:
    """One die again, or both."""
    return turns.throw_again(state, ALIEN, action - REROLL, events)


def step(state: State, action: int, events: GameEvents | None) -> State:
    """A saucer onto the next cell, for a die of that cell's colour."""
    source = action % CELLS
    target = source + SHIFTS[action // CELLS]
    dice = _spend(state, COLOR_AT[state.setup.face][target])
    state = turns.fly(state, source, target, dice, wakes=True)
    turns.tell_moved(events, source, target, "die")
    if BIT[target] & LAST_LINE:
        return turns.finish(state, ALIEN, events)
    if state.bonus and dice == NO_DICE:
        return settle(state, "", events)
    return state


def _spend(state: State, color: int) -> tuple[int, int]:
    one, two = state.alien_dice
    return (NO_DIE, two) if one == color else (one, NO_DIE)


def clear(state: State, action: int, events: GameEvents | None) -> State:
    """An orange die for a magnetic field."""
    cell = action - CLEAR
    dice = _spend(state, CLEARING)
    state = state.but(fields=state.fields & ~BIT[cell], alien_dice=dice)
    if events is not None:
        events.append({"event": "cleared", "at": place(cell)})
    if state.bonus and dice == NO_DICE:
        return settle(state, "", events)
    return state


def sacrifice(state: State, action: int, events: GameEvents | None) -> State:
    """A saucer for the asteroid before it; without another saucer, the game."""
    cell = action - SACRIFICE
    ahead = cell + COLUMNS
    if events is not None:
        color = COLORS[state.color_of(cell)]
        told = {"at": place(cell), "color": color, "asteroid": place(ahead)}
        events.append({"event": "sacrificed"} | told)
    state = turns.remove(state, cell).but(asteroids=state.asteroids & ~BIT[ahead])
    return state if state.standing() else turns.finish(state, DEFENDER, events)


def end(state: State, _: int, events: GameEvents | None) -> State:
    """The dice are given up, what waits is settled, and the turn passes."""
    after = state.copy()
    after.alien_dice = NO_DICE
    if after.bonus:
        turns.tell_dice(after, ALIEN, events)
    return settle(after, "end", events)


def settle(state: State, then: str, events: GameEvents | None) -> State:
    """The next frame's tile is to be drawn; after the last, what was asked for."""
    if state.bonus:
        at, *rest = state.bonus
        asked = Pending("tile", ALIEN, at, then)
        return state.but(bonus=tuple(rest), pending=asked)
    if then == "roll":
        return state.but(alien_dice=NO_DICE, pending=ALIEN_THROWS)
    return turns.pass_turn(state, DEFENDER, events) if then else state.but(pending=None)


def draw(state: State, action: int, events: GameEvents | None) -> State:
    """Fortune has turned this tile over for the saucer that stands on a frame."""
    asked = state.pending
    assert asked is not None
    kind = action - ALIEN_TILE
    left = list(state.alien_tiles)
    left[kind] -= 1
    tiles = tuple(left)
    bonus = state.bonus if any(tiles) else ()
    drawn = state.but(alien_tiles=tiles, bonus=bonus, pending=None)
    after = _EFFECTS[ALIEN_TILES[kind]](drawn, asked)
    if events is not None:
        told = {"event": "tile", "seat": ALIEN, "tile": ALIEN_TILES[kind]}
        events.append(told | {"at": place(asked.about), "effect": after != drawn})
    if after.saucers != drawn.saucers:
        ahead = asked.about + COLUMNS
        turns.tell_moved(events, asked.about, ahead, "speed")
        if BIT[ahead] & LAST_LINE:
            return turns.finish(after, ALIEN, events)
    return after if after.pending else settle(after, asked.then, events)


def _live(state: State, asked: Pending) -> State:
    return state.but(hearts=state.hearts | BIT[asked.about])


def _speed(state: State, asked: Pending) -> State:
    ahead = asked.about + COLUMNS
    if not state.free() & BIT[ahead]:
        return state
    return turns.fly(state, asked.about, ahead, state.alien_dice, wakes=True)


def _rift(state: State, asked: Pending) -> State:
    line = asked.about // COLUMNS
    if not riftable(state, line):
        return state
    return state.but(pending=Pending("rift", ALIEN, line, asked.then))


def _hit(state: State, _: Pending) -> State:
    return state.but(nuggets=max(0, state.nuggets - 1))


def _repair(state: State, asked: Pending) -> State:
    if not repairs(state):
        return state
    return state.but(pending=Pending("repair", ALIEN, 0, asked.then))


def _damage(state: State, _: Pending) -> State:
    return state.but(reactor=True)


_EFFECTS: Final = {
    "life": _live,
    "speed": _speed,
    "rift": _rift,
    "hit": _hit,
    "repair": _repair,
    "reactor": _damage,
}


def riftable(state: State, line: int) -> list[int]:
    """The saucers with nothing between them and that line (from 0)."""
    vacant = state.free()
    behind = state.standing() & (BIT[line * COLUMNS] - 1)
    return [cell for cell in cells(behind) if way(cell, line) & ~vacant == 0]


def rift(state: State, action: int, events: GameEvents | None) -> State:
    """The chosen saucer flies straight to the line of the one on the frame."""
    asked = state.pending
    assert asked is not None
    source = action - RIFT
    target = asked.about * COLUMNS + source % COLUMNS
    state = turns.fly(state, source, target, state.alien_dice, wakes=True)
    turns.tell_moved(events, source, target, "rift")
    if asked.about == LINES - 1:
        return turns.finish(state, ALIEN, events)
    return settle(state, asked.then, events)


def repairs(state: State) -> list[int]:
    """Each colour that was lost, on each free cell of the first line."""
    vacant = cells(state.free() & FIRST_LINE)
    return [
        REPAIR + color * COLUMNS + cell
        for color, lost in enumerate(state.lost)
        if lost
        for cell in vacant
    ]


def repair(state: State, action: int, events: GameEvents | None) -> State:
    """A lost saucer is back, heart down."""
    asked = state.pending
    assert asked is not None
    color, cell = divmod(action - REPAIR, COLUMNS)
    if events is not None:
        told = {"event": "repaired", "at": place(cell), "color": COLORS[color]}
        events.append(told)
    state = state.but(
        saucers=changed(state.saucers, color, BIT[cell]),
        lost=changed(state.lost, color, -1),
    )
    return settle(state, asked.then, events)
