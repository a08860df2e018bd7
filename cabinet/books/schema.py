"""The tables of the books, and how entries become rows and rows become entries.

Everything is only ever added: a match that ends gets a row in `closings`, its own
row stays. SQLite itself refuses to change or delete a row.
"""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from cabinet.books.chain import BEGINNING, End, line, link
from cabinet.books.pages import COVER, Page
from cabinet.core.events import Nanos
from cabinet.core.money.high_scores import PLACES
from cabinet.core.money.ledger import (
    Entry,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Move,
    MovePlayed,
    OpenBooks,
    Posting,
    ScoreSigned,
    Seating,
    unpaced,
)
from cabinet.i18n.message import Message, message

# Version 3 knows boards that count coins, and has a table of high scores. Version 4
# knows coin acceptors that number their events, in notes and pages, and corrections of
# collections.
VERSION: Final = 4
OLDEST_KNOWN: Final = 2
APPLICATION: Final = int.from_bytes(b"ARKB", "big")

_TABLES: Final = {
    "postings": """(seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, slot INTEGER,
        amount INTEGER NOT NULL, credits INTEGER NOT NULL, run INTEGER NOT NULL,
        match INTEGER, owner INTEGER NOT NULL, players INTEGER NOT NULL,
        clicks INTEGER NOT NULL, mode TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL, note TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT""",
    "pages": """(seq INTEGER PRIMARY KEY, books TEXT NOT NULL, tally TEXT NOT NULL,
        hash BLOB NOT NULL) STRICT""",
    "matches": """(id INTEGER PRIMARY KEY, offer INTEGER NOT NULL,
        game TEXT NOT NULL, options TEXT NOT NULL, seats TEXT NOT NULL,
        seed TEXT NOT NULL, credits INTEGER NOT NULL, mode TEXT NOT NULL,
        paid TEXT NOT NULL, at INTEGER NOT NULL, wall_ms INTEGER NOT NULL,
        boot TEXT NOT NULL) STRICT""",
    "moves": """(match INTEGER NOT NULL, turn INTEGER NOT NULL,
        seat INTEGER NOT NULL, action TEXT NOT NULL, at INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL, boot TEXT NOT NULL,
        PRIMARY KEY (match, turn)) STRICT, WITHOUT ROWID""",
    "honours": """(match INTEGER NOT NULL, seat INTEGER NOT NULL,
        mode TEXT NOT NULL, score INTEGER NOT NULL, name TEXT NOT NULL,
        at INTEGER NOT NULL, wall_ms INTEGER NOT NULL, boot TEXT NOT NULL,
        PRIMARY KEY (match, seat)) STRICT""",
    "closings": """(match INTEGER PRIMARY KEY, how TEXT NOT NULL,
        winners TEXT NOT NULL, scores TEXT NOT NULL, reason TEXT NOT NULL,
        at INTEGER NOT NULL, wall_ms INTEGER NOT NULL, boot TEXT NOT NULL) STRICT""",
}
# What a person looks for by name: few rows, found without reading the others.
RARE: Final = """kind IN ('alarm', 'collection', 'correction', 'restored', 'setting',
    'trusted')"""
# What the cabinet looks for when it wakes up.
GIVEN: Final = "kind IN ('cleared', 'service')"
CREATE: Final = (
    *(
        f"CREATE TABLE IF NOT EXISTS {name} {columns}"
        for name, columns in _TABLES.items()
    ),
    *(
        f"CREATE TRIGGER IF NOT EXISTS {name}_no_{verb} BEFORE {verb} ON {name} "
        f"BEGIN SELECT RAISE(ABORT, '{name} are only ever added'); END"
        for name in _TABLES
        for verb in ("UPDATE", "DELETE")
    ),
    # Books of version 3 have one that knows no corrections.
    "DROP INDEX IF EXISTS rare",
    f"CREATE INDEX IF NOT EXISTS remarks ON postings (kind, seq) WHERE {RARE}",
    f"CREATE INDEX IF NOT EXISTS given ON postings (kind, wall_ms) WHERE {GIVEN}",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)
NEWEST_MATCH: Final = """SELECT id, offer, game, options, seats, seed, credits,
    mode, paid, EXISTS (SELECT 1 FROM closings WHERE match = id) FROM matches
    ORDER BY id DESC LIMIT 1"""
# The best of each mode since it was last cleared; of equal scores the older one
# stands higher.
HIGH_SCORES: Final = f"""SELECT mode, name, score FROM (SELECT *, row_number() OVER
    (PARTITION BY mode ORDER BY score DESC, rowid) AS place FROM honours AS signed
    WHERE signed.match >= coalesce((SELECT max(p.match) FROM postings AS p
        WHERE {GIVEN} AND p.kind = 'cleared' AND (p.mode = signed.mode
            OR instr(signed.mode, p.mode || ' pace=') = 1)), 0))
    WHERE place <= {PLACES} ORDER BY mode, place"""
GIFTS: Final = f"""SELECT wall_ms, note FROM postings
    WHERE {GIVEN} AND kind = 'service' AND wall_ms > ? ORDER BY seq"""
