"""A counter killed again and again in a storm of coins, starts and refunds.

    python kill_storm.py FOLDER KILLS SEED

Each child is a whole counter (wires, decoder, floor, books) in a process of its own.
After every hand movement it says what it has shown so far; it is killed with SIGKILL
some random time after some random saying. Then the books are opened: everything that
was shown must be there, at most one movement more, and all of it must add up. Says
kills, coins, plays, refunds and service credits at the end; a failure is a traceback.
"""

import logging
import os
import random
import select
import signal
import sys
from pathlib import Path

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from tests.books.cabinets import Till
from tests.books.ledgers import query

KILLS_A_BOOK = 25
FIELDS = ("coins", "minor_units", "plays", "refunds", "service")


def storm(path, chance, say):
    """Move hands for ever."""
    till = Till.at(path)
    while True:
        say(" ".join(str(getattr(till.totals, name)) for name in FIELDS))
        if till.mode == "playing":
            if chance.random() < 0.2:
                till.press("start")
                till.press("start")
            elif chance.random() < 0.5:
                till.fail()
            else:
                till.finish()
        elif chance.random() < 0.4:
            till.coin()
        elif chance.random() < 0.1:
            till.press("service")
        else:
            till.press("start")


def run_and_kill(path, chance):
    """What a counter had shown before it was killed."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        storm(path, chance, lambda line: os.write(said, f"{line}\n".encode()))
    os.close(said)
    with os.fdopen(heard, "rb") as sayings:
        lines = [sayings.readline() for _ in range(chance.randrange(1, 12))]
        select.select([], [], [], chance.uniform(0, 0.004))
        os.kill(child, signal.SIGKILL)
        lines += sayings.readlines()
    os.waitpid(child, 0)
    return [int(word) for word in lines[-1].split()]


def check(path, shown):
    """The books have what was shown, one movement more at most, and add up."""
    books = SqliteBooks(path, VirtualClock(), "check")
    told = books.open()
    books.close()
    found = [getattr(told.totals, name) for name in FIELDS]
    ahead = [there - seen for there, seen in zip(found, shown, strict=True)]
    assert min(ahead) >= 0, f"shown {shown}, found {found}"
    assert ahead[0] <= 1, f"shown {shown}, found {found}"
    assert ahead[1] == 100 * ahead[0], f"shown {shown}, found {found}"
    assert sum(ahead[2:]) <= 1, f"shown {shown}, found {found}"
    coins, money, plays, refunds, service = found
    assert money == 100 * coins
    balance = sum(purse.credits for purse in told.purses)
    assert balance == coins + service + refunds - plays
    matches = query(path, "SELECT count(*) FROM matches")
    assert matches == [(plays,)], "a charge and its match are one commit"
    failed = query(path, "SELECT match FROM closings WHERE how = 'failed'")
    refunded = query(path, "SELECT match FROM postings WHERE kind = 'refund'")
    assert sorted(failed) == sorted(refunded), "a refund and its end are one commit"
    clicks = query(path, "SELECT coalesce(sum(clicks), 0) FROM postings")
    assert clicks == [(told.clicks,)]
    return found


def main(folder, kills, seed):
    chance = random.Random(seed)
    found = []
    for kill in range(kills):
        path = folder / f"{kill // KILLS_A_BOOK}.sqlite3"
        shown = run_and_kill(path, random.Random(chance.random()))
        found[kill // KILLS_A_BOOK :] = [check(path, shown)]
    coins, _, plays, refunds, service = map(sum, zip(*found, strict=True))
    print(kills, coins, plays, refunds, service)  # noqa: T201


if __name__ == "__main__":
    logging.disable()  # what was booked is looked up in the books
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
