"""What stands beside the Circle of Azteka, and the ribbon across it."""

from collections.abc import Sequence
from typing import Final

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
from cabinet.games.azteka.view.panels import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    Goal,
    Player,
    banner,
    either,
    note,
    player_panel,
    reign,
    spread,
)
from cabinet.games.azteka.view.pawns import RAMPS
from cabinet.games.azteka.view.shown import Shown
from cabinet.games.azteka.view.wheel import Place
from cabinet.picture.shapes import Picture
from cabinet.tabletop.api import Happening

RIBBON_FRAMES: Final = 240
# First the line that won, which the ribbon would hide in part.
LINE_FRAMES: Final = 50
FLASH_FRAMES: Final = 60
_TWO_TALL: Final = 204
_THREE_TALL: Final = 150
_GAP: Final = 8


def sides(shown: Shown) -> Picture:
    """A panel for each role, and notes on the round and on the one before."""
    three = len(shown.pawns) == 3
    tall = _THREE_TALL if three else _TWO_TALL
    below = TOP + tall + _GAP
    corners = ((LEFT, TOP), (RIGHT, TOP), (LEFT, below))
    shapes: Picture = ()
    for (x, y), role in zip(corners, shown.pawns, strict=False):
        player = _player(shown, role)
        shapes += player_panel(x, y, tall, player, shown.look.frame, shown.say)
    title, lines = _round(shown)
    if three:
        return shapes + note(RIGHT, below, BOTTOM - below, title, lines)
    return (
        *shapes,
        *note(LEFT, below, BOTTOM - below, title, lines),
        *note(RIGHT, below, BOTTOM - below, *_before(shown)),
    )


def _player(shown: Shown, role: str) -> Player:
    goals = _goals(shown, role, shown.pawns[role])
    if shown.coming is not None:
        after = _goals(shown, role, shown.coming.pawns[role])
        goals = tuple(
            now._replace(coming=then.done if then.label == now.label else None)
            for now, then in zip(goals, after, strict=True)
        )
    call = _call(shown) if role == shown.turn else ""
    loses = shown.coming is not None and shown.coming.winner not in ("", role)
    return Player(role, shown.name(role), goals, call, loses)


def _goals(shown: Shown, role: str, pawns: Sequence[Place]) -> tuple[Goal, ...]:
    placed = Goal("pawns", len(pawns), PAWNS[_variant(shown)])
    if len(shown.pawns) == 3:
        return (placed, *either(pawns))
    return (placed, *(spread(pawns) if role == "life" else reign(pawns)))


def _call(shown: Shown) -> str:
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
