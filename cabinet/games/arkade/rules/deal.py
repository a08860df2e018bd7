"""Tiles dealt face down, and the law that a tile is in one place at a time.

A tile on the board or kept is open. What is dealt, or imagined, never repeats an
open one; the game does not remember the tiles it has discarded.
"""

from collections import Counter
from random import Random
from typing import Final

from cabinet.games.arkade.rules import box
from cabinet.games.arkade.rules.position import GPS_KEPT, State

Tiles = tuple[str, ...]
# The Alien's by kind, the Defender's by colour.
Dealt = tuple[tuple[int, ...], tuple[Tiles, ...]]
NO_TILES: Final[Dealt] = ((0,) * len(box.ALIEN_TILES), ((),) * len(box.COLORS))


def named(tile: str, color: int) -> str:
    """A Defender's tile as the open table has it: ammunition has its colour."""
    return f"ammo {box.COLORS[color]}" if tile == "ammo" else tile


BOX: Counter[str] = Counter(
    named(tile, color) for color, tiles in enumerate(box.DEFENDER_BOX) for tile in tiles
)


def kept_names(kept: int) -> list[str]:
    """What the Defender has kept: ammunition by colour, then the GPS."""
    names = [f"ammo {color}" for bit, color in enumerate(box.COLORS) if kept >> bit & 1]
    return names + (["gps"] if kept & GPS_KEPT else [])


def open_tiles(state: State) -> Counter[str]:
    """The Defender's tiles that everybody sees, one about to be placed included."""
    seen = Counter(kept_names(state.kept))
    seen["asteroid"] += state.asteroids.bit_count()
    seen["field"] += state.fields.bit_count()
    seen["tower"] += state.tower.bit_count()
    if state.pending and state.pending.ask in ("asteroid", "field", "tower"):
        seen[state.pending.ask] += 1
    return seen


def deal_alien(rng: Random, many: int = box.ALIEN_DEALT) -> tuple[int, ...]:
    """So many of the Alien's tiles, as counts by kind."""
    tiles = [tile for tile, copies in box.ALIEN_BOX.items() for _ in range(copies)]
    drawn = rng.sample(tiles, many)
    return tuple(map(drawn.count, box.ALIEN_TILES))


def deal_defender(rng: Random, color: int, many: int, used: Counter[str]) -> Tiles:
    """So many of the Defender's tiles of a colour, or as many as are not `used`."""
    spent = used.copy()
    pool = []
    for tile in box.DEFENDER_BOX[color]:
        if spent[named(tile, color)] < BOX[named(tile, color)]:
            pool.append(tile)
            spent[named(tile, color)] += 1
    return tuple(sorted(rng.sample(pool, min(many, len(pool)))))


def deal(rng: Random, *, tiles: bool) -> Dealt:
    """Both sides' tiles for a new game; none for a game without tiles."""
    if not tiles:
        return NO_TILES
    alien = deal_alien(rng)
    return alien, tuple(
        deal_defender(rng, color, box.DEFENDER_DEALT, Counter())
        for color in range(len(box.COLORS))
    )


def deal_again(state: State, rng: Random) -> State:
    """The same position with other tiles face down, as many of each side's colour."""
    wanted = tuple(map(len, state.defender_tiles))
    while True:
        used = open_tiles(state)
        sets: list[Tiles] = []
        for color, many in enumerate(wanted):
            sets.append(deal_defender(rng, color, many, used))
            used.update(named(tile, color) for tile in sets[-1])
        if tuple(map(len, sets)) == wanted:
            alien = deal_alien(rng, sum(state.alien_tiles))
            return state.but(alien_tiles=alien, defender_tiles=tuple(sets))
