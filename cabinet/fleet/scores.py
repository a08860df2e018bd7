"""High scores between cabinets: each tells its own, each hears the others'."""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.core.money.high_scores import PLACES, proper
from cabinet.core.money.ledger import Tables
from cabinet.fleet.topics import PayloadError, read
from cabinet.protocol.fleet import RemoteScore, RemoteScores

LONGEST: Final = 32_000
HIGHEST: Final = 1_000_000_000
MOST_CABINETS: Final = 500
_MOST_LINES: Final = 400


def own(id_: str, tables: Tables) -> dict[str, Any]:
    """What a cabinet tells of itself."""
    lines = [[mode, one.name, one.score] for mode in tables for one in tables[mode]]
    return {"cabinet": id_, "scores": lines}


def heard(payload: bytes) -> tuple[RemoteScore, ...]:
    """What another cabinet told; `PayloadError` when it cannot be that."""
    lines = read(payload, LONGEST).get("scores") if payload else []
    if not isinstance(lines, list) or len(lines) > _MOST_LINES:
        raise PayloadError(f"scores: expected a list of at most {_MOST_LINES}")
    return tuple(map(_line, lines))


def _line(line: object) -> RemoteScore:
    match line:
        case [str(mode), str(name), int(score)] if (
            proper(name) and 0 < score <= HIGHEST and 0 < len(mode) <= 200
        ):
            return RemoteScore(mode, name, int(score))
    raise PayloadError("scores: expected lines of a mode, three signs and a number")


def best(others: Mapping[str, tuple[RemoteScore, ...]]) -> RemoteScores:
    """The best of each mode among all other cabinets."""
    lines = sorted((one for each in others.values() for one in each), key=_rank)
    places: dict[str, int] = {}
    kept: list[RemoteScore] = []
    for one in lines:
        places[one.mode] = places.get(one.mode, 0) + 1
        if places[one.mode] <= PLACES:
            kept.append(one)
    return RemoteScores(tuple(kept))


def _rank(one: RemoteScore) -> tuple[int, str, str]:
    return -one.score, one.mode, one.name
