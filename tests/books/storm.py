"""A cabinet that books as fast as it can until somebody kills it.

    python storm.py BOOKS [FILE-SIZE-LIMIT]

Each commit is a coin and an alarm with one number as their note, and one move. The
number is printed when its commit has returned, and only then. With a limit no file
may grow past it; the third refusal is the moment somebody makes room on the disk.
"""

import os
import resource
import sys
from pathlib import Path

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import (
    Kind,
    MatchOpened,
    MatchRecord,
    Move,
    MovePlayed,
    Posting,
    Seating,
)

RECORD = MatchRecord(1, 0, "azteka", {}, (Seating(),), 7, 0)


def say(what):
    os.write(1, f"{what}\n".encode())


def limit_files(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def booked(books, clock, number):
    """Whether the disk took the commit of this number."""
    entries = (
        Posting(Kind.COIN, amount=100, credits=1, slot=1, note=str(number)),
        Posting(Kind.ALARM, note=str(number)),
        MovePlayed(1, number, Move(0, str(number))),
    )
    try:
        books.commit(entries, clock.now())
    except BooksError as refusal:
        say(f"refused {refusal.told['what'].code}")
        return False
    say(number)
    return True


def main(path, limit=0):
    clock = SystemClock()
    books = SqliteBooks(path, clock, str(os.getpid()))
    told = books.open()
    if told.unfinished is None:
        books.commit([MatchOpened(RECORD)], clock.now())
    say("ready")
    if limit:
        limit_files(limit)
    number = told.totals.coins
    refusals = 0
    while True:
        if booked(books, clock, number):
            number += 1
        elif (refusals := refusals + 1) == 3:
            limit_files(resource.RLIM_INFINITY)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
