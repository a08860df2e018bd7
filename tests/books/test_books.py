import sqlite3
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.books.accounts import alarms
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError, BusyError
from cabinet.core.events import SECOND
from cabinet.core.modes.state import coin_jammed
from cabinet.core.money.ledger import (
    HighScore,
    Kind,
    MatchClosed,
    MatchOpened,
    OpenBooks,
    Posting,
    ScoreSigned,
    Totals,
    fold,
)
from cabinet.core.money.tariff import NOTHING
from cabinet.i18n.message import to_text
from tests.books.ledgers import (
    CHARGE,
    COIN,
    EVENING,
    MOVES,
    RECORD,
    books_at,
    common,
    opened,
    played,
    query,
    reopened,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


def test_new_books_say_nothing_yet(path):
    assert reopened(path) == OpenBooks()


def test_an_evening_reads_back_after_every_commit(path):
    told = []
    for commit in EVENING:
        with opened(path) as books:
            books.commit(commit, at=SECOND)
        told.append(reopened(path))
    one_play = Totals(coins=1, minor_units=100, plays=1, players=1)
    assert told == [
        OpenBooks(common(1), Totals(coins=1, minor_units=100), clicks=1),
        OpenBooks(NOTHING, one_play, 2, RECORD, clicks=1),
        OpenBooks(NOTHING, one_play, 2, replace(RECORD, log=MOVES[:1]), clicks=1),
        OpenBooks(NOTHING, one_play, 2, replace(RECORD, log=MOVES), clicks=1),
        OpenBooks(NOTHING, one_play, 2, clicks=1),
    ]


def test_every_column_of_every_entry_is_kept(path):
    clock = VirtualClock(now=5 * SECOND, wall_ms=1_000)
    with opened(path, clock, boot="b") as books:
        for commit in EVENING:
            books.commit(commit, at=7)
        books.commit([Posting(Kind.ALARM, slot=2, note="jam")], at=8)
    stamp, mode = (7, 6_000, "b"), "azteka timed=True"
    postings = query(path, "SELECT * FROM postings")
    assert [row[:-1] for row in postings] == [
        (1, "coin", 1, 100, 1, 0, None, 0, 0, 1, "", *stamp, ""),
        (2, "charge", None, 0, -1, 0, 1, 0, 1, 0, mode, *stamp, ""),
        (3, "alarm", 2, 0, 0, 0, None, 0, 0, 0, "", 8, 6_000, "b", "jam"),
    ]
    options = '{"rules": "classic", "handicap": 3, "timed": true}'
    seats = '[["person", ""], ["bot", "hard"]]'
    assert query(path, "SELECT * FROM matches") == [
        (
            1,
            2,
            "azteka",
            options,
            seats,
            "18446744073709551615",
            1,
            mode,
            "[[0, 1]]",
            *stamp,
        )
    ]
    assert query(path, "SELECT * FROM moves") == [
        (1, turn, move.seat, move.action, *stamp) for turn, move in enumerate(MOVES)
    ]
    assert query(path, "SELECT * FROM closings") == [
        (1, "finished", "[0]", "[12, 7]", "five in a row", *stamp)
    ]


def test_commits_wait_for_the_disk(path):
    with opened(path) as books:
        assert books._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert books._db.execute("PRAGMA synchronous").fetchone() == (2,)


postings = st.builds(
    Posting,
    kind=st.sampled_from([Kind.COIN, Kind.CHARGE]),
    amount=st.integers(0, 10_000),
    credits=st.integers(0, 50),
    run=st.integers(0, 2**62),
    slot=st.none() | st.integers(0, 9),
    match=st.none() | st.integers(0, 2**62),
    note=st.text(),
    owner=st.integers(0, 6),
    players=st.integers(0, 6),
    clicks=st.integers(0, 9),
    mode=st.text(max_size=20),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(postings, max_size=8), st.integers(0, 2**62))
def test_whatever_is_posted_the_books_say_the_fold(tmp_path, given_postings, at):
    path = tmp_path / "books.sqlite3"
    for file in tmp_path.iterdir():
        file.unlink()
    with opened(path) as books:
        books.commit(given_postings, at)
    told = reopened(path)
    assert told == fold(given_postings)


def test_an_empty_commit_is_no_commit(path):
    with opened(path) as books:
        books.commit([], at=0)
    assert reopened(path) == OpenBooks()


def test_match_numbers_go_on_after_the_last(path):
    with opened(path) as books:
        for number in (1, 2, 5):
            books.commit([MatchOpened(replace(RECORD, id=number))], at=0)
            books.commit([MatchClosed(number, "abandoned")], at=0)
    assert reopened(path).next_match == 6


def test_one_commit_may_end_a_match_and_begin_the_next(path):
    with opened(path) as books:
        books.commit([MatchOpened(RECORD), played(0), MatchClosed(1, "failed")], at=0)
        second = replace(RECORD, id=2)
        books.commit([MatchOpened(second), played(0, match=2)], at=0)
    assert reopened(path).unfinished == replace(second, log=MOVES[:1])


def test_what_was_paid_later_belongs_to_the_match(path):
    more = Posting(Kind.CHARGE, credits=-1, match=1, note="time")
    coin = Posting(Kind.COIN, amount=100, credits=RECORD.credits + 2)
    first = Posting(Kind.CHARGE, credits=-RECORD.credits, match=1, players=1)
    with opened(path) as books:
        books.commit([coin, first, MatchOpened(RECORD)], at=0)
        books.commit([more], at=0)
        books.commit([more], at=0)
    told = reopened(path).unfinished
    assert told.credits == RECORD.credits + 2
    assert told.paid == ((0, RECORD.credits + 2),)


def test_a_resumed_match_goes_on_where_it_was(path):
    with opened(path) as books:
        books.commit([MatchOpened(RECORD), played(0)], at=0)
    with opened(path) as books:
        books.commit([played(1)], at=0)
    assert reopened(path).unfinished == replace(RECORD, log=MOVES[:2])


@pytest.mark.parametrize(
    ("entry", "mistake"),
    [
        (played(0), "move 0 of match 1 does not follow match 1 after 1 moves"),
        (played(2), "move 2 of match 1 does not follow match 1 after 1 moves"),
        (
            played(1, match=2),
            "move 1 of match 2 does not follow match 1 after 1 moves",
        ),
        (
            MatchClosed(2, "finished"),
            "the end of match 2 does not follow match 1 after 1 moves",
        ),
        (
            MatchOpened(replace(RECORD, id=2)),
            "the opening of match 2 with 0 moves does not follow match 1 after 1 moves",
        ),
        (
            CHARGE._replace(credits=-2),
            "a charge of -2 credits cannot follow a balance of 1",
        ),
        (
            COIN._replace(amount=2**63),
            "Python int too large to convert to SQLite INTEGER",
        ),
    ],
)
def test_what_cannot_follow_is_refused_whole(path, entry, mistake):
    with opened(path) as books:
        books.commit([COIN, MatchOpened(RECORD), played(0)], at=0)
        with pytest.raises(BooksError) as refusal:
            books.commit([COIN, CHARGE, entry], at=0)
        assert str(refusal.value) == (
            f"books {path}: {mistake}: this is a mistake in the program, please "
            f"report it; nothing was written"
        )
        books.commit([CHARGE], at=0)
    told = reopened(path)
    assert told.purses == common(0)
    assert told.totals == Totals(coins=1, minor_units=100, plays=1, players=1)
    assert told.unfinished == replace(RECORD, log=MOVES[:1])


def test_a_match_number_is_never_used_twice(path):
    with opened(path) as books:
        books.commit([MatchOpened(RECORD), MatchClosed(1, "failed")], at=0)
        with pytest.raises(BooksError, match="does not follow a table where no match"):
            books.commit([MatchOpened(RECORD)], at=0)


def test_the_ten_best_of_each_mode_are_remembered_best_first(path):
    with opened(path) as books:
        scores = (5, 9, 7, 9, 1, 2, 3, 4, 6, 8, 10, 11)
        books.commit(
            [ScoreSigned(n, 0, "nim", s, "EVA") for n, s in enumerate(scores)], 0
        )
        books.commit([ScoreSigned(50, 1, "nim", 9, "NEW")], 0)
        books.commit([ScoreSigned(50, 0, "pig", 3, "ÉLO")], 0)
    with opened(path) as books:
        tables = books.open().high_scores
    assert [high_score.score for high_score in tables["nim"]] == [
        11,
        10,
        9,
        9,
        9,
        8,
        7,
        6,
        5,
        4,
    ]
    assert tables["nim"][4].name == "NEW", "of equal scores the older stands higher"
    assert tables["pig"] == (HighScore("ÉLO", 3),)


def test_a_table_that_was_cleared_begins_with_the_next_match(path):
    with opened(path) as books:
        signed = [ScoreSigned(n, 0, mode, 9, "EVA") for n, mode in ((1, "a"), (2, "b"))]
        books.commit(signed, 0)
        books.commit([Posting(Kind.CLEARED, match=3, mode="a")], 0)
        books.commit([ScoreSigned(3, 0, "a", 2, "NOÉ")], 0)
    tables = reopened(path).high_scores
    assert tables == {"a": (HighScore("NOÉ", 2),), "b": (HighScore("EVA", 9),)}


def test_alarms_are_counted_by_what_they_say_the_newest_first(path):
    with opened(path) as books:
        for note in ("coin.1 jammed", "screen missing", to_text(coin_jammed(1))):
            books.commit([Posting(Kind.ALARM, note=note)], 0)
    found = [(str(each.told), each.times) for each in alarms(path, 12)]
    assert found == [("coin.1 jammed", 2), ("screen missing", 1)]
    assert len(alarms(path, 1)) == 1


def test_nobody_signs_twice(path):
    signed = ScoreSigned(1, 0, "nim", 3, "EVA")
    with opened(path) as books:
        books.commit([signed], 0)
        with pytest.raises(BooksError):
            books.commit([signed], 0)


def test_a_second_cabinet_is_told_to_wait(path):
    with opened(path) as books:
        second = books_at(path)
        with pytest.raises(BusyError) as refusal:
            second.open()
        assert str(refusal.value) == (
            f"books {path} are in use by another cabinet: stop it first, or give "
            f"this one its own folder with --state DIR"
        )
        second.close()
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(1)


def test_a_report_may_read_while_the_cabinet_writes(path):
    with opened(path) as books:
        books.commit([COIN], at=0)
        report = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        report.execute("BEGIN")
        assert report.execute("SELECT count(*) FROM postings").fetchone() == (1,)
        books.commit([COIN], at=0)
        assert report.execute("SELECT count(*) FROM postings").fetchone() == (1,)
        report.close()
    assert reopened(path).purses == common(2)


def test_rows_are_only_ever_added(path):
    with opened(path) as books:
        for commit in EVENING:
            books.commit(commit, at=0)
    with opened(path) as books:
        books.commit([Posting(Kind.COLLECTION, amount=100)], at=0)
    for table, column in (
        ("postings", "at"),
        ("pages", "seq"),
        ("matches", "at"),
        ("moves", "at"),
        ("closings", "at"),
    ):
        for change in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = 1"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
                query(path, change)


def test_a_jump_of_the_wall_clock_changes_nothing(path):
    ten_years_ms = 10 * 365 * 24 * 3600 * 1000
    for jump in (0, -ten_years_ms, ten_years_ms):
        clock = VirtualClock(wall_ms=ten_years_ms + jump)
        with opened(path, clock) as books:
            books.commit([COIN._replace(note=str(jump))], at=0)
    notes = query(path, "SELECT note FROM postings ORDER BY seq")
    assert notes == [("0",), (f"-{ten_years_ms}",), (f"{ten_years_ms}",)]
    assert reopened(path).purses == common(3)


def test_closed_books_take_nothing_and_may_be_closed_again(path):
    books = books_at(path)
    with pytest.raises(BooksError, match=f"^books {path} are not open$"):
        books.commit([COIN], at=0)
    books.open()
    books.close()
    books.close()
    with pytest.raises(BooksError, match=f"^books {path} are not open$"):
        books.commit([COIN], at=0)


def test_opening_again_is_opening(path):
    with opened(path) as books:
        books.commit([COIN], at=0)
        assert books.open().purses == common(1)
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(2)


def test_the_books_say_how_much_room_their_disk_has(path):
    books = SqliteBooks(path, VirtualClock(), "boot")
    assert books.free_space() > 0
    gone = SqliteBooks(path.parent / "gone" / "books.sqlite3", VirtualClock(), "boot")
    assert gone.free_space() is None, "nobody knows"
