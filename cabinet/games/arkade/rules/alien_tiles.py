"""The Alien's power tiles: when they are drawn, and what they do.

Frames are settled first in, first out; a saucer that a tile moves onto another
frame joins at the end. When all is settled, what the Alien had asked for follows.
"""

from typing import Final

from cabinet.games.arkade.rules.actions import ALIEN_TILE, REPAIR, RIFT
from cabinet.games.arkade.rules.board import (
    BIT,
    FIRST_LINE,
    LAST_LINE,
    cells,
    place,
    way,
)
from cabinet.games.arkade.rules.box import ALIEN_TILES, COLORS, COLUMNS, LINES
from cabinet.games.arkade.rules.events import finish, fly, pass_turn, tell_moved
from cabinet.games.arkade.rules.position import (
    ALIEN,
    ALIEN_THROWS,
    DEFENDER,
    NO_DICE,
    Pending,
    State,
    changed,
    free,
    standing,
)
from cabinet.tabletop.api import Story


def settle(state: State, then: str, story: Story | None) -> State:
    """The next frame's tile is to be drawn; after the last, what was asked for."""
    if state.bonus:
        at, *rest = state.bonus
        asked = Pending("tile", ALIEN, at, then)
        return state.but(bonus=tuple(rest), pending=asked)
    if then == "roll":
        return state.but(alien_dice=NO_DICE, pending=ALIEN_THROWS)
    return pass_turn(state, DEFENDER, story) if then else state.but(pending=None)


def draw(state: State, action: int, story: Story | None) -> State:
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
    if story is not None:
        told = {"event": "tile", "seat": ALIEN, "tile": ALIEN_TILES[kind]}
        story.append(told | {"at": place(asked.about), "effect": after != drawn})
    if after.saucers != drawn.saucers:
        ahead = asked.about + COLUMNS
        tell_moved(story, asked.about, ahead, "speed")
        if BIT[ahead] & LAST_LINE:
            return finish(after, ALIEN, story)
    return after if after.pending else settle(after, asked.then, story)


def _live(state: State, asked: Pending) -> State:
    return state.but(hearts=state.hearts | BIT[asked.about])


def _speed(state: State, asked: Pending) -> State:
    ahead = asked.about + COLUMNS
    if not free(state) & BIT[ahead]:
        return state
    return fly(state, asked.about, ahead, state.alien_dice, wakes=True)


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
    vacant = free(state)
    behind = standing(state) & (BIT[line * COLUMNS] - 1)
    return [cell for cell in cells(behind) if way(cell, line) & ~vacant == 0]


def rift(state: State, action: int, story: Story | None) -> State:
    """The chosen saucer flies straight to the line of the one on the frame."""
    asked = state.pending
    assert asked is not None
    source = action - RIFT
    target = asked.about * COLUMNS + source % COLUMNS
    state = fly(state, source, target, state.alien_dice, wakes=True)
    tell_moved(story, source, target, "rift")
    if asked.about == LINES - 1:
        return finish(state, ALIEN, story)
    return settle(state, asked.then, story)


def repairs(state: State) -> list[int]:
    """Each colour that was lost, on each free cell of the first line."""
    vacant = cells(free(state) & FIRST_LINE)
    return [
        REPAIR + color * COLUMNS + cell
        for color, lost in enumerate(state.lost)
        if lost
        for cell in vacant
    ]


def repair(state: State, action: int, story: Story | None) -> State:
    """A lost saucer is back, heart down."""
    asked = state.pending
    assert asked is not None
    color, cell = divmod(action - REPAIR, COLUMNS)
    if story is not None:
        told = {"event": "repaired", "at": place(cell), "color": COLORS[color]}
        story.append(told)
    state = state.but(
        saucers=changed(state.saucers, color, BIT[cell]),
        lost=changed(state.lost, color, -1),
    )
    return settle(state, asked.then, story)
