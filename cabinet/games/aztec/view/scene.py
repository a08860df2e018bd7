"""The table as it is seen: the pyramid from a side, or the board from above."""

from typing import Final

from cabinet.games.aztec.rules.board import Cube, Piece
from cabinet.games.aztec.view import above, pyramid
from cabinet.games.aztec.view.hand import drawn_at, edges, promise
from cabinet.games.aztec.view.pyramid import Point, Stone, stones
from cabinet.games.aztec.view.shown import DROP_FRAMES, Shown
from cabinet.picture.shapes import Color, Picture, Text
from cabinet.tabletop.drawing import Ramp

_HEIGHT: Final = 70
# Ribbons are below that line.
_FRONT: Final = 200
# For how many of so many frames the piece in hand is bright.
_BREATH: Final = 40
_BRIGHT: Final = 26


def scene(shown: Shown, *, covered: bool) -> Picture:
    """Everything at the left of the panels; its front may be covered by a ribbon."""
    if shown.hand is not None and shown.hand.floor:
        return _plan(shown, shown.hand.floor)
    quarters = shown.hand.quarters if shown.hand else 0
    falling = shown.falling()
    built = _turned(shown.building, quarters)
    for cube in falling:
        built.pop(drawn_at(cube, quarters), None)
    held = {drawn_at(cube, quarters) for cube in shown.piece}
    bare, shaded = _shaded(built, held)
    marks: Picture = ()
    for cube in (*shown.building, *shown.piece):
        if cube not in falling and (colors := _worth(shown, cube)):
            marks += pyramid.score_mark(drawn_at(cube, quarters), colors)
    across, along = _edges(shown, quarters)
    return (
        *pyramid.plate(across, along, corners=shown.corners),
        *_labels(shown, quarters, pyramid.LABELS, covered=covered),
        *pyramid.shadow(bare),
        *stones(shaded),
        *_ghost(shown, shaded, held),
        *marks,
        *_falling(shown, falling),
        *_pointed(shown, shaded, quarters),
    )


def _edges(shown: Shown, quarters: int) -> tuple[Color, Color]:
    """The colours of the rows at the back and of those beside them."""
    ns, ew = (shown.colors_of(side).dark for side in ("ns", "ew"))
    return (ew, ns) if quarters % 2 else (ns, ew)


def _ghost(shown: Shown, built: dict[Cube, Stone], held: set[Cube]) -> Picture:
    """The piece in hand, which breathes."""
    ramp = shown.ramp()
    if shown.look.frame % _BREATH < _BRIGHT:
        ramp = Ramp(ramp.mid, ramp.main, ramp.light, "white")
    return pyramid.ghost(tuple(sorted(held)), built, ramp) if held else ()


def _turned(building: dict[Cube, Stone], quarters: int) -> dict[Cube, Stone]:
    return {drawn_at(cube, quarters): stone for cube, stone in building.items()}


def _shaded(
    built: dict[Cube, Stone], held: set[Cube]
) -> tuple[set[tuple[int, int]], dict[Cube, Stone]]:
    """The cells of the board under the shadow of what is held, and the stones."""
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
    return bare, shaded


def _worth(shown: Shown, cube: Cube) -> tuple[Color, ...]:
    """The colours of those a cube counts for."""
    sides = ("ns" if e in ("north", "south") else "ew" for e in shown.counts_at(cube))
    return tuple(shown.colors_of(side).main for side in sides)


def _labels(
    shown: Shown, quarters: int, places: tuple[Point, ...], *, covered: bool = False
) -> list[Text]:
    """Each edge by its name, with its points once it has some."""
    labels: list[Text] = []
    for (x, y), edge in zip(places, edges(quarters), strict=True):
        if covered and y > _FRONT:
            continue
        points = shown.edges[edge]
        name = shown.say(edge)
        words = f"{name} {points}" if points else name
        ramp = shown.colors_of("ns" if edge in ("north", "south") else "ew")
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
    """Where the hand points, and where else it may go."""
    hand = shown.hand
    if hand is None or shown.auction:
        return ()
    x, y, _ = drawn_at((hand.x, hand.y, 0), quarters)
    high = {**stones, **_turned(shown.held(), quarters)}
    return (
        *pyramid.dots(_lights(shown, quarters), stones),
        *pyramid.pointer((x, y), high, shown.ramp().main, shown.look.frame),
    )


def _lights(shown: Shown, quarters: int) -> dict[tuple[int, int], Color]:
    """The columns where a piece may go: white where it would score, else dim."""
    if shown.turn is None or shown.hand is None or shown.hand.key:
        return {}
    side = shown.side(shown.turn)
    found: dict[tuple[int, int], Color] = {}
    for column, most in promise(shown.look.legal, side, corners=shown.corners).items():
        x, y, _ = drawn_at((*column, 0), quarters)
        found[x, y] = "white" if most else "lilac"
    return found


def _plan(shown: Shown, floor: int) -> Picture:
    quarters = shown.hand.quarters if shown.hand else 0
    built = _turned(shown.building, quarters)
    worth = {
        drawn_at(cube, quarters): counted
        for cube in (*shown.building, *shown.piece)
        if (counted := _worth(shown, cube))
    }
    shapes = above.plan(built, floor, worth, _edges(shown, quarters))
    shapes += tuple(_labels(shown, quarters, above.LABELS))
    if shown.hand is not None:
        x, y, _ = drawn_at((shown.hand.x, shown.hand.y, 0), quarters)
        held = [drawn_at(cube, quarters) for cube in shown.piece]
        shapes += above.ghost(held, floor, shown.ramp().light)
        shapes += above.dots(_lights(shown, quarters))
        shapes += above.cursor((x, y), "white")
    title = f"{shown.say('level')} {floor}"
    return (*shapes, Text(8, 8, title, "gold", "title"))
