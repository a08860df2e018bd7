"""What the wires did around an alarm or a pulse that was not money.

"I put a coin in and got nothing" deserves an answer, so the edges around every such
moment are kept, at most `KEPT` of each kind, the oldest dropped. It is a file of its
own beside the books: evidence is no money, it waits for no disk, and a file that
cannot be written is tried again with the next case, never a reason to refuse a coin.
"""

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cabinet.books.errors import explained
from cabinet.books.legacy_notes import read_note
from cabinet.core.errors import BooksError
from cabinet.core.events import REJECTIONS, Edge, Nanos
from cabinet.i18n.message import Message, message

KEPT: Final = 250
LONGEST_WAIT_S: Final = 0.1

_log = logging.getLogger(__name__)
_CREATE: Final = """CREATE TABLE IF NOT EXISTS evidence (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, line TEXT NOT NULL,
    why TEXT NOT NULL, times INTEGER NOT NULL, at INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL, limits TEXT NOT NULL, levels TEXT NOT NULL,
    edges TEXT NOT NULL) STRICT"""
_INSERT: Final = """INSERT INTO evidence
    (kind, line, why, times, at, wall_ms, limits, levels, edges)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_DROP: Final = f"""DELETE FROM evidence WHERE kind = ?1 AND id <= (SELECT id FROM
    evidence WHERE kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET {KEPT})"""
_SELECT: Final = """SELECT id, kind, line, why, times, at, wall_ms, limits, levels,
    edges FROM evidence"""


@dataclass(frozen=True, slots=True)
class Case:
    """One moment: `kind` is `rejected`, `alarm` or `crash`, `why` what was decided.

    A rejected pulse has one of `REJECTIONS` and its width there, as "short, 4.0 ms";
    an alarm has its note, and `limits` are a message in the same form.

    `line` is the wire it was about, "" when about none; `times` how often it
    happened in this window; `limits` what would have been a coin there. `levels`
    are those before the first edge. Edges that were counted are numbered as if the
    count had begun here, so that a gap tells of lost ones.
    """

    kind: str
    line: str
    why: str
    at: Nanos
    wall_ms: int
    limits: str
    levels: Mapping[str, bool]
    edges: tuple[Edge, ...]
    times: int = 1
    id: int = 0

    @property
    def told(self) -> Message:
        """What was decided, for a reader."""
        reason, _, width = self.why.partition(", ")
        if self.kind != "rejected" or reason not in REJECTIONS:
            return read_note(self.why)
        if not width:
            return message(f"pulses_{reason}")
        return message(f"pulse_{reason}", ms=float(width.removesuffix(" ms")))

    @property
    def told_limits(self) -> Message | None:
        """What would have been a coin there, for a reader."""
        return read_note(self.limits) if self.limits else None

    @property
    def by_board(self) -> bool:
        """Whether a board judged its wire, and told of it no level and no edge."""
        wires = {*self.levels, *(edge.line for edge in self.edges)}
        return bool(self.line) and self.line not in wires


class EvidenceFile:
    """Where cases are kept; made when the first one is."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._refused = False

    def keep(self, case: Case) -> None:
        """Keep a case if that is possible; it never raises and never waits long.

        The log has one line when that begins to fail, and one when it ends.
        """
        try:
            with explained(self._path):
                self._write(case)
        except BooksError as wrong:
            self.close()
            if not self._refused:
                _log.warning("evidence cannot be kept: %s", wrong)
            self._refused = True
            return
        if self._refused:
            _log.info("evidence is kept again")
        self._refused = False

    def close(self) -> None:
        """Let go of the file."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _write(self, case: Case) -> None:
        if self._db is None:
            self._db = sqlite3.connect(self._path, LONGEST_WAIT_S, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(_CREATE)
        edges = [tuple(edge) for edge in case.edges]
        row = (case.kind, case.line, case.why, case.times, case.at, case.wall_ms)
        texts = (case.limits, json.dumps(dict(case.levels)), json.dumps(edges))
        self._db.execute("BEGIN")
        self._db.execute(_INSERT, row + texts)
        self._db.execute(_DROP, (case.kind,))
        self._db.execute("COMMIT")


def cases(path: Path) -> list[Case]:
    """Everything kept, the oldest first."""
    with _reading(path) as db:
        return [_case(row) for row in db.execute(f"{_SELECT} ORDER BY id")]


def case(path: Path, number: int) -> Case:
    """One case by its number; `BooksError` when it is not kept (any more)."""
    with _reading(path) as db:
        row = db.execute(f"{_SELECT} WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise BooksError(message("no_such_evidence", number=number, kept=KEPT))
    return _case(row)


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.exists():
        raise BooksError(message("no_evidence", path=str(path)))
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with explained(path), closing(sqlite3.connect(uri, uri=True)) as db:
        yield db


def _case(row: tuple[Any, ...]) -> Case:
    number, kind, line, why, times, at, wall_ms, limits, levels, edges = row
    return Case(
        kind,
        line,
        why,
        at,
        wall_ms,
        limits,
        json.loads(levels),
        tuple(Edge(*edge) for edge in json.loads(edges)),
        times,
        number,
    )
