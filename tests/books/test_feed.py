"""The postings one after the other, as a fleet is told them."""

import pytest

from cabinet.books.chain import BEGINNING, ROOT, End
from cabinet.books.feed import Feed
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
