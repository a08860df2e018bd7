"""The table as it is seen: the pyramid from a side, or the board from above."""

from typing import Final

from cabinet.games.aztec.rules.board import Cube, Piece
from cabinet.games.aztec.view import above, pyramid
from cabinet.games.aztec.view.hand import drawn_at, edges, promise
from cabinet.games.aztec.view.pyramid import RAMPS, Point, Stone, stones
from cabinet.games.aztec.view.shown import DROP_FRAMES, Shown
from cabinet.picture.shapes import Color, Picture, Text

_HEIGHT: Final = 70
_LETTERS: Final = "AB"


def scene(shown: Shown) -> Picture:
    """Everything at the left of the panels."""
    if shown.hand is not None and shown.hand.floor:
        return _plan(shown, shown.hand.floor)
    quarters = shown.hand.quarters if shown.hand else 0
    falling = shown.falling()
    built = _turned(shown.building, quarters)
    for cube in falling:
        built.pop(drawn_at(cube, quarters), None)
    held = _turned(shown.held(), quarters)
    bare, everything = _shaded(built, held)
    marks: Picture = ()
    for cube in (*shown.building, *shown.piece):
        if cube not in falling and (colors := _worth(shown, cube)):
            marks += pyramid.score_mark(drawn_at(cube, quarters), colors)
    return (
        *pyramid.plate(corners=shown.corners, sideways=bool(quarters % 2)),
        *_labels(shown, quarters, pyramid.LABELS),
        *pyramid.shadow(bare),
        *stones(everything),
        *marks,
        *_falling(shown, falling),
        *_pointed(shown, everything, quarters),
    )


def _turned(building: dict[Cube, Stone], quarters: int) -> dict[Cube, Stone]:
    return {drawn_at(cube, quarters): stone for cube, stone in building.items()}


def _shaded(
    built: dict[Cube, Stone], held: dict[Cube, Stone]
) -> tuple[set[tuple[int, int]], dict[Cube, Stone]]:
    """All the stones, and the cells of the board under the shadow of those held."""
    bare: set[tuple[int, int]] = set()
    shaded = dict(built)
    for x, y, z in held:
        below = [level for level in range(z) if (x, y, level) in shaded]
        if (x, y, z - 1) in held:
            continue
        if not below:
            bare.add((x, y))
        else:
            under = (x, y, below[-1])
            shaded[under] = shaded[under]._replace(shaded=True)
    return bare, shaded | held


def _worth(shown: Shown, cube: Cube) -> tuple[Color, ...]:
    """The colours of those a cube counts for."""
    sides = ("ns" if e in ("north", "south") else "ew" for e in shown.counts_at(cube))
    return tuple(RAMPS[side].main for side in sides)


def _labels(shown: Shown, quarters: int, places: tuple[Point, ...]) -> list[Text]:
    """Each edge by its letter, with its points once it has some."""
    labels: list[Text] = []
    for (x, y), edge in zip(places, edges(quarters), strict=True):
        points = shown.edges[edge]
        letter = shown.say(edge)
        words = f"{letter} {points}" if points else letter
        ramp = RAMPS["ns" if edge in ("north", "south") else "ew"]
        color = ramp.light if points else ramp.main
        labels.append(Text(x, y, words, color, "title", "center"))
    return labels


def _falling(shown: Shown, piece: Piece) -> Picture:
    if not piece:
        return ()
    left = DROP_FRAMES - shown.look.age
    quarters = shown.hand.quarters if shown.hand else 0
    solid = _turned({cube: shown.building[cube] for cube in piece}, quarters)
    return pyramid.lifted(stones(solid), _HEIGHT * left * left // DROP_FRAMES**2)


def _pointed(shown: Shown, stones: dict[Cube, Stone], quarters: int) -> Picture:
    """Where the hand points, where else it may go, and what is wrong here."""
    hand = shown.hand
    if hand is None or shown.auction:
        return ()
    x, y, _ = drawn_at((hand.x, hand.y, 0), quarters)
    color = "red" if shown.faults else shown.ramp().main
    outline = tuple(drawn_at(cube, quarters) for cube in shown.piece)
    shapes: Picture = pyramid.dots(_lights(shown, quarters), stones)
    for fault in shown.faults:
        cubes = [drawn_at(cube, quarters) for cube in fault.cubes]
        if fault.rule == "free":
            for cube, letter in zip(cubes, _LETTERS, strict=True):
                shapes += pyramid.lettered(cube, letter)
        if fault.rule == "taken":
            shapes += tuple(shape for cube in cubes for shape in pyramid.clash(cube))
    return (
        *pyramid.wire(outline, "white"),
        *shapes,
        *pyramid.pointer((x, y), stones, color, shown.look.frame),
    )


def _lights(shown: Shown, quarters: int) -> dict[tuple[int, int], Color]:
    """The columns where a piece may go: white where it would score, else dim."""
    if shown.turn is None or shown.hand is None or shown.hand.tool != "move":
        return {}
    side = shown.side(shown.turn)
    found: dict[tuple[int, int], Color] = {}
    for column, most in promise(shown.look.legal, side, corners=shown.corners).items():
        x, y, _ = drawn_at((*column, 0), quarters)
        found[x, y] = "white" if most else "lilac"
    return found


def _plan(shown: Shown, floor: int) -> Picture:
    quarters = shown.hand.quarters if shown.hand else 0
    everything = _turned(shown.building | shown.held(), quarters)
    worth = {
        drawn_at(cube, quarters): counted
        for cube in (*shown.building, *shown.piece)
        if (counted := _worth(shown, cube))
    }
    shapes = above.plan(everything, floor, worth, sideways=bool(quarters % 2))
    shapes += tuple(_labels(shown, quarters, above.LABELS))
    if shown.hand is not None:
        x, y, _ = drawn_at((shown.hand.x, shown.hand.y, 0), quarters)
        shapes += above.outlines({drawn_at(cube, quarters)[:2] for cube in shown.piece})
        shapes += above.dots(_lights(shown, quarters))
        shapes += above.cursor((x, y), "red" if shown.faults else "white")
    title = f"{shown.say('level')} {floor}"
    return (*shapes, Text(8, 8, title, "gold", "title"))
