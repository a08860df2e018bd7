"""Coins of an acceptor in the books: one row each, and books of before."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cabinet.books.accounts import account
from cabinet.books.inspection import verify
from cabinet.core.acceptors import Seen, seen_note
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import Kind, Posting, see_in
from tests.books.ledgers import COIN, opened, query, reopened
from tests.counter.stand import full_disk

VERSION_3 = Path(__file__).with_name("books_of_version_3.sql")
BOARD = 0xC0FFEE
WHO = "SIM-C1-1"
STOOD = Seen(0, 48, ((1, 1),) * 5, 7)
MET = Posting(Kind.BOARD, note=seen_note(WHO, STOOD))
COLLECTED = Posting(Kind.COLLECTION, amount=100)


def coin(seen):
    return COIN._replace(note=seen_note(WHO, seen))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


def test_the_books_remember_how_an_acceptor_stood(path):
    first = STOOD.after((2, 1))
    second = first.after((1, 1))
    with opened(path) as books:
        books.commit([MET, coin(first), COLLECTED], at=0)
        books.commit([coin(second)._replace(kind=Kind.TEST, credits=0, clicks=0)], at=1)
    assert reopened(path).acceptors == {WHO: second}
    assert account(path).books.acceptors == {WHO: second}
    assert reopened(path).boards == {}
    verify(path)


def test_an_event_the_books_have_is_refused_and_nothing_is_written(path):
    first = STOOD.after((2, 1))
    with opened(path) as books:
        books.commit([MET, coin(first)], at=0)
        with pytest.raises(BooksError, match="cannot follow event 1"):
            books.commit([coin(first)], at=1)
    assert reopened(path).totals.coins == 1


def test_an_alarm_that_speaks_of_an_acceptor_enters_nothing():
    assert see_in({}, Posting(Kind.ALARM, note=seen_note(WHO, STOOD))) == {}


def of_version_3(path):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_3.read_text(encoding="utf-8"))
    assert account(path).books.totals.coins == 3
    assert query(path, "PRAGMA user_version") == [(3,)]


def test_books_of_version_3_are_brought_up_to_date(path):
    of_version_3(path)
    with opened(path) as books:
        books.commit([MET, coin(STOOD.after((2, 1)))], at=9)
    told = reopened(path)
    assert told.boards == {BOARD: (12, 0)}
    assert told.acceptors == {WHO: STOOD.after((2, 1))}
    assert told.totals.coins == 4
    assert query(path, "PRAGMA user_version") == [(4,)]
    verify(path)


def test_an_upgrade_that_the_disk_refuses_changes_nothing_and_is_made_later(path):
    """A coin fell before it: it is there after, whatever the disk did."""
    of_version_3(path)
    with full_disk(), pytest.raises(BooksError), opened(path):
        pass
    assert query(path, "PRAGMA user_version") == [(3,)]
    assert account(path).books.totals.coins == 3
    with opened(path) as books:
        books.commit([MET], at=9)
    assert reopened(path).totals.coins == 3
    assert query(path, "PRAGMA user_version") == [(4,)]
    verify(path)
