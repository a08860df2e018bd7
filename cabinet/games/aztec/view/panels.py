"""Beside the pyramid: who is who, the three levels from above, what is left."""

from typing import Final

from cabinet.games.aztec.rules.board import LEVELS, SIZE
from cabinet.games.aztec.rules.position import NO_TARGET, PIECES
from cabinet.games.aztec.view.colors import RAMPS
from cabinet.games.aztec.view.stage import Stage
from cabinet.games.aztec.view.texts import say
from cabinet.picture.shapes import Box, Color, Glow, Picture, Polygon, Shape, Text

LEFT: Final = 436
WIDE: Final = 198
TOP: Final = 6
_TALL: Final = {2: 68, 3: 48}
_GAP: Final = 4
_NAME: Final = 92
_MAPS: Final = 180
_CELL: Final = 6
_MAP: Final = SIZE * _CELL + 2
_NOTE: Final = 246
_BOTTOM: Final = 314


def panels(stage: Stage) -> Picture:
    """Everything at the right of the pyramid."""
    shapes: Picture = ()
    tall = _TALL[stage.players]
    for seat in range(stage.players):
        shapes += _player(stage, seat, TOP + seat * (tall + _GAP), tall)
    return (*shapes, *_maps(stage), *_note(stage))


def _player(stage: Stage, seat: int, y: int, tall: int) -> Picture:
    side = stage.side(seat)
    ramp = RAMPS[side]
    lit = seat == stage.turn
    edge = ramp.main if lit else ramp.mid
    middle = y + tall // 2
    glow = (Glow(LEFT + WIDE // 2, middle, 90, ramp.main),) if lit else ()
    score = _score(stage, seat)
    return (
        *glow,
        Box(LEFT, y, WIDE, tall, "night", 0, 8),
        Box(LEFT, y, WIDE, tall, edge, 3 if lit else 1, 8),
        *_die(LEFT + 23, middle, side),
        _name(LEFT + 44, middle - 17, stage.look.names[seat], lit=lit),
        Text(LEFT + 44, middle + 4, _says(stage, seat), ramp.main, "body"),
        *_gain(stage, side, middle + 4),
        Text(LEFT + WIDE - 10, middle - 16, score, "white", "title", "right", 2),
    )


def _name(x: int, y: int, name: str, *, lit: bool) -> Text:
    """Twelve letters fit, but not twelve wide ones: those are written smaller."""
    fits = sum(map(_room, name)) <= _NAME
    return Text(x, y, name, "white" if lit else "silver", "body" if fits else "small")


def _room(letter: str) -> int:
    """At most how many pixels the body face takes for a letter."""
    if letter in "MWmw":
        return 11
    if letter in "iljtI.' ":
        return 5
    return 7 if letter.islower() else 8


def _die(x: int, y: int, side: str) -> Picture:
    """A stone of the seat's colour."""
    ramp = RAMPS[side]
    return (
        Polygon(((x - 14, y - 6), (x, y + 1), (x, y + 16), (x - 14, y + 9)), ramp.main),
        Polygon(((x, y + 1), (x + 14, y - 6), (x + 14, y + 9), (x, y + 16)), ramp.mid),
        Polygon(
            ((x - 14, y - 6), (x, y - 13), (x + 14, y - 6), (x, y + 1)), ramp.light
        ),
    )


def _score(stage: Stage, seat: int) -> str:
    """Points of the round so far; with three rounds, of all of them."""
    side = stage.side(seat)
    before = 0
    if stage.rounds == 3:
        results = stage.seen.results
        before = sum(result[seat] for result in results[: stage.round - 1])
    elif side == "ohpuch":
        return ""
    if stage.auction:
        return ""
    return str(before + stage.points(side))


def _gain(stage: Stage, side: str, y: int) -> Picture:
    """What the piece in hand would add."""
    gain = stage.gain(side)
    if not gain or stage.look.frame % 40 >= 30:
        return ()
    return (Text(LEFT + WIDE - 50, y, f"+{gain}", "white", "body", "right"),)


def _says(stage: Stage, seat: int) -> str:
    language = stage.language
    if stage.auction and (said := stage.bids_of(seat)):
        key = "has_bid" if said[-1] else "has_passed"
        return say(language, key, bid=said[-1])
    if seat == stage.turn:
        return say(language, "your_turn" if stage.hand else "thinking")
    return say(language, stage.side(seat))


def _maps(stage: Stage) -> Picture:
    """The three levels from above, north at the top, the lowest first."""
    shapes: list[Shape] = []
    gap = (WIDE - LEVELS * _MAP) // (LEVELS - 1)
    for level in range(LEVELS):
        x = LEFT + level * (_MAP + gap)
        title = f"{say(stage.language, 'level')} {level + 1}"
        shapes.append(
            Text(x + _MAP // 2, _MAPS - 11, title, "mauve", "small", "center")
        )
        shapes.append(Box(x, _MAPS, _MAP, _MAP, "slate"))
        if level == LEVELS - 1:
            shapes += _edges(x)
        shapes += _level(stage, level, x)
        shapes.append(Box(x, _MAPS, _MAP, _MAP, "steel", 1))
    return tuple(shapes)


def _edges(x: int) -> Picture:
    """Where a cube of the third level counts."""
    far = _MAP - 1 - _CELL
    return (
        Box(x + 1, _MAPS + 1, _CELL, _MAP - 2, RAMPS["ew"].dark),
        Box(x + far, _MAPS + 1, _CELL, _MAP - 2, RAMPS["ew"].dark),
        Box(x + 1, _MAPS + 1, _MAP - 2, _CELL, RAMPS["ns"].dark),
        Box(x + 1, _MAPS + far, _MAP - 2, _CELL, RAMPS["ns"].dark),
    )


def _level(stage: Stage, level: int, left: int) -> Picture:
    shapes: list[Shape] = []

    def mark(x: int, y: int, color: Color, width: int = 0) -> None:
        at = left + 1 + x * _CELL, _MAPS + 1 + y * _CELL
        shapes.append(Box(*at, _CELL, _CELL, color, width))

    for (x, y, z), stone in stage.building.items():
        if z == level:
            mark(x, y, stone.ramp.main)
    if stage.hand is not None and not stage.auction:
        for x, y, z in stage.hand.piece:
            if z == level:
                mark(x, y, "white")
        mark(stage.hand.x, stage.hand.y, "red", 1)
    return tuple(shapes)


def _note(stage: Stage) -> Picture:
    """What is left to build; over a place that will not do, which rule it breaks."""
    language, middle = stage.language, LEFT + WIDE // 2
    title, color = say(language, "pieces", pieces=len(stage.pieces), all=PIECES), "gold"
    lines: tuple[str, ...] = (_about(stage),)
    if stage.hand is not None and not stage.auction:
        lines += (_fits(stage),)
    if stage.faults:
        title, color = say(language, "not_here"), "red"
        lines = tuple(say(language, f"fault_{f.rule}") for f in stage.faults)
        if len(lines) == 1:
            lines += (say(language, f"remedy_{stage.faults[0].rule}"),)
    return (
        Box(LEFT, _NOTE, WIDE, _BOTTOM - _NOTE, "night", 0, 8),
        Box(
            LEFT,
            _NOTE,
            WIDE,
            _BOTTOM - _NOTE,
            "violet" if color == "gold" else color,
            1,
            8,
        ),
        Text(middle, _NOTE + 8, title, color, "title", "center"),
        *(
            Text(middle, _NOTE + 32 + 17 * row, line, "mist", "body", "center")
            for row, line in enumerate(lines)
        ),
    )


def _fits(stage: Stage) -> str:
    count = sum(text.startswith("put") for text in stage.look.legal)
    return say(stage.language, "place", n=count)


def _about(stage: Stage) -> str:
    language = stage.language
    if stage.rounds == 3:
        return say(language, "round", round=stage.round, rounds=3)
    if stage.seen.target != NO_TARGET:
        return say(language, "target", target=stage.seen.target)
    return say(language, "architects" if stage.players == 2 else "lowest")
