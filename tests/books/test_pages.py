"""Pages: what makes long books open at once and reports add up at once."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.books.accounts import account
from cabinet.books.errors import BooksDamagedError
from cabinet.books.inspection import SHORT, verify
from cabinet.books.pages import HOUR_MS, POSTINGS_A_PAGE, Tally
from cabinet.clock import VirtualClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, MatchClosed, MatchOpened, Posting, fold
from cabinet.i18n.message import message
from tests.books.ledgers import (
    CHARGE,
    COIN,
    RECORD,
    books_at,
    common,
    opened,
    query,
    reopened,
    tamper,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


@pytest.fixture(scope="module")
def long_books(tmp_path_factory):
    """Books too long to be read whole at every start, and some coins after a page."""
    path = tmp_path_factory.mktemp("long") / "books.sqlite3"
    with opened(path) as books:
        for _ in range(SHORT // POSTINGS_A_PAGE + 2):
            books.commit([COIN] * POSTINGS_A_PAGE, at=0)
        books.commit([COIN] * 7, at=0)
    return path


@pytest.fixture
def long(long_books, tmp_path):
    """A copy to spoil."""
    for ending in ("", ".lock"):
        source = long_books.with_name(long_books.name + ending)
        (tmp_path / source.name).write_bytes(source.read_bytes())
    return tmp_path / long_books.name


LENGTH = SHORT + 2 * POSTINGS_A_PAGE + 7


def money(rows):
    return sum(Tally(*row).money for row in rows)


def test_a_page_is_written_every_so_many_postings(path):
    with opened(path) as books:
        for _ in range(2 * POSTINGS_A_PAGE // 50):
            books.commit([COIN] * 50, at=0)
        books.commit([COIN], at=0)
    assert query(path, "SELECT seq FROM pages") == [
        (POSTINGS_A_PAGE,),
        (2 * POSTINGS_A_PAGE,),
    ]
    assert reopened(path) == fold([COIN] * (2 * POSTINGS_A_PAGE + 1))
    assert verify(path).seq == 2 * POSTINGS_A_PAGE + 1


def test_a_collection_ends_a_page(path):
    with opened(path) as books:
        books.commit([COIN, COIN], at=0)
        books.commit([Posting(Kind.COLLECTION, amount=200, note="meter 2")], at=0)
        books.commit([COIN], at=0)
    found = account(path)
    assert query(path, "SELECT seq FROM pages") == [(3,)]
    assert money(found.between(found.collected)) == 100
    assert money(found.between(0)) == 300
    assert [remark.note for remark in found.collections] == ["meter 2"]


def test_a_page_tells_hours_slots_modes_and_how_long_matches_took(path):
    clock = VirtualClock(wall_ms=HOUR_MS * 1000)
    with opened(path, clock) as books:
        books.commit([COIN, COIN._replace(slot=2)], at=0)
        books.commit([CHARGE, MatchOpened(RECORD)], at=5 * SECOND)
        clock.advance_to(3600 * SECOND)
        books.commit([MatchClosed(1, "finished")], at=65 * SECOND)
    tallies = {tuple(row[:3]): Tally(*row) for row in account(path).between(0)}
    mode = CHARGE.mode
    assert set(tallies) == {
        (1000, 1, ""),
        (1000, 2, ""),
        (1000, 0, mode),
        (1001, 0, mode),
    }
    assert tallies[1000, 2, ""].money == 100
    assert (tallies[1000, 0, mode].plays, tallies[1000, 0, mode].players) == (1, 1)
    ended = tallies[1001, 0, mode]
    assert (ended.matches, ended.timed, ended.play_ms) == (1, 1, 60_000)


def test_a_match_played_over_a_power_cut_has_no_length(path):
    with opened(path, boot="before") as books:
        books.commit([COIN], at=0)
        books.commit([CHARGE, MatchOpened(RECORD)], at=900 * SECOND)
    with opened(path, boot="after") as books:
        books.commit([MatchClosed(1, "finished")], at=2 * SECOND)
    tallies = (Tally(*row) for row in account(path).between(0))
    (ended,) = (one for one in tallies if one.matches)
    assert (ended.matches, ended.timed, ended.play_ms) == (1, 0, 0)


amounts = st.lists(st.integers(1, 500), min_size=1, max_size=12)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(amounts, st.booleans()), max_size=8))
def test_wherever_pages_end_nothing_is_counted_twice_or_lost(tmp_path, commits):
    for file in tmp_path.iterdir():
        file.unlink()
    path = tmp_path / "books.sqlite3"
    posted = []
    with opened(path) as books:
        for coins, collected in commits:
            entries = [COIN._replace(amount=amount) for amount in coins]
            entries += [Posting(Kind.COLLECTION)] * collected
            books.commit(entries, at=0)
            posted += entries
    assert reopened(path) == fold(posted)
    assert verify(path).seq == len(posted)
    found = account(path)
    assert found.books == fold(posted)
    assert money(found.between(0)) == sum(entry.amount for entry in posted)


def test_long_books_open_from_their_last_page(long):
    assert reopened(long).purses == common(LENGTH)
    with opened(long) as books:
        books.commit([COIN], at=0)
    assert reopened(long).purses == common(LENGTH + 1)


def refusal(path):
    with pytest.raises(BooksDamagedError) as refused:
        books_at(path).open()
    return str(refused.value.what)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            f"UPDATE postings SET amount = 1 WHERE seq = {LENGTH - 3}",
            f"posting {LENGTH - 3} is not what was written",
        ),
        (
            f"DELETE FROM postings WHERE seq = {LENGTH - 3}",
            f"posting {LENGTH - 3} is missing",
        ),
        (
            f"DELETE FROM postings WHERE seq > {LENGTH - 3}",
            f"they end at posting {LENGTH - 3}, but {LENGTH} were written",
        ),
        (
            "UPDATE pages SET books = replace(books, '\"coins\":', '\"coins\":9')",
            f"the page of posting {LENGTH - 7} is not what was written",
        ),
        (
            "UPDATE pages SET tally = '[]'",
            f"the page of posting {LENGTH - 7} is not what was written",
        ),
        (
            "UPDATE pages SET books = '{}'",
            f"the page of posting {LENGTH - 7} cannot be read",
        ),
        (
            f"DELETE FROM postings WHERE seq = {LENGTH - 7}",
            f"the page of posting {LENGTH - 7} is not what was written",
        ),
        (
            f"DELETE FROM pages WHERE seq = {LENGTH - 7}",
            f"posting {LENGTH - 6} is not what was written",
        ),
        (
            "DELETE FROM pages",
            f"posting {POSTINGS_A_PAGE + 1} is not what was written",
        ),
    ],
)
def test_all_that_the_balance_of_long_books_depends_on_is_proven(
    long, change, sentence
):
    tamper(long, change)
    assert refusal(long) == sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "UPDATE postings SET amount = 1 WHERE seq = 17",
            "posting 17 is not what was written",
        ),
        ("DELETE FROM postings WHERE seq = 17", "posting 17 is missing"),
        (
            f"UPDATE pages SET tally = '[]' WHERE seq = {POSTINGS_A_PAGE}",
            f"the page of posting {POSTINGS_A_PAGE} is not what was written",
        ),
    ],
)
def test_history_is_proven_by_verify_and_after_a_doubt(long, change, sentence):
    tamper(long, change)
    assert reopened(long).purses == common(LENGTH)
    for processes in (1, 3):
        with pytest.raises(BooksDamagedError) as refused:
            verify(long, processes=processes)
        assert str(refused.value.what) == sentence
    long.with_name(f"{long.name}.doubt").write_text("somebody said so")
    assert refusal(long) == sentence


def test_long_books_are_proven_by_several_processes_and_say_how_far_they_are(long):
    told = []
    end = verify(long, lambda *so_far: told.append(so_far), processes=2)
    assert end == verify(long, processes=1)
    assert end.seq == LENGTH
    assert told == sorted(told)
    assert told[-1] == (LENGTH, LENGTH)


def test_of_several_bad_postings_the_first_is_named_whoever_finds_it(long):
    for seq in (POSTINGS_A_PAGE + 5, LENGTH - 2):
        tamper(long, f"UPDATE postings SET amount = 1 WHERE seq = {seq}")
    with pytest.raises(BooksDamagedError, match=f"posting {POSTINGS_A_PAGE + 5} "):
        verify(long, processes=3)


def test_damage_comes_through_a_pipe_as_it_was_found(path):
    wrong = BooksDamagedError(path, message("posting_missing", posting=3))
    again = pickle.loads(pickle.dumps(wrong))
    assert (again.told, again.what) == (wrong.told, wrong.what)


def test_a_doubt_without_cause_is_forgotten(long):
    doubt = long.with_name(f"{long.name}.doubt")
    doubt.write_text("somebody said so")
    assert reopened(long).purses == common(LENGTH)
    assert not doubt.exists()


def test_a_page_that_does_not_add_up_is_found_though_its_hash_is_right(path):
    with opened(path) as books:
        books.commit([COIN, COIN], at=0)
        books._tail = replace(books._tail, books=fold([COIN] * 3))
        books.commit([Posting(Kind.COLLECTION)], at=0)
    with pytest.raises(BooksDamagedError) as refused:
        verify(path)
    assert str(refused.value.what) == "the page of posting 3 does not add up"
