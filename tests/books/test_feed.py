"""The postings one after the other, as a fleet is told them."""

import pytest

from cabinet.books.chain import BEGINNING, ROOT, End
from cabinet.books.feed import BoxSums, DaySums, Feed
from cabinet.core.money.ledger import HighScore, Kind, Posting, ScoreSigned
from cabinet.i18n.message import message, to_text
from tests.books.ledgers import COIN, opened, query, tamper


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        jammed = to_text(message("coin_jammed", slot=1))
        books.commit([COIN, Posting(Kind.ALARM, note=jammed)], at=0)
        books.commit([Posting(Kind.COLLECTION, amount=100)], at=0)
    return path


def test_each_posting_names_the_one_it_follows(path):
    told = Feed(path).after(0, 9)
    hashes = [link.hex() for (link,) in query(path, "SELECT hash FROM postings")]
    assert [line["seq"] for line in told] == [1, 2, 3]
    assert [line["hash"] for line in told] == hashes
    assert [line["after"] for line in told] == [ROOT.hex(), *hashes[:2]]
    assert Feed(path).after(1, 1) == told[1:2]


def test_notes_are_words_and_only_a_collection_has_a_check_code(path):
    coin, alarm, collection = Feed(path).after(0, 9)
    assert alarm["note"] == "coin.1 jammed"
    assert [("code" in line) for line in (coin, alarm, collection)] == [0, 0, 1]


def test_a_posting_is_known_by_number_and_hash(path, tmp_path):
    feed = Feed(path)
    newest = feed.newest()
    assert newest.seq == 3
    assert feed.has(newest)
    assert feed.has(BEGINNING)
    assert not feed.has(End(3, ROOT))
    assert not feed.has(End(4, newest.hash))
    assert feed.has_hash(0, "")
    assert feed.has_hash(3, newest.hash.hex())
    assert not feed.has_hash(3, ROOT.hex())
    with opened(tmp_path / "new.sqlite3"):
        assert Feed(tmp_path / "new.sqlite3").newest() == BEGINNING


def test_high_scores_are_told_and_older_books_have_none(path):
    with opened(path) as books:
        books.commit([ScoreSigned(1, 0, "nim", 5, "EVA")], at=0)
        books.commit([ScoreSigned(2, 0, "nim", 7, "BOB")], at=0)
    best = (HighScore("BOB", 7), HighScore("EVA", 5))
    assert Feed(path).high_scores() == {"nim": best}
    tamper(path, "DROP TABLE honours")
    assert Feed(path).high_scores() == {}


def test_alarms_after_a_posting_are_told_the_oldest_first(path):
    with opened(path) as books:
        noisy = to_text(message("coin_noisy", slot=1))
        books.commit([Posting(Kind.ALARM, note=noisy)], at=0)
    told = [(alarm.seq, alarm.told.code) for alarm in Feed(path).alarms(0)]
    assert told == [(2, "coin_jammed"), (4, "coin_noisy")]
    assert [alarm.seq for alarm in Feed(path).alarms(2)] == [4]


def test_the_boxes_are_read_on_from_where_they_were_and_begin_at_a_collection(path):
    feed = Feed(path)
    assert feed.in_box(BoxSums()) == BoxSums(3, 3, {})
    with opened(path) as books:
        books.commit([COIN, COIN, Posting(Kind.TEST, amount=200, slot=2)], at=0)
    once = feed.in_box(BoxSums())
    assert once == BoxSums(3, 6, {1: (2, 200), 2: (1, 200)})
    assert feed.in_box(once) == once
    with opened(path) as books:
        books.commit([COIN], at=0)
    assert feed.in_box(once) == BoxSums(3, 7, {1: (3, 300), 2: (1, 200)})
    with opened(path) as books:
        books.commit([Posting(Kind.COLLECTION, amount=500)], at=0)
    assert feed.in_box(once) == BoxSums(8, 8, {})


def test_a_day_is_told_in_sums_with_its_alarms(path):
    ((at,),) = query(path, "SELECT min(wall_ms) FROM postings")
    charge = Posting(Kind.CHARGE, credits=-1, match=1, players=1)
    with opened(path) as books:
        books.commit([charge], at=0)
    jammed = message("coin_jammed", slot=1)
    day = Feed(path).day(at, at + 86_400_000)
    assert day == DaySums(100, 1, plays=1, alarms=(jammed,))
    assert Feed(path).day(0, at) == DaySums()
