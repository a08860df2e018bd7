"""Coins on the real chip's pins, in simulated time."""

import pytest

from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    FreshCoins,
    PulseRefused,
    SlotFreed,
    SlotJammed,
)
from firmware_bridge.hil.chip import MICROSECOND
from firmware_bridge.messages import Coin
from tests.hil.rig import Rig


@pytest.fixture
def rig(new_chip):
    rig = Rig(new_chip())
    rig.link()
    rig.run(50 * MILLISECOND)
    return rig


def play(rig, coins, glitches=0):
    """Bouncing coins of many widths; the moments when their pulses end."""
    ends, at = [], rig.chip.now + 10 * MILLISECOND
    for n in range(coins):
        width = rig.rng.choice([20, 25, 30, 50, 75])
        ends.append(rig.drop_coin(at, width, slot=1))
        at = ends[-1] + rig.rng.randrange(130 * MILLISECOND, 250 * MILLISECOND)
        if n < glitches:
            rig.pulse("coin.1", at, 3 * MILLISECOND)
            at += 50 * MILLISECOND
    rig.run(at - rig.chip.now + 100 * MILLISECOND)
    return ends


def test_every_bouncing_coin_is_counted_once_and_heard_within_12_ms(rig):
    ends = play(rig, coins=60, glitches=10)
    assert rig.books.coins == 60
    told = rig.messages(Coin)
    assert len(told) == 60
    late = max(at - end for (at, _), end in zip(told, ends, strict=True))
    assert late <= 12 * MILLISECOND
    assert not [event for event in rig.events if isinstance(event, PulseRefused)]


def test_both_slots_at_the_same_time(rig):
    at = rig.chip.now + 10 * MILLISECOND
    for n in range(5):
        rig.drop_coin(at + n * 200 * MILLISECOND, slot=1)
        rig.drop_coin(at + n * 200 * MILLISECOND + 700 * MICROSECOND, slot=2)
    rig.run(2 * SECOND)
    assert list(rig.books.credited.values()) == [(5, 5)]


def test_the_same_hands_give_the_same_trace(new_chip):
    traces = set()
    for _ in range(2):
        rig = Rig(new_chip(), seed=7)
        rig.link()
        play(rig, coins=10, glitches=2)
        rig.bounce("p1.left", active=True, at=rig.chip.now)
        rig.run(SECOND)
        traces.add(rig.chip.trace)
    assert len(traces) == 1


def test_other_hands_give_another_trace(new_chip):
    traces = set()
    for seed in range(2):
        rig = Rig(new_chip(), seed=seed)
        rig.link()
        play(rig, coins=3)
        traces.add(rig.chip.trace)
    assert len(traces) == 2


@pytest.mark.parametrize("width_us", [1, 100, 400, 999])
def test_a_storm_of_glitches_is_no_coin_and_no_service(rig, width_us):
    at = rig.chip.now
    for n in range(500):
        start = at + n * 1_700 * MICROSECOND + rig.rng.randrange(700) * MICROSECOND
        rig.pulse("coin.1", start, width_us * MICROSECOND)
        rig.pulse("service", start, width_us * MICROSECOND)
    rig.run(SECOND)
    assert rig.books.coins == 0
    assert rig.changes("service") == []


def test_glitches_in_step_with_the_chips_own_clock_are_no_coin(rig):
    at = rig.chip.now
    for phase in range(10):
        for n in range(100):
            start = at + (n + 120 * phase) * MILLISECOND + phase * 100 * MICROSECOND
            rig.pulse("coin.1", start, 120 * MICROSECOND)
    rig.run(1300 * MILLISECOND)
    assert rig.books.coins == 0


def test_a_stuck_coin_is_a_jam_told_once_and_freed(rig):
    rig.pulse("coin.1", rig.chip.now, 3 * SECOND)
    rig.drop_coin(rig.chip.now + SECOND, slot=2)
    told = rig.run(4 * SECOND)
    kinds = [type(event) for event in told]
    assert kinds == [SlotJammed, FreshCoins, SlotFreed]
    assert rig.books.coins == 1


def test_a_coin_line_already_closed_at_power_on_is_a_jam(new_chip):
    chip = new_chip()
    chip.touch("coin.1", active=True)
    rig = Rig(chip)
    rig.link()
    rig.run(SECOND)
    assert SlotJammed in map(type, rig.events)
    assert rig.books.coins == 0


def test_a_pulse_too_short_to_be_a_coin_is_told(rig):
    rig.pulse("coin.1", rig.chip.now, 8 * MILLISECOND)
    [refused] = rig.run(100 * MILLISECOND)
    assert isinstance(refused, PulseRefused)
    assert refused.why == "short"


def test_a_coin_the_host_does_not_credit_is_told_again_until_it_does(rig):
    rig.credits_coins = False
    rig.drop_coin(rig.chip.now)
    [counted] = rig.run(1100 * MILLISECOND)
    assert isinstance(counted, FreshCoins)
    assert 4 <= len(rig.messages(Coin)) <= 6
    rig.session.credited(counted.board, counted.slot, counted.total)
    rig.run(20 * MILLISECOND)
    before = len(rig.messages(Coin))
    rig.run(SECOND)
    assert len(rig.messages(Coin)) == before