# What the newest match has cost so far: more may have been paid after its beginning.
CHARGED: Final = """SELECT owner, -sum(credits) FROM postings WHERE match = ?
    AND kind = 'charge' AND seq > (SELECT max(seq) FROM postings) - 100000
    GROUP BY owner ORDER BY owner"""
HAS_HIGH_SCORES: Final = "SELECT 1 FROM sqlite_schema WHERE name = 'honours'"
MOVES: Final = "SELECT turn, seat, action FROM moves WHERE match = ? ORDER BY turn"

Statement: TypeAlias = tuple[str, tuple[object, ...]]


class Stamp(NamedTuple):
    """When a commit happened, and in which run of the machine."""

    at: Nanos
    wall_ms: int
    boot: str


@dataclass(frozen=True, slots=True)
class Tail:
    """Where the books end: what the next entry has to follow."""

    end: End = BEGINNING
    page: Page = COVER
    books: OpenBooks = field(default_factory=OpenBooks)
    match: int | None = None
    turns: int = 0
    next_match: int = 1


def write_up(tail: Tail, entry: Entry, stamp: Stamp) -> tuple[Tail, Statement]:
    """The row for `entry`; `ValueError` when it cannot follow what is written."""
    match entry:
        case Posting():
            return _post(tail, entry, stamp)
        case MatchOpened():
            return _open(tail, entry.record, stamp)
        case MovePlayed():
            return _move(tail, entry, stamp)
        case MatchClosed():
            return _close(tail, entry, stamp)
        case ScoreSigned():
            return tail, insert("honours", (*astuple(entry), *stamp))
    assert_never(entry)


def _post(tail: Tail, posting: Posting, stamp: Stamp) -> tuple[Tail, Statement]:
    books, seq = tail.books.after(posting), tail.end.seq + 1
    linked = link(tail.end.hash, line(seq, posting, *stamp))
    row = (
        seq,
        posting.kind.value,
        posting.slot,
        posting.amount,
        posting.credits,
        posting.run,
        posting.match,
        posting.owner,
        posting.players,
        posting.clicks,
        posting.mode,
        *stamp,
        posting.note,
        linked,
    )
    end = End(seq, linked)
    tail = Tail(end, tail.page, books, tail.match, tail.turns, tail.next_match)
    return tail, insert("postings", row)


def _open(tail: Tail, record: MatchRecord, stamp: Stamp) -> tuple[Tail, Statement]:
    if tail.match is not None or record.id < tail.next_match or record.log:
        before, moves = _position(tail), len(record.log)
        raise ValueError(
            message("opening_misplaced", match=record.id, moves=moves, before=before)
        )
    row = (
        record.id,
        record.offer,
        record.game,
        json.dumps(dict(record.options)),
        json.dumps([(seat.kind, seat.level) for seat in record.seats]),
        str(record.seed),
        record.credits,
        record.table,
        json.dumps(record.paid),
        *stamp,
    )
    tail = replace(tail, match=record.id, turns=0, next_match=record.id + 1)
    return tail, insert("matches", row)


def _move(tail: Tail, entry: MovePlayed, stamp: Stamp) -> tuple[Tail, Statement]:
    if (entry.match, entry.turn) != (tail.match, tail.turns):
        move, match, before = entry.turn, entry.match, _position(tail)
        raise ValueError(
            message("move_misplaced", move=move, match=match, before=before)
        )
    row = (entry.match, entry.turn, entry.move.seat, entry.move.action, *stamp)
    return replace(tail, turns=tail.turns + 1), insert("moves", row)


def _close(tail: Tail, entry: MatchClosed, stamp: Stamp) -> tuple[Tail, Statement]:
    if entry.match != tail.match:
        before = _position(tail)
        raise ValueError(message("end_misplaced", match=entry.match, before=before))
    ranks = json.dumps(entry.winners), json.dumps(entry.scores)
    row = (entry.match, entry.how, *ranks, entry.reason, *stamp)
    return replace(tail, match=None, turns=0), insert("closings", row)


def _position(tail: Tail) -> Message:
    if tail.match is None:
        return message("no_match_open")
    return message("match_after_moves", match=tail.match, moves=tail.turns)


def insert(table: str, row: tuple[object, ...]) -> Statement:
    """The statement that adds a row."""
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row


def read_match(
    row: tuple[Any, ...], moves: Iterable[tuple[int, int, str]]
) -> MatchRecord:
    """The match in a row of `matches`; `ValueError` when it makes no sense."""
    number, offer, game, options, seats, seed, credits, named, paid = row
    mode, pace = unpaced(named)
    log: list[Move] = []
    for turn, seat, action in moves:
        if turn != len(log):
            raise ValueError(message("move_missing", move=len(log), match=number))
        log.append(Move(seat, action))
    try:
        seating = tuple(Seating(kind, level) for kind, level in json.loads(seats))
        choices = dict(json.loads(options))
        chance = int(seed)
        shares = tuple((int(owner), int(share)) for owner, share in json.loads(paid))
    except (ValueError, TypeError) as wrong:
        raise ValueError(message("match_changed", match=number)) from wrong
    return MatchRecord(
        number,
        offer,
        game,
        choices,
        seating,
        chance,
        credits,
        tuple(log),
        mode,
        shares,
        pace,
    )
