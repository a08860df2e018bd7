"""A backup comes back whole, on this cabinet or another, and nothing is lost by it."""

import json
import zipfile

import pytest

from cabinet.backup.archive import (
    CARD,
    OF_THE_MACHINE,
    card_of,
    changes_to,
    edits_for,
    make_backup,
    read_backup,
    read_card,
    restore_books,
)
from cabinet.books.accounts import account
from cabinet.books.inspection import verify
from cabinet.books.sqlite import SqliteBooks
from cabinet.cli.main import main
from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.errors import BooksError, BusyError, CabinetError
from cabinet.core.money.ledger import Kind, Posting
from cabinet.places import Place
from cabinet.settings import load
from cabinet.settings.house import keep_logo
from tests.settings.test_house import LOGO
from tests.support.settings import SETTINGS

CLOCK = SystemClock()


def cabinet(folder, *changes, coins=0):
    """The files of a cabinet, with some settings changed and so many coins booked."""
    folder.mkdir()
    text = SETTINGS.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    place = Place(config=folder / "cabinet.yaml", state=folder / "state")
    place.config.write_text(text, encoding="utf-8")
    place.state.mkdir()
    if coins:
        books = SqliteBooks(place.books, VirtualClock(), "boot")
        books.open()
        for _ in range(coins):
            books.commit([Posting(Kind.COIN, slot=1, amount=100, run=100)], 1)
        books.close()
    return place


def told(place, *words):
    return main(
        ["backup", *words, "--config", str(place.config), "--state", str(place.state)]
    )


@pytest.fixture
def cafe(tmp_path):
    place = cabinet(
        tmp_path / "cafe",
        ("  credit: 100 ", "  credit: 200 "),
        ("  name: Arkade", "  name: Café du Port"),
        ("  id: arkade-1", "  id: cafe"),
        coins=3,
    )
    logo = keep_logo(LOGO, place.state)
    text = place.config.read_text(encoding="utf-8")
    text = text.replace("  colours: arkade", f"  logo: {logo}\n  colours: gold", 1)
    place.config.write_text(text, encoding="utf-8")
    return place


def test_everything_is_in_one_file_that_only_its_account_may_read(cafe, tmp_path):
    file = tmp_path / "b.zip"
    made = make_backup(cafe, file, CLOCK)
    assert made == read_backup(file)
    assert (made.id, made.name, made.postings, made.logo) == (
        "cafe",
        "Café du Port",
        3,
        LOGO,
    )
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip", "cafe"]


def test_a_page_reads_it_without_its_books(cafe, tmp_path):
    file = tmp_path / "b.zip"
    made = make_backup(cafe, file, CLOCK)
    head = file.read_bytes()
    start = (
        30
        + int.from_bytes(head[26:28], "little")
        + int.from_bytes(head[28:30], "little")
    )
    end = start + int.from_bytes(head[18:22], "little")
    assert read_card(head[start:end].decode()) == made


def test_another_cabinet_takes_what_is_the_houses_and_keeps_its_own(cafe, tmp_path):
    other = cabinet(tmp_path / "other", ("  pulse_value: 100", "  pulse_value: 50"))
    make_backup(cafe, tmp_path / "b.zip", CLOCK)
    assert told(other, "restore", str(tmp_path / "b.zip")) == 0
    now = load(other.config)
    assert (now.cabinet.id, now.coins[0].pulse_value) == ("arkade-1", 50)
    assert (now.cabinet.name, now.pricing.credit, now.house.colours) == (
        "Café du Port",
        200,
        "gold",
    )
    assert now.house.logo.startswith(str(other.state))
    assert not other.books.exists()


def test_whole_it_takes_the_machine_too(cafe, tmp_path, capsys):
    other = cabinet(tmp_path / "other")
    make_backup(cafe, tmp_path / "b.zip", CLOCK)
    assert told(other, "show", str(tmp_path / "b.zip"), "--whole") == 0
    assert "cabinet.id" in capsys.readouterr().out
    assert told(other, "show", str(tmp_path / "b.zip")) == 0
    out = capsys.readouterr().out
    assert "pricing.credit: 100 → 200" in out
    assert "cabinet.id" not in out
    assert told(other, "restore", str(tmp_path / "b.zip"), "--whole") == 0
    assert load(other.config).cabinet.id == "cafe"


