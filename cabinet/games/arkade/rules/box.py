"""What is in the box, from `data/box.toml`: faces, layouts, dice, tiles.

Cells are numbers: `line * 6 + column`, both from 0, line 0 the Alien's first.
Colours are 0, 1, 2 in the order of the file; sets of cells are bits.
"""

from typing import Final

from cabinet.tabletop.data import table

_BOX: Final = table("cabinet.games.arkade", "box.toml")

COLUMNS: Final[int] = int(_BOX["board"]["columns"])
LINES: Final[int] = int(_BOX["board"]["lines"])
CELLS: Final = COLUMNS * LINES
COLORS: Final[tuple[str, ...]] = tuple(_BOX["board"]["colors"])
CLEARING: Final[int] = COLORS.index(_BOX["board"]["clears_a_field"])
FACES: Final[tuple[str, ...]] = tuple(_BOX["faces"])
LAYOUTS: Final[tuple[str, ...]] = tuple(_BOX["layouts"])
OF_A_COLOR: Final[int] = int(_BOX["saucers"]["of_a_color"])

NUGGETS: Final[tuple[int, ...]] = tuple(_BOX["nuggets"]["levels"])
NORMAL: Final[int] = int(_BOX["nuggets"]["normal"])
MOST_NUGGETS: Final[int] = int(_BOX["nuggets"]["most"])
ROLLS: Final[tuple[int, int]] = (
    int(_BOX["rolls"]["usual"]),
    int(_BOX["rolls"]["fewer"]),
)

ALIEN_BOX: Final[dict[str, int]] = dict(_BOX["tiles"]["alien_box"])
ALIEN_TILES: Final[tuple[str, ...]] = tuple(ALIEN_BOX)
DEFENDER_BOX: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(sorted(_BOX["tiles"]["defender_box"][color])) for color in COLORS
)
DEFENDER_TILES: Final[tuple[str, ...]] = tuple(_BOX["tiles"]["defender_kinds"])
ALIEN_DEALT: Final[int] = int(_BOX["tiles"]["alien"])
DEFENDER_DEALT: Final[int] = int(_BOX["tiles"]["defender_of_a_color"])
TILE_AT_KILLS: Final[tuple[int, ...]] = tuple(_BOX["tiles"]["at_kills"])


def _cells_of(rows: list[str], color: str) -> int:
    """The cells of that colour, as bits."""
    written = "".join(rows)
    return sum(1 << cell for cell, letter in enumerate(written) if letter == color)


# By face, then colour.
COLOR_CELLS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_cells_of(face["cells"], color) for color in COLORS)
    for face in _BOX["faces"].values()
)
COLOR_AT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(COLORS.index(letter) for letter in "".join(face["cells"]))
    for face in _BOX["faces"].values()
)
FRAMES: Final[tuple[dict[int, int], ...]] = tuple(
    {
        (line - 1) * COLUMNS + column - 1: COLORS.index(color)
        for line, column, color in face["frames"]
    }
    for face in _BOX["faces"].values()
)
FRAME_CELLS: Final[tuple[int, ...]] = tuple(
    sum(1 << cell for cell in frames) for frames in FRAMES
)
# By layout, then colour.
START: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (_cells_of(rows, COLORS[0]), _cells_of(rows, COLORS[1]), _cells_of(rows, COLORS[2]))
    for rows in _BOX["layouts"].values()
)
# How many faces of a die show each colour.
ALIEN_FACES: Final[tuple[int, ...]] = tuple(map(_BOX["dice"]["alien"].count, COLORS))
FIRE_FACES: Final[tuple[int, ...]] = tuple(map(_BOX["dice"]["fire"].count, COLORS))
