"""The stick of a view: which way each button points, and what lies that way."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

K = TypeVar("K")
Point = tuple[int, int]
# Right and down, in steps.
STEPS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def ahead(
    start: Point, step: Point, places: Mapping[K, Point]
) -> Iterator[tuple[int, int, K]]:
    """The places that way: how far on each is, how far beside the way, and which."""
    (x, y), (right, down) = start, step
    for place, (px, py) in places.items():
        far = (px - x) * right + (py - y) * down
        if far > 0:
            yield far, abs((px - x) * down) + abs((py - y) * right), place
