"""One writer, any number of readers, whatever becomes of the files beside the books."""

import fcntl
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from cabinet.books.accounts import account
from cabinet.books.copies import BooksWithCopies, copy_books
from cabinet.books.feed import Feed
from cabinet.books.inspection import verify
from cabinet.books.lock_file import LockFile
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError, BusyError
from cabinet.core.money.ledger import OpenBooks
from tests.books import holder
from tests.books.ledgers import COIN, books_at, common, opened, query, reopened

ROOT = Path(holder.__file__).parents[2]
# Where SQLite puts the lock of everybody who has a file open (os_unix.c, SHARED_FIRST).
SHARED_FIRST, SHARED_SIZE = 0x40000000 + 2, 510
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere .lock is all")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        books.commit([COIN], at=0)
    return path


def lock_of(path):
    return path.with_name(f"{path.name}.lock")


def start(path):
    return subprocess.Popen(
        [sys.executable, "-S", holder.__file__, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT)},
        text=True,
    )


@contextmanager
def running(path):
    """A cabinet that has the books open; killed at the end if it still is there."""
    with start(path) as process:
        try:
            assert heard(process) == "ready"
            yield process
        finally:
            process.kill()


def heard(process):
    return process.stdout.readline().strip()


def coin(process):
    process.stdin.write("\n")
    process.stdin.flush()
    return heard(process)


def stop(process):
    process.stdin.close()
    assert process.wait(10) == 0


def refused(path):
    """Whether another process is told that somebody has the books."""
    with start(path) as process:
        return heard(process) == "busy" and process.wait(10) == 0


@on_linux
def test_deleting_the_lock_file_lets_no_second_cabinet_write(path):
    with running(path) as first:
        lock_of(path).unlink()
        assert refused(path)
        assert coin(first) == "booked"
        assert refused(path)
        stop(first)
    assert reopened(path).purses == common(2)


@on_linux
def test_the_second_cabinet_puts_no_copy_in_the_place_of_books_in_use(path, tmp_path):
    copy_books(path, tmp_path / "copies", VirtualClock())
    with running(path) as first:
        lock_of(path).unlink()
        second = BooksWithCopies(path, tmp_path / "copies", VirtualClock(), "boot-2")
        with pytest.raises(BusyError):
            second.open()
        assert coin(first) == "booked"
        stop(first)
    assert reopened(path).purses == common(2)


@on_linux
def test_of_cabinets_that_begin_the_books_together_one_does(tmp_path):
    path = tmp_path / "books.sqlite3"
    together = [start(path) for _ in range(4)]
    answers = []
    for process in together:
        answers.append(heard(process))
        lock_of(path).unlink(missing_ok=True)
    for process in together:
        process.stdin.close()
        process.stdout.close()
        assert process.wait(10) == 0
    assert sorted(answers) == ["busy", "busy", "busy", "ready"]
    assert reopened(path) == OpenBooks()


def test_books_that_another_has_begun_meanwhile_are_in_use(tmp_path):
    path = tmp_path / "books.sqlite3"
    lock = LockFile(path)
    lock.acquire()
    path.touch()
    with pytest.raises(BusyError):
        lock.make_books()


@pytest.mark.parametrize("deleted", [False, True])
def test_a_killed_cabinet_leaves_the_books_to_the_next(path, deleted):
    with running(path) as first:
        assert coin(first) == "booked"
        if deleted:
            lock_of(path).unlink()
        first.kill()
        first.wait()
    with running(path) as second:
        assert coin(second) == "booked"
        stop(second)
    assert reopened(path).purses == common(3)


def test_everybody_may_read_what_a_cabinet_holds(path, tmp_path):
    with running(path) as first:
        assert coin(first) == "booked"
        assert verify(path).seq == 2
        assert account(path).books.purses == common(2)
        assert [line["seq"] for line in Feed(path).after(0, 9)] == [1, 2]
        _, end = copy_books(path, tmp_path / "copies", VirtualClock())
        assert end.seq == 2
        assert coin(first) == "booked"
        stop(first)
    assert reopened(path).purses == common(3)


def sqlite_holds(path):
    """Whether another process has SQLite's lock on the books."""
    file = os.open(path, os.O_RDWR)
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_SIZE, SHARED_FIRST)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def test_the_cabinet_closes_no_file_that_would_cost_sqlite_its_locks(path):
    assert not sqlite_holds(path)
    with running(path) as first:
        assert sqlite_holds(path)
        assert coin(first) == "booked"
        lock_of(path).unlink()
        assert coin(first) == "booked"
        assert sqlite_holds(path)
        stop(first)
    assert not sqlite_holds(path)


def test_a_lock_file_that_was_deleted_under_a_cabinet_is_made_anew(path):
    with running(path) as first:
        before = lock_of(path).read_bytes()
        lock_of(path).unlink()
        assert coin(first) == "booked"
        (last,) = query(path, "SELECT hash FROM postings WHERE seq = 2")
        assert lock_of(path).read_text() == f"{2:>12} {last[0].hex()}\n"
        assert lock_of(path).read_bytes() != before
        lock_of(path).unlink()
        stop(first)
    assert lock_of(path).exists(), "only a stopped cabinet's may be deleted"
    path.unlink()
    with pytest.raises(BooksError, match="is gone"):
        books_at(path).open()


def test_a_lock_file_that_another_has_just_made_is_taken_over_when_it_is_free(path):
    with opened(path) as books:
        lock_of(path).unlink()
        with lock_of(path).open("w") as others:
            fcntl.flock(others, fcntl.LOCK_EX)
            books.commit([COIN], at=0)
            assert lock_of(path).read_bytes() == b""
        books.commit([COIN], at=0)
        assert lock_of(path).read_text().startswith(f"{3:>12} ")


def test_deleting_the_lock_file_of_a_stopped_cabinet_means_that_one_knows(path):
    path.unlink()
    with pytest.raises(BooksError, match="is gone"):
        books_at(path).open()
    lock_of(path).unlink()
    assert reopened(path) == OpenBooks()


@pytest.mark.parametrize("by", ["nothing", "another file"])
def test_no_coin_is_booked_in_a_file_that_nobody_will_find(path, tmp_path, by):
    with opened(path) as books:
        aside = path.rename(tmp_path / "aside.sqlite3")
        if by == "another file":
            subprocess.run(["cp", aside, path], check=True)
        with pytest.raises(BooksError, match="moved, replaced or deleted while"):
            books.commit([COIN], at=0)
        aside.rename(path)
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(2)


def test_books_that_were_moved_away_leave_the_mark_of_others_alone(path, tmp_path):
    """As in going back by hand, while the cabinet is still on its way out."""
    (newer := tmp_path / "newer").mkdir()
    with opened(path):
        pass
    earlier = path.read_bytes(), lock_of(path).read_bytes()
    with opened(path) as books:
        books.commit([COIN], at=0)
        for file in path.parent.glob(f"{path.name}*"):
            file.rename(newer / file.name)
        path.write_bytes(earlier[0])
        lock_of(path).write_bytes(earlier[1])
    assert lock_of(path).read_bytes() == earlier[1]
    assert reopened(path).purses == common(1)
    assert reopened(newer / path.name).purses == common(2)
