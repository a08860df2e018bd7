"""The piece in the hand: turned, tipped, pushed along, and how deep it sinks.

Whatever is done, it stays over the board and under the eye of who holds it. Held one
way over one place a piece has at most one legal height; it takes that, or else
rests on what is in its way.
"""

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Final

from cabinet.games.aztec.rules.board import CUBES, LAID, ORIENTATIONS, Piece, settled
from cabinet.games.aztec.view.compass import Column


def _columns(piece: Piece) -> frozenset[Column]:
    return frozenset([(x, y) for x, y, _ in piece])


def _by_orientation() -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in ORIENTATIONS]
    for number, placement in enumerate(LAID):
        found[placement.orientation].append(number)
    return tuple(tuple(numbers) for numbers in found)


COLUMNS: Final = tuple(_columns(piece) for piece in CUBES)
_ALIKE: Final = _by_orientation()


def orientation(placement: int) -> int:
    """Which of the 24 ways a placement holds the piece."""
    return LAID[placement].orientation


@lru_cache(maxsize=256)
def turned(orientation: int, button: str, quarters: int) -> int:
    """The way it is held after a turn: left and right flat, up and down over."""
    piece = ORIENTATIONS[orientation]
    if button in ("left", "right"):
        return _index(_flat(piece, 1 if button == "right" else 3))
    facing = _flat(piece, quarters)
    for _ in range(1 if button == "up" else 3):
        facing = tuple((x, -z, y) for x, y, z in facing)
    return _index(_flat(facing, (4 - quarters) % 4))


def _flat(piece: Piece, quarters: int) -> Piece:
    for _ in range(quarters):
        piece = tuple((-y, x, z) for x, y, z in piece)
    return piece


def _index(piece: Piece) -> int:
    return ORIENTATIONS.index(settled(piece))


def turn(
    placement: int,
    column: Column,
    orientation: int,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """The piece held another way over the same column, on a legal place if any.

    Near a corner of the board that may be impossible: then it goes beside it.
    """
    alike = _ALIKE[orientation]
    there = [number for number in alike if column in COLUMNS[number]]
    return _best(there or alike, placement, legal if there else (), built)


def nearest(placement: int, column: Column) -> Column:
    """The column of a piece that is nearest to another."""
    x, y = column
    return min(COLUMNS[placement], key=lambda c: (abs(c[0] - x) + abs(c[1] - y), c))


def push(
    placement: int,
    by: Column,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """The piece a column further, held the same way; it stops at the rim."""
    wanted = frozenset((x + by[0], y + by[1]) for x, y in COLUMNS[placement])
    there = [n for n in _ALIKE[orientation(placement)] if COLUMNS[n] == wanted]
    return _best(there, placement, legal, built) if there else placement


def _best(
    there: Iterable[int],
    before: int,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """A legal one, else one that collides with nothing, else the nearest."""
    was = _middle(before)

    def cost(number: int) -> tuple[bool, bool, int, int]:
        now = _middle(number)
        far = sum(abs(a - b) for a, b in zip(now[:2], was[:2], strict=True))
        hits = any(cube in built for cube in CUBES[number])
        return number not in legal, hits, far, now[2]

    return min(there, key=cost)


def _middle(placement: int) -> tuple[int, int, int]:
    """The sum of its cubes: six times its middle."""
    xs, ys, zs = zip(*CUBES[placement], strict=True)
    return sum(xs), sum(ys), sum(zs)
