"""Plugs pulled, disks full, files locked: what was acknowledged is there."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cabinet.books.inspection import verify
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import MatchOpened
from tests.books import kill_storm, storm
from tests.books.ledgers import COIN, RECORD, books_at, common, opened, query, reopened

ROOT = Path(storm.__file__).parents[2]
KILLS = 100
NOBODY = 65534


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


@contextmanager
def storming(path, *arguments):
    """A cabinet in its own process, ready to book; killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-S", storm.__file__, str(path), *map(str, arguments)],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT)},
    ) as process:
        try:
            assert process.stdout.readline() == b"ready\n"
            yield process
        finally:
            process.kill()


def coins_after(path, acknowledged):
    """The coins booked: all acknowledged, whole, once; at most one commit more."""
    told = reopened(path)
    coins = told.totals.coins
    for kind in ("coin", "alarm"):
        notes = query(path, f"SELECT note FROM postings WHERE kind = '{kind}'")
        assert notes == [(str(number),) for number in range(coins)]
    assert [move.action for move in told.unfinished.log] == [
        str(n) for n in range(coins)
    ]
    assert told.purses == common(coins)
    assert acknowledged <= coins <= acknowledged + 1
    return coins


def survive_kills(folder, seed):
    """A storm of so many kills; a failure is a traceback on stderr."""
    found = subprocess.run(
        [sys.executable, kill_storm.__file__, folder, str(KILLS), str(seed)],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert found.stderr == ""
    kills, coins, plays, refunds, service = map(int, found.stdout.split())
    assert kills == KILLS
    assert min(coins, plays, refunds, service) > 0


@pytest.mark.parametrize("seed", range(2))
def test_kill_the_counter_anywhere_and_all_it_showed_is_there(tmp_path, seed):
    survive_kills(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 100))
def test_ten_thousand_kills(tmp_path, seed):
    survive_kills(tmp_path, seed)


def test_cut_the_power_at_any_byte_of_the_log(path, tmp_path):
    ends, marks = [], []
    log, mark = Path(f"{path}-wal"), Path(f"{path}.lock")
    with opened(path) as books:
        for number in range(12):
            books.commit([COIN._replace(note=str(number))] * (number % 3 + 1), at=0)
            ends.append(log.stat().st_size)
            marks.append(mark.read_bytes())
        whole, content = path.read_bytes(), log.read_bytes()
    folder = tmp_path / "after"
    chance = random.Random(21)
    cuts = {chance.randrange(ends[0], len(content)) for _ in range(30)}
    for cut in sorted(cuts | set(ends) | {end - 1 for end in ends[1:]}):
        survived = sum(end <= cut for end in ends)
        folder.mkdir()
        copy = folder / path.name
        copy.write_bytes(whole)
        Path(f"{copy}-wal").write_bytes(content[:cut])
        Path(f"{copy}.lock").write_bytes(marks[survived - 1])
        coins = sum(number % 3 + 1 for number in range(survived))
        assert reopened(copy).purses == common(coins)
        with opened(copy) as books:
            books.commit([COIN], at=0)
        assert reopened(copy).purses == common(coins + 1)
        shutil.rmtree(folder)


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(path):
    with storming(path, 100_000) as process:
        heard = [process.stdout.readline().decode() for _ in range(60)]
    refusals = [line for line in heard if line.startswith("refused")]
    assert refusals == ["refused disk_failed\n"] * 3
    assert not heard[-1].startswith("refused")
    acknowledged = [int(line) for line in heard if line not in refusals]
    assert acknowledged == list(range(57))
    told = reopened(path)
    assert coins_after(path, max(57, told.totals.coins - 1)) >= 57


def test_a_database_without_room_says_so_and_recovers(path):
    with opened(path) as books:
        (pages,) = books._db.execute("PRAGMA page_count").fetchone()
        books._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(BooksError) as refusal:
            books.commit([COIN, MatchOpened(RECORD), *[COIN] * 200], at=0)
        assert str(refusal.value) == (
            f"books {path}: the disk is full (database or disk is full): free some "
            f"space on it; nothing was written"
        )
        books.commit([COIN], at=0)
        books._db.execute("PRAGMA max_page_count = 100000")
        books.commit([COIN, MatchOpened(RECORD), *[COIN] * 200], at=0)
    told = reopened(path)
    assert (told.purses, told.unfinished) == (common(202), RECORD)


def test_a_program_that_holds_the_books_locked_is_named_as_the_cause(path, monkeypatch):
    monkeypatch.setattr("cabinet.books.sqlite.LOCK_PATIENCE_S", 0.01)
    with opened(path) as books:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BooksError) as refusal:
            books.commit([COIN], at=0)
        other.execute("ROLLBACK")
        other.close()
        assert str(refusal.value) == (
            f"books {path}: another program holds them locked (database is locked): "
            f"close that program; nothing was written"
        )
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(1)


