"""High scores between cabinets."""

import json
from dataclasses import replace

import pytest

from cabinet.core.money.ledger import (
    MatchClosed,
    MatchOpened,
    MatchRecord,
    ScoreSigned,
    Seating,
)
from cabinet.fleet.scores import best, heard
from cabinet.fleet.topics import PayloadError
from cabinet.protocol.fleet import RemoteScore
from tests.counter.stand import HOUSE
from tests.fleet.booth import Booth, Subscriber, turn_until

SCORED = replace(
    HOUSE, offers=tuple(replace(offer, scored=True) for offer in HOUSE.offers)
)


def sign(booth, match, name, score):
    record = MatchRecord(match, 0, "azteka", {}, (Seating(), Seating()), 1, 0)
    entries = [
        MatchOpened(record),
        MatchClosed(match, "finished", (0,), (score, 0)),
        ScoreSigned(match, 0, "azteka", score, name),
    ]
    booth.books.commit(entries, booth.clock.now())


def shown(booth):
    return [(card.name, card.score) for card in booth.shown.offers[0].high_scores]


def test_cabinets_show_each_others_scores(tmp_path, broker, closing, start):
    one, two = (closing(Booth(tmp_path / name, SCORED)) for name in ("one", "two"))
    sign(one, 1, "ANA", 50)
    sign(one, 2, "ZOÉ", 10)
    sign(two, 1, "BOB", 30)
    talking = [
        start(tmp_path / name, id_=name, share_scores=True) for name in ("one", "two")
    ]
    everybody = [("ANA", 50), ("BOB", 30), ("ZOÉ", 10)]
    turn_until(lambda: shown(two)[:1] == [("ANA", 50)], *talking, one, two)
    assert shown(two) == [("ANA", 50), ("ZOÉ", 10)], "its own come from its own state"
    two.kill_counter()
    two.join()
    two._visitor.close()
    two._visitor = None
    turn_until(lambda: shown(two) == everybody, *talking, one, two)
    two.coin()
    assert shown(two) == [], "only attract shows them"
    # Only its own are told on.
    subscriber = closing(Subscriber(broker, "cabinet/two/scores"))
    turn_until(lambda: subscriber.heard, subscriber)
    told = json.loads(subscriber.heard[-1].payload)
    assert told == {"cabinet": "two", "scores": [["azteka", "BOB", 30]]}
    subscriber.say("cabinet/one/scores", b"", kept=True)
    two.advance(40_000_000_000)
    turn_until(lambda: shown(two) == [("BOB", 30)], *talking, two)


@pytest.mark.parametrize(
    "payload",
    [
        b"{",
        b"[]",
        b'{"scores": 1}',
        b'{"scores": [1]}',
        b'{"scores": [["azteka", "ANA"]]}',
        b'{"scores": [["azteka", "toolong", 1]]}',
        b'{"scores": [["azteka", "<b>", 1]]}',
        b'{"scores": [["azteka", "ANA", -5]]}',
        b'{"scores": [["azteka", "ANA", 1.5]]}',
        b'{"scores": [["azteka", "ANA", 99999999999999999999]]}',
        b'{"scores": [["", "ANA", 5]]}',
        json.dumps({"scores": [["a", "ANA", 1]] * 401}).encode(),
    ],
)
def test_scores_nobody_can_have_are_refused(payload):
    with pytest.raises(PayloadError):
        heard(payload)


def test_the_best_ten_of_each_mode():
    many = tuple(RemoteScore("a", "ANA", n) for n in range(1, 30))
    found = best({"one": many, "two": (RemoteScore("b", "BOB", 7),)}).scores
    assert [x.score for x in found if x.mode == "a"] == list(range(29, 19, -1))
    assert [x.score for x in found if x.mode == "b"] == [7]
