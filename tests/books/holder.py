"""A cabinet in a process of its own that books a coin for each line it reads.

    python holder.py BOOKS

Says `ready` or `busy` when it has tried to open them, then `booked` or `refused` and
why; closes them when there is nothing more to read.
"""

import sys
from pathlib import Path

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError, BusyError
from tests.books.ledgers import COIN


def say(what):
    print(what, flush=True)  # noqa: T201


def main(path):
    books = SqliteBooks(path, VirtualClock(), "holder")
    try:
        books.open()
    except BusyError:
        say("busy")
        return
    say("ready")
    for _ in sys.stdin:
        try:
            books.commit([COIN], 0)
            say("booked")
        except BooksError as refusal:
            say(f"refused {refusal.told.code}")
    books.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
