"""What edges mean to a doctor: glitches, bounces, pulses and their widths."""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.core.operating import Slot
from cabinet.diagnostics.doctor.findings import Level
from cabinet.diagnostics.doctor.wires import Wires, advice
from cabinet.diagnostics.measurements import summary


def edges(line, *moments_ms):
    """Edges that begin with a closing one, at these milliseconds."""
    return [
        Edge(line, n % 2 == 0, int(at * MILLISECOND)) for n, at in enumerate(moments_ms)
    ]


def test_bounces_belong_to_the_movement_they_are_part_of():
    told = summary(edges("start", 0, 0.3, 0.5, 80, 80.2, 80.4), active=False)
    assert told.glitches == 0
    assert told.pulses == (80 * MILLISECOND,)
    assert told.edges == 6


def test_a_spike_is_a_glitch_alone_and_inside_a_pulse():
    assert summary(edges("start", 0, 0.1), active=False).glitches == 1
    inside = summary(edges("coin.1", 0, 25, 25.1, 50), active=False)
    assert (inside.glitches, inside.pulses) == (1, (50 * MILLISECOND,))


def test_the_busiest_second_counts_however_long_was_listened():
    storm = [Edge("coin.1", n % 2 == 0, SECOND + n * MILLISECOND) for n in range(300)]
    quiet = [Edge("coin.1", active=True, at=900 * SECOND)]
    assert summary(storm + quiet, active=False).most_per_s == 300


def test_a_tilt_switch_that_is_closed_is_red_because_the_slot_is_shut():
    (finding,) = Wires(("tilt",), ("lockout",), (), {"tilt": True}).judge()
    assert (finding.code, finding.level, finding.subject) == (
        "wires.tilt_active",
        Level.RED,
        "tilt",
    )


def seen(*pulses_ms, slot=None):
    at, told = 0, []
    for width in pulses_ms:
        told += edges("coin.1", at, at + width)
        at += width + 100
    wires = Wires(
        ("coin.1",), ("lockout",), (slot or Slot(),), {"coin.1": False}, tuple(told)
    )
    (finding,) = wires.judge()
    return finding


@pytest.mark.parametrize(
    ("pulses", "code"),
    [
        ((48, 50, 52), "wires.pulses"),
        ((50, 8), "wires.too_narrow"),
        ((90, 50), "wires.too_long"),
        ((75, 50), "wires.near_limit"),
        ((13, 50), "wires.near_limit"),
        ((600,), "wires.jam"),
    ],
)
def test_the_width_of_pulses_is_held_against_the_settings(pulses, code):
    assert seen(*pulses).code == code


def test_a_slow_window_with_a_fast_acceptor_gets_the_window_to_write():
    finding = seen(25, 26, slot=Slot(min_width=60 * MILLISECOND, max_width=160_000_000))
    assert finding.code == "wires.too_short"
    assert finding.values["advice"] == "[15, 41]"
    assert finding.values["number"] == 0


def test_the_advice_holds_what_makers_promise():
    """Twenty per cent around the printed width, and room on both sides of it."""
    for width in (25, 45, 50, 65, 100):
        least, most = map(int, advice(width * MILLISECOND)[1:-1].split(", "))
        assert least <= 0.8 * width
        assert most >= 1.2 * width


def test_coins_told_by_length_are_not_held_against_one_window():
    slot = replace(Slot(), widths=(object(),))
    assert seen(300, slot=slot).code == "wires.moves"
