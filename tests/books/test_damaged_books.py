import shutil
import sqlite3

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cabinet.books.chain import LINES, link
from cabinet.books.errors import BooksDamagedError
from cabinet.books.inspection import verify
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import Kind, OpenBooks, Posting
from tests.books.ledgers import (
    COIN,
    EVENING,
    books_at,
    common,
    opened,
    query,
    reopened,
    tamper,
)

POSTINGS = 40


@pytest.fixture
def path(tmp_path):
    """Books of forty coins and a match, closed."""
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        for commit in EVENING[:4]:
            books.commit(commit, at=0)
        books.commit([COIN] * (POSTINGS - 2), at=0)
    return path


def beside(path, ending):
    return path.with_name(path.name + ending)


def damage(path):
    """The sentence with which the books refuse to open."""
    with pytest.raises(BooksDamagedError) as refusal:
        books_at(path).open()
    head, tail = (
        f"books {path} are damaged: ",
        (
            "; nothing was changed: move books.sqlite3* out of the folder, then put a "
            "good copy back as books.sqlite3, or none to begin new books"
        ),
    )
    assert str(refusal.value).startswith(head)
    assert str(refusal.value).endswith(tail)
    return str(refusal.value).removeprefix(head).removesuffix(tail)


@pytest.mark.parametrize(
    "change",
    [
        "amount = 200",
        "credits = 2",
        "run = 1",
        "slot = NULL",
        "slot = 2",
        "match = 0",
        "kind = 'service'",
        "note = 'x'",
        "note = CAST(x'ff' AS TEXT)",
        "boot = 'boot-2'",
        "owner = 1",
        "players = 1",
        "clicks = 2",
        "mode = 'x'",
        "mode = CAST(x'00' AS TEXT)",
        "at = 1",
        "wall_ms = wall_ms + 1",
        "hash = x'00'",
    ],
)
def test_any_changed_field_names_its_posting(path, change):
    tamper(path, f"UPDATE postings SET {change} WHERE seq = 17")
    assert damage(path) == "posting 17 is not what was written"


def test_a_removed_posting_is_named(path):
    tamper(path, "DELETE FROM postings WHERE seq = 17")
    assert damage(path) == "posting 17 is missing"


def test_a_removed_first_posting_is_named(path):
    tamper(path, "DELETE FROM postings WHERE seq = 1")
    assert damage(path) == "posting 1 is missing"


def test_swapped_postings_are_named(path):
    tamper(
        path,
        "UPDATE postings SET seq = -1 WHERE seq = 2",
        "UPDATE postings SET seq = 2 WHERE seq = 3",
        "UPDATE postings SET seq = 3 WHERE seq = -1",
    )
    assert damage(path) == "posting 2 is not what was written"


def test_an_added_posting_is_named(path):
    tamper(
        path,
        "INSERT INTO postings SELECT 41, kind, slot, amount, credits, run, match, "
        "owner, players, clicks, mode, at, wall_ms, boot, note, hash FROM postings "
        "WHERE seq = 40",
    )
    assert damage(path) == "posting 41 is not what was written"


@pytest.mark.parametrize(
    ("seq", "sentence"),
    [
        (17, "posting 18 is not what was written"),
        (POSTINGS, f"posting {POSTINGS} is not the one that was written"),
    ],
)
def test_a_forger_has_to_forge_everything_after(path, seq, sentence):
    tamper(path, f"UPDATE postings SET amount = 900 WHERE seq = {seq}")
    rows = query(path, LINES, (seq - 2, seq))
    (_, _, _, before), (_, text, note, _) = rows
    forged = link(before, text + note).hex()
    tamper(path, f"UPDATE postings SET hash = x'{forged}' WHERE seq = {seq}")
    assert damage(path) == sentence


def test_a_cut_off_end_is_noticed(path):
    tamper(path, "DELETE FROM postings WHERE seq > 38")
    assert damage(path) == "they end at posting 38, but 40 were written"


def test_all_postings_gone_is_no_new_beginning(path):
    tamper(path, "DELETE FROM postings")
    assert damage(path) == "they end at posting 0, but 40 were written"


def test_the_books_of_another_cabinet_are_noticed(path, tmp_path):
    other = tmp_path / "other.sqlite3"
    with opened(other, boot="boot-9") as books:
        books.commit([COIN] * (POSTINGS + 1), at=0)
    shutil.copy(other, path)
    assert damage(path) == "posting 40 is not the one that was written"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DELETE FROM moves WHERE turn = 1", "move 1 of match 1 is missing"),
        ("UPDATE matches SET seats = '[['", "match 1 is not what was written"),
        ("UPDATE matches SET options = '7'", "match 1 is not what was written"),
        ("UPDATE matches SET seed = 'x'", "match 1 is not what was written"),
    ],
)
def test_a_damaged_match_in_progress_is_not_guessed_at(path, change, sentence):
    tamper(path, change)
    assert damage(path) == sentence


@pytest.mark.parametrize("content", [b"garbage\n" * 1000, b"\0" * 8192])
def test_a_file_that_is_no_database_is_left_as_it_is(path, content):
    path.write_bytes(content)
    assert damage(path) == "file is not a database"
    assert path.read_bytes() == content


def test_a_file_too_short_for_a_database_is_left_as_it_is(path):
    path.write_bytes(b"x")
    assert damage(path) == "these are not the books of a cabinet"
    assert path.read_bytes() == b"x"


