"""What is new in an acceptor's buffer: the protocol's own examples, and what is odd."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.acceptors import (
    EMPTY,
    ESCROW,
    LIFE_COUNTS_TO,
    UNKNOWN,
    Judged,
    Ruling,
    Seen,
    judge,
    ruling,
    seen_note,
    with_seen,
)

A, B, C, D, E, F = ((place, 1) for place in range(1, 7))
FULL = (E, D, C, B, A)


def seen(counter, pairs=FULL, accepted=UNKNOWN, number=9):
    return Seen(number, counter, pairs, accepted)


def test_nothing_new_is_nothing():
    assert judge(seen(48), 48, FULL) == Judged()


def test_one_new_event_after_255_is_1():
    assert judge(seen(255), 1, (F, E, D, C, B)) == Judged((F,))


def test_from_253_to_3_are_five():
    assert judge(seen(253, EMPTY), 3, FULL) == Judged((A, B, C, D, E))


def test_from_48_to_54_one_was_lost_and_five_are_new():
    assert judge(seen(48), 54, FULL) == Judged((A, B, C, D, E), UNKNOWN)
    assert judge(seen(48, accepted=10), 54, FULL, 16) == Judged((A, B, C, D, E), 1)


def test_errors_among_them_are_no_missing_coins():
    pairs = (A, (0, 1), B, (0, 1), C)
    assert judge(seen(48, accepted=10), 54, pairs, 13).missed == 0


def test_from_67_to_0_the_power_failed():
    assert judge(seen(67), 0, EMPTY) == Judged((), UNKNOWN, restarted=True)
    found = judge(seen(67, accepted=10), 0, EMPTY, 12)
    assert found == Judged((), 2, restarted=True)
    assert judge(seen(67, accepted=10), 0, EMPTY, 10).missed == 0


def test_what_fell_since_the_power_came_is_new():
    pairs = (B, A, *EMPTY[2:])
    assert judge(seen(67), 2, pairs) == Judged((A, B), UNKNOWN, restarted=True)
    assert judge(seen(2, (C, D, *EMPTY[2:])), 2, pairs).events == (A, B)


def test_a_fresh_acceptor_counts_from_0():
    assert judge(seen(0, EMPTY), 1, (A, *EMPTY[1:])) == Judged((A,))
    assert judge(seen(0, EMPTY), 0, EMPTY) == Judged()


def test_the_count_tells_a_restart_that_looks_like_going_on():
    """Two coins, the power fails, three of the same: the buffer fits both."""
    before = seen(2, (A, A, *EMPTY[2:]), accepted=2)
    found = judge(before, 3, (A, A, A, *EMPTY[3:]), 5)
    assert found == Judged((A, A, A), 0, restarted=True)
    assert judge(before, 3, (A, A, A, *EMPTY[3:]), 3) == Judged((A,))


def test_a_past_that_is_not_ours_brings_no_money():
    assert judge(seen(48), 50, (F, E, A, A, A)) == Judged((), UNKNOWN)
    assert judge(seen(48, accepted=7), 50, (F, E, A, A, A), 9) == Judged((), 2)
    assert judge(seen(48), 7, (F, (0, 0), A, A, A)) == Judged((), UNKNOWN)


def test_a_full_buffer_since_the_power_came_is_believed_as_far_as_the_count_goes():
    found = judge(seen(48, accepted=7), 50, (F, E, A, A, A), 16)
    assert found == Judged((A, A, A, E, F), 4, restarted=True)


def test_a_count_that_fell_is_not_believed():
    assert judge(seen(67, accepted=500), 0, EMPTY, 0).missed == UNKNOWN


def test_a_count_that_wraps_goes_on():
    before = seen(48, accepted=LIFE_COUNTS_TO - 1)
    assert judge(before, 49, (F, E, D, C, B), 0) == Judged((F,))
    assert before.after(F).accepted == 0


@given(
    st.integers(1, 255),
    st.lists(st.tuples(st.integers(0, 16), st.integers(1, 9)), max_size=5),
)
def test_up_to_five_events_are_found_exactly(counter, events):
    now = before = seen(counter, accepted=3)
    for event in events:
        now = now.after(event)
    assert judge(before, now.counter, now.pairs) == Judged(tuple(events))
    assert judge(before, now.counter, now.pairs, now.accepted) == Judged(tuple(events))


def test_a_note_is_read_as_it_was_written_and_each_event_once():
    entered = with_seen({}, seen_note("SIM-C1-1", seen(48)), coin=False)
    assert entered == {"SIM-C1-1": seen(48)}
    coin = seen_note("SIM-C1-1", seen(48).after(A))
    booked = with_seen(entered, coin, coin=True)
    assert booked["SIM-C1-1"].number == 10
    for again in (coin, seen_note("SIM-C1-2", seen(1))):
        with pytest.raises(ValueError, match="cannot follow event"):
            with_seen(booked, again, coin=True)
    with pytest.raises(ValueError, match="cannot follow event"):
        with_seen(booked, seen_note("SIM-C1-1", seen(1, number=2)), coin=False)


@pytest.mark.parametrize(
    ("newest", "held", "ruled"),
    [
        ((2, ESCROW), 500, Ruling(48, to_box=True)),
        ((2, ESCROW), 0, Ruling(48, to_box=False)),
        ((2, 1 - ESCROW), 500, None),
        ((0, ESCROW), 500, None),
    ],
)
def test_only_a_bill_in_escrow_waits_to_be_kept_or_given_back(newest, held, ruled):
    assert ruling(Seen(9, 48, (newest, *FULL[1:]), held=held)) == ruled
