"""Every action of Arkade as a number, and as the text the contract gives it.

A step needs no colour in its number: the die spent is the one of the colour of
the cell it goes to, so the face of the board writes it.
"""

from typing import Final

from cabinet.games.arkade.rules.board import name
from cabinet.games.arkade.rules.box import (
    ALIEN_TILES,
    CELLS,
    COLOR_AT,
    COLORS,
    COLUMNS,
    DEFENDER_TILES,
    FACES,
)

FORWARD: Final = 0
LEFT: Final = FORWARD + CELLS
RIGHT: Final = LEFT + CELLS
ROLL: Final = RIGHT + CELLS
REROLL: Final = ROLL + 1
END: Final = REROLL + 3
CLEAR: Final = END + 1
SACRIFICE: Final = CLEAR + CELLS
RIFT: Final = SACRIFICE + CELLS
REPAIR: Final = RIFT + CELLS

DEFENDER: Final = REPAIR + len(COLORS) * COLUMNS
DEFENDER_ROLL: Final = DEFENDER
DEFENDER_REROLL: Final = DEFENDER_ROLL + 1
DEFENDER_END: Final = DEFENDER_REROLL + 3
GO: Final = DEFENDER_END + 1
NUDGE: Final = GO + 1
GPS: Final = NUDGE + 2
FIRE: Final = GPS + COLUMNS
AMMO: Final = FIRE + 2
ASTEROID: Final = AMMO + 2 * len(COLORS)
FIELD: Final = ASTEROID + CELLS
TOWER: Final = FIELD + CELLS
COMET: Final = TOWER + COLUMNS

FORTUNE: Final = COMET + CELLS
ALIEN_DICE: Final = FORTUNE
DEFENDER_DICE: Final = ALIEN_DICE + len(COLORS) ** 2
ALIEN_TILE: Final = DEFENDER_DICE + COLUMNS * len(COLORS)
DEFENDER_TILE: Final = ALIEN_TILE + len(ALIEN_TILES)
ACTIONS: Final = DEFENDER_TILE + len(DEFENDER_TILES)

# How far a step goes, by its direction: forward, left, right.
SHIFTS: Final = (COLUMNS, -1, 1)
GUNS: Final = ("ship", "tower")


def _steps(face: int) -> list[str]:
    """All 162, also those that would leave the board: nobody is offered these."""
    return [
        f"step {name(cell)} {name(to)} {COLORS[COLOR_AT[face][to % CELLS]]}"
        for shift in SHIFTS
        for cell, to in ((cell, cell + shift) for cell in range(CELLS))
    ]


def _on_cells(verb: str) -> list[str]:
    return [f"{verb} {name(cell)}" for cell in range(CELLS)]


def _texts(face: int) -> tuple[str, ...]:
    spaces = range(1, COLUMNS + 1)
    return (
        *_steps(face),
        "roll",
        *("reroll 1", "reroll 2", "reroll both"),
        "end",
        *_on_cells("clear"),
        *_on_cells("sacrifice"),
        *_on_cells("rift"),
        *(f"repair {color} {column}" for color in COLORS for column in spaces),
        "roll",
        *("reroll move", "reroll fire", "reroll both"),
        "end",
        "go",
        *("nudge left", "nudge right"),
        *(f"gps {column}" for column in spaces),
        *(f"fire {gun}" for gun in GUNS),
        *(f"ammo {color} {gun}" for color in COLORS for gun in GUNS),
        *_on_cells("asteroid"),
        *_on_cells("field"),
        *(f"tower {column}" for column in spaces),
        *_on_cells("comet"),
        *(f"dice {one} {two}" for one in COLORS for two in COLORS),
        *(f"dice {space} {color}" for space in spaces for color in COLORS),
        *(f"tile {tile}" for tile in ALIEN_TILES),
        *(f"tile {tile}" for tile in DEFENDER_TILES),
    )


# By face.
TEXTS: Final[tuple[tuple[str, ...], ...]] = tuple(map(_texts, range(len(FACES))))
