"""Codes of the chain's head: what an unkeyed chain cannot prove by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.books.accounts import account
from cabinet.books.check_codes import SIGNS, check_code, read_code
from cabinet.books.inspection import verify
from cabinet.core.errors import CabinetError
from cabinet.core.money.ledger import Kind, Posting
from tests.books.ledgers import COIN, opened

hashes = st.binary(min_size=16, max_size=16)


def written(path, coins):
    """Books with so many coins, a collection, one coin more and another collection."""
    with opened(path) as books:
        books.commit([COIN] * coins, at=0)
        books.commit([Posting(Kind.COLLECTION, amount=300, run=0)], at=0)
        books.commit([COIN], at=0)
        books.commit([Posting(Kind.COLLECTION, amount=100, run=0)], at=0)
    return [collection.code for collection in account(path).collections]


def test_a_code_is_four_groups_that_nobody_misreads():
    code = check_code(bytes(range(16)))
    assert code == read_code("pt7t 4rx8 4jb4 tfs2") == "PT7T-4RX8-4JB4-TFS2"
    assert not set("01OIL") & set(SIGNS)
    assert len(SIGNS) == len(set(SIGNS)) == 31


@given(hashes, hashes)
def test_a_code_is_read_back_however_it_is_written(one, other):
    code = check_code(one)
    assert read_code(code) == read_code(f" {code.lower().replace('-', ' ')}\n") == code
    assert (check_code(other) == code) == (one == other)


@given(hashes, st.data())
def test_a_slip_of_the_pen_is_a_slip_and_no_alarm(link, data):
    signs = list(check_code(link).replace("-", ""))
    place = data.draw(st.integers(0, 15))
    if data.draw(st.booleans()):
        signs[place] = data.draw(st.sampled_from(SIGNS))
    else:
        signs[place - 1], signs[place] = signs[place], signs[place - 1]
    typed = "".join(signs)
    if typed == check_code(link).replace("-", ""):
        assert read_code(typed) == check_code(link)
    else:
        with pytest.raises(CabinetError, match="is not a check code"):
            read_code(typed)


@pytest.mark.parametrize("typed", ["", "-", "22222222", "2" * 17, "2" * 15 + "0", "é"])
def test_what_is_no_code_is_refused(typed):
    with pytest.raises(CabinetError, match="is not a check code"):
        read_code(typed)


def test_books_that_were_written_anew_fit_together_and_have_other_codes(tmp_path):
    """The whole point: `verify` cannot tell, the code that was kept can."""
    kept = written(tmp_path / "books.sqlite3", coins=3)
    forged = written(tmp_path / "forged.sqlite3", coins=2)
    assert verify(tmp_path / "forged.sqlite3").seq == 5
    assert not set(kept) & set(forged)
    assert written(tmp_path / "again.sqlite3", coins=3) == kept


def test_a_code_is_of_what_came_before_and_stays_when_more_is_booked(tmp_path):
    path = tmp_path / "books.sqlite3"
    first, second = written(path, coins=3)
    with opened(path) as books:
        books.commit([COIN] * 5, at=0)
    assert [each.code for each in account(path).collections] == [first, second]
