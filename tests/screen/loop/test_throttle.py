"""When effects give way, decided from frame times that are given."""

from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.screen.loop.throttle import LATE, WINDOW, Throttle, after_frame, at_rest
from cabinet.screen.render.effects import LEVELS

ON_TIME = SECOND // 60
SLOW = 40 * MILLISECOND
FULL = Throttle("full", "full")


def drawn(throttle, *frames):
    for took in frames:
        throttle = after_frame(throttle, took)
    return throttle


def seconds(count, took=ON_TIME):
    return (took,) * -(-count * SECOND // took)


def test_frames_on_time_change_nothing():
    assert drawn(FULL, *seconds(60)).level == "full"


def test_two_seconds_of_late_frames_step_down_and_not_one_frame_sooner():
    frames = seconds(2, SLOW)
    assert drawn(FULL, *frames[:-1]).level == "full"
    assert drawn(FULL, *frames).level == "light"


def test_each_step_needs_evidence_of_its_own():
    assert drawn(FULL, *seconds(2, SLOW), *seconds(1, SLOW)).level == "light"
    assert drawn(FULL, *seconds(4, SLOW)).level == "off"
    assert drawn(FULL, *seconds(60, SLOW)).level == "off"


def test_one_late_frame_in_twenty_is_tolerated_and_more_are_not():
    few = ((ON_TIME,) * 20 + (SLOW,)) * 6
    many = ((ON_TIME,) * 14 + (SLOW,)) * 8
    assert drawn(FULL, *few).level == "full"
    assert drawn(FULL, *many).level == "light"


def test_late_means_that_somebody_saw_a_frame_twice():
    assert drawn(FULL, *seconds(4, LATE)).level == "full"
    assert drawn(FULL, *seconds(4, LATE + 1)).level == "off"


def test_a_machine_that_slept_was_not_late():
    assert drawn(FULL, *(3600 * SECOND,) * 500) == FULL
    assert after_frame(FULL, -1) == FULL


def test_effects_come_back_at_a_quiet_moment_only_and_one_level_at_a_time():
    low = drawn(FULL, *seconds(4, SLOW), *seconds(60))
    assert low.level == "off"
    assert at_rest(low).level == "light"
    assert at_rest(at_rest(low)).level == "light", "each step has to be earned"
    assert at_rest(drawn(at_rest(low), *seconds(60))).level == "full"


def test_a_quiet_moment_too_soon_after_a_late_frame_changes_nothing():
    low = drawn(FULL, *seconds(2, SLOW), *seconds(8))
    assert at_rest(low).level == "light"
    assert at_rest(drawn(low, *seconds(4))).level == "full"
    assert at_rest(drawn(low, SLOW, *seconds(4))).level == "light"


def test_effects_never_rise_over_what_the_operator_wants():
    light = Throttle("light", "light")
    assert at_rest(drawn(light, *seconds(600))).level == "light"
    off = Throttle("off", "off")
    assert at_rest(drawn(off, *seconds(600))).level == "off"


def test_every_relapse_doubles_the_wait_for_the_next_try():
    throttle = drawn(FULL, *seconds(2, SLOW))
    waits = []
    for _ in range(4):
        windows = 0
        while at_rest(throttle).level == "light":
            throttle = drawn(throttle, *(ON_TIME,) * -(-WINDOW // ON_TIME))
            windows += 1
        waits.append(windows)
        throttle = drawn(at_rest(throttle), *seconds(2, SLOW))
    assert waits == [5, 10, 20, 40]


def test_a_step_up_that_lasted_is_forgiven_when_it_goes_wrong_much_later():
    low = drawn(FULL, *seconds(2, SLOW), *seconds(20))
    up = drawn(at_rest(low), *seconds(20))
    assert drawn(up, *seconds(2, SLOW)).needed == low.needed


@given(
    st.sampled_from(LEVELS),
    st.lists(
        st.one_of(st.integers(0, 2 * SECOND).map(lambda t: (t,)), st.just(())),
        max_size=300,
    ),
)
def test_whatever_happens_the_level_moves_one_step_and_stays_below_the_wish(
    wanted, timeline
):
    throttle = Throttle(wanted, wanted)
    for took in timeline:
        after = after_frame(throttle, *took) if took else at_rest(throttle)
        step = LEVELS.index(after.level) - LEVELS.index(throttle.level)
        assert step in (-1, 0, 1)
        assert not (took and step > 0), "never up in the middle of a scene"
        assert LEVELS.index(after.level) <= LEVELS.index(wanted)
        throttle = after
