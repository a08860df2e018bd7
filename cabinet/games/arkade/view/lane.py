"""The neon lane: nine lines of six cells, the docks below, what stands there.

A tile that was just turned over lies across it.
"""

from functools import cache
from typing import Final, NamedTuple

from cabinet.games.arkade.rules import box
from cabinet.games.arkade.rules.board import BIT, cells, place
from cabinet.games.arkade.rules.position import SIDES
from cabinet.games.arkade.rules.turns import NEAR_LINE
from cabinet.games.arkade.view import layout, ships
from cabinet.games.arkade.view.layout import (
    CELL_H,
    CELL_W,
    DOCK_H,
    DOCK_Y,
    dock,
    middle,
)
from cabinet.games.arkade.view.ships import RAMPS
from cabinet.games.arkade.view.shown import Pointed, Shown
from cabinet.picture.shapes import (
    Box,
    Color,
    Disc,
    Glow,
    Line,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.tabletop.api import GameEvent
from cabinet.tabletop.drawing import framed

SHOT_FRAMES: Final = 22
BANNER_FRAMES: Final = 150
# A tile turns over first, and is read then.
FLIP_FRAMES: Final = 16
# Where somebody has to answer it gives way sooner; a lost heart needs less.
ASKED_FRAMES: Final = 75
HEART_FRAMES: Final = 100
BANNER_TALL: Final = 68
_FILL: Final = {"O": "rust", "B": "teal", "V": "plum"}


def lane(shown: Shown) -> Picture:
    """Cells, frames, docks, tiles, saucers, ship and the last shot."""
    setup = shown.seen.setup
    return (
        *_bare(setup.face, tiles=setup.tiles),
        *_alarm(shown),
        *_lights(shown),
        *_tiles(shown),
        *_saucers(shown),
        *_ship(shown),
        *_shot(shown),
    )


@cache
def _bare(face: int, *, tiles: bool) -> Picture:
    """The lane with nothing on it, which is the same all game long."""
    return (
        Glow(320, 290, 200, "violet"),
        Box(
            layout.LANE_X - 4,
            layout.LANE_Y - 4,
            layout.LANE_W + 8,
            layout.LANE_H + 8,
            "lilac",
            2,
            4,
        ),
        *_cells(face, tiles=tiles),
        *_finish_line(),
        *_docks(),
    )


def _cells(face: int, *, tiles: bool) -> list[Shape]:
    shapes: list[Shape] = []
    for cell, color in enumerate(box.COLOR_AT[face]):
        line, column = cell // box.COLUMNS + 1, cell % box.COLUMNS + 1
        x, y = layout.cell_at(line, column)
        ramp = RAMPS[box.COLORS[color]]
        fill, wide, tall = _FILL[box.COLORS[color]], CELL_W - 2, CELL_H - 2
        shapes += framed(x + 1, y + 1, wide, tall, fill, ramp.mid)
        shapes += ships.sign(
            box.COLORS[color], x + CELL_W - 8, y + CELL_H - 8, 3, ramp.main
        )
    frames = box.FRAMES[face] if tiles else {}
    for cell, color in frames.items():
        x, y = layout.cell_at(cell // box.COLUMNS + 1, cell % box.COLUMNS + 1)
        shapes += _frame(x, y, box.COLORS[color])
    return shapes


def _frame(x: int, y: int, color: str) -> Picture:
    """A bonus cell: a wide frame and the sign of its colour in two corners."""
    ramp = RAMPS[color]
    right, low = x + CELL_W - 1, y + CELL_H - 1
    return (
        Box(x + 1, y + 1, CELL_W - 2, CELL_H - 2, "ink", 5),
        Box(x + 2, y + 2, CELL_W - 4, CELL_H - 4, ramp.main, 3),
        *ships.sign(color, x + 5, y + 5, 4, ramp.light),
        *ships.sign(color, right - 5, low - 5, 4, ramp.light),
    )


def _finish_line() -> Picture:
    """The last line, where one saucer is enough."""
    y = layout.LANE_Y + (box.LINES - 1) * CELL_H - 1
    return tuple(
        Box(layout.LANE_X + n * 14, y, 7, 3, "red" if n % 2 else "white")
        for n in range(layout.LANE_W // 14)
    )


def _docks() -> list[Shape]:
    shapes: list[Shape] = []
    for column in range(1, box.COLUMNS + 1):
        x, y = dock(column)
        left = x - CELL_W // 2 + 1
        shapes += framed(left, DOCK_Y, CELL_W - 2, DOCK_H, "night", "violet", cut=4)
        shapes.append(Text(x, y - 5, str(column), "lilac", "title", "center"))
    return shapes


def _alarm(shown: Shown) -> list[Shape]:
    """Red lines, and an arrow at each saucer that is near the last line."""
    near = shown.near
    if not near:
        return []
    color: Color = "red" if shown.look.frame % 60 < 36 else "wine"
    top = layout.cell_at(NEAR_LINE + 1, 1)[1]
    high = layout.LANE_Y + layout.LANE_H - top
    shapes: list[Shape] = [
        Box(layout.LANE_X - 2, top, layout.LANE_W + 4, high + 2, color, 3)
    ]
    for line, column in near:
        x, y = layout.cell_at(line, column)
        shapes.append(Box(x + 1, y + 1, CELL_W - 2, CELL_H - 2, color, 3))
        for side, tip in ((layout.LANE_X - 12, 6), (layout.LANE_X + layout.LANE_W, 6)):
            left = side + (2 if side < layout.LANE_X else 10)
            end = left + (tip if side < layout.LANE_X else -tip)
            wedge = ((left, y + 8), (end, y + 14), (left, y + 20))
            shapes.append(Polygon(wedge, color))
    return shapes


def alarm_sign(shown: Shown) -> Picture:
    """The word above the docks, while a saucer has just come near."""
    told = shown.lately("alarm", BANNER_FRAMES // 2)
    if not told or not shown.near:
        return ()
    x, y, wide = 320, layout.LANE_Y + layout.LANE_H - 12, 96
    return (
        *framed(x - wide // 2, y, wide, 22, "ink", "red", 2, 5),
        Text(x, y + 4, shown.say("alarm"), "red", "title", "center"),
    )


def _lights(shown: Shown) -> list[Shape]:
    """Every spot of the lane that means something, and where pointing leads."""
    shapes: list[Shape] = []
    for seat, pointed in shown.people.items():
        if seat not in shown.look.busy:
            shapes += _lights_of(pointed, ships.SIDE_RAMPS[seat].light)
    return shapes


def _lights_of(pointed: Pointed, light: Color) -> list[Shape]:
    shapes: list[Shape] = []
    for spot in pointed.lit:
        if spot[:1].isdigit():
            line, column = map(int, spot.split(","))
            x, y = layout.cell_at(line, column)
            shapes.append(Box(x, y, CELL_W, CELL_H, light, 2))
        elif spot.startswith("dock "):
            x, _ = dock(int(spot.split()[1]))
            shapes.append(Box(x - 20, DOCK_Y, CELL_W - 2, DOCK_H, light, 2, 4))
    for action in pointed.lit.get(pointed.hand.spot, ()):
        shapes += _lead(action, light)
    return shapes


def _lead(action: str, light: Color) -> Picture:
    """A dotted way from a saucer to where a step would bring it."""
    verb, *words = action.split()
    if verb != "step":
        return ()
    start, end = (middle(*map(int, cell.split(","))) for cell in words[:2])
    dots = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end
    return tuple(Disc(x, y, r, light) for (x, y), r in zip(dots, (2, 4), strict=True))


def _tiles(shown: Shown) -> list[Shape]:
    seen = shown.seen
    shapes: list[Shape] = []
    for cell in cells(seen.asteroids):
        shapes += ships.asteroid(*middle(*place(cell)))
    for cell in cells(seen.fields):
        shapes += ships.field(*middle(*place(cell)), shown.look.frame)
    for cell in cells(seen.tower):
        shapes += ships.tower(*middle(*place(cell)))
    return shapes


def _saucers(shown: Shown) -> list[Shape]:
    shapes: list[Shape] = []
    seen = shown.seen
    for cell in cells(seen.standing()):
        (x, y), (dx, dy) = middle(*place(cell)), shown.offset(place(cell))
        if cell in seen.bonus:
            shapes.append(Disc(x, y, 14, "white", 1 + shown.look.frame // 15 % 2))
        color, heart = box.COLORS[seen.color_of(cell)], bool(seen.hearts & BIT[cell])
        shapes += ships.saucer(color, x + dx, y + dy, heart=heart)
    return shapes


def _ship(shown: Shown) -> Picture:
    x, y = dock(shown.seen.ship + 1)
    x += shown.drift()
    return (Glow(x, y, 34, "magenta"), *ships.ship(x, y, broken=shown.seen.reactor))


def _shot(shown: Shown) -> list[Shape]:
    """The beam of the last shot, and what became of its saucer."""
    shapes: list[Shape] = []
    shots = shown.news("shot", SHOT_FRAMES) + shown.news("heart_lost", SHOT_FRAMES)
    for age, told in shots:
        x, y = middle(*told["at"])
        ramp = RAMPS[told["color"]]
        by_ship = told["gun"] == "ship"
        low = DOCK_Y + 4 if by_ship else layout.LANE_Y + layout.LANE_H - CELL_H
        shapes.append(Line(x, low, x, y, ramp.light, 3))
        if told["event"] == "shot":
            shapes.append(Disc(x, y, 6 + age, ramp.main, 2))
            shapes.append(Disc(x, y, max(1, 10 - age // 2), "white"))
        else:
            shapes.append(Disc(x, y, 14, "red", 2))
    return shapes


def pointer(shown: Shown) -> list[Shape]:
    """Four corners around the spot of each person at a stick."""
    shapes: list[Shape] = []
    for seat, pointed in shown.people.items():
        color = ships.SIDE_RAMPS[seat].main if shown.live else "white"
        shapes += _pointer(shown, pointed, color)
    return shapes


def _pointer(shown: Shown, pointed: Pointed, color: Color) -> list[Shape]:
    hand = pointed.hand
    spot = hand.inside if hand.spot in pointed.buttons else hand.spot
    if spot.startswith("dock "):
        x, y = dock(int(spot.split()[1]))
        high = DOCK_H // 2
    elif not spot[:1].isdigit():
        return []
    else:
        x, y = middle(*map(int, spot.split(",")))
        high = CELL_H // 2
    grow = shown.look.frame // 12 % 2
    return _corners(x, y, CELL_W // 2 + grow, high + grow, color)


def _corners(x: int, y: int, w: int, h: int, color: Color) -> list[Shape]:
    shapes: list[Shape] = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = x + sx * w, y + sy * h
            bend = ((cx - sx * 11, cy), (cx, cy), (cx, cy - sy * 9))
            inner = ((cx - sx * 3, cy - sy * 9), (cx - sx * 3, cy - sy * 3))
            shapes.append(Polygon((*bend, *inner, (cx - sx * 11, cy - sy * 3)), color))
    return shapes


class Banner(NamedTuple):
    """What is explained over the lane: whose, a title, two lines, and where it was."""

    seat: int
    title: str
    what: str
    why: str
    at: int | None


def banner(shown: Shown) -> Picture:
    """The last thing that wants explaining, beside what it is about."""
    age, told = _explained(shown)
    if told is None:
        return ()
    tall = BANNER_TALL if told.why else BANNER_TALL - 17
    top = _clear_of(shown, told.at, tall)
    if age < FLIP_FRAMES and told.why:
        return _turning(age, told.seat, top, tall)
    ramp = ships.SIDE_RAMPS[told.seat]
    why = (Text(320, top + 48, told.why, "mauve", "body", "center"),)
    return (
        *framed(192, top, 256, tall, "ink", ramp.main, 2, 8),
        Text(320, top + 8, told.title, ramp.main, "title", "center"),
        Text(320, top + 31, told.what, "white", "body", "center"),
        *(why if told.why else ()),
    )


def _explained(shown: Shown) -> tuple[int, Banner | None]:
    """How old the news is, and what is said about it."""
    tiles = shown.lately("tile", BANNER_FRAMES)
    if tiles and not (shown.asked and tiles[-1][0] >= ASKED_FRAMES):
        age, told = tiles[-1]
        return age, _of_tile(shown, told)
    if hearts := shown.lately("heart_lost", HEART_FRAMES):
        age, told = hearts[-1]
        return age, _lesson(shown, "heart", 1, told["at"][0])
    if shown.begins:
        return 0, _lesson(shown, "sideways", 0, None)
    return 0, None


def _lesson(shown: Shown, key: str, seat: int, at: int | None) -> Banner:
    say = shown.say
    return Banner(seat, say(f"lessons.{key}.title"), say(f"lessons.{key}.what"), "", at)


def _of_tile(shown: Shown, told: GameEvent) -> Banner:
    """A tile: what it does, and why it was turned, or how it is used later."""
    say, tile, seat = shown.say, told["tile"], told["seat"]
    what = say(f"effects.{tile}" if told["effect"] else "no_effect")
    key = tile if tile in ("ammo", "gps") else SIDES[seat]
    color = say(f"colors.{told['color']}") if "color" in told else ""
    shot = shown.lately("shot", BANNER_FRAMES)
    at = told["at"][0] if "at" in told else shot[-1][1]["at"][0] if shot else None
    why = say(f"reasons.{key}", w=color)
    return Banner(seat, say(f"tiles_named.{tile}"), what, why, at)


def _clear_of(shown: Shown, at: int | None, tall: int) -> int:
    """The top of the rows where it hides least: never what it is about, nor a hand."""
    seen, rows = shown.seen, -(-tall // CELL_H)
    busy = [0] * (box.LINES + 1)
    for cell in cells(seen.standing()):
        busy[place(cell)[0]] += 1
    for pointed in shown.people.values():
        spots = (pointed.hand.spot, pointed.hand.inside)
        for line in (int(spot[0]) for spot in spots if spot[:1].isdigit()):
            busy[line] += 20
    if at is not None:
        busy[at] += 100
    tops = range(1, box.LINES - rows + 2)
    line = min(tops, key=lambda n: (sum(busy[n : n + rows]), abs(n - 5)))
    return layout.cell_at(line, 1)[1] + (rows * CELL_H - tall) // 2


def _turning(age: int, seat: int, top: int, tall: int) -> Picture:
    """The tile on edge: its back gets narrower, then its face wider."""
    half = FLIP_FRAMES // 2
    wide = max(4, 256 * abs(age - half) // half) if half else 256
    ramp = ships.SIDE_RAMPS[seat]
    fill = ramp.mid if age < half else "ink"
    return framed(320 - wide // 2, top, wide, tall, fill, ramp.main, 2, 8)
