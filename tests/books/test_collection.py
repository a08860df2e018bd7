"""A collection: the period it closes, and what is kept beside its cash."""

import pytest

from cabinet.books.accounts import account
from cabinet.books.collection import collection_note, reconcile
from cabinet.books.inspection import reading
from cabinet.books.pages import check_pages
from cabinet.clock import VirtualClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Posting
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
