"""Beside the Circle: who is who, whose turn it is, how near the goals are.

And the ribbon across it, for what has just happened.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    DRAWN,
    PAWNS,
    RESULT_ROLE,
    ROLES,
    ROUNDS,
    VARIANT_BITS,
    seat_of,
)
from cabinet.games.azteka.view.pawns import RAMPS, pawn
from cabinet.games.azteka.view.shown import Shown
from cabinet.games.azteka.view.wheel import Place
from cabinet.i18n import Words
from cabinet.picture.shapes import Box, Color, Disc, Glow, Picture, Text
from cabinet.tabletop.api import Happening
from cabinet.tabletop.drawing import Ramp, framed, lines, name_within, panel

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
_TWO_TALL: Final = 204
_THREE_TALL: Final = 150
_GAP: Final = 8


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


def sides(shown: Shown) -> Picture:
    """A panel for each role, and notes on the round and on the one before."""
    three = len(shown.pawns) == 3
    tall = _THREE_TALL if three else _TWO_TALL
    low = TOP + tall + _GAP
    corners = ((LEFT, TOP), (RIGHT, TOP), (LEFT, low))
    shapes: Picture = ()
    for (x, y), role in zip(corners, shown.pawns, strict=False):
        player = _player(shown, role)
        shapes += player_panel(x, y, tall, player, shown.look.frame, shown.say)
    title, below = _round(shown)
    if three:
        return shapes + note(RIGHT, low, BOTTOM - low, title, below)
    return (
        *shapes,
        *note(LEFT, low, BOTTOM - low, title, below),
        *note(RIGHT, low, BOTTOM - low, *_before(shown)),
    )


def _player(shown: Shown, role: str) -> Player:
    goals = _goals(shown, role, shown.pawns[role])
    if shown.coming is not None:
        after = _goals(shown, role, shown.coming.pawns[role])
        goals = tuple(
            now._replace(coming=then.done if then.label == now.label else None)
            for now, then in zip(goals, after, strict=True)
        )
    call = _says(shown) if role == shown.turn else ""
    loses = shown.coming is not None and shown.coming.winner not in ("", role)
    return Player(role, shown.name(role), goals, call, loses)


def _goals(shown: Shown, role: str, pawns: Sequence[Place]) -> tuple[Goal, ...]:
    placed = Goal("pawns", len(pawns), PAWNS[_variant(shown)])
    if len(shown.pawns) == 3:
        return (placed, *either(pawns))
    return (placed, *(spread(pawns) if role == "life" else reign(pawns)))


def _says(shown: Shown) -> str:
    """Whose turn it is; or, more to the point, what the action in hand would do."""
    coming, say = shown.coming, shown.say
    if coming is not None:
        if coming.winner:
            wins = coming.winner == shown.turn
            return say("would_win" if wins else "would_lose")
        if coming.dying:
            return say("would_take", pawns=len(coming.dying))
        if coming.birth:
            return say("would_bear")
    if shown.look.seen.birth:
        return say("birth")
    return say("thinking" if shown.look.hand is None else "your_turn")


def _variant(shown: Shown) -> int:
    return shown.look.seen.setup & VARIANT_BITS


def _round(shown: Shown) -> tuple[str, tuple[str, ...]]:
    variant, say = _variant(shown), shown.say
    rounds = ROUNDS[variant]
    title = say("round", round=shown.round, rounds=rounds)
    actions = shown.look.seen.actions
    count = say("actions", actions=actions, limit=ACTION_LIMIT)
    if len(shown.pawns) == 3:
        goals = (say("house_goal"), say("house_line"))
        return say("house"), (say("house_first"), *goals, count)
    name = say(("classic", "aggressive")[variant])
    # What is counted by then is the next round.
    return title, (name,) if shown.lingers else (name, count)


def _before(shown: Shown) -> tuple[str, tuple[str, ...]]:
    """Round 1 as it ended, or what comes after it."""
    say = shown.say
    title = say("first_round")
    results = shown.look.seen.results
    if not results or shown.round == 1:
        title = say("round", round=2, rounds=2)
        return title, (say("swap"), say("swap_more"))
    if results[0] == DRAWN:
        return title, (say("drawn"),)
    role, pawns = divmod(results[0], RESULT_ROLE)
    won = say("won_with", role=say(ROLES[role]), n=pawns)
    return title, (shown.look.names[seat_of(role, 1)], won)


def ribbon(shown: Shown) -> Picture:
    """A round that ended, a birth, a disintegration: said across the Circle."""
    age, say = shown.look.age, shown.say
    ended = shown.news.get("round_over")
    if ended is not None:
        return _ended(shown, ended) if LINE_FRAMES <= age < RIBBON_FRAMES else ()
    if age >= FLASH_FRAMES:
        return ()
    if "disintegrated" in shown.news:
        return banner(say("disintegration"), (), RAMPS["death"].main, 278)
    if "birth" in shown.news:
        return banner(say("birth"), (), RAMPS["life"].main, 278)
    return ()


def _ended(shown: Shown, ended: Happening) -> Picture:
    say, result, number = shown.say, ended["result"], ended["round"]
    why = "limit" if ended["why"] == "actions" else ended["why"]
    reason = say(why, n=ACTION_LIMIT)
    if result is None:
        words = say("round_drawn", round=number)
        return banner(words, (reason,), "mist", 262)
    role = say(result["role"])
    words = say("round_won", round=number, role=role)
    name = shown.look.names[result["seat"]]
    color = RAMPS[result["role"]].main
    because = say("because", name=name, why=reason)
    return banner(words, (because,), color, 262)


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


def player_panel(
    x: int, y: int, h: int, player: Player, blink: int, say: Words
) -> Picture:
    """One role: pawn, name, pawns placed, goals, and a bar while it is its turn."""
    ramp = RAMPS[player.role]
    lit = bool(player.call)
    words = ramp.light if lit else "mauve"
    edge = ramp.main if lit else ramp.mid
    glow = (Glow(x + WIDE // 2, y + h // 2, 130, edge),) if lit else ()
    shapes: Picture = (
        *panel(x, y, WIDE, h, edge, glow),
        *pawn(player.role, x + 28, y + 28, 15),
        Text(x + 52, y + 11, say(player.role), ramp.main, "title"),
        name_within(
            WIDE - 56, x + 52, y + 35, player.name, "white" if lit else "silver"
        ),
    )
    roomy = h > 150
    for row, goal in enumerate(player.goals):
        top = y + (60 + row * 36 if roomy else 52 + row * 21)
        shapes += _meter(x, top, say(goal.label), goal, words)
        below, tall = (19, 7) if roomy else (17, 2)
        shapes += _pips(x, top + below, tall, goal, ramp, blink)
    return shapes + (_call(x, y + h - 34, player, blink) if lit else ())


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
