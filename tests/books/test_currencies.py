"""Books in which the currency changed: each sum is of one, no money is exchanged."""

from dataclasses import replace
from datetime import UTC

import pytest

from cabinet.books.accounts import account
from cabinet.books.collection import reconcile, reconciliation_text
from cabinet.books.exports import as_csv, as_json, as_text, breakdown_text
from cabinet.books.report import Sums, breakdown, report
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Slot
from tests.books.cabinets import HOUSE, Till
from tests.books.ledgers import opened, query

NOW = 1_767_225_600_000


@pytest.fixture
def changed(tmp_path):
    """Five coins of a euro, then tokens: three of them; nothing collected."""
    path = tmp_path / "changed.sqlite3"
    euro, token = Tariff(credit=200), Tariff("XXX", credit=1)
    till = Till.at(path, operating=replace(HOUSE, tariff=euro))
    for _ in range(5):
        till.coin()
    till.counter.close()
    operating = replace(HOUSE, tariff=token, slots=(Slot(pulse_value=1),))
    till = Till.at(path, operating=operating)
    for _ in range(3):
        till.coin()
    till.counter.close()
    return path


def test_two_currencies_are_never_added(changed):
    books = account(changed)
    found = report(books, NOW, UTC)
    assert (found.currency, found.lifetime.money, found.lifetime.coins) == ("XXX", 3, 8)
    assert found.foreign["EUR"].lifetime == Sums(money=500)
    assert found.disagreements == ()
    text = as_text(found)
    assert "3 tokens" in text
    assert "5.00 EUR" in text
    assert "503" not in text + as_json(found, breakdown(books, "slot", None, UTC))
    by_slot = breakdown(books, "slot", None, UTC)
    assert by_slot.rows["1"].money == 3
    assert by_slot.foreign == {"EUR": {"1": Sums(money=500)}}
    table = [row.split()[:3] for row in breakdown_text(by_slot).splitlines()[1:]]
    assert table == [["1", "3", "tokens"], ["1", "5.00", "EUR"]]
    rows = as_csv(by_slot.rows, "slot", "XXX", by_slot.foreign).splitlines()
    assert [row[:9] for row in rows[1:]] == ["1,XXX,3,8", "1,EUR,500"]


def test_a_fraction_of_another_currency_is_booked_as_expired(changed):
    """Two credits of 2.00 and one euro; the euro is no hundred tokens."""
    expired = "SELECT amount, credits, note FROM postings WHERE kind = 'expiry'"
    assert query(changed, expired) == [(100, 0, "currency: EUR → XXX")]
    assert account(changed).books.purses[0].credits == 2 + 3


def test_a_collection_over_a_change_of_currency_compares_each_with_itself(changed):
    with opened(changed) as books:
        books.commit([Posting(Kind.COLLECTION, amount=3)], SECOND)
    found = reconcile(account(changed))
    assert (found.currency, found.cash_difference) == ("XXX", 0)
    assert "before, in EUR  5.00 EUR" in reconciliation_text(found)


def test_money_that_came_back_to_its_currency_is_one_sum_again(changed):
    till = Till.at(changed, operating=HOUSE)
    till.coin()
    till.counter.close()
    found = report(account(changed), NOW, UTC)
    assert (found.currency, found.lifetime.money) == ("EUR", 600)
    assert found.foreign["XXX"].lifetime.money == 3
    assert found.disagreements == ()
