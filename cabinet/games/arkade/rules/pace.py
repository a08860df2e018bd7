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
_POINTS: Final[dict[str, int]] = dict(_DATA["points"])


def points(state: State, log: Log) -> tuple[int, int]:
    """What each seat is noted for: a quick victory that kept much is worth most."""
    if state.mover != NOBODY:
        return 0, 0
    won = sum(worth for _, _, worth in _victory(state, log))
    lost = _defeat(state, log)[2]
    return (won, lost) if state.winner() == ALIEN else (lost, won)


def parts(state: State, log: Log, language: str) -> tuple[Parts, Parts]:
    """What that is made of."""
    said: list[Parts] = [(), ()]
    if state.mover == NOBODY:
        side = state.winner()
        won, lost = _victory(state, log), (_defeat(state, log),)
        said[side] = tuple(
            (TEXTS[language](f"score.{key}", n=n), worth) for key, n, worth in won
        )
        said[1 - side] = tuple(
            (TEXTS[language](f"score.{key}", n=n), worth) for key, n, worth in lost
        )
    return said[ALIEN], said[DEFENDER]


def _victory(state: State, log: Log) -> list[tuple[str, int, int]]:
    """Why the winner is noted: a key to its words, how many, and what for."""
    turns, kept = _record(state, log, state.winner())
    quick = max(0, _POINTS["turns"] - turns[1])
    return [
        ("victory", 1, _POINTS["victory"]),
        (*turns, _POINTS["turn"] * quick),
        (*kept, _POINTS["kept"] * kept[1]),
    ]


def _defeat(state: State, log: Log) -> tuple[str, int, int]:
    """What the loser did all the same: saucers shot, or steps moved."""
    if state.winner() == ALIEN:
        done, key = sum(state.kills), "kill"
    else:
        done, key = sum(a.startswith("step ") for s, a in log if s == ALIEN), "step"
    return f"{key}s", done, min(_POINTS["defeat"], _POINTS[key] * done)


def near(state: State, seat: Seat, language: str) -> tuple[int, str]:
    """How many lines the foremost saucer is from the last, or how many saucers fly."""
    saucers = state.standing()
    lacks = saucers.bit_count()
    if seat == ALIEN:
        lacks = LINES - 1 - max(0, saucers.bit_length() - 1) // COLUMNS
    return lacks, TEXTS[language](f"near.{SIDES[seat]}", n=lacks)


def _record(state: State, log: Log, side: int) -> tuple[tuple[str, int], ...]:
    """How long a side took, and what it has left.

    A turn is one of its own; in arcade mode, one of its rolls.
    """
    turns = sum(1 for seat, action in log if seat == side and action == "roll")
    saucers = state.standing().bit_count()
    return (
        ("rolls" if state.setup.arcade else "turns", turns),
        ("saucers", saucers) if side == ALIEN else ("nuggets", state.nuggets),
    )
