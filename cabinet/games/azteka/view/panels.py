"""Beside the Circle: who is who, whose turn it is, how near the goals are."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cabinet.games.azteka.view.pawns import RAMPS, Ramp, pawn
from cabinet.games.azteka.view.wheel import Place
from cabinet.i18n import Words
from cabinet.picture.shapes import Box, Color, Disc, Glow, Picture, Text

LEFT: Final = 6
RIGHT: Final = 482
WIDE: Final = 152
TOP: Final = 6
BOTTOM: Final = 314
_EDGE: Final = 12


class Goal(NamedTuple):
    """How far a role has come: `done` of `needed`, `coming` after the next action."""

    label: str
    done: int
    needed: int
    coming: int | None = None


class Player(NamedTuple):
    """What a panel says of one role; `call` is "" or what its turn bar says.

    The bar is red when what it says is bad for the role.
    """

    role: str
    name: str
    goals: tuple[Goal, ...]
    call: str
    alarm: bool = False


def spread(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Life's goal: segments and rings that have a pawn."""
    return (
        Goal("segments", len({segment for _, segment in pawns}), 8),
        Goal("rings", len({ring for ring, _ in pawns}), 4),
    )


def reign(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Death's goal: the fullest segment and the fullest ring."""
    segments = [segment for _, segment in pawns]
    rings = [ring for ring, _ in pawns]
    return (
        Goal("fullest_segment", max(map(segments.count, range(8))), 4),
        Goal("fullest_ring", max(map(rings.count, range(1, 5))), 8),
    )


def either(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Both goals in a line each, for three players: everywhere, or a full line."""
    everywhere = sum(goal.done for goal in spread(pawns))
    line = max(reign(pawns), key=lambda goal: goal.done / goal.needed)
    return Goal("everywhere", everywhere, 12), line


def frame(x: int, y: int, h: int, color: Color, *, lit: bool) -> Picture:
    """An empty panel; lit, it glows and has a wide edge."""
    glow = (Glow(x + WIDE // 2, y + h // 2, 130, color),) if lit else ()
    return (
        *glow,
        Box(x, y, WIDE, h, "night", 0, 8),
        Box(x, y, WIDE, h, color, 3 if lit else 1, 8),
    )


def player_panel(
    x: int, y: int, h: int, player: Player, blink: int, say: Words
) -> Picture:
    """One role: pawn, name, pawns placed, goals, and a bar while it is its turn."""
    ramp = RAMPS[player.role]
    lit = bool(player.call)
    words = ramp.light if lit else "mauve"
    edge = ramp.main if lit else ramp.mid
    shapes: Picture = (
        *frame(x, y, h, edge, lit=lit),
        *pawn(player.role, x + 28, y + 28, 15),
        Text(x + 52, y + 11, say(player.role), ramp.main, "title"),
        _name(x + 52, y + 35, player.name, "white" if lit else "silver"),
    )
    roomy = h > 150
    for row, goal in enumerate(player.goals):
        top = y + (60 + row * 36 if roomy else 52 + row * 21)
        shapes += _meter(x, top, say(goal.label), goal, words)
        below, tall = (19, 7) if roomy else (17, 2)
        shapes += _pips(x, top + below, tall, goal, ramp, blink)
    return shapes + (_call(x, y + h - 34, player, blink) if lit else ())


def _name(x: int, y: int, name: str, color: Color) -> Text:
    """Twelve letters fit, but not twelve wide ones: those are written smaller."""
    fits = sum(map(_room, name)) <= WIDE - 56
    return Text(x, y, name, color, "body" if fits else "small")


def _room(letter: str) -> int:
    """At most how many pixels the body face takes for a letter."""
    if letter in "MWmw":
        return 11
    if letter in "iljtI.' ":
        return 5
    return 7 if letter.islower() else 8


def _meter(x: int, y: int, label: str, goal: Goal, color: Color) -> Picture:
    count = f"{goal.done}/{goal.needed}"
    return (
        Text(x + _EDGE, y + 2, label, color, "body"),
        Text(x + WIDE - _EDGE, y, count, "white", "title", "right"),
    )


def _pips(x: int, y: int, h: int, goal: Goal, ramp: Ramp, blink: int) -> Picture:
    """A light for each step; those that the next action would change blink."""
    room = WIDE - 2 * _EDGE
    wide = room // goal.needed
    start = x + _EDGE + (room - wide * goal.needed) // 2
    after = goal.done if goal.coming is None else goal.coming
    shapes: list[Box] = []
    for pip in range(goal.needed):
        color = ramp.main if pip < goal.done else ramp.dark
        if (pip < goal.done) != (pip < after) and blink % 30 < 20:
            color = "white" if pip < after else "red"
        shapes.append(Box(start + pip * wide, y, wide - 2, h, color))
    return tuple(shapes)


def _call(x: int, y: int, player: Player, blink: int) -> Picture:
    ramp = RAMPS[player.role]
    fill = ramp.main if blink % 60 < 44 else ramp.light
    if player.alarm:
        fill = "red"
    return (
        Box(x + 6, y, WIDE - 12, 28, fill, 0, 5),
        Text(x + WIDE // 2, y + 6, player.call, "ink", "title", "center"),
    )


def note(x: int, y: int, h: int, title: str, lines: tuple[str, ...]) -> Picture:
    """A quiet panel: a title and up to three lines."""
    return (
        *frame(x, y, h, "violet", lit=False),
        Text(x + WIDE // 2, y + 14, title, "gold", "title", "center"),
        *(
            Text(x + WIDE // 2, y + 44 + 18 * row, line, "mist", "body", "center")
            for row, line in enumerate(lines)
        ),
    )


def banner(words: str, below: tuple[str, ...], color: Color, y: int) -> Picture:
    """A ribbon across the Circle for what has just happened."""
    h = 34 + 18 * len(below)
    return (
        Box(176, y, 288, h, "ink", 0, 10),
        Box(176, y, 288, h, color, 2, 10),
        Disc(176, y + h // 2, 4, color),
        Disc(463, y + h // 2, 4, color),
        Text(320, y + 8, words, color, "title", "center"),
        *(
            Text(320, y + 34 + 18 * row, line, "white", "body", "center")
            for row, line in enumerate(below)
        ),
    )
