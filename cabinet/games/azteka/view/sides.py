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
from cabinet.games.azteka.view.stage import Stage
from cabinet.games.azteka.view.texts import say
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


def sides(stage: Stage) -> Picture:
    """A panel for each role, and notes on the round and on the one before."""
    three = len(stage.pawns) == 3
    tall = _THREE_TALL if three else _TWO_TALL
    below = TOP + tall + _GAP
    corners = ((LEFT, TOP), (RIGHT, TOP), (LEFT, below))
    shapes: Picture = ()
    for (x, y), role in zip(corners, stage.pawns, strict=False):
        player = _player(stage, role)
        shapes += player_panel(x, y, tall, player, stage.look.frame, stage.language)
    title, lines = _round(stage)
    if three:
        return shapes + note(RIGHT, below, BOTTOM - below, title, lines)
    return (
        *shapes,
        *note(LEFT, below, BOTTOM - below, title, lines),
        *note(RIGHT, below, BOTTOM - below, *_before(stage)),
    )


def _player(stage: Stage, role: str) -> Player:
    goals = _goals(stage, role, stage.pawns[role])
    if stage.coming is not None:
        after = _goals(stage, role, stage.coming.pawns[role])
        goals = tuple(
            now._replace(coming=then.done if then.label == now.label else None)
            for now, then in zip(goals, after, strict=True)
        )
    call = _call(stage) if role == stage.turn else ""
    loses = stage.coming is not None and stage.coming.winner not in ("", role)
    return Player(role, stage.name(role), goals, call, loses)


def _goals(stage: Stage, role: str, pawns: Sequence[Place]) -> tuple[Goal, ...]:
    placed = Goal("pawns", len(pawns), PAWNS[_variant(stage)])
    if len(stage.pawns) == 3:
        return (placed, *either(pawns))
    return (placed, *(spread(pawns) if role == "life" else reign(pawns)))


def _call(stage: Stage) -> str:
    """Whose turn it is; or, more to the point, what the action in hand would do."""
    coming, language = stage.coming, stage.language
    if coming is not None:
        if coming.winner:
            wins = coming.winner == stage.turn
            return say(language, "would_win" if wins else "would_lose")
        if coming.dying:
            return say(language, "would_take", pawns=len(coming.dying))
        if coming.birth:
            return say(language, "would_bear")
    if stage.look.seen.birth:
        return say(language, "birth")
    return say(language, "thinking" if stage.look.hand is None else "your_turn")


def _variant(stage: Stage) -> int:
    return stage.look.seen.setup & VARIANT_BITS


def _round(stage: Stage) -> tuple[str, tuple[str, ...]]:
    variant, language = _variant(stage), stage.language
    rounds = ROUNDS[variant]
    title = say(language, "round", round=stage.round, rounds=rounds)
    actions = stage.look.seen.actions
    count = say(language, "actions", actions=actions, limit=ACTION_LIMIT)
    if len(stage.pawns) == 3:
        goals = (say(language, "house_goal"), say(language, "house_line"))
        return say(language, "house"), (say(language, "house_first"), *goals, count)
    name = say(language, ("classic", "aggressive")[variant])
    # What is counted by then is the next round.
    return title, (name,) if stage.lingers else (name, count)


def _before(stage: Stage) -> tuple[str, tuple[str, ...]]:
    """Round 1 as it ended, or what comes after it."""
    language = stage.language
    title = say(language, "first_round")
    results = stage.look.seen.results
    if not results or stage.round == 1:
        title = say(language, "round", round=2, rounds=2)
        return title, (say(language, "swap"), say(language, "swap_more"))
    if results[0] == DRAWN:
        return title, (say(language, "drawn"),)
    role, pawns = divmod(results[0], RESULT_ROLE)
    won = say(language, "won_with", role=say(language, ROLES[role]), n=pawns)
    return title, (stage.look.names[seat_of(role, 1)], won)


def ribbon(stage: Stage) -> Picture:
    """A round that ended, a birth, a disintegration: said across the Circle."""
    age, language = stage.look.age, stage.language
    ended = stage.news.get("round_over")
    if ended is not None:
        return _ended(stage, ended) if LINE_FRAMES <= age < RIBBON_FRAMES else ()
    if age >= FLASH_FRAMES:
        return ()
    if "disintegrated" in stage.news:
        return banner(say(language, "disintegration"), (), RAMPS["death"].main, 278)
    if "birth" in stage.news:
        return banner(say(language, "birth"), (), RAMPS["life"].main, 278)
    return ()


def _ended(stage: Stage, ended: Happening) -> Picture:
    language, result, number = stage.language, ended["result"], ended["round"]
    why = "limit" if ended["why"] == "actions" else ended["why"]
    reason = say(language, why, n=ACTION_LIMIT)
    if result is None:
        words = say(language, "round_drawn", round=number)
        return banner(words, (reason,), "mist", 262)
    role = say(language, result["role"])
    words = say(language, "round_won", round=number, role=role)
    name = stage.look.names[result["seat"]]
    color = RAMPS[result["role"]].main
    because = say(language, "because", name=name, why=reason)
    return banner(words, (because,), color, 262)
