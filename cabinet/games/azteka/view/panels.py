"""Beside the Circle: who is who, whose turn it is, how near the goals are.

And the ribbon across it, for what has just happened.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cabinet.games.azteka.rules import position
from cabinet.games.azteka.view.shown import Shown
from cabinet.games.azteka.view.wheel import Place, pawn
from cabinet.picture.shapes import Box, Color, Disc, Glow, Picture, Text
from cabinet.tabletop.api import GameEvent
from cabinet.tabletop.drawing import Ramp, chip, framed, lines, name_within, panel

LEFT: Final = 6
RIGHT: Final = 482
WIDE: Final = 152
TOP: Final = 6
BOTTOM: Final = 314
_EDGE: Final = 12
RIBBON_FRAMES: Final = 240
# First the line that won, which the ribbon would hide in part.
LINE_FRAMES: Final = 50
FLASH_FRAMES: Final = 60
# How many actions before a round is drawn by their number that is announced.
_SOON: Final = 20
_TWO_TALL: Final = 204
_THREE_TALL: Final = 150
_GAP: Final = 8


class Goal(NamedTuple):
    """How far a role has come: `done` of `needed`, `coming` after the next action.

    What is `left` is counted instead where it says more.
    """

    label: str
    done: int
    needed: int
    coming: int | None = None
    left: bool = False


def sides(shown: Shown) -> Picture:
    """A panel for each role, and notes on the round and on the one before."""
    three = len(shown.pawns) == 3
    tall = _THREE_TALL if three else _TWO_TALL
    low = TOP + tall + _GAP
    corners = ((LEFT, TOP), (RIGHT, TOP), (LEFT, low))
    shapes: Picture = ()
    for (x, y), role in zip(corners, shown.pawns, strict=False):
        shapes += _player(shown, role, x, y, tall)
    title, below = _round(shown)
    if three:
        return shapes + note(RIGHT, low, BOTTOM - low, title, below)
    return (
        *shapes,
        *note(LEFT, low, BOTTOM - low, title, below),
        *note(RIGHT, low, BOTTOM - low, *_before(shown)),
    )


def _player(shown: Shown, role: str, x: int, y: int, h: int) -> Picture:
    """One role: pawn, name, goals, and a bar while it is its turn."""
    ramp, lit, seat = shown.ramps[role], role == shown.turn, shown.seat(role)
    edge = ramp.main if lit else ramp.mid
    glow = (Glow(x + WIDE // 2, y + h // 2, 130, edge),) if lit else ()
    color, figures = "white" if lit else "silver", shown.look.figures
    shapes: Picture = (
        *panel(x, y, WIDE, h, edge, glow),
        *pawn(role, ramp, x + 25, y + 26, 15),
        *chip(seat, x + 41, y + 41, figures[seat] if figures else ""),
        Text(x + 52, y + 11, shown.say(role), ramp.main, "title"),
        name_within(WIDE - 56, x + 53, y + 35, shown.look.names[seat], color),
    )
    for row, goal in enumerate(_goals_ahead(shown, role)):
        top = y + (60 + row * 36 if h > 150 else 52 + row * 21)
        shapes += _goal(shown, goal, ramp, (x, top, lit, h > 150))
    return shapes + (_call(shown, x, y + h - 34) if lit else ())


def _goal(
    shown: Shown, goal: Goal, ramp: Ramp, at: tuple[int, int, bool, bool]
) -> Picture:
    """A line for a goal, with a light for each step; at x, y, lit, with much room."""
    x, y, lit, roomy = at
    words = ramp.light if lit else "mauve"
    left = goal.needed - goal.done
    label, count = shown.say(goal.label, n=left), f"{goal.done}/{goal.needed}"
    below, tall = (19, 7) if roomy else (17, 2)
    counted = Text(x + WIDE - _EDGE, y, count, "white", "title", "right")
    return (
        Text(x + _EDGE, y + 2, label, "white" if goal.left else words, "body"),
        *(() if goal.left else (counted,)),
        *_pips(x, y + below, tall, goal, ramp, shown.look.frame),
    )


def _goals_ahead(shown: Shown, role: str) -> tuple[Goal, ...]:
    """The goals of a role, each with what the action in hand would make of it."""
    goals = _goals(shown, role, shown.pawns[role])
    if shown.coming is None:
        return goals
    after = _goals(shown, role, shown.coming.pawns[role])
    return tuple(
        now._replace(coming=then.done if then.label == now.label else None)
        for now, then in zip(goals, after, strict=True)
    )


def _goals(shown: Shown, role: str, pawns: Sequence[Place]) -> tuple[Goal, ...]:
    many = position.PAWNS[shown.look.seen.variant]
    if len(shown.pawns) == 3:
        return (*either(pawns), Goal("pawns", len(pawns), many, left=True))
    own = spread(pawns) if role == "life" else reign(pawns)
    return (*own, Goal("pawns_left", len(pawns), many, left=True))


def _says(shown: Shown) -> str:
    """Whose turn it is; or, more to the point, what the action in hand would do."""
    coming, say = shown.coming, shown.say
    if coming is not None:
        if coming.winner:
            wins = coming.winner == shown.turn
            return say("would_win" if wins else "would_lose")
        if coming.drawn:
            return say("would_draw")
        if coming.dying:
            return say("would_take", pawns=len(coming.dying))
        if coming.birth:
            return say("would_bear")
    if shown.look.seen.birth:
        return say("birth")
    return say("thinking" if shown.look.hand is None else "your_turn")


def _round(shown: Shown) -> tuple[str, tuple[str, ...]]:
    variant, say = shown.look.seen.variant, shown.say
    title = say("round", round=shown.round, rounds=position.ROUNDS[variant])
    left = position.ACTION_LIMIT - shown.look.seen.actions
    # While a round lingers, what is counted is the next one.
    soon = left <= _SOON and not shown.lingers and shown.turn is not None
    end = (say("draw_soon"), say("draw_in", n=left)) if soon else ()
    if len(shown.pawns) == 3:
        goals = (say("house_goal"), say("house_line"))
        return say("house"), end or (say("house_first"), *goals)
    return title, (say(("classic", "aggressive")[variant]), *end)


def _before(shown: Shown) -> tuple[str, tuple[str, ...]]:
    """Round 1 as it ended, or what comes after it."""
    say = shown.say
    title = say("first_round")
    results = shown.look.seen.results
    if not results or shown.round == 1:
        title = say("round", round=2, rounds=2)
        return title, (say("swap"), say("swap_more"))
    if results[0] == position.DRAWN:
        return title, (say("drawn"),)
    role, pawns = divmod(results[0], position.RESULT_ROLE)
    won = say("won_with", role=say(position.ROLES[role]), n=pawns)
    return title, (shown.look.names[position.seat_of(role, 1)], won)


def ribbon(shown: Shown) -> Picture:
    """A round that ended, a birth, a disintegration: said across the Circle."""
    age, say = shown.look.age, shown.say
    ended = shown.news.get("round_over")
    if ended is not None:
        return _ended(shown, ended) if LINE_FRAMES <= age < RIBBON_FRAMES else ()
    if age >= FLASH_FRAMES:
        return ()
    if "disintegrated" in shown.news:
        return banner(say("disintegration"), (), shown.ramps["death"].main, 278)
    if "birth" in shown.news:
        return banner(say("birth"), (), shown.ramps["life"].main, 278)
    return ()


def _ended(shown: Shown, ended: GameEvent) -> Picture:
    say, result, number = shown.say, ended["result"], ended["round"]
    why = "limit" if ended["why"] == "actions" else ended["why"]
    reason = say(why, n=position.ACTION_LIMIT)
    if result is None:
        words = say("round_drawn", round=number)
        return banner(words, (reason,), "mist", 262)
    role = say(result["role"])
    words = say("round_won", round=number, role=role)
    name = shown.look.names[result["seat"]]
    color = shown.ramps[result["role"]].main
    because = say("because", name=name, why=reason)
    return banner(words, (because,), color, 262)


def spread(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Life's goal: segments and rings that have a pawn."""
    return (
        Goal("segments", len({segment for _, segment in pawns}), 8),
        Goal("and_rings", len({ring for ring, _ in pawns}), 4),
    )


