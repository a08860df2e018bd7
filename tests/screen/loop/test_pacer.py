"""Sixty frames a second on a clock that only moves when told, and one that runs."""

import socket

from hypothesis import given
from hypothesis import strategies as st

from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.screen.loop.pacer import Pacer


def test_sixty_frames_take_exactly_a_second_and_an_hour_does_not_drift():
    clock = VirtualClock(now=12_345)
    pacer = Pacer(clock)
    for _ in range(60 * 3600):
        clock.advance_to(pacer.next_deadline)
        pacer.turn()
    assert clock.now() == 12_345 + 3600 * SECOND
    assert pacer.late == 0


def test_a_frame_a_little_late_does_not_move_the_next():
    clock = VirtualClock()
    pacer = Pacer(clock, hz=50)
    clock.advance_to(20 * MILLISECOND + 7 * MILLISECOND)
    pacer.turn()
    assert pacer.next_deadline == 40 * MILLISECOND
    assert pacer.late == 0


def test_a_long_pause_is_skipped_not_made_up_for():
    clock = VirtualClock()
    pacer = Pacer(clock, hz=50)
    clock.advance_to(20 * MILLISECOND + 105 * MILLISECOND)
    pacer.turn()
    assert pacer.next_deadline == 140 * MILLISECOND
    assert pacer.late == 5
    clock.advance_to(140 * MILLISECOND)
    pacer.turn()
    assert (pacer.next_deadline, pacer.late) == (160 * MILLISECOND, 5)


@given(st.lists(st.integers(0, 200 * MILLISECOND), max_size=60))
def test_drawn_and_late_frames_are_all_the_frames_there_were(pauses):
    clock = VirtualClock()
    pacer = Pacer(clock, hz=60)
    drawn = 0
    for pause in pauses:
        clock.advance_to(max(clock.now() + pause, pacer.next_deadline))
        pacer.turn()
        drawn += 1
        assert pacer.next_deadline > clock.now(), "never two frames at once"
        assert pacer.next_deadline - clock.now() <= SECOND // 60 + 1
    assert drawn + pacer.late == clock.now() * 60 // SECOND


def test_waiting_ends_when_the_frame_is_due():
    clock = SystemClock()
    pacer = Pacer(clock)
    assert pacer.wait([]) is False
    assert 0 <= clock.now() - pacer.next_deadline < 500 * MILLISECOND


def test_waiting_ends_at_once_when_somebody_speaks():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        pacer = Pacer(SystemClock(), hz=1)
        theirs.sendall(b"x")
        assert pacer.wait([ours]) is True
        assert SystemClock().now() < pacer.next_deadline
        ours.recv(1)


def test_a_deadline_already_past_is_never_waited_for():
    clock = VirtualClock()
    pacer = Pacer(clock)
    clock.advance_to(SECOND)
    assert pacer.wait([]) is False
