"""What is remembered of the wires, and what is kept of it."""

import pytest

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinJammed,
    CoinRejected,
    Edge,
    EdgesLost,
    ScreenLost,
)
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.operating import OperatingSettings, Slot
from cabinet.counter.evidence import (
    AFTER,
    BEFORE,
    MOST_AFTER,
    MOST_BEFORE,
    REMEMBERED,
    Evidence,
)
from cabinet.i18n.message import message

HOUSE = OperatingSettings(slots=(Slot(1), Slot(2)))
NOW = 100 * SECOND
WALL = 1_767_225_600_000
JAM = (Posting(Kind.ALARM, note="coin.1 jammed"),)


@pytest.fixture
def evidence():
    return Evidence(HOUSE, {"coin.1": False, "coin.2": True})


def show(evidence, *times, line="coin.1"):
    """Edges at these times, active first."""
    edges = [Edge(line, number % 2 == 0, at) for number, at in enumerate(times)]
    for edge in edges:
        evidence.see(edge)
    return edges


def reject(evidence, at=NOW, slot=1):
    evidence.witness(CoinRejected(slot, "short", 7 * MILLISECOND, at), (), WALL)


def test_a_rejected_pulse_is_kept_with_what_came_before_and_after(evidence):
    before = show(evidence, NOW - 8 * MILLISECOND, NOW - 1 * MILLISECOND)
    reject(evidence)
    assert evidence.closed(NOW + AFTER - 1) == []
    after = show(evidence, NOW + 3, NOW + AFTER)
    late = show(evidence, NOW + AFTER + 1)
    (case,) = evidence.closed(NOW + AFTER + 1)
    assert (case.kind, case.line, case.why) == ("rejected", "coin.1", "short, 7.0 ms")
    assert case.edges == (*before, *after)
    assert late[0] not in case.edges
    assert case.levels == {"coin.1": False, "coin.2": True}
    assert str(case.told_limits) == (
        "a coin here is 12 to 80 ms wide, 20 ms after the one before, at most 12 "
        "pulses and 8 coins a second; 500 ms is a jam"
    )
    assert evidence.closed(NOW + SECOND) == []


def test_an_alarm_is_kept_whatever_it_is_about(evidence):
    evidence.witness(CoinJammed(1, NOW), JAM, WALL)
    lost = (Posting(Kind.ALARM, note="start: 4 edges lost"),)
    evidence.witness(EdgesLost("start", 4, NOW), lost, WALL)
    gone = (Posting(Kind.ALARM, note="screen lost: it left"),)
    evidence.witness(ScreenLost(message("screen_left"), NOW), gone, WALL)
    assert [(case.kind, case.line, case.why) for case in evidence.closed()] == [
        ("alarm", "coin.1", "coin.1 jammed"),
        ("alarm", "start", "start: 4 edges lost"),
        ("alarm", "", "screen lost: it left"),
    ]


def test_a_good_coin_is_no_case(evidence):
    coin = (Posting(Kind.COIN, amount=100, credits=1),)
    evidence.witness(CoinAccepted(1, 100, NOW), coin, WALL)
    assert evidence.due() is None
    assert evidence.closed() == []


def test_what_happens_again_on_the_same_wire_is_the_same_case(evidence):
    for number in range(5):
        reject(evidence, NOW + number * MILLISECOND)
    reject(evidence, NOW, slot=2)
    one, other = evidence.closed(NOW + AFTER)
    assert (one.times, other.times) == (5, 1)
    reject(evidence, NOW + SECOND)
    assert [case.times for case in evidence.closed()] == [1]


def test_an_alarm_gives_its_name_to_the_case_of_its_wire(evidence):
    reject(evidence)
    evidence.witness(CoinJammed(1, NOW + 1), JAM, WALL)
    (case,) = evidence.closed()
    assert (case.kind, case.why, case.times) == ("alarm", "coin.1 jammed", 2)


def test_only_the_second_before_counts(evidence):
    show(evidence, NOW - BEFORE - 2, NOW - BEFORE - 1)
    show(evidence, NOW - 2 * BEFORE, line="start")
    inside = show(evidence, NOW - BEFORE, NOW)
    reject(evidence)
    (case,) = evidence.closed()
    assert case.edges == tuple(inside)
    assert case.levels["start"] is True


def test_the_memory_is_bounded_and_levels_are_not_forgotten(evidence):
    show(evidence, NOW - SECOND, line="p1.a")
    show(evidence, *range(NOW - REMEMBERED, NOW))
    reject(evidence)
    show(evidence, *range(NOW + 1, NOW + 2 * REMEMBERED))
    (case,) = evidence.closed()
    assert len(case.edges) == MOST_BEFORE + MOST_AFTER
    assert case.levels["p1.a"] is True
    times = [edge.at for edge in case.edges]
    assert times[MOST_BEFORE - 1 : MOST_BEFORE + 1] == [NOW - 1, NOW + 1]


def test_it_says_when_a_case_will_be_complete(evidence):
    assert evidence.due() is None
    reject(evidence, NOW)
    reject(evidence, NOW + 5, slot=2)
    assert evidence.due() == NOW + AFTER


@pytest.mark.parametrize("older", [1, REMEMBERED + 5])
def test_a_case_counts_its_edges_from_its_own_beginning_gaps_and_all(evidence, older):
    """Also where what came before it is forgotten."""
    for number in range(1, older + 1):
        evidence.see(Edge("coin.1", number % 2 == 1, number, number))
    evidence.see(Edge("coin.1", True, NOW, older + 3))
    evidence.see(Edge("start", True, NOW))
    evidence.witness(EdgesLost("coin.1", 2, NOW), JAM, WALL)
    evidence.see(Edge("coin.1", False, NOW + 1, older + 4))
    (case,) = evidence.closed()
    assert [edge.seq for edge in case.edges] == [3, 0, 4]
