"""The postings one after the other, for whoever keeps books of many cabinets.

A posting is known for ever by its number and the hash that chains it: the number says
what follows what, the hash tells two books apart that both have a posting 17. `after`
is the hash of the posting before it, so that who has that one notices books that were
written anew. A collection comes with its check code. Reading waits for no writer, and
no writer for it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cabinet.books.chain import BEGINNING, ROOT, End
from cabinet.books.check_codes import check_code
from cabinet.books.inspection import reading
from cabinet.books.schema import HAS_HIGH_SCORES, HIGH_SCORES
from cabinet.core.money.ledger import HighScore, Kind, Tables
from cabinet.i18n.message import from_text

_FIELDS: Final = (
    *("seq", "kind", "slot", "amount", "credits", "run", "match", "owner"),
    *("players", "clicks", "mode", "wall_ms", "boot", "note"),
)
_AFTER: Final = f"""SELECT hash, (SELECT hash FROM postings AS before
    WHERE before.seq = postings.seq - 1), {", ".join(_FIELDS)} FROM postings
    WHERE seq > ? ORDER BY seq LIMIT ?"""
_NEWEST: Final = "SELECT seq, hash FROM postings ORDER BY seq DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Feed:
    """The books at `path`, to read from one number on."""

    path: Path

    def newest(self) -> End:
        """The last posting; `BEGINNING` in books without any."""
        with reading(self.path) as db:
            row = db.execute(_NEWEST).fetchone()
            return End(*row) if row else BEGINNING

    def has(self, known: End) -> bool:
        """Whether these are still the books that had this posting."""
        if known == BEGINNING:
            return True
        with reading(self.path) as db:
            query = "SELECT hash FROM postings WHERE seq = ?"
            row = db.execute(query, (known.seq,)).fetchone()
            return row is not None and row[0] == known.hash

    def after(self, seq: int, most: int) -> list[dict[str, Any]]:
        """The postings that follow number `seq`, as plain values."""
        with reading(self.path) as db:
            return [_plain(row) for row in db.execute(_AFTER, (seq, most))]

    def high_scores(self) -> Tables:
        """The high scores that were signed here."""
        tables: dict[str, tuple[HighScore, ...]] = {}
        with reading(self.path) as db:
            if db.execute(HAS_HIGH_SCORES).fetchone():
                for mode, name, score in db.execute(HIGH_SCORES):
                    tables[mode] = (*tables.get(mode, ()), HighScore(name, score))
        return tables


def _plain(row: tuple[Any, ...]) -> dict[str, Any]:
    link, before, *values, note = row
    fields = dict(zip(_FIELDS, (*values, str(from_text(note))), strict=True))
    if fields["kind"] == Kind.COLLECTION.value:
        fields["code"] = check_code(link)
    return {"hash": link.hex(), "after": (before or ROOT).hex(), **fields}
