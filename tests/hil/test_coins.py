"""Coins on the real chip's pins, in simulated time."""

import pytest

from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    CoinsCounted,
    PulseRefused,
    SlotFreed,
    SlotJammed,
)
from firmware_bridge.hil.chip import MICROSECOND
from firmware_bridge.messages import Coin
from tests.hil.desk import Desk


@pytest.fixture
def desk(new_chip):
    desk = Desk(new_chip())
    desk.link()
    desk.run(50 * MILLISECOND)
    return desk


def play(desk, coins, glitches=0):
    """Bouncing coins of many widths; the moments when their pulses end."""
    ends, at = [], desk.chip.now + 10 * MILLISECOND
    for n in range(coins):
        width = desk.rng.choice([20, 25, 30, 50, 75])
        ends.append(desk.drop_coin(at, width, slot=1))
        at = ends[-1] + desk.rng.randrange(130 * MILLISECOND, 250 * MILLISECOND)
        if n < glitches:
            desk.pulse("coin.1", at, 3 * MILLISECOND)
            at += 50 * MILLISECOND
    desk.run(at - desk.chip.now + 100 * MILLISECOND)
    return ends


def test_every_bouncing_coin_is_counted_once_and_heard_within_12_ms(desk):
    ends = play(desk, coins=60, glitches=10)
    assert desk.books.coins == 60
    told = desk.messages(Coin)
    assert len(told) == 60
    late = max(at - end for (at, _), end in zip(told, ends, strict=True))
    assert late <= 12 * MILLISECOND
    assert not [event for event in desk.events if isinstance(event, PulseRefused)]


def test_both_slots_at_the_same_time(desk):
    at = desk.chip.now + 10 * MILLISECOND
    for n in range(5):
        desk.drop_coin(at + n * 200 * MILLISECOND, slot=1)
        desk.drop_coin(at + n * 200 * MILLISECOND + 700 * MICROSECOND, slot=2)
    desk.run(2 * SECOND)
    assert list(desk.books.credited.values()) == [(5, 5)]


def test_the_same_hands_give_the_same_trace(new_chip):
    traces = set()
    for _ in range(2):
        desk = Desk(new_chip(), seed=7)
        desk.link()
        play(desk, coins=10, glitches=2)
        desk.bounce("p1.left", active=True, at=desk.chip.now)
        desk.run(SECOND)
        traces.add(desk.chip.trace)
    assert len(traces) == 1


def test_other_hands_give_another_trace(new_chip):
    traces = set()
    for seed in range(2):
        desk = Desk(new_chip(), seed=seed)
        desk.link()
        play(desk, coins=3)
        traces.add(desk.chip.trace)
    assert len(traces) == 2


@pytest.mark.parametrize("width_us", [1, 100, 400, 999])
def test_a_storm_of_glitches_is_no_coin_and_no_service(desk, width_us):
    at = desk.chip.now
    for n in range(500):
        start = at + n * 1_700 * MICROSECOND + desk.rng.randrange(700) * MICROSECOND
        desk.pulse("coin.1", start, width_us * MICROSECOND)
        desk.pulse("service", start, width_us * MICROSECOND)
    desk.run(SECOND)
    assert desk.books.coins == 0
    assert desk.changes("service") == []


def test_glitches_in_step_with_the_chips_own_clock_are_no_coin(desk):
    at = desk.chip.now
    for phase in range(10):
        for n in range(100):
            start = at + (n + 120 * phase) * MILLISECOND + phase * 100 * MICROSECOND
            desk.pulse("coin.1", start, 120 * MICROSECOND)
    desk.run(1300 * MILLISECOND)
    assert desk.books.coins == 0


def test_a_stuck_coin_is_a_jam_told_once_and_freed(desk):
    desk.pulse("coin.1", desk.chip.now, 3 * SECOND)
    desk.drop_coin(desk.chip.now + SECOND, slot=2)
    told = desk.run(4 * SECOND)
    kinds = [type(event) for event in told]
    assert kinds == [SlotJammed, CoinsCounted, SlotFreed]
    assert desk.books.coins == 1


def test_a_coin_line_already_closed_at_power_on_is_a_jam(new_chip):
    chip = new_chip()
    chip.touch("coin.1", active=True)
    desk = Desk(chip)
    desk.link()
    desk.run(SECOND)
    assert SlotJammed in map(type, desk.events)
    assert desk.books.coins == 0


def test_a_pulse_too_short_to_be_a_coin_is_told(desk):
    desk.pulse("coin.1", desk.chip.now, 8 * MILLISECOND)
    [refused] = desk.run(100 * MILLISECOND)
    assert isinstance(refused, PulseRefused)
    assert refused.why == "short"


def test_a_coin_the_host_does_not_credit_is_told_again_until_it_does(desk):
    desk.credits_coins = False
    desk.drop_coin(desk.chip.now)
    [counted] = desk.run(1100 * MILLISECOND)
    assert isinstance(counted, CoinsCounted)
    assert 4 <= len(desk.messages(Coin)) <= 6
    desk.session.credited(counted.board, counted.slot, counted.total)
    desk.run(20 * MILLISECOND)
    before = len(desk.messages(Coin))
    desk.run(SECOND)
    assert len(desk.messages(Coin)) == before