def reign(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Death's goal: the fullest segment and the fullest ring."""
    segments = [segment for _, segment in pawns]
    rings = [ring for ring, _ in pawns]
    return (
        Goal("fullest_segment", max(map(segments.count, range(8))), 4),
        Goal("or_ring", max(map(rings.count, range(1, 5))), 8),
    )


def either(pawns: Sequence[Place]) -> tuple[Goal, ...]:
    """Both goals in a line each, for three players: everywhere, or a full line."""
    everywhere = sum(goal.done for goal in spread(pawns))
    segment, ring = reign(pawns)
    line = max(segment, ring, key=lambda goal: goal.done / goal.needed)
    label = "or_ring" if line is ring else "or_segment"
    return Goal("everywhere", everywhere, 12), line._replace(label=label)


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


def _call(shown: Shown, x: int, y: int) -> Picture:
    """The bar of whose turn it is; red when what it says is bad for the role."""
    role, coming = shown.turn or "life", shown.coming
    ramp = shown.ramps[role]
    fill = ramp.main if shown.look.frame % 60 < 44 else ramp.light
    if coming is not None and coming.winner not in ("", role):
        fill = "red"
    return (
        Box(x + 6, y, WIDE - 12, 28, fill, 0, 5),
        Text(x + WIDE // 2, y + 6, _says(shown), "ink", "title", "center"),
    )


def note(x: int, y: int, h: int, title: str, below: tuple[str, ...]) -> Picture:
    """A quiet panel: a title and up to three lines."""
    return (
        *panel(x, y, WIDE, h, "violet"),
        Text(x + WIDE // 2, y + 14, title, "gold", "title", "center"),
        *lines(x + WIDE // 2, y + 44, below, "mist"),
    )


def banner(words: str, below: tuple[str, ...], color: Color, y: int) -> Picture:
    """A ribbon across the Circle for what has just happened."""
    h = 34 + 18 * len(below)
    return (
        *framed(176, y, 288, h, "ink", color, 2, 10),
        Disc(176, y + h // 2, 4, color),
        Disc(463, y + h // 2, 4, color),
        Text(320, y + 8, words, color, "title", "center"),
        *lines(320, y + 34, below, "white"),
    )
