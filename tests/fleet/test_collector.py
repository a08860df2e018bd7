"""The books of many cabinets: each posting once."""

import json

import pytest

from cabinet.books.feed import Feed
from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.fleet import collector as collecting
from cabinet.fleet.broker import Access, Publication
from cabinet.fleet.collector import Collector, FleetBooks
from cabinet.fleet.memory import Memory
from tests.fleet.booth import Ledger, Subscriber, turn_until


@pytest.fixture
def collector(tmp_path, broker, closing, monkeypatch):
    monkeypatch.setattr(collecting, "TIMEOUT", SECOND // 10)
    access = Access("127.0.0.1", broker.port)
    return closing(Collector(access, tmp_path / "fleet.sqlite3", SystemClock()))


def line(cabinet, seq, hash_="aa", by=None, **more):
    """A posting of a cabinet, told under its own name or `by` another."""
    told = {"cabinet": cabinet, "seq": seq, "hash": hash_, "kind": "coin"}
    payload = json.dumps({**told, "amount": 100, **more}).encode()
    return Publication(f"cabinet/{by or cabinet}/event", payload, kept=False)


def test_twice_is_once_and_holes_are_seen(tmp_path, closing):
    books = closing(FleetBooks(tmp_path / "fleet.sqlite3"))
    assert books.complete("a") == 0
    assert books.book([line("a", 1), line("a", 1), line("a", 3)]) == (2, {"a"})
    assert (books.complete("a"), books.newest("a")) == (1, 3)
    assert books.book([line("a", 2), line("b", 2)])[0] == 2
    assert (books.complete("a"), books.complete("b")) == (3, 0)
    assert books.book([line("a", 3, "bb")])[0] == 1, "of other books"
    assert books.complete("a") == 3
    nonsense = [
        Publication("cabinet/a/event", payload, kept=False) for payload in (b"", b"{}")
    ]
    nonsense += [line("a", -1), line("a", 9, amount="1"), line("", 9, by="a")]
    assert books.book(nonsense) == (0, set())


def chained(cabinet, first, hashes, after):
    """Postings of a cabinet that follow each other, and the one before them."""
    for seq, hash_ in enumerate(hashes, first):
        yield line(cabinet, seq, hash_, after=after)
        after = hash_


def changed(books):
    return [(cabinet, seq) for cabinet, seq, _ in books.changes()]


@pytest.fixture
def books(tmp_path, closing):
    """The collector's books, with four postings of a cabinet in them."""
    made = closing(FleetBooks(tmp_path / "fleet.sqlite3"))
    made.book(list(chained("a", 1, ["a1", "a2", "a3", "a4"], "00")))
    return made


def test_a_history_that_goes_on_is_no_alarm(books):
    books.book(list(chained("a", 2, ["a2", "a3", "a4", "a5", "a6"], "a1")))
    books.see_head("a", 6, "a6")
    books.see_head("a", 4, "a4")
    books.see_head("a", 9, "a9")
    books.book([*chained("b", 7, ["b7"], "b6"), *chained("b", 1, ["b1"], "00")])
    assert changed(books) == []


@pytest.mark.parametrize("first", [1, 2, 4])
def test_a_history_told_anew_is_an_alarm_where_it_differs_and_only_there(
    books, caplog, first
):
    after = ["00", "a1", "a2", "a3"][first - 1]
    books.book(list(chained("a", first, ["x1", "x2", "x3", "x4", "x5"], after)))
    books.book(list(chained("a", first, ["x1", "x2", "x3", "x4", "x5", "x6"], after)))
    assert changed(books) == [("a", first)]
    said = f"HISTORY CHANGED: posting {first} is not the one that was told before"
    assert caplog.text.count("HISTORY CHANGED") == caplog.text.count(said) == 1


def test_a_history_that_changes_twice_is_two_alarms(books):
    books.book(list(chained("a", 2, ["x2", "x3"], "a1")))
    books.book(list(chained("a", 3, ["y3", "y4"], "x2")))
    assert changed(books) == [("a", 2), ("a", 3)]


def test_a_posting_that_follows_another_than_was_told_is_an_alarm(books):
    """The cursor was put right, too: nothing is told again, only what comes next."""
    books.book(list(chained("a", 5, ["x5", "x6"], "x4")))
    assert changed(books) == [("a", 4)]


def test_a_newest_posting_that_is_another_one_is_an_alarm_once(books):
    books.see_head("a", 4, "x4")
    books.see_head("a", 4, "x4")
    books.book(list(chained("a", 5, ["x5"], "x4")))
    assert changed(books) == [("a", 4)]


def test_a_cabinet_of_an_older_release_is_watched_by_its_numbers(tmp_path, closing):
    books = closing(FleetBooks(tmp_path / "fleet.sqlite3"))
    books.book([line("a", seq, f"a{seq}") for seq in range(1, 5)])
    books.book([line("a", seq, f"a{seq}") for seq in range(1, 6)])
    assert changed(books) == []
    books.book([line("a", seq, f"x{seq}") for seq in range(3, 8)])
    assert changed(books) == [("a", 3)]
    upgraded = list(chained("a", 5, ["a5", "a6"], "a4"))
    books.book(upgraded)
    assert changed(books) == [("a", 3)]


def test_json_that_only_python_reads_ends_no_collector(books):
    odd = b'{"cabinet":"a","seq":5,"hash":"a5","kind":"coin","amount":1,"note":NaN}'
    books.book([Publication("cabinet/a/event", odd, kept=False)])
    books.book(list(chained("a", 5, ["a5", "a6"], "a4")))
    books.book([line("a", 6, "a6", after=7)])
    assert (books.complete("a"), changed(books)) == (6, [])


def test_books_written_anew_are_found_out_whatever_the_cursor_says(
    tmp_path, closing, start, collector, caplog
):
    """A thief computes the whole chain again, and puts the cursor right."""
    folder = tmp_path / "cabinet"
    ledger = Ledger(folder)
    ledger.coins(9)
    ledger.close()
    talking = start(folder)
    turn_until(lambda: collector.books.complete("arkade-1") == 9, talking, collector)
    turn_until(lambda: talking._session._memory.held.cursor == 9, talking)
    talking.close()
    for file in folder.glob("books.sqlite3*"):
        file.unlink()
    thief = closing(Ledger(folder))
    thief.coins(9, amount=50)
    cursor = Memory(folder / "fleet.json")
    cursor.acknowledged(Feed(folder / "books.sqlite3").newest())
    assert changed(collector.books) == []
    talking = start(folder)
    turn_until(lambda: changed(collector.books), talking, collector)
    thief.coins(1)
    turn_until(lambda: collector.books.newest("arkade-1") == 10, talking, collector)
    assert changed(collector.books) == [("arkade-1", 9)]
    again = closing(Collector(Access("127.0.0.1", 1), tmp_path / "fleet.sqlite3", None))
    assert "history changed at posting 9" in caplog.text
    assert changed(again.books) == [("arkade-1", 9)]


def test_a_cabinet_speaks_for_itself_alone_and_in_numbers_that_can_be(collector):
    """Otherwise one that was broken into books money, or a hole, for another."""
    lies = [line("a", 7, by="evil"), line("a", 2**62), line("a", 8, amount=2**62)]
    lies.append(
        Publication("cabinet/a/state", b'{"posting": 4611686018427387904}', kept=True)
    )
    lies.append(Publication("cabinet/a b/state", b'{"posting": 1}', kept=True))
    collector._hear(lies)
    assert (collector.books.newest("a"), collector._wanted) == (0, {})


def test_a_collector_that_comes_late_asks_for_all_of_it(
    tmp_path, closing, start, collector
):
    ledgers = {name: closing(Ledger(tmp_path / name)) for name in ("one", "two")}
    talking = [start(tmp_path / name, id_=name) for name in ledgers]
    ledgers["one"].coins(30)
    ledgers["two"].coins(5)
    turn_until(lambda: all(x._session.met for x in talking), *talking)
    for _ in range(20):
        for each in talking:
            each.turn()

    def complete():
        books = collector.books
        return (books.complete("one"), books.complete("two")) == (30, 5)

    turn_until(complete, *talking, collector)


def test_what_a_dying_broker_had_and_lost_comes_again(
    tmp_path, broker, closing, start, collector
):
    ledger = closing(Ledger(tmp_path))
    talking = start()
    ledger.coins(2)
    turn_until(lambda: collector.books.complete("arkade-1") == 2, talking, collector)
    # The collector hears nothing of these, although the broker acknowledged them.
    ledger.coins(40)
    turn_until(lambda: talking._session._memory.held.cursor == 42, talking)
    broker.kill()
    turn_until(lambda: talking._broker is None, talking)
    broker.start()
    turn_until(lambda: collector.books.complete("arkade-1") == 42, talking, collector)


def test_a_state_that_is_nonsense_asks_for_nothing(broker, closing, collector):
    subscriber = closing(Subscriber(broker, "cabinet/+/again"))
    turn_until(lambda: collector._listening, collector)
    for payload in (b"", b"[]", b'{"posting": -1}', b'{"posting": 1}'):
        subscriber.say("cabinet/odd/state", payload)
    turn_until(lambda: subscriber.on("cabinet/odd/again"), collector, subscriber)
    assert json.loads(subscriber.on("cabinet/odd/again")[0]) == {"after": 0}
