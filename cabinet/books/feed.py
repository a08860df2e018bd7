"""The postings one after the other, for whoever keeps books of many cabinets.

A posting is known for ever by its number and the hash that chains it: the number says
what follows what, the hash tells two books apart that both have a posting 17. `after`
is the hash of the posting before it, so that who has that one notices books that were
written anew. A collection comes with its check code, an alarm with its message. Reading
waits for no writer, and no writer for it.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cabinet.books.accounts import Remark
from cabinet.books.chain import BEGINNING, ROOT, End
from cabinet.books.check_codes import check_code
from cabinet.books.inspection import reading
from cabinet.books.legacy_notes import read_note
from cabinet.books.schema import HAS_HIGH_SCORES, HIGH_SCORES, RARE
from cabinet.core.money.ledger import HighScore, Kind, Tables
from cabinet.i18n.message import Message, document, from_text

_FIELDS: Final = (
    *("seq", "kind", "slot", "amount", "credits", "run", "match", "owner"),
    *("players", "clicks", "mode", "wall_ms", "boot", "note"),
)
_AFTER: Final = f"""SELECT hash, (SELECT hash FROM postings AS before
    WHERE before.seq = postings.seq - 1), {", ".join(_FIELDS)} FROM postings
    WHERE seq > ? ORDER BY seq LIMIT ?"""
_ALARMS: Final = f"""SELECT seq, kind, amount, note, wall_ms, hash FROM postings
    WHERE {RARE} AND kind IN ('alarm', 'restored') AND seq > ? ORDER BY seq"""
_COLLECTED: Final = f"""SELECT coalesce(max(seq), 0) FROM postings
    WHERE {RARE} AND kind = 'collection'"""
_IN_BOX: Final = """SELECT slot, count(*), sum(amount), max(seq) FROM postings
    WHERE seq > ? AND kind IN ('coin', 'test') AND slot IS NOT NULL GROUP BY slot"""
_DAY: Final = """SELECT kind, count(*), sum(amount), sum(players > 0) FROM postings
    WHERE wall_ms >= ? AND wall_ms < ? GROUP BY kind"""
_ALARMS_OF_DAY: Final = f"""SELECT note FROM postings
    WHERE {RARE} AND kind = 'alarm' AND wall_ms >= ? AND wall_ms < ? ORDER BY seq"""
_NEWEST: Final = "SELECT seq, hash FROM postings ORDER BY seq DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class BoxSums:
    """What fell into each slot's box since the last collection: coins and money.

    Read up to posting `seq`, so that reading on reads only what is new.
    """

    collection: int = 0
    seq: int = 0
    slots: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DaySums:
    """What a stretch of time brought in, and what was wrong in it."""

    money: int = 0
    coins: int = 0
    plays: int = 0
    refunds: int = 0
    alarms: tuple[Message, ...] = ()


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

    def has_hash(self, seq: int, link: str) -> bool:
        """The same of a posting whose hash is kept in hexadecimal; 0: of no posting."""
        return seq == 0 or self.has(End(seq, bytes.fromhex(link)))

    def alarms(self, seq: int) -> list[Remark]:
        """What went wrong after posting number `seq`, the oldest first."""
        with reading(self.path) as db:
            return [Remark(*row) for row in db.execute(_ALARMS, (seq,))]

    def in_box(self, before: BoxSums) -> BoxSums:
        """What is in the boxes now; `before` is what this said last."""
        with reading(self.path) as db:
            db.execute("BEGIN")
            (collected,) = db.execute(_COLLECTED).fetchone()
            if collected != before.collection:
                before = BoxSums(collected, collected)
            slots, last = dict(before.slots), before.seq
            for slot, coins, money, seq in db.execute(_IN_BOX, (before.seq,)):
                known = slots.get(slot, (0, 0))
                slots[slot] = known[0] + coins, known[1] + money
                last = max(last, seq)
        return BoxSums(collected, last, slots)

    def day(self, begin_ms: int, end_ms: int) -> DaySums:
        """What happened between two moments of the wall clock."""
        with reading(self.path) as db:
            found = {kind: rest for kind, *rest in db.execute(_DAY, (begin_ms, end_ms))}
            notes = db.execute(_ALARMS_OF_DAY, (begin_ms, end_ms)).fetchall()
        coins, money, _ = found.get(Kind.COIN.value, (0, 0, 0))
        return DaySums(
            money,
            coins,
            plays=found.get(Kind.CHARGE.value, (0, 0, 0))[2],
            refunds=found.get(Kind.REFUND.value, (0, 0, 0))[2],
            alarms=tuple(read_note(note) for (note,) in notes),
        )

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
    if fields["kind"] == Kind.ALARM.value:
        fields["told"] = document(read_note(note))
    return {"hash": link.hex(), "after": (before or ROOT).hex(), **fields}
