"""The books of many cabinets in one: each posting once, whatever was lost on the way.

A posting is known by cabinet, number and hash, so one that comes twice is one. What is
missing shows as a hole in the numbers, or as a cabinet whose retained state names a
newer posting than we have: then it is asked to tell everything from there again. So
neither a broker that lost its queue nor a collector that was switched off loses one.

A history never changes. Each posting names the hash of the one before it, and the state
that of the newest one. When those are not what the cabinet told before, its books were
written anew, restored or exchanged: that is logged as an error, and stays in `changes`.
We believe the hashes that a cabinet tells; a program that lies about them is not found.

Beside the postings stands what each cabinet said last of itself, and what its postings
add up to by the hour: `cabinet fleet page` reads both.
"""

import logging
import select
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.money.ledger import Kind
from cabinet.core.ports import Clock
from cabinet.fleet.broker import Access, BrokerError, BrokerLine, Publication
from cabinet.fleet.topics import (
    EVENTS,
    ROOT,
    PayloadError,
    Topics,
    cabinet_of,
    read,
    text,
    whole,
    written,
)

log = logging.getLogger("cabinet.fleet")

STATES: Final = f"{ROOT}/+/state"
AVAILABILITY: Final = f"{ROOT}/+/availability"
LONGEST: Final = 100_000
TICK_S: Final = 0.5
# A cabinet that was asked gets this long to answer before it is asked again.
TIMEOUT: Final = 3 * SECOND
# One a second for thirty years; and no till holds more than the other.
_NEWEST: Final = 1_000_000_000
_MOST_MONEY: Final = 1_000_000_000_000
_LATEST_MS: Final = 1 << 53
_CREATE: Final = """CREATE TABLE IF NOT EXISTS postings (cabinet TEXT NOT NULL,
    seq INTEGER NOT NULL, hash TEXT NOT NULL, kind TEXT NOT NULL,
    amount INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (cabinet, seq, hash)) STRICT, WITHOUT ROWID"""
_CREATE_CHANGES: Final = """CREATE TABLE IF NOT EXISTS changes (
    cabinet TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL,
    noticed TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (cabinet, seq, hash)) STRICT, WITHOUT ROWID"""
# What a cabinet said last, with when: `online` is what the broker says of it.
_CREATE_STATES: Final = """CREATE TABLE IF NOT EXISTS states (
    cabinet TEXT PRIMARY KEY, line TEXT NOT NULL DEFAULT '{}',
    heard_ms INTEGER NOT NULL DEFAULT 0, online INTEGER NOT NULL DEFAULT 0)
    STRICT, WITHOUT ROWID"""
# What its postings add up to in each hour of UTC.
_CREATE_HOURS: Final = """CREATE TABLE hours (
    cabinet TEXT NOT NULL, hour INTEGER NOT NULL, money INTEGER NOT NULL DEFAULT 0,
    coins INTEGER NOT NULL DEFAULT 0, plays INTEGER NOT NULL DEFAULT 0,
    refunds INTEGER NOT NULL DEFAULT 0, alarms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (cabinet, hour)) STRICT, WITHOUT ROWID"""
_CREATE_RARE: Final = """CREATE INDEX IF NOT EXISTS rare ON postings
    (cabinet, kind, seq) WHERE kind IN ('alarm', 'collection')"""
_ALL: Final = """SELECT cabinet, seq, kind, amount, line FROM postings
    ORDER BY cabinet, seq"""
_ADD: Final = """INSERT INTO hours VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET money = money + excluded.money,
    coins = coins + excluded.coins, plays = plays + excluded.plays,
    refunds = refunds + excluded.refunds, alarms = alarms + excluded.alarms"""
_HOUR_MS: Final = 3_600_000
_CHANGE: Final = "INSERT OR IGNORE INTO changes (cabinet, seq, hash) VALUES (?, ?, ?)"
# Python reads some JSON that SQLite does not.
_AT: Final = """SELECT hash, CASE WHEN json_valid(line) THEN
    json_extract(line, '$.after') END FROM postings WHERE cabinet = ? AND seq = ?"""
_INSERT: Final = "INSERT OR IGNORE INTO postings VALUES (?, ?, ?, ?, ?, ?)"
_COMPLETE: Final = """SELECT coalesce(min(a.seq), 0) FROM postings AS a
    WHERE a.cabinet = :cabinet AND a.seq >= :from AND NOT EXISTS (SELECT 1
    FROM postings AS b WHERE b.cabinet = a.cabinet AND b.seq = a.seq + 1)"""


