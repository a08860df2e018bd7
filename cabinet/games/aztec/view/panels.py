"""Beside the pyramid: who is who, the levels from above, what is left; the keys.

And what is said across it: the auction's dial, the end of a round.
"""

from typing import Final

from cabinet.games.aztec.rules.board import LEVELS, SIZE
from cabinet.games.aztec.rules.position import NO_TARGET, PIECES
from cabinet.games.aztec.view.hand import KEYS, lower_and_higher, ways
from cabinet.games.aztec.view.pyramid import X, grooves
from cabinet.games.aztec.view.shown import Shown
from cabinet.picture.shapes import (
    Box,
    Color,
    Disc,
    Glow,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.tabletop.api import GameEvent
from cabinet.tabletop.drawing import (
    SEATS,
    Ramp,
    chip,
    framed,
    lines,
    name_within,
    panel,
)

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
_KEYS_X: Final = 8
_KEYS_Y: Final = 290
_KEY_W: Final = 26
_KEY_H: Final = 22
RIBBON_FRAMES: Final = 240
_ACROSS: Final = 300
_ACROSS_LEFT: Final = X - _ACROSS // 2
_DIAL_Y: Final = 78
_DIAL_TALL: Final = 168


def panels(shown: Shown) -> Picture:
    """Everything at the right of the pyramid."""
    shapes: Picture = ()
    tall = _TALL[shown.players]
    for seat in range(shown.players):
        shapes += _player(shown, seat, TOP + seat * (tall + _GAP), tall)
    return (*shapes, *_maps(shown), *_note(shown))


def _player(shown: Shown, seat: int, y: int, tall: int) -> Picture:
    ramp, figures = SEATS[seat], shown.look.figures
    lit = seat == shown.turn
    edge, color = (ramp.main, "white") if lit else (ramp.mid, "silver")
    middle = y + tall // 2
    glow = (Glow(LEFT + WIDE // 2, middle, 90, ramp.main),) if lit else ()
    score = _score(shown, seat)
    return (
        *panel(LEFT, y, WIDE, tall, edge, glow),
        *_die(LEFT + 21, middle - 1, ramp),
        *chip(seat, LEFT + 34, middle + 13, figures[seat] if figures else ""),
        name_within(_NAME, LEFT + 46, middle - 17, shown.look.names[seat], color),
        Text(LEFT + 46, middle + 4, _says(shown, seat), ramp.main, "body"),
        *_gain(shown, shown.side(seat), middle + 4),
        Text(LEFT + WIDE - 10, middle - 16, score, "white", "title", "right", 2),
    )


def _die(x: int, y: int, ramp: Ramp) -> Picture:
    """A stone of the seat's colour."""
    return (
        Polygon(((x - 14, y - 6), (x, y + 1), (x, y + 16), (x - 14, y + 9)), ramp.main),
        Polygon(((x, y + 1), (x + 14, y - 6), (x + 14, y + 9), (x, y + 16)), ramp.mid),
        Polygon(
            ((x - 14, y - 6), (x, y - 13), (x + 14, y - 6), (x, y + 1)), ramp.light
        ),
        *grooves(ramp, (x, y - 13), (14, 7), (-14, 7)),
    )


def _score(shown: Shown, seat: int) -> str:
    """Points of the round so far; with three rounds, of all of them."""
    side = shown.side(seat)
    before = 0
    if shown.rounds == 3:
        results = shown.seen.results
        before = sum(result[seat] for result in results[: shown.round - 1])
    elif side == "ohpuch":
        return ""
    if shown.auction:
        return ""
    counting = shown.look.scores if shown.rounds == 1 else ()
    return str(counting[seat] if counting else before + shown.points(side))


def _gain(shown: Shown, side: str, y: int) -> Picture:
    """What the piece in hand would add."""
    gain = shown.gain(side)
    if not gain or shown.look.frame % 40 >= 30:
        return ()
    return (Text(LEFT + WIDE - 50, y, f"+{gain}", "white", "body", "right"),)


def _says(shown: Shown, seat: int) -> str:
    say = shown.say
    if shown.auction and (said := shown.bids_of(seat)):
        key = "has_bid" if said[-1] else "has_passed"
        return say(key, bid=said[-1])
    if seat == shown.turn:
        return say("your_turn" if shown.hand else "thinking")
    return say(shown.side(seat))


def _maps(shown: Shown) -> Picture:
    """The three levels from above, north at the top, the lowest first."""
    shapes: list[Shape] = []
    gap = (WIDE - LEVELS * _MAP) // (LEVELS - 1)
    for level in range(LEVELS):
        x = LEFT + level * (_MAP + gap)
        title = f"{shown.say('level_short')} {level + 1}"
        shapes.append(Text(x + _MAP // 2, _MAPS - 14, title, "mauve", "body", "center"))
        shapes.append(Box(x, _MAPS, _MAP, _MAP, "slate"))
        if level == LEVELS - 1:
            shapes += _edges(shown, x)
        shapes += _level(shown, level, x)
        shapes.append(Box(x, _MAPS, _MAP, _MAP, "steel", 1))
    return tuple(shapes)


def _edges(shown: Shown, x: int) -> Picture:
    """Where a cube of the third level counts."""
    far = _MAP - 1 - _CELL
    ns, ew = shown.colors_of("ns").dark, shown.colors_of("ew").dark
    return (
        Box(x + 1, _MAPS + 1, _CELL, _MAP - 2, ew),
        Box(x + far, _MAPS + 1, _CELL, _MAP - 2, ew),
        Box(x + 1, _MAPS + 1, _MAP - 2, _CELL, ns),
        Box(x + 1, _MAPS + far, _MAP - 2, _CELL, ns),
    )


def _level(shown: Shown, level: int, left: int) -> Picture:
    shapes: list[Shape] = []

    def mark(x: int, y: int, color: Color, width: int = 0) -> None:
        at = left + 1 + x * _CELL, _MAPS + 1 + y * _CELL
        shapes.append(Box(*at, _CELL, _CELL, color, width))

    for (x, y, z), stone in shown.building.items():
        if z == level:
            mark(x, y, stone.ramp.main)
    if shown.hand is not None and not shown.auction:
        for x, y, z in shown.hand.piece:
            if z == level:
                mark(x, y, "white")
        mark(shown.hand.x, shown.hand.y, shown.ramp().light, 1)
    return tuple(shapes)


def _note(shown: Shown) -> Picture:
    """What this is all for, to begin with; then what is left to build."""
    say, middle = shown.say, LEFT + WIDE // 2
    title, below = say("pieces", pieces=len(shown.pieces), all=PIECES), _about(shown)
    if shown.opening and shown.turn is not None:
        title, below = say("goal"), _goal(shown, shown.side(shown.turn))
    return (
        *panel(LEFT, _NOTE, WIDE, _BOTTOM - _NOTE, "violet"),
        Text(middle, _NOTE + 8, title, "gold", "title", "center"),
        *lines(middle, _NOTE + 32, below, "mist", 17),
    )


def _goal(shown: Shown, side: str) -> tuple[str, ...]:
    """In two lines, how to win."""
    say, target = shown.say, shown.seen.target
    if side == "ohpuch":
        many = "" if target == NO_TARGET else target
        return say("goal_low"), say("goal_nobody" if many else "goal_none", n=many)
    return say("goal_high"), say("goal_edges")


def _about(shown: Shown) -> tuple[str, ...]:
    """The round or the number of Oh Puch; how often the piece in hand fits here."""
    say, hand = shown.say, shown.hand
    above: tuple[str, ...] = ()
    if shown.rounds == 3:
        above = (say("round", round=shown.round, rounds=3),)
    elif shown.seen.target != NO_TARGET:
        above = (say("target", n=shown.seen.target),)
    elif shown.players == 3:
        above = (say("lowest"),)
    if hand is None or not hand.piece:
        return above
    here = ways(shown.look.legal)[hand.x, hand.y]
    way = say("way", way=here.index(hand.action) + 1, n=len(here))
    return (*above, way)


def keys(shown: Shown) -> Picture:
    """What the eyes can do, as two keys further down; the lit one is named."""
    if shown.hand is None or shown.auction:
        return ()
    main, lit = shown.ramp().main, shown.hand.key
    name = shown.say(f"key_{lit}" if lit else "keys")
    color = main if lit else "mauve"
    top, aside = _KEYS_Y - 17, 0 if lit else 14
    shapes: list[Shape] = [Text(_KEYS_X + aside, top, name, color, "body")]
    if not lit:
        down = ((0, 2), (9, 2), (4, 8))
        shapes.append(Polygon(tuple((_KEYS_X + x, top + y) for x, y in down), color))
    for number, key in enumerate(KEYS):
        x = _KEYS_X + number * (_KEY_W + 3)
        fill = main if key == lit else "plum"
        shapes.append(Box(x, _KEYS_Y, _KEY_W, _KEY_H, fill, 0, 4))
        middle = x + _KEY_W // 2, _KEYS_Y + _KEY_H // 2
        shapes += _icon(key, *middle, "ink" if key == lit else "mauve")
    return tuple(shapes)


def _icon(key: str, x: int, y: int, color: str) -> Picture:
    if key == "around":
        return (
            Disc(x, y, 7, color, 2),
            Polygon(((x + 2, y - 1), (x + 11, y - 1), (x + 7, y + 5)), color),
        )
    eye = ((x - 10, y), (x - 4, y - 5), (x + 4, y - 5), (x + 10, y))
    lower = ((x + 4, y + 5), (x - 4, y + 5))
    return (Polygon((*eye, *lower), color, 1), Disc(x, y, 3, color))


def ribbon(shown: Shown) -> Picture:
    """The dial while somebody bids; a result for as long as it takes to read."""
    age, ended = shown.look.age, shown.news.get("round_over")
    if ended is not None and (age < RIBBON_FRAMES or shown.turn is None):
        return _ended(shown, ended)
    settled = shown.news.get("ohpuch")
    if settled is not None and settled["target"] and age < RIBBON_FRAMES // 2:
        name = shown.look.names[settled["seat"]]
        words = shown.say("target", n=settled["target"])
        who = shown.say("is_ohpuch", name=name)
        return _banner(words, (who,), SEATS[settled["seat"]].main)
    return _dial(shown) if shown.auction else ()


def _banner(words: str, below: tuple[str, ...], color: Color) -> Picture:
    tall = 34 + 18 * len(below)
    y = 319 - tall
    return (
        *framed(_ACROSS_LEFT, y, _ACROSS, tall, "ink", color, 2, 10),
        Text(X, y + 8, words, color, "title", "center"),
        *lines(X, y + 32, below, "white"),
    )


def _ended(shown: Shown, ended: GameEvent) -> Picture:
    say, names = shown.say, shown.look.names
    title = say(ended["why"])
    if shown.rounds == 3:
        title = say("round_built", round=ended["round"])
    counts = [
        say("count", name=names[seat], points=points)
        for seat, points in enumerate(ended["points"])
        if seat != ended["ohpuch"]
    ]
    below = [" · ".join(counts)]
    following = shown.news.get("ohpuch")
    if following is not None:
        below.append(say("next_ohpuch", name=names[following["seat"]]))
    return _banner(title, tuple(below), "gold")


def _dial(shown: Shown) -> Picture:
    """The number that would be said, or the last one that was; what it is about."""
    say, y = shown.say, _DIAL_Y
    said = [bid for bid in shown.seen.bids if bid]
    action = shown.hand.action if shown.hand else ""
    number = action.removeprefix("bid ") if action.startswith("bid ") else ""
    if not shown.hand and said:
        number = str(said[-1])
    color = shown.ramp().main
    shapes: Picture = (
        *framed(_ACROSS_LEFT, y, _ACROSS, _DIAL_TALL, "ink", color, 2, 12),
        Text(X, y + 10, say("auction"), color, "title", "center"),
        *lines(X, y + 128, (say("ohpuch_is"), say("ohpuch_wins")), "mist", 16),
    )
    if action == "pass":
        words = say("i_pass")
        return (*shapes, Text(X, y + 68, words, "white", "title", "center"))
    points = say("points", n=int(number or 0))
    return (
        *shapes,
        Text(X, y + 36, say("nobody"), "mist", "body", "center"),
        Text(X, y + 54, number or "…", "white", "title", "center", 3),
        *(_arrows(shown, action, y + 74) if shown.hand else ()),
        Text(X, y + 106, points, "mist", "body", "center"),
    )


def _arrows(shown: Shown, action: str, y: int) -> Picture:
    """To lower and to higher numbers, as far as there are some."""
    there = lower_and_higher(action, shown.look.legal)
    return tuple(
        Polygon(
            ((X + way * 76, y), (X + way * 58, y - 14), (X + way * 58, y + 14)), "gold"
        )
        for way, goes in zip((-1, 1), there, strict=True)
        if goes
    )
