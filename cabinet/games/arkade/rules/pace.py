"""Time and honour in Arkade, from `data/arcade.toml`."""

from typing import Final

from cabinet.games.arkade.rules.box import COLUMNS, LINES
from cabinet.games.arkade.rules.position import (
    ALIEN,
    DEFENDER,
    NOBODY,
    SIDES,
    State,
)
from cabinet.games.arkade.view.texts import TEXTS
from cabinet.tabletop.api import Log, Parts, Seat
from cabinet.tabletop.data import table

_DATA: Final = table("cabinet.games.arkade", "arcade.toml")
ROLL_MS: Final[int] = int(_DATA["roll"])
# By level; the Alien's, then the Defender's.
REACTION_MS: Final[dict[str, tuple[int, int]]] = {
    level: (int(after["alien"]), int(after["defender"]))
    for level, after in _DATA["reaction"].items()
}
# What is left of that by level, against somebody who hammers on the buttons; and from
# one action of a person to the next, what is calm and what is hammering.
HURRIED_MS: Final[dict[str, int]] = dict(_DATA["hurried"])
CALM_MS: Final[int] = int(_DATA["hurry"]["calm"])
HAMMERED_MS: Final[int] = int(_DATA["hurry"]["hammered"])
_POINTS: Final[dict[str, int]] = dict(_DATA["points"])


def points(state: State, log: Log) -> tuple[int, int]:
    """What each seat is noted for: a quick victory that kept much is worth most.

    Until the end it is what a defeat would be worth, which only grows.
    """
    if state.mover != NOBODY:
        return _defeat(state, log, ALIEN)[2], _defeat(state, log, DEFENDER)[2]
    won = sum(worth for _, _, worth in _victory(state, log))
    side = state.winner()
    lost = _defeat(state, log, 1 - side)[2]
    return (won, lost) if side == ALIEN else (lost, won)


def parts(state: State, log: Log, language: str) -> tuple[Parts, Parts]:
    """What that is made of."""
    said: list[Parts] = [(), ()]
    if state.mover == NOBODY:
        side = state.winner()
        won, lost = _victory(state, log), (_defeat(state, log, 1 - side),)
        said[side] = tuple(
            (TEXTS[language](f"score.{key}", n=n), worth) for key, n, worth in won
        )
        said[1 - side] = tuple(
            (TEXTS[language](f"score.{key}", n=n), worth) for key, n, worth in lost
        )
    return said[ALIEN], said[DEFENDER]


def _victory(state: State, log: Log) -> list[tuple[str, int, int]]:
    """Why the winner is noted: a key to its words, how many, and what for."""
    side = state.winner()
    saucers, nuggets = state.standing().bit_count(), state.nuggets
    kept = ("saucers", saucers) if side == ALIEN else ("nuggets", nuggets)
    return [
        ("victory", 1, _POINTS["victory"]),
        _quick(state, log, side),
        (*kept, _POINTS["kept"] * kept[1]),
    ]


def _quick(state: State, log: Log, side: int) -> tuple[str, int, int]:
    """How long it took: in turns of its own, or in steps of the Alien's.

    Where both play at once dice may be rolled as often as one likes, so rolls do not
    count there.
    """
    if state.setup.arcade:
        steps = _steps(log)
        key = "steps" if side == ALIEN else "alien_steps"
        return key, steps, _POINTS["quick"] * max(0, _POINTS["steps"] - steps)
    turns = sum(1 for seat, action in log if seat == side and action == "roll")
    return "turns", turns, _POINTS["turn"] * max(0, _POINTS["turns"] - turns)


def _defeat(state: State, log: Log, side: int) -> tuple[str, int, int]:
    """What a side has done, also if it loses: saucers shot, or steps moved."""
    done, key = (_steps(log), "step") if side == ALIEN else (sum(state.kills), "kill")
    return f"{key}s", done, min(_POINTS["defeat"], _POINTS[key] * done)


def _steps(log: Log) -> int:
    return sum(a.startswith("step ") for s, a in log if s == ALIEN)


def near(state: State, seat: Seat, language: str) -> tuple[int, str]:
    """How many lines the foremost saucer is from the last, or how many saucers fly."""
    saucers = state.standing()
    lacks = saucers.bit_count()
    if seat == ALIEN:
        lacks = LINES - 1 - max(0, saucers.bit_length() - 1) // COLUMNS
    return lacks, TEXTS[language](f"near.{SIDES[seat]}", n=lacks)
