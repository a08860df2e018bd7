"""Entries for books, and books to put them in."""

import sqlite3
from contextlib import contextmanager

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.money.ledger import (
    Kind,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Move,
    MovePlayed,
    Posting,
    Seating,
)
from cabinet.core.money.tariff import NOTHING, Purse

COIN = Posting(Kind.COIN, amount=100, credits=1, slot=1, clicks=1)
CHARGE = Posting(Kind.CHARGE, credits=-1, match=1, players=1, mode="azteka timed=True")
RECORD = MatchRecord(
    id=1,
    offer=2,
    game="azteka",
    options={"rules": "classic", "handicap": 3, "timed": True},
    seats=(Seating(), Seating("bot", "hard")),
    seed=2**64 - 1,
    credits=1,
    mode="azteka timed=True",
    paid=((0, 1),),
)
MOVES = (Move(0, "place 1 0"), Move(1, "move a1 → b2"), Move(0, "pass"))


def played(turn, match=1):
    return MovePlayed(match, turn, MOVES[turn % len(MOVES)])


# A coin, a game of three moves, its end: one entry of each kind, in four commits.
EVENING = (
    (COIN,),
    (CHARGE, MatchOpened(RECORD)),
    (played(0),),
    (played(1), played(2)),
    (MatchClosed(1, "finished", (0,), (12, 7), "five in a row"),),
)


def common(credits, run=0):
    """The purses when only everybody's has something in it."""
    return (Purse(credits, run), *NOTHING[1:])


def books_at(path, clock=None, boot="boot-1"):
    return SqliteBooks(path, clock or VirtualClock(), boot)


@contextmanager
def opened(path, clock=None, boot="boot-1"):
    books = books_at(path, clock, boot)
    books.open()
    try:
        yield books
    finally:
        books.close()


def reopened(path):
    """What the books say to the next cabinet that opens them."""
    books = books_at(path)
    try:
        return books.open()
    finally:
        books.close()


def query(path, sql, values=()):
    db = sqlite3.connect(path)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()


def tamper(path, *statements):
    """Change the books as a thief or a dying disk would."""
    db = sqlite3.connect(path)
    for (trigger,) in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    for sql in statements:
        db.execute(sql)
    db.commit()
    db.close()
