"""A board's coins in the books: one row each, the next one or none."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cabinet.books.accounts import account
from cabinet.books.copies import BooksWithCopies, copy_books
from cabinet.books.inspection import verify
from cabinet.clock import VirtualClock
from cabinet.core.boards import board_note, coin_note
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import Kind, Posting
from tests.books.ledgers import COIN, opened, query, reopened, tamper

BOARD = 0xC0FFEE
MET = Posting(Kind.BOARD, note=board_note(BOARD, (10, 0)))
COLLECTED = Posting(Kind.COLLECTION, amount=100)
VERSION_2 = Path(__file__).with_name("books_of_version_2.sql")


def counted(number):
    return COIN._replace(note=coin_note(BOARD, number))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


def test_the_books_remember_which_coin_was_the_last(path):
    with opened(path) as books:
        books.commit([MET], at=0)
        books.commit([counted(11), counted(12)], at=1)
    assert reopened(path).boards == {BOARD: (12, 0)}


def test_a_coin_the_books_have_is_refused_and_nothing_is_written(path):
    with opened(path) as books:
        books.commit([MET, counted(11)], at=0)
        for again in (11, 13):
            with pytest.raises(BooksError, match="cannot follow coin 11"):
                books.commit([counted(again)], at=1)
        books.commit([counted(12)], at=2)
    assert reopened(path).totals.coins == 2


def test_boards_are_on_every_page(path):
    with opened(path) as books:
        books.commit([MET, counted(11), COLLECTED], at=0)
        books.commit([counted(12)], at=1)
    assert query(path, "SELECT count(*) FROM pages") == [(1,)]
    assert reopened(path).boards == {BOARD: (12, 0)}
    assert account(path).books.boards == {BOARD: (12, 0)}
    verify(path)


def test_books_restored_from_an_older_copy_credit_what_they_lost(path, tmp_path):
    """What could not be saved is not credited: the board tells it again."""
    with opened(path) as books:
        books.commit([MET, counted(11)], at=0)
    copy_books(path, tmp_path / "copies", VirtualClock())
    with opened(path) as books:
        books.commit([counted(12)], at=1)
        books.commit([counted(13)], at=2)
    tamper(path, "UPDATE postings SET amount = 900 WHERE seq = 4")
    restored = BooksWithCopies(path, tmp_path / "copies", VirtualClock(), "boot-2")
    with closing(restored) as books:
        told = books.open()
        assert told.boards == {BOARD: (12, 0)}
        assert told.totals.coins == 2
        books.commit([counted(13)], at=3)


def test_books_of_the_release_before_are_brought_up_to_date(path):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_2.read_text(encoding="utf-8"))
    assert account(path).books.totals.coins == 2
    assert query(path, "PRAGMA user_version") == [(2,)]
    with opened(path) as books:
        books.commit([MET, counted(11), COLLECTED], at=9)
    told = reopened(path)
    assert told.boards == {BOARD: (11, 0)}
    assert told.totals.coins == 3
    assert query(path, "PRAGMA user_version") == [(4,)]
    verify(path)
