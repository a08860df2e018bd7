"""What a version of the books holds is settled: another release must read it.

A release that meets a kind of posting or a column it does not know cannot say what the
books are worth; the version is how it knows that it should not try.
"""

from pathlib import Path

from cabinet.books.pages import Tally
from cabinet.books.schema import OLDEST_KNOWN, VERSION
from cabinet.core.money.ledger import Kind

KINDS = {
    3: "coin test service charge refund expiry price meter collection setting alarm "
    "restored trusted board cleared"
}
# The same, notes of acceptors, and counts of a collection that were put right.
KINDS[4] = KINDS[3].replace("collection", "collection correction")
TALLY = {
    3: "hour slot mode money coins plays players credits refunds service expired tests "
    "test_money alarms clicks_owed clicks_made matches timed play_ms"
}
TALLY[4] = TALLY[3]
TO_DO = f"""
the books hold something that version {VERSION} does not. A release already sold would
misread them, so:
  1. raise VERSION in cabinet/books/schema.py to {VERSION + 1} and say what is new;
  2. keep a sample of version {VERSION}: tests/books/books_of_version_{VERSION}.sql, the
     `.dump` of books that the release before wrote;
  3. test the upgrade, as test_books_of_the_release_before_are_brought_up_to_date in
     tests/books/test_boards.py does, and that version {VERSION} is still read;
  4. add version {VERSION + 1} to the lists in tests/books/test_format.py.
"""


def test_a_new_kind_of_posting_needs_a_new_version():
    assert [kind.value for kind in Kind] == KINDS.get(VERSION, "").split(), TO_DO


def test_a_new_column_of_the_tally_needs_a_new_version():
    assert list(Tally._fields) == TALLY.get(VERSION, "").split(), TO_DO


def test_there_is_a_sample_of_every_older_version_that_is_read():
    folder = Path(__file__).parent
    for version in range(OLDEST_KNOWN, VERSION):
        sample = folder / f"books_of_version_{version}.sql"
        assert sample.exists(), f"{sample.name} is missing: see {__file__}"
