"""The books of many cabinets: each posting once."""

import json

import pytest

from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.fleet import collector as collecting
from cabinet.fleet.broker import Access, Told
from cabinet.fleet.collector import Collector, FleetBooks
from tests.fleet.booth import Ear, Ledger, turn_until


@pytest.fixture
def collector(tmp_path, broker, closing, monkeypatch):
    monkeypatch.setattr(collecting, "TIMEOUT", SECOND // 10)
    access = Access("127.0.0.1", broker.port)
    return closing(Collector(access, tmp_path / "fleet.sqlite3", SystemClock()))


def line(cabinet, seq, hash_="aa", by=None, **more):
    """A posting of a cabinet, told under its own name or `by` another."""
    told = {"cabinet": cabinet, "seq": seq, "hash": hash_, "kind": "coin"}
    payload = json.dumps({**told, "amount": 100, **more}).encode()
    return Told(f"cabinet/{by or cabinet}/event", payload, kept=False)


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
        Told("cabinet/a/event", payload, kept=False) for payload in (b"", b"{}")
    ]
    nonsense += [line("a", -1), line("a", 9, amount="1"), line("", 9, by="a")]
    assert books.book(nonsense) == (0, set())


def test_a_cabinet_speaks_for_itself_alone_and_in_numbers_that_can_be(collector):
    """Otherwise one that was broken into books money, or a hole, for another."""
    lies = [line("a", 7, by="evil"), line("a", 2**62), line("a", 8, amount=2**62)]
    lies.append(Told("cabinet/a/state", b'{"posting": 4611686018427387904}', kept=True))
    lies.append(Told("cabinet/a b/state", b'{"posting": 1}', kept=True))
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
    ear = closing(Ear(broker, "cabinet/+/again"))
    turn_until(lambda: collector._listening, collector)
    for payload in (b"", b"[]", b'{"posting": -1}', b'{"posting": 1}'):
        ear.say("cabinet/odd/state", payload)
    turn_until(lambda: ear.on("cabinet/odd/again"), collector, ear)
    assert json.loads(ear.on("cabinet/odd/again")[0]) == {"after": 0}
