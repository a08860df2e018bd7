"""Where things are on the table: the lane in the middle, a panel at each side.

Column 1 is at the left, line 1 at the top with the Alien, the ship's docks below.
"""

from typing import Final

from cabinet.games.arkade.rules.box import COLUMNS, LINES

CELL_W: Final = 42
CELL_H: Final = 29
LANE_X: Final = (640 - COLUMNS * CELL_W) // 2
LANE_Y: Final = 8
LANE_W: Final = COLUMNS * CELL_W
LANE_H: Final = LINES * CELL_H
DOCK_Y: Final = LANE_Y + LANE_H + 4
DOCK_H: Final = 36
PANEL_W: Final = 178
PANEL_H: Final = 308
PANEL_Y: Final = 6
# The Alien's panel, then the Defender's.
PANELS: Final = (6, 640 - 6 - PANEL_W)
BUTTON_Y: Final = 219
BUTTON_H: Final = 17
BUTTON_GAP: Final = 1


def cell_at(line: int, column: int) -> tuple[int, int]:
    """The left upper corner of a cell."""
    return LANE_X + (column - 1) * CELL_W, LANE_Y + (line - 1) * CELL_H


def middle(line: int, column: int) -> tuple[int, int]:
    """The middle of a cell."""
    x, y = cell_at(line, column)
    return x + CELL_W // 2, y + CELL_H // 2


def dock(column: int) -> tuple[int, int]:
    """The middle of a space of the ship's."""
    return LANE_X + (column - 1) * CELL_W + CELL_W // 2, DOCK_Y + DOCK_H // 2


def button_at(index: int, seat: int) -> tuple[int, int]:
    """The left upper corner of a button in the panel of a seat."""
    return PANELS[seat] + 6, BUTTON_Y + index * (BUTTON_H + BUTTON_GAP)


def centre(spot: str, buttons: tuple[str, ...], seat: int) -> tuple[int, int]:
    """The middle of any spot; one that is gone is where the first button would be."""
    if spot[:1].isdigit():
        line, column = map(int, spot.split(","))
        return middle(line, column)
    if spot.startswith("dock "):
        return dock(int(spot.split()[1]))
    x, y = button_at(buttons.index(spot) if spot in buttons else 0, seat)
    return x + PANEL_W // 2 - 6, y + BUTTON_H // 2