@contextmanager
def a_folder_of_nobody():
    """A folder to be looked at without the powers of root."""
    with tempfile.TemporaryDirectory() as name:
        root = os.geteuid() == 0
        if root:
            os.chown(name, NOBODY, -1)
            os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            Path(name).chmod(0o700)
            if root:
                os.seteuid(0)


NOT_WRITABLE = (
    "give them and their folder to the user the cabinet runs as, mounted for writing"
)


def test_read_only_books_are_refused_and_stay_as_they_are():
    with a_folder_of_nobody() as folder:
        path = folder / "books.sqlite3"
        with opened(path) as books:
            books.commit([COIN], at=0)
        path.chmod(0o444)
        content = path.read_bytes()
        with pytest.raises(BooksError) as refusal:
            books_at(path).open()
        assert str(refusal.value) == (
            f"books {path}: they cannot be written (Permission denied): {NOT_WRITABLE}"
        )
        assert path.read_bytes() == content
        path.chmod(0o644)
        assert reopened(path).purses == common(1)


def test_a_log_that_can_only_be_read_is_refused_when_the_books_are_opened():
    with a_folder_of_nobody() as folder:
        path = folder / "books.sqlite3"
        with opened(path) as books, closing(sqlite3.connect(path)) as reader:
            books.commit([COIN], at=0)
            assert reader.execute("SELECT count(*) FROM postings").fetchone() == (1,)
            books.close()
            log = folder / "books.sqlite3-wal"
            log.chmod(0o444)
            with pytest.raises(BooksError, match="they cannot be written"):
                books.open()
            log.chmod(0o644)
            books.open()
            books.commit([COIN], at=0)
        assert reopened(path).purses == common(2)


def test_a_read_only_folder_is_refused():
    with a_folder_of_nobody() as folder:
        folder.chmod(0o555)
        path = folder / "books.sqlite3"
        with pytest.raises(BooksError) as refusal:
            books_at(path).open()
        assert str(refusal.value) == (
            f"books {path}: they cannot be written (Permission denied): {NOT_WRITABLE}"
        )


def test_a_folder_that_may_only_be_read_is_read_where_nobody_writes():
    with a_folder_of_nobody() as folder:
        path = folder / "books.sqlite3"
        with opened(path) as books:
            books.commit([COIN], at=0)
        folder.chmod(0o555)
        assert verify(path).seq == 1
        folder.chmod(0o755)
        Path(f"{path}-wal").touch()
        folder.chmod(0o555)
        with pytest.raises(BooksError, match="they cannot be opened"):
            verify(path)


def test_a_missing_folder_is_refused_and_not_made(tmp_path):
    path = tmp_path / "not mounted" / "books.sqlite3"
    with pytest.raises(BooksError) as refusal:
        books_at(path).open()
    assert str(refusal.value) == (
        f"books {path}: they cannot be opened (No such file or directory): check that "
        f"the folder exists and belongs to the user the cabinet runs as"
    )
    assert not path.parent.exists()


def in_the_file_alone(path):
    """How many coins there are without the log."""
    alone = path.with_name("alone.sqlite3")
    # Not here: a process that closes a file loses all locks that SQLite has on it.
    subprocess.run(["cp", path, alone], check=True)
    return query(alone, "SELECT count(*) FROM postings")[0][0]


def test_the_log_comes_into_the_file_while_a_commit_is_under_way(path):
    with opened(path) as books:
        books.commit([COIN], at=0)
        assert in_the_file_alone(path) == 0
        books._db.execute("BEGIN IMMEDIATE")
        books.checkpoint()
        books._db.execute("ROLLBACK")
        assert in_the_file_alone(path) == 1
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(2)


def test_somebody_who_reads_keeps_the_log_from_nobody(path):
    with opened(path) as books:
        books.commit([COIN], at=0)
        report = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        report.execute("BEGIN")
        assert report.execute("SELECT count(*) FROM postings").fetchone() == (1,)
        books.commit([COIN], at=0)
        books.checkpoint()
        assert in_the_file_alone(path) == 0, "the page that is still read stays there"
        report.execute("COMMIT")
        books.close()
        assert in_the_file_alone(path) == 2, "also when it was open until the end"
        report.close()
    assert reopened(path).purses == common(2)


def test_closed_books_and_books_that_were_moved_have_no_log_to_empty(path, tmp_path):
    books = books_at(path)
    books.checkpoint()
    assert not path.exists()
    with opened(path) as books:
        books.commit([COIN], at=0)
        aside = path.rename(tmp_path / "aside.sqlite3")
        books.checkpoint()
        assert not path.exists()
        aside.rename(path)


def test_no_commit_of_a_busy_day_empties_the_log(path):
    log = Path(f"{path}-wal")
    with opened(path) as books:
        for _ in range(1_200):
            books.commit([COIN], at=0)
        assert log.stat().st_size > 1_000 * 4096
        assert in_the_file_alone(path) == 0
