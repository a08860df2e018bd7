"""Copies, and what happens when they are needed."""

import shutil
from contextlib import closing
from dataclasses import replace

import pytest

from cabinet.books.copies import (
    KEPT,
    BooksWithCopies,
    copy_books,
    put_books_in_place,
)
from cabinet.books.errors import BooksDamagedError
from cabinet.books.inspection import verify
from cabinet.books.legacy_notes import read_note
from cabinet.books.sqlite import doubt_at
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError
from cabinet.core.events import MILLISECOND
from cabinet.core.money.ledger import (
    HighScore,
    Kind,
    MatchClosed,
    MatchOpened,
    Posting,
    ScoreSigned,
)
from cabinet.i18n.message import from_text
from tests.books.cabinets import Till
from tests.books.ledgers import (
    CHARGE,
    COIN,
    RECORD,
    common,
    opened,
    played,
    query,
    reopened,
    tamper,
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        books.commit([COIN] * 5, at=0)
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "copies"


CLOCK = VirtualClock()


def with_copies(path, folder):
    return BooksWithCopies(path, folder, CLOCK, "boot-2")


def restored(path, folder):
    with closing(with_copies(path, folder)) as books:
        return books.open()


def doubt(books):
    return str(from_text(books.doubt))


def damaged_files(path):
    return sorted(path.parent.glob("*.damaged-*"))


def test_a_copy_is_the_books(path, folder):
    copy, end = copy_books(path, folder, CLOCK)
    assert copy.name == "books-000001-20260101T000000Z.sqlite3"
    assert end == verify(path) == verify(copy)
    shutil.copy(copy, folder.parent / "elsewhere.sqlite3")
    assert reopened(folder.parent / "elsewhere.sqlite3") == reopened(path)


def test_books_are_copied_while_a_cabinet_writes_them(path, folder):
    with opened(path) as books:
        books.commit([COIN], at=0)
        _, end = copy_books(path, folder, CLOCK)
        books.commit([COIN], at=0)
    assert end.seq == 6
    assert reopened(path).purses == common(7)


def test_the_last_copies_are_kept_whatever_the_wall_clock_says(path, folder):
    for day in range(KEPT + 3):
        clock = VirtualClock(wall_ms=(100 - day) * 86_400_000)
        copy_books(path, folder, clock)
    numbers = sorted(copy.name.split("-")[1] for copy in folder.iterdir())
    assert numbers == [f"{number:06}" for number in range(4, KEPT + 4)]


def test_damaged_books_are_not_copied_but_noted(path, folder):
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 3")
    with pytest.raises(BooksDamagedError) as refusal:
        copy_books(path, folder, CLOCK)
    assert str(refusal.value.what) == "posting 3 is not what was written"
    assert read_note(doubt_at(path).read_text()) == refusal.value.told
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(path, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BooksError, match="cannot be opened"):
        copy_books(path, tmp_path / "file" / "copies", CLOCK)


def test_an_unfinished_copy_that_cannot_be_removed_is_named(path, folder):
    copy, _ = copy_books(path, folder, CLOCK)
    unfinished = copy.with_suffix(".unfinished")
    unfinished.with_name(unfinished.name.replace("000001", "000002")).mkdir()
    with pytest.raises(BooksError, match="copies"):
        copy_books(path, folder, CLOCK)
    assert [each.name for each in folder.glob("*.sqlite3")] == [copy.name]


def test_a_damaged_file_is_set_aside_and_nothing_that_can_be_read_is_lost(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([COIN] * 3, at=0)
        books.commit([CHARGE, MatchOpened(RECORD), played(0)], at=0)
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 2")
    spoiled = path.read_bytes()
    told = restored(path, folder)
    assert told.purses == common(7)
    assert told.unfinished == replace(RECORD, log=(played(0).move,))
    assert doubt(told) == (
        "books damaged (posting 2 is not what was written) and kept as "
        "books.sqlite3.damaged-20260101T000000Z; restored from "
        "books-000001-20260101T000000Z.sqlite3 and 4 later postings, 0 are missing"
    )
    (aside,) = damaged_files(path)
    assert aside.read_bytes() == spoiled
    assert verify(path).seq == 10


def test_what_cannot_be_read_is_counted_as_missing(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([COIN] * 4, at=0)
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 8")
    told = restored(path, folder)
    assert told.purses == common(7)
    assert doubt(told).endswith("and 2 later postings, 2 are missing")


@pytest.mark.parametrize("spoil", ["garbage", "empty", "gone", "cut"])
def test_a_file_of_which_nothing_is_left_is_restored_from_its_copy(path, folder, spoil):
    copy_books(path, folder, CLOCK)
    match spoil:
        case "garbage":
            path.write_bytes(b"garbage\n" * 999)
        case "empty":
            path.write_bytes(b"")
        case "gone":
            path.unlink()
        case "cut":
            path.write_bytes(path.read_bytes()[:-4096])
    told = restored(path, folder)
    assert told.purses == common(5)
    assert "0 are missing" in doubt(told)
    assert len(damaged_files(path)) == (spoil in ("garbage", "cut"))


def test_a_lost_log_is_restored_as_far_as_it_goes(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([COIN, COIN], at=0)
        files = {path.name: path.read_bytes()}
        mark = path.with_name(f"{path.name}.lock")
        files[mark.name] = mark.read_bytes()
    for name, content in files.items():
        (path.parent / name).write_bytes(content)
    told = restored(path, folder)
    assert told.purses == common(5)
    assert doubt(told).endswith("and 0 later postings, 2 are missing")


def test_a_log_that_survived_its_books_is_set_aside_with_them(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([COIN], at=0)
        log = path.with_name(f"{path.name}-wal").read_bytes()
    path.write_bytes(b"garbage\n" * 999)
    path.with_name(f"{path.name}-wal").write_bytes(log)
    assert restored(path, folder).purses == common(5)
    assert {file.name for file in damaged_files(path)} == {
        "books.sqlite3.damaged-20260101T000000Z",
        "books.sqlite3.damaged-20260101T000000Z-wal",
    }


def test_a_copy_that_has_rotted_is_passed_over(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([COIN], at=0)
    newest, _ = copy_books(path, folder, CLOCK)
    newest.write_bytes(newest.read_bytes()[:-20_000])
    path.write_bytes(b"garbage\n" * 999)
    told = restored(path, folder)
    assert told.purses == common(5)
    assert doubt(told).endswith("and 0 later postings, 1 are missing")


def test_copies_of_other_books_are_no_copies_of_these(path, folder, tmp_path):
    other = tmp_path / "other.sqlite3"
    with opened(other) as books:
        books.commit([COIN] * 50, at=0)
    copy_books(other, folder, CLOCK)
    path.write_bytes(b"garbage\n" * 999)
    with pytest.raises(BooksDamagedError):
        restored(path, folder)


def test_a_file_that_somebody_else_put_there_is_no_copy(path, folder):
    copy_books(path, folder, CLOCK)
    (folder / "books-of-summer-2025.sqlite3").write_bytes(b"garbage")
    path.unlink()
    assert restored(path, folder).purses == common(5)
    copy, _ = copy_books(path, folder, CLOCK)
    assert copy.name.startswith("books-000002-")


def test_without_a_copy_nothing_is_touched(path, folder):
    path.write_bytes(b"garbage\n" * 999)
    with pytest.raises(BooksDamagedError, match="nothing was changed"):
        restored(path, folder)
    assert path.read_bytes() == b"garbage\n" * 999
    assert damaged_files(path) == []


def test_the_doubt_stays_until_the_operator_has_looked(path, folder):
    copy_books(path, folder, CLOCK)
    path.unlink()
    assert restored(path, folder).doubt
    assert reopened(path).doubt
    with opened(path) as books:
        books.commit([Posting(Kind.TRUSTED)], at=0)
    assert not reopened(path).doubt


def test_books_damaged_twice_in_a_second_are_kept_twice(path, folder):
    copy_books(path, folder, CLOCK)
    for _ in range(2):
        path.write_bytes(b"garbage\n" * 999)
        restored(path, folder)
    assert [file.name for file in damaged_files(path)] == [
        "books.sqlite3.damaged-20260101T000000Z",
        "books.sqlite3.damaged-20260101T000000Z-2",
    ]


def test_a_match_of_the_copy_that_ended_since_is_ended(path, folder):
    with opened(path) as books:
        books.commit([CHARGE, MatchOpened(RECORD)], at=0)
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([MatchClosed(1, "finished")], at=0)
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 2")
    assert restored(path, folder).unfinished is None


def test_high_scores_come_along_and_never_cost_a_coin(path, folder):
    copy_books(path, folder, CLOCK)
    with opened(path) as books:
        books.commit([CHARGE, MatchOpened(RECORD)], at=0)
        books.commit([MatchClosed(1, "finished")], at=0)
        books.commit([ScoreSigned(1, 0, "nim", 7, "EVA")], at=0)
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 2")
    whole = path.read_bytes()
    assert restored(path, folder).high_scores == {"nim": (HighScore("EVA", 7),)}
    path.write_bytes(whole)
    tamper(path, "DROP TABLE honours")
    told = restored(path, folder)
    assert (told.high_scores, told.purses) == ({}, common(4))


def test_the_cabinet_takes_no_coin_until_the_operator_presses_test(path, folder):
    copy_books(path, folder, CLOCK)
    path.write_bytes(b"garbage\n" * 999)
    till = Till(with_copies(path, folder))
    assert till.mode == "out_of_order"
    assert till.counter.shown().reason == "books"
    assert "restored from" in str(till.counter.shown().alarms[0])
    assert till.credits == 5
    assert not till.coin()
    till.press("test")
    till.advance(50 * MILLISECOND)
    assert till.mode == "attract"
    assert till.counter.shown().alarms == ()
    assert till.coin()
    assert till.credits == 6
    till.counter.close()
    kinds = query(path, "SELECT kind FROM postings WHERE seq > 5")
    assert [kind for (kind,) in kinds if kind in ("restored", "trusted", "coin")] == [
        "restored",
        "trusted",
        "coin",
    ]


def test_books_of_a_backup_take_the_place_of_those_before_which_are_kept(tmp_path):
    path, kept = tmp_path / "books.sqlite3", tmp_path / "kept.sqlite3"
    with opened(path) as books:
        books.commit([COIN], at=0)
    with opened(kept) as books:
        books.commit([COIN, COIN], at=0)
    aside = put_books_in_place(path, kept, VirtualClock(), "boot-2", "week.zip")
    assert verify(aside).seq == 1
    assert verify(path).seq == 3
    found = reopened(path)
    assert (found.totals.coins, found.purses) == (2, common(2))
    assert "week.zip" in found.doubt


def test_a_backup_with_damaged_books_changes_nothing(tmp_path):
    path, kept = tmp_path / "books.sqlite3", tmp_path / "kept.sqlite3"
    for each in (path, kept):
        with opened(each) as books:
            books.commit([COIN], at=0)
    tamper(kept, "UPDATE postings SET amount = 900 WHERE seq = 1")
    with pytest.raises(BooksDamagedError):
        put_books_in_place(path, kept, VirtualClock(), "boot-2", "week.zip")
    assert reopened(path).doubt == ""
    assert sorted(each.name for each in tmp_path.glob("books.*before*")) == []


def test_a_cabinet_without_books_takes_those_of_a_backup(tmp_path):
    path, kept = tmp_path / "books.sqlite3", tmp_path / "kept.sqlite3"
    with opened(kept) as books:
        books.commit([COIN], at=0)
    assert put_books_in_place(path, kept, VirtualClock(), "boot-2", "a.zip") is None
    assert reopened(path).totals.coins == 1
