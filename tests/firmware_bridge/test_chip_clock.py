"""The chip's stamps become the host's times."""

from firmware_bridge.events import MILLISECOND
from firmware_bridge.session import ChipClock

HOUR_MS = 3_600_000


def test_a_late_report_does_not_move_what_happened():
    clock = ChipClock()
    clock.observe(1000, 5_000 * MILLISECOND)
    clock.observe(1500, 5_900 * MILLISECOND)
    assert clock.when(1600, 6_000 * MILLISECOND) == 5_600 * MILLISECOND


def test_nothing_happens_in_the_future_or_before_what_was_told():
    clock = ChipClock()
    clock.observe(1000, 5_000 * MILLISECOND)
    assert clock.when(1400, 5_100 * MILLISECOND) == 5_100 * MILLISECOND
    assert clock.when(1050, 5_200 * MILLISECOND) == 5_100 * MILLISECOND


def test_a_resonator_half_a_percent_off_stays_within_25_ms():
    clock = ChipClock()
    for chip_ms in range(0, HOUR_MS, 500):
        now = chip_ms * 1_005_000 + 2 * MILLISECOND
        clock.observe(chip_ms, now)
    error = now - clock.when(chip_ms, now)
    assert 0 <= error <= 25 * MILLISECOND


def test_the_stamp_wraps_after_49_days_and_nobody_notices():
    clock = ChipClock()
    clock.observe((1 << 32) - 10, 1_000 * MILLISECOND)
    clock.observe(20, 1_030 * MILLISECOND)
    assert clock.when(25, 2_000 * MILLISECOND) == 1_035 * MILLISECOND
