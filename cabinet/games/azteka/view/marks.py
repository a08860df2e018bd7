"""What is drawn over the Circle for a while: births, disintegrations, won lines."""

from typing import Final

from cabinet.games.azteka.view.pawns import RAMPS
from cabinet.games.azteka.view.wheel import (
    BAND,
    HUB,
    PAWN,
    RIM,
    Place,
    X,
    Y,
    centre,
    spot,
)
from cabinet.picture.shapes import Color, Disc, Glow, Line, Picture, Polygon, Shape

BURST_FRAMES: Final = 36
_SPARKS: Final = 8


def burst(place: Place, age: int) -> Picture:
    """A pawn that falls to dust: a ring and sparks that fly apart."""
    if age >= BURST_FRAMES:
        return ()
    x, y = centre(place)
    reach = PAWN + age
    color = ("white", "rose", "pink", "magenta")[age * 4 // BURST_FRAMES]
    shapes: list[Shape] = [Glow(x, y, 40, "pink"), Disc(x, y, reach, color, 2)]
    for spark in range(_SPARKS):
        sx, sy = spot(100, spark * 45 + 22.5)
        dx, dy = sx - X, sy - Y
        near, far = reach - 4, reach + 5
        shapes.append(
            Line(
                x + dx * near // 100,
                y + dy * near // 100,
                x + dx * far // 100,
                y + dy * far // 100,
                color,
                2,
            )
        )
    return tuple(shapes)


def doomed(place: Place, frame: int) -> Picture:
    """A pawn that the action in hand would disintegrate."""
    x, y = centre(place)
    reach = PAWN + 2 + frame // 8 % 3
    return (
        Disc(x, y, reach, "pink", 2),
        Line(x - 7, y - 7, x + 7, y + 7, "white", 3),
        Line(x - 7, y + 7, x + 7, y - 7, "white", 3),
    )


def beam(segment: int, frame: int) -> Picture:
    """The full segment of Life that gives birth."""
    color = "mint" if frame // 8 % 2 else "green"
    left, right = segment * 45 - 22.5, segment * 45 + 22.5
    arc = [left + step * 7.5 for step in range(7)]
    points = (spot(HUB, left), *(spot(RIM, at) for at in arc), spot(HUB, right))
    return (
        Glow(*spot((HUB + RIM) // 2, segment * 45), 80, "green"),
        Polygon(points, color, 2),
    )


def ghosts(pawns: dict[str, list[Place]], ring: int) -> Picture:
    """Where the pawns of a ring would come to stand."""
    return tuple(
        shape
        for role, places in pawns.items()
        for place in places
        if place[0] == ring
        for shape in (
            Disc(*centre(place), 5, "ink"),
            Disc(*centre(place), 4, RAMPS[role].light),
        )
    )


def winning_line(pawns: list[Place], why: str, color: Color) -> Picture:
    """The segment or ring that is full, or the way round through every segment."""
    if why == "spread":
        points = tuple(centre(place) for place in _way_round(pawns))
        return (Polygon(points, "ink", 5), Polygon(points, color, 3))
    if why != "reign":
        return ()
    shapes: list[Shape] = []
    for segment in range(8):
        if all((ring, segment) in pawns for ring in (1, 2, 3, 4)):
            ends = *spot(HUB - 8, segment * 45), *spot(RIM - 2, segment * 45)
            shapes += (Line(*ends, "ink", 7), Line(*ends, color, 4))
    for ring in (1, 2, 3, 4):
        if all((ring, segment) in pawns for segment in range(8)):
            r = HUB + BAND * ring - BAND // 2
            shapes += (Disc(X, Y, r + 3, "ink", 7), Disc(X, Y, r + 2, color, 4))
    return tuple(shapes)


def _way_round(pawns: list[Place]) -> list[Place]:
    """A pawn for each segment, with a change of ring where there is a choice."""
    way: list[Place] = []
    for segment in range(8):
        here = [place for place in pawns if place[1] == segment]
        rings = [ring for ring, _ in way]
        way.append(min(here, key=lambda place: (rings.count(place[0]), place)))
    return way
