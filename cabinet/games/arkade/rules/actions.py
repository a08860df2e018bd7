"""Every action of Arkade as a number, and as the text the contract gives it.

A step needs no colour in its number: the die spent is the one of the colour of
the cell it goes to, so the face of the board writes it.
"""

from typing import Final

from cabinet.games.arkade.rules import box
from cabinet.games.arkade.rules.board import name

FORWARD: Final = 0
LEFT: Final = FORWARD + box.CELLS
RIGHT: Final = LEFT + box.CELLS
ROLL: Final = RIGHT + box.CELLS
REROLL: Final = ROLL + 1
END: Final = REROLL + 3
CLEAR: Final = END + 1
SACRIFICE: Final = CLEAR + box.CELLS
RIFT: Final = SACRIFICE + box.CELLS
REPAIR: Final = RIFT + box.CELLS

DEFENDER: Final = REPAIR + len(box.COLORS) * box.COLUMNS
DEFENDER_ROLL: Final = DEFENDER
DEFENDER_REROLL: Final = DEFENDER_ROLL + 1
DEFENDER_END: Final = DEFENDER_REROLL + 3
GO: Final = DEFENDER_END + 1
NUDGE: Final = GO + 1
GPS: Final = NUDGE + 2
FIRE: Final = GPS + box.COLUMNS
AMMO: Final = FIRE + 2
ASTEROID: Final = AMMO + 2 * len(box.COLORS)
FIELD: Final = ASTEROID + box.CELLS
TOWER: Final = FIELD + box.CELLS
COMET: Final = TOWER + box.COLUMNS

FORTUNE: Final = COMET + box.CELLS
ALIEN_DICE: Final = FORTUNE
DEFENDER_DICE: Final = ALIEN_DICE + len(box.COLORS) ** 2
ALIEN_TILE: Final = DEFENDER_DICE + box.COLUMNS * len(box.COLORS)
DEFENDER_TILE: Final = ALIEN_TILE + len(box.ALIEN_TILES)
ACTIONS: Final = DEFENDER_TILE + len(box.DEFENDER_TILES)

# How far a step goes, by its direction: forward, left, right.
SHIFTS: Final = (box.COLUMNS, -1, 1)
GUNS: Final = ("ship", "tower")


def _steps(face: int) -> list[str]:
    """All 162, also those that would leave the board: nobody is offered these."""
    return [
        f"step {name(cell)} {name(to)} {box.COLORS[box.COLOR_AT[face][to % box.CELLS]]}"
        for shift in SHIFTS
        for cell, to in ((cell, cell + shift) for cell in range(box.CELLS))
    ]


def _on_cells(verb: str) -> list[str]:
    return [f"{verb} {name(cell)}" for cell in range(box.CELLS)]


def _texts(face: int) -> tuple[str, ...]:
    spaces = range(1, box.COLUMNS + 1)
    return (
        *_steps(face),
        "roll",
        *("reroll 1", "reroll 2", "reroll both"),
        "end",
        *_on_cells("clear"),
        *_on_cells("sacrifice"),
        *_on_cells("rift"),
        *(f"repair {color} {column}" for color in box.COLORS for column in spaces),
        "roll",
        *("reroll move", "reroll fire", "reroll both"),
        "end",
        "go",
        *("nudge left", "nudge right"),
        *(f"gps {column}" for column in spaces),
        *(f"fire {gun}" for gun in GUNS),
        *(f"ammo {color} {gun}" for color in box.COLORS for gun in GUNS),
        *_on_cells("asteroid"),
        *_on_cells("field"),
        *(f"tower {column}" for column in spaces),
        *_on_cells("comet"),
        *(f"dice {one} {two}" for one in box.COLORS for two in box.COLORS),
        *(f"dice {space} {color}" for space in spaces for color in box.COLORS),
        *(f"tile {tile}" for tile in box.ALIEN_TILES),
        *(f"tile {tile}" for tile in box.DEFENDER_TILES),
    )


# By face.
TEXTS: Final[tuple[tuple[str, ...], ...]] = tuple(map(_texts, range(len(box.FACES))))