def test_garbage_is_no_new_beginning_on_the_first_start_either(tmp_path):
    path = tmp_path / "books.sqlite3"
    path.write_bytes(b"garbage\n" * 1000)
    assert damage(path) == "file is not a database"


def test_a_database_of_something_else_is_left_as_it_is(tmp_path):
    path = tmp_path / "books.sqlite3"
    tamper(path, "CREATE TABLE songs (title TEXT)")
    content = path.read_bytes()
    assert damage(path) == "these are not the books of a cabinet"
    assert path.read_bytes() == content


def test_a_truncated_file_is_damaged(path):
    content = path.read_bytes()[:-4096]
    path.write_bytes(content)
    damage(path)
    assert path.read_bytes() == content


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
@example(where=0.0, flip=1)
def test_a_flipped_byte_is_never_a_wrong_balance(tmp_path, path, where, flip):
    folder = tmp_path / "flipped"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    content = bytearray(path.read_bytes())
    content[int(where * len(content))] ^= flip
    copy = folder / path.name
    copy.write_bytes(content)
    shutil.copy(beside(path, ".lock"), beside(copy, ".lock"))
    try:
        told = reopened(copy)
    except BooksError:
        assert copy.read_bytes() == content
    else:
        assert (told.purses, told.totals.coins) == (common(38), 39)


def test_missing_books_are_no_new_beginning(path):
    path.unlink()
    assert damage(path) == "the file is gone, but there have been books here"
    assert not path.exists()


def test_empty_books_are_no_new_beginning(path):
    path.write_bytes(b"")
    assert damage(path) == "the file is empty, but there have been books here"
    assert path.read_bytes() == b""


def test_a_log_without_books_is_no_new_beginning(tmp_path):
    path = tmp_path / "books.sqlite3"
    beside(path, "-wal").write_bytes(b"x")
    assert damage(path) == "the file is gone, but there have been books here"


def test_an_emptied_database_is_no_new_beginning(path):
    path.unlink()
    tamper(path, "CREATE TABLE a (b)", "DROP TABLE a")
    assert damage(path) == "these are not the books of a cabinet"


def test_a_lost_log_is_noticed(path):
    with opened(path) as books:
        books.commit([COIN, COIN], at=0)
        copies = path.parent / "copies"
        copies.mkdir()
        for ending in ("", ".lock"):
            shutil.copy(beside(path, ending), copies)
    lost = copies / path.name
    assert damage(lost) == "they end at posting 40, but 42 were written"


def test_moving_everything_away_and_putting_a_copy_back_is_the_way_out(path, tmp_path):
    copy = tmp_path / "copy"
    shutil.copy(path, copy)
    with opened(path) as books:
        books.commit([COIN], at=0)
    for ending in ("", "-wal", "-shm", ".lock"):
        beside(path, ending).unlink(missing_ok=True)
    shutil.copy(copy, path)
    assert reopened(path).purses == common(38)
    with opened(path) as books:
        books.commit([COIN], at=0)
    assert reopened(path).purses == common(39)


def test_a_cut_while_the_first_books_are_made_is_no_loss(tmp_path):
    path = tmp_path / "books.sqlite3"
    beside(path, ".lock").touch()
    path.touch()
    assert reopened(path) == OpenBooks()


@pytest.mark.parametrize("content", [b"?", b"nonsense " * 50, b"\xff" * 46])
def test_a_mark_nobody_can_read_still_says_there_were_books(path, content):
    beside(path, ".lock").write_bytes(content)
    assert reopened(path).purses == common(38)
    ((last,),) = query(path, "SELECT hash FROM postings WHERE seq = 40")
    assert beside(path, ".lock").read_text() == f"          40 {last.hex()}\n"
    beside(path, ".lock").write_bytes(content)
    path.unlink()
    assert damage(path) == "the file is gone, but there have been books here"


def test_books_of_a_newer_release_are_left_alone(path):
    tamper(path, "PRAGMA user_version = 7")
    content = path.read_bytes()
    with pytest.raises(BooksError) as refusal:
        books_at(path).open()
    assert str(refusal.value) == (
        f"books {path} are of version 7, this program knows version 4: install the "
        f"release that wrote them, or a newer one"
    )
    assert path.read_bytes() == content


def test_a_page_that_outlives_its_posting_is_noticed(path):
    with opened(path) as books:
        books.commit([Posting(Kind.COLLECTION, amount=1)], at=0)
    tamper(path, f"DELETE FROM postings WHERE seq = {POSTINGS + 1}")
    with pytest.raises(BooksDamagedError, match=f"posting {POSTINGS + 1} is missing"):
        verify(path)


def test_what_sqlite_itself_finds_is_told(path):
    """A column that may not be empty any more, and rows in which it is."""
    tamper(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, 'slot INTEGER,', "
        "'slot INTEGER NOT NULL,') WHERE name = 'postings'",
    )
    assert damage(path) == "SQLite found: NULL value in postings.slot"


def test_a_name_that_is_no_text_is_damage(path):
    tamper(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET name = CAST(x'ff' AS TEXT), sql = 'nonsense' "
        "WHERE name = 'moves'",
    )
    assert damage(path) == "SQLite found names nobody can read"


def test_a_first_creation_that_was_cut_short_begins_again(tmp_path):
    path = tmp_path / "new.sqlite3"
    begun = sqlite3.connect(path)
    begun.execute("PRAGMA journal_mode = WAL")
    begun.close()
    assert path.stat().st_size
    assert reopened(path) == OpenBooks()
