"""The high scores: who played each mode best, and who may sign.

A table is the ten best of one mode, best first; of equal scores the older stands
higher. Only people sign, and only for a score that is worth something. Names are
three signs long, accents included, as the stick can enter them.
"""

from typing import Final

from cabinet.core.money.ledger import (
    HighScore,
    MatchClosed,
    MatchRecord,
    ScoreSigned,
    Tables,
)

PLACES: Final = 10
LETTERS: Final = 3
SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÉÈÊËÎÏÔÙÛ0123456789.-!? "


def rank(table: tuple[HighScore, ...], score: int) -> int | None:
    """Which place, from 1, a new score would take; None when it takes none."""
    better = sum(high_score.score >= score for high_score in table)
    return better + 1 if score > 0 and better < PLACES else None


def entered(tables: Tables, signed: ScoreSigned) -> dict[str, tuple[HighScore, ...]]:
    """The tables with one more signature."""
    table = tables.get(signed.mode, ())
    place = rank(table, signed.score)
    if place is None:
        return dict(tables)
    line = HighScore(signed.name, signed.score)
    table = (*table[: place - 1], line, *table[place - 1 :])
    return {**tables, signed.mode: table[:PLACES]}


def signers(
    tables: Tables, record: MatchRecord, closed: MatchClosed
) -> tuple[int, ...]:
    """The seats of people whose score is among the best, best first."""
    table = tables.get(record.table, ())
    scores = closed.scores
    worthy = [
        seat
        for seat, score in enumerate(scores)
        if record.seats[seat].kind == "person" and rank(table, score)
    ]
    return tuple(sorted(worthy, key=lambda seat: -scores[seat]))


def proper(name: str) -> bool:
    """Whether a name is one that the stick can enter."""
    return len(name) == LETTERS and all(sign in SIGNS for sign in name)
