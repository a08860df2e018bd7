"""Coins over a bad line with restarts and power cuts: none lost, none doubled."""

from dataclasses import dataclass

import pytest

from firmware_bridge.events import MILLISECOND, SECOND
from tests.hil.desk import Desk

CORRUPT = 0.005
SAFE = 80 * MILLISECOND  # from the end of a pulse until it is in the EEPROM


@dataclass
class Tally:
    dropped: int = 0
    credited: int = 0
    restarts: int = 0
    cuts: int = 0
    hurt: int = 0


def soak(chip, seed: int, coins: int) -> Tally:
    desk = Desk(chip, seed, CORRUPT)
    tally, rng = Tally(), desk.rng
    desk.run(300 * MILLISECOND)
    while tally.dropped < coins:
        width = rng.choice([20, 30, 50, 75])
        end = desk.drop_coin(desk.chip.now + MILLISECOND, width, rng.randint(1, 2))
        tally.dropped += 1
        pause = rng.randrange(130 * MILLISECOND, 300 * MILLISECOND)
        desk.run(end - desk.chip.now + SAFE)
        if rng.random() < 0.03:
            desk.cut_power()
            tally.cuts += 1
            desk.run(50 * MILLISECOND)
        if rng.random() < 0.05:
            desk.kill_host()
            tally.restarts += 1
            if rng.random() < 0.5:
                desk.run(rng.randrange(4 * SECOND))
            desk.start_host()
        desk.run(pause)
    desk.run(5 * SECOND)
    tally.credited, tally.hurt = desk.books.coins, desk.line.hurt
    return tally


def test_three_hundred_coins_over_a_bad_line(new_chip):
    tally = soak(new_chip(), seed=1, coins=300)
    assert tally.credited == tally.dropped == 300
    assert tally.restarts >= 8
    assert tally.cuts >= 4
    assert tally.hurt >= 100


@pytest.mark.soak
def test_eight_thousand_coins_over_a_bad_line(new_chip):
    tallies = [soak(new_chip(), seed, coins=400) for seed in range(2, 22)]
    print(f"\n{tallies}")  # noqa: T201
    assert [tally.credited for tally in tallies] == [400] * 20
    assert sum(tally.restarts for tally in tallies) >= 300
    assert sum(tally.cuts for tally in tallies) >= 200
    assert sum(tally.hurt for tally in tallies) >= 2_000


@pytest.mark.soak
def test_one_trace_over_twenty_runs(new_chip):
    traces = set()
    for _ in range(20):
        desk = Desk(new_chip(), seed=7)
        for _ in range(100):
            desk.drop_coin(desk.chip.now + MILLISECOND, 30)
            desk.run(170 * MILLISECOND)
        traces.add(desk.chip.trace)
    assert len(traces) == 1
