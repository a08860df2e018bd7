"""The board turned under one's eyes: quarter turns, and what the stick means then.

North is at the back right to begin with; after a quarter it is at the back left. A
turned board changes what is seen and where the stick points, never a rule.
"""

from typing import Final

from cabinet.games.aztec.rules.board import SIZE, Cube

Column = tuple[int, int]
EDGES: Final = ("north", "east", "south", "west")
STEPS: Final[dict[str, Column]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}


def seen(cube: Cube, quarters: int) -> Cube:
    """Where a cube is drawn on a board turned by so many quarters."""
    x, y, z = cube
    for _ in range(quarters):
        x, y = y, SIZE - 1 - x
    return x, y, z


def step(button: str, quarters: int) -> Column:
    """Which way on the board the stick points."""
    x, y = STEPS[button]
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def edges(quarters: int) -> tuple[str, ...]:
    """The edges at the back right, front right, front left and back left."""
    return EDGES[quarters:] + EDGES[:quarters]
