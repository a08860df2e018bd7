"""The board from above, a level at a time: what lies deeper is darker and smaller."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from cabinet.games.aztec.rules.board import LEVELS, SIZE, Cube
from cabinet.games.aztec.view.pyramid import Stone, badge, grooves
from cabinet.picture.shapes import Box, Color, Glow, Picture, Shape

Cell = tuple[int, int]
_CELL: Final = 29
_X: Final = 236
_Y: Final = 160
_SIDE: Final = SIZE * _CELL
_LEFT: Final = _X - _SIDE // 2
_TOP: Final = _Y - _SIDE // 2
# Of each edge, from the top round to the left.
LABELS: Final = ((_X, 6), (_X + 168, 153), (_X, 299), (_X - 176, 153))


def _corner(cell: Cell) -> tuple[int, int]:
    return _LEFT + cell[0] * _CELL, _TOP + cell[1] * _CELL


def plan(
    building: Mapping[Cube, Stone],
    floor: int,
    worth: Mapping[Cube, tuple[Color, ...]],
    edges: tuple[Color, Color],
) -> Picture:
    """The stones up to a level, over the board with its edges in two colours."""
    shapes: list[Shape] = [
        Glow(_X, _Y, 200, "violet"),
        Box(_LEFT - 5, _TOP - 5, _SIDE + 10, _SIDE + 10, "plum", 0, 4),
        Box(_LEFT, _TOP, _SIDE, _SIDE, "ink"),
    ]
    for x in range(SIZE):
        for y in range(SIZE):
            here = [z for z in range(floor) if (x, y, z) in building]
            if here:
                shapes += _stone(building, (x, y, here[-1]), floor)
            else:
                shapes.append(_bare((x, y), edges))
    for cube, colors in worth.items():
        if floor == LEVELS:
            x, y = _corner(cube[:2])
            shapes += badge(x + _CELL // 2, y + _CELL // 2, 6, 6, colors)
    return tuple(shapes)


def _bare(cell: Cell, edges: tuple[Color, Color]) -> Box:
    """A cell without a stone; the outer rows have their owner's colour."""
    ends = (0, SIZE - 1)
    color = "slate"
    if cell[0] in ends or cell[1] in ends:
        color = edges[cell[1] not in ends]
    return Box(*_corner(cell), _CELL - 1, _CELL - 1, color)


def _stone(building: Mapping[Cube, Stone], cube: Cube, floor: int) -> Iterator[Shape]:
    """A stone, joined with those of its piece beside it."""
    x, y, z = cube
    stone = building[cube]
    depth = floor - 1 - z
    ramp = stone.ramp
    left, top = _corner((x, y))
    right, bottom = left + _CELL, top + _CELL
    gap = 1 + 2 * depth

    def joined(dx: int, dy: int) -> int:
        other = building.get((x + dx, y + dy, z))
        return 0 if other is not None and other.piece == stone.piece else gap

    left, top = left + joined(-1, 0), top + joined(0, -1)
    right, bottom = right - joined(1, 0), bottom - joined(0, 1)
    color = (ramp.main, ramp.mid, ramp.dark)[depth]
    if depth == 0 and stone.edge == "white":
        yield Box(left - 1, top - 1, right - left + 2, bottom - top + 2, "white")
        color = ramp.light
    yield Box(left, top, right - left, bottom - top, color)
    edge = _CELL - 1
    yield from grooves(ramp, _corner((x, y)), (edge, 0), (0, edge))


def ghost(piece: Collection[Cube], floor: int, color: Color) -> Picture:
    """The piece in hand: its cells, and a smaller box for each cube on this level."""
    cells = (Box(*_corner((x, y)), _CELL, _CELL, "white", 1) for x, y, _ in piece)
    here = (_corner((x, y)) for x, y, z in piece if z == floor - 1)
    side = _CELL - 10
    return (*cells, *(Box(x + 5, y + 5, side, side, color, 3) for x, y in here))


def dots(columns: Mapping[Cell, Color]) -> Picture:
    """A small light in the corner of each of some cells."""
    shapes: list[Shape] = []
    for cell, color in columns.items():
        x, y = _corner(cell)
        shapes.append(Box(x + 3, y + 3, 5, 5, "ink"))
        shapes.append(Box(x + 4, y + 4, 3, 3, color))
    return tuple(shapes)


def cursor(cell: Cell, color: Color) -> Picture:
    """The column the hand points at."""
    x, y = _corner(cell)
    return (
        Box(x - 2, y - 2, _CELL + 4, _CELL + 4, "ink", 1),
        Box(x - 1, y - 1, _CELL + 2, _CELL + 2, color, 2),
    )
