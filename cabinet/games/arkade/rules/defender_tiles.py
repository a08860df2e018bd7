"""The Defender's power tiles, drawn at the second and fourth kill of a colour.

Ammunition and GPS are kept; a mine pays at once; the others ask where, or whom,
and have no effect where there is no possible answer.
"""

from cabinet.games.arkade.rules.actions import (
    ASTEROID,
    COMET,
    DEFENDER_TILE,
    FIELD,
    TOWER,
)
from cabinet.games.arkade.rules.board import BIT, LAST_LINE, cells, place
from cabinet.games.arkade.rules.box import (
    CELLS,
    COLORS,
    COLUMNS,
    DEFENDER_TILES,
    FRAME_CELLS,
    MOST_NUGGETS,
)
from cabinet.games.arkade.rules.events import fly, tell_moved
from cabinet.games.arkade.rules.position import (
    DEFENDER,
    GPS_KEPT,
    Pending,
    State,
    free,
    standing,
)
from cabinet.tabletop.api import Story


def draw(state: State, action: int, story: Story | None) -> State:
    """Fortune has turned this tile of the colour over."""
    asked = state.pending
    assert asked is not None
    tile = DEFENDER_TILES[action - DEFENDER_TILE]
    drawn = _without(state, asked.about, tile)
    after = _effect(drawn, tile, asked.about)
    if story is not None:
        told = {"event": "tile", "seat": DEFENDER, "tile": tile}
        color = COLORS[asked.about]
        story.append(told | {"color": color, "effect": after != drawn})
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
            last = free(state) & LAST_LINE & ~FRAME_CELLS[state.setup.face]
            return [TOWER + cell % COLUMNS for cell in cells(last)]
        case "comet":
            pushed = standing(state) & free(state) << COLUMNS
            return [COMET + cell for cell in cells(pushed)]
    base = ASTEROID if asked.ask == "asteroid" else FIELD
    places = free(state) & ~FRAME_CELLS[state.setup.face]
    return [base + cell for cell in cells(places)]


def asteroid(state: State, action: int, story: Story | None) -> State:
    """A rock on this cell."""
    cell = action - ASTEROID
    _tell_placed("asteroid", cell, story)
    return state.but(asteroids=state.asteroids | BIT[cell], pending=None)


def field(state: State, action: int, story: Story | None) -> State:
    """A magnetic field on this cell."""
    cell = action - FIELD
    _tell_placed("field", cell, story)
    return state.but(fields=state.fields | BIT[cell], pending=None)


def tower(state: State, action: int, story: Story | None) -> State:
    """The tower at the end of this column, for good."""
    cell = CELLS - COLUMNS + action - TOWER
    _tell_placed("tower", cell, story)
    return state.but(tower=BIT[cell], pending=None)


def _tell_placed(what: str, cell: int, story: Story | None) -> None:
    if story is not None:
        story.append({"event": "placed", "tile": what, "at": place(cell)})


def comet(state: State, action: int, story: Story | None) -> State:
    """The saucer straight back as far as is free; frames sleep through it."""
    asked = state.pending
    assert asked is not None
    source = target = action - COMET
    vacant = free(state)
    for _ in range(asked.about):
        if target < COLUMNS or not vacant & BIT[target - COLUMNS]:
            break
        target -= COLUMNS
    tell_moved(story, source, target, "comet")
    state = fly(state, source, target, state.alien_dice, wakes=False)
    return state.but(pending=None)