def test_a_look_changes_nothing(cafe, tmp_path):
    other = cabinet(tmp_path / "other")
    before = other.config.read_bytes()
    make_backup(cafe, tmp_path / "b.zip", CLOCK)
    assert told(other, "show", str(tmp_path / "b.zip")) == 0
    assert other.config.read_bytes() == before


def test_books_come_only_when_asked_and_those_before_are_kept(cafe, tmp_path, capsys):
    file = tmp_path / "b.zip"
    make_backup(cafe, file, CLOCK)
    other = cabinet(tmp_path / "other", coins=5)
    assert told(other, "restore", str(file), "--books") == 0
    out = capsys.readouterr().out
    (aside,) = other.state.glob("books.sqlite3.before-*")
    assert str(aside) in out
    assert verify(other.books).seq == 4
    assert len(list(_coins(other.books))) == 3
    assert len(list(_coins(aside))) == 5
    assert account(other.books) is not None
    books = SqliteBooks(other.books, VirtualClock(), "boot")
    books.open()
    books.close()


def _coins(path):
    import sqlite3

    with sqlite3.connect(path) as db:
        yield from db.execute("SELECT seq FROM postings WHERE kind = 'coin'")


def test_books_are_not_exchanged_under_a_cabinet_that_runs(cafe, tmp_path):
    file = tmp_path / "b.zip"
    make_backup(cafe, file, CLOCK)
    other = cabinet(tmp_path / "other", coins=1)
    books = SqliteBooks(other.books, VirtualClock(), "boot")
    books.open()
    with pytest.raises(BusyError):
        restore_books(file, other, CLOCK, "boot")
    books.close()
    assert verify(other.books).seq == 1


def test_books_that_are_damaged_in_the_backup_replace_none(cafe, tmp_path):
    file = tmp_path / "b.zip"
    make_backup(cafe, file, CLOCK)
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(tmp_path / "c.zip", "w") as new:
        new.writestr(CARD, old.read(CARD))
        new.writestr("books.sqlite3", old.read("books.sqlite3")[:-5000])
    other = cabinet(tmp_path / "other", coins=2)
    with pytest.raises(BooksError):
        restore_books(tmp_path / "c.zip", other, CLOCK, "boot")
    assert verify(other.books).seq == 2
    assert [path.name for path in other.state.glob("books.sqlite3.*")] == [
        "books.sqlite3.lock"
    ]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda card: "no JSON",
        lambda card: "[]",
        lambda card: json.dumps(json.loads(card) | {"format": 2}),
        lambda card: json.dumps(json.loads(card) | {"logo": "AAAA"}),
        lambda card: json.dumps({"format": 1}),
    ],
)
def test_what_is_no_backup_is_refused_in_words(cafe, tmp_path, spoil):
    made = make_backup(cafe, tmp_path / "b.zip", CLOCK)
    with pytest.raises(CabinetError, match=r"backup"):
        read_card(spoil(card_of(made)))


def test_a_file_that_is_none_is_refused_and_none_is_written_over(
    cafe, tmp_path, capsys
):
    (tmp_path / "b.zip").write_text("no zip")
    assert told(cafe, "show", str(tmp_path / "b.zip")) == 1
    assert "no backup of a cabinet" in capsys.readouterr().err
    assert told(cafe, "make", str(tmp_path / "b.zip")) == 1
    assert "is there already" in capsys.readouterr().err
    assert told(cafe, "make", str(tmp_path / "none" / "b.zip")) == 1
    assert "there is no such folder" in capsys.readouterr().err


def test_a_change_of_every_kind_is_asked_for_as_an_edit(cafe, tmp_path):
    other = cabinet(
        tmp_path / "other",
        ("tiers: []", "tiers: [{money: 200, credits: 3}]"),
        ("  max_credits: 20 ", "  max_credits: 30 "),
    )
    made = make_backup(cafe, tmp_path / "b.zip", CLOCK)
    text = other.config.read_text(encoding="utf-8")
    edits = edits_for(changes_to(text, made, whole=False))
    assert edits["pricing.tiers"] == "[]"
    assert edits["cabinet.name"] == "Café du Port"
    assert not any(path.startswith(OF_THE_MACHINE) for path in edits)