class FleetBooks:
    """Postings of all cabinets in one SQLite file."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(_CREATE)
        self._db.execute(_CREATE_CHANGES)
        self._db.execute(_CREATE_STATES)
        self._db.execute(_CREATE_RARE)
        self._make_hours()
        self._complete: dict[str, int] = {}

    def book(self, told: list[Publication]) -> tuple[int, set[str]]:
        """Enter what is new, in one commit: how many, and whose postings came."""
        new, cabinets = 0, set()
        self._db.execute("BEGIN IMMEDIATE")
        for each in told:
            try:
                cabinet = cabinet_of(each.topic)
                new += self._enter(cabinet, each.payload)
                cabinets.add(cabinet)
            except PayloadError as wrong:
                log.warning("%s: a posting that is none: %s", each.topic, wrong)
        self._db.execute("COMMIT")
        return new, cabinets

    def complete(self, cabinet: str) -> int:
        """The number up to which no posting of a cabinet is missing."""
        start = self._complete.get(cabinet, 0)
        if start == 0 and not self._has(cabinet, 1):
            return 0
        wanted = {"cabinet": cabinet, "from": max(start, 1)}
        (found,) = self._db.execute(_COMPLETE, wanted).fetchone()
        self._complete[cabinet] = found
        return int(found)

    def newest(self, cabinet: str) -> int:
        """The highest number that came from a cabinet."""
        query = "SELECT coalesce(max(seq), 0) FROM postings WHERE cabinet = ?"
        (found,) = self._db.execute(query, (cabinet,)).fetchone()
        return int(found)

    def see_head(self, cabinet: str, seq: int, hash_: str) -> None:
        """A cabinet says which posting is its newest: it may not be another one."""
        told = self._at(cabinet, seq)
        if told and hash_ not in told:
            self._note_change(cabinet, seq, hash_)

    def keep_state(self, cabinet: str, line: str, heard_ms: int) -> None:
        """What a cabinet says of itself now."""
        self._db.execute(
            """INSERT INTO states (cabinet, line, heard_ms) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET line = excluded.line,
            heard_ms = excluded.heard_ms""",
            (cabinet, line, heard_ms),
        )

    def keep_online(self, cabinet: str, online: bool) -> None:  # noqa: FBT001
        """Whether the broker has it."""
        self._db.execute(
            """INSERT INTO states (cabinet, online) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET online = excluded.online""",
            (cabinet, int(online)),
        )

    def changes(self) -> list[tuple[str, int, str]]:
        """Where histories changed: cabinet, posting, and when that was noticed."""
        query = (
            "SELECT cabinet, seq, noticed FROM changes ORDER BY noticed, cabinet, seq"
        )
        return self._db.execute(query).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _has(self, cabinet: str, seq: int) -> bool:
        query = "SELECT 1 FROM postings WHERE cabinet = ? AND seq = ?"
        return self._db.execute(query, (cabinet, seq)).fetchone() is not None

    def _at(self, cabinet: str, seq: int) -> dict[str, str | None]:
        """What was told of a posting: each hash of it, and the one it follows."""
        return dict(self._db.execute(_AT, (cabinet, seq)))

    def _compare(self, cabinet: str, seq: int, hash_: str, after: str | None) -> None:
        """Notice a posting that cannot be of the history that was told before.

        Of a history that changed only the first posting is noted. Cabinets of older
        releases do not tell what a posting follows.
        """
        here, before = self._at(cabinet, seq), self._at(cabinet, seq - 1)
        if hash_ in here:
            return
        if after is not None and before and after not in before:
            self._note_change(cabinet, seq - 1, after)
        elif after is None or None in here.values():
            if here and len(before) < 2:
                self._note_change(cabinet, seq, hash_)
        elif after in here.values():
            self._note_change(cabinet, seq, hash_)

    def _note_change(self, cabinet: str, seq: int, hash_: str) -> None:
        if self._db.execute(_CHANGE, (cabinet, seq, hash_)).rowcount:
            log.error(
                "%s: HISTORY CHANGED: posting %d is not the one that was told before",
                *(cabinet, seq),
            )

    def _enter(self, cabinet: str, payload: bytes) -> int:
        line = read(payload, LONGEST)
        if text(line, "cabinet", 40) != cabinet:
            raise PayloadError("it speaks for another cabinet")
        seq = whole(line, "seq", _NEWEST)
        hash_, kind = text(line, "hash", 64), text(line, "kind", 20)
        amount = line.get("amount")
        if type(amount) is not int or abs(amount) > _MOST_MONEY:
            raise PayloadError("amount: expected a whole number")
        after = text(line, "after", 64) if "after" in line else None
        self._compare(cabinet, seq, hash_, after)
        known = self._has(cabinet, seq)
        row = (cabinet, seq, hash_, kind, amount, payload.decode(errors="replace"))
        new = self._db.execute(_INSERT, row).rowcount
        if not known:
            self._add(cabinet, kind, amount, line)
        return new

    def _add(
        self, cabinet: str, kind: str, amount: int, line: Mapping[str, Any]
    ) -> None:
        """Of a history that changed, the first posting of a number counts."""
        wall_ms, players = line.get("wall_ms"), line.get("players")
        if type(wall_ms) is not int or not 0 <= wall_ms < _LATEST_MS:
            return
        is_coin = kind == Kind.COIN.value
        is_play = kind == Kind.CHARGE.value and type(players) is int and players > 0
        is_refund, is_alarm = kind == Kind.REFUND.value, kind == Kind.ALARM.value
        counts = (amount * is_coin, is_coin, is_play, is_refund, is_alarm)
        if any(counts):
            hour = wall_ms // _HOUR_MS
            self._db.execute(_ADD, (cabinet, hour, *map(int, counts)))

    def _make_hours(self) -> None:
        """Add up a file of before, once."""
        made = "SELECT 1 FROM sqlite_schema WHERE name = 'hours'"
        if self._db.execute(made).fetchone():
            return
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute(_CREATE_HOURS)
        last = None
        for cabinet, seq, kind, amount, line in self._db.execute(_ALL).fetchall():
            if (cabinet, seq) != last:
                self._add(cabinet, kind, amount, read(line.encode(), LONGEST))
            last = cabinet, seq
        self._db.execute("COMMIT")


class Collector:
    """Listens to every cabinet at a broker and books what they tell."""

    def __init__(self, access: Access, path: Path, clock: Clock) -> None:
        self._access = access
        self._clock = clock
        self._broker: BrokerLine | None = None
        self._retry_at: Nanos = 0
        self._listening = False
        self._wanted: dict[str, int] = {}
        self._asked: dict[str, Nanos] = {}
        self._stopped = False
        self.books = FleetBooks(path)
        for cabinet, seq, noticed in self.books.changes():
            log.warning("%s: history changed at posting %d (%s)", cabinet, seq, noticed)

    def run(self) -> int:
        """Collect until told to stop."""
        try:
            while not self._stopped:
                self.turn()
                self.wait(TICK_S)
        finally:
            self.close()
        return 0

    def stop(self, *_: int | FrameType | None) -> None:
        """End at the next turn."""
        self._stopped = True

    def wait(self, seconds: float) -> None:
        """Sleep until something comes, or for so long."""
        lines = [self._broker] if self._broker and self._broker.fileno() >= 0 else []
        select.select(lines, [], [], seconds)

    def turn(self) -> None:
        """Book what came; ask for what is missing."""
        now = self._clock.now()
        if self._broker is None and now >= self._retry_at:
            self._connect(now)
        if self._broker is None:
            return
        self._broker.tend()
        if self._broker.ready and not self._listening:
            self._listening = True
            self._broker.subscribe(EVENTS)
            self._broker.subscribe(STATES)
            self._broker.subscribe(AVAILABILITY)
        self._hear(list(self._broker.told()))
        self._ask(now)
        if self._broker.closed:
            log.warning("%s: %s", self._broker.at, self._broker.why)
            self._broker = None
            self._retry_at = now + SECOND

    def close(self) -> None:
        """Let go of broker and books."""
        if self._broker:
            self._broker.close()
        self.books.close()

    def _connect(self, now: Nanos) -> None:
        self._listening = False
        try:
            self._broker = BrokerLine(self._access, "")
        except BrokerError as wrong:
            log.warning("%s", wrong)
            self._retry_at = now + SECOND

    def _hear(self, told: list[Publication]) -> None:
        postings = [each for each in told if each.topic.endswith("/event")]
        if postings:
            _, cabinets = self.books.book(postings)
            for cabinet in cabinets:
                newest = self.books.newest(cabinet)
                self._wanted[cabinet] = max(self._wanted.get(cabinet, 0), newest)
        for each in told:
            if each.topic.endswith("/state"):
                self._see(each)
            elif each.topic.endswith("/availability"):
                with suppress(PayloadError):
                    here = each.payload == b"online"
                    self.books.keep_online(cabinet_of(each.topic), here)

    def _see(self, told: Publication) -> None:
        try:
            cabinet = cabinet_of(told.topic)
            document = read(told.payload, LONGEST)
            newest = whole(document, "posting", _NEWEST)
            if "hash" in document:
                self.books.see_head(cabinet, newest, text(document, "hash", 64))
        except PayloadError as wrong:
            log.warning("%s: %s", told.topic, wrong)
            return
        line = told.payload.decode(errors="replace")
        self.books.keep_state(cabinet, line, self._clock.wall_ms())
        self._wanted[cabinet] = max(self._wanted.get(cabinet, 0), newest)

    def _ask(self, now: Nanos) -> None:
        """Of whoever has more than we, and has had time to tell it."""
        if self._broker is None or not self._broker.ready:
            return
        for cabinet, newest in list(self._wanted.items()):
            if now < self._asked.get(cabinet, 0) + TIMEOUT:
                continue
            complete = self.books.complete(cabinet)
            if complete >= newest:
                del self._wanted[cabinet]
            elif cabinet in self._asked:
                line = written({"after": complete})
                self._broker.publish(Topics(cabinet)("again"), line)
            self._asked[cabinet] = now
