"""A collection: the period it closes, and what is kept beside its cash."""

import pytest

from cabinet.books.accounts import account
from cabinet.books.collection import (
    BoxLevel,
    box_level,
    open_period,
    reconcile,
    reconciliation_text,
)
from cabinet.books.inspection import reading
from cabinet.books.pages import check_pages
from cabinet.clock import VirtualClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.notes import collection_note, correction_note
from cabinet.core.money.tenders import marked
from cabinet.i18n.message import from_text
from tests.books.ledgers import opened


def test_a_remark_is_kept_with_who_counted_and_the_meter():
    alone = from_text(collection_note(None, "web:owner", "two tokens"))
    assert str(alone) == "by web:owner: two tokens"
    read = from_text(collection_note(12, "web:owner", "two tokens"))
    assert str(read) == "meter 12, by web:owner: two tokens"
    assert dict(read.values)["meter"] == 12


@pytest.mark.parametrize("together", [True, False], ids=["one commit", "four"])
def test_a_coin_behind_a_collection_belongs_to_the_next(tmp_path, together):
    """A turn of the counter is one commit, and a coin may fall in that very turn."""
    path = tmp_path / "books.sqlite3"
    entries = [
        Posting(Kind.COIN, amount=100, credits=1, slot=1),
        Posting(Kind.COLLECTION, amount=100),
        Posting(Kind.COIN, amount=200, credits=2, slot=1),
        Posting(Kind.COLLECTION, amount=200),
    ]
    with opened(path, VirtualClock()) as books:
        dated = [([entry], SECOND) for entry in entries]
        for turn in [dated] if together else [[one] for one in dated]:
            books.commit_all(turn)
    found = account(path)
    periods = [reconcile(found, number) for number in range(2)]
    assert [one.sums.money for one in periods] == [100, 200]
    assert [one.cash_difference for one in periods] == [0, 0]
    with reading(path) as db:
        check_pages(db)
    with opened(path, VirtualClock()) as books:
        assert books.open().totals.minor_units == 300


def test_a_wrong_count_is_corrected_and_never_erased(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path, VirtualClock()) as books:
        coin = Posting(Kind.COIN, amount=300, credits=3, slot=1)
        books.commit([coin, Posting(Kind.COLLECTION, amount=30)], 0)
        books.commit([Posting(Kind.COIN, amount=500, credits=5, slot=1)], 0)
        wrong = reconcile(account(path))
        note = correction_note(wrong.closed.seq, "web:owner", "a zero too few")
        books.commit([Posting(Kind.CORRECTION, amount=270, note=note)], 0)
        books.commit([Posting(Kind.COLLECTION, amount=500)], 0)
    found = account(path)
    first, second = (reconcile(found, number) for number in range(2))
    assert (first.closed.amount, first.counted, first.cash_difference) == (30, 300, 0)
    assert (second.sums.money, second.counted, second.corrections) == (500, 500, ())
    told = reconciliation_text(first)
    assert "counted first" in told
    assert "+2.70 EUR" in told
    assert "a zero too few" in told
    with reading(path) as db:
        check_pages(db)


def test_the_open_period_says_what_to_expect_and_how_full_each_box_is(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path, VirtualClock()) as books:
        coin = Posting(Kind.COIN, amount=200, credits=2, slot=1)
        card = Posting(Kind.COIN, amount=500, credits=5, slot=2, mode=marked("card"))
        test = Posting(Kind.TEST, amount=200, slot=1)
        books.commit([Posting(Kind.COLLECTION), coin, card, test], 0)
    period = open_period(account(path))
    assert (period.sums.money, period.sums.test_money, period.expected) == (
        700,
        200,
        400,
    )
    assert box_level(1, period.slots["1"], 4, 500) == BoxLevel(1, 80)
    assert box_level(1, period.slots["1"], 2, None).nearly_full
    assert box_level(1, period.slots["1"], None, None) is None
