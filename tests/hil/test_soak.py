"""Coins over a bad line with restarts and power cuts: none lost, none doubled."""

from dataclasses import dataclass

import pytest

from firmware_bridge.events import MILLISECOND, SECOND
from tests.hil.rig import Rig

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
    rig = Rig(chip, seed, CORRUPT)
    tally, rng = Tally(), rig.rng
    rig.run(300 * MILLISECOND)
    while tally.dropped < coins:
        width = rng.choice([20, 30, 50, 75])
        end = rig.drop_coin(rig.chip.now + MILLISECOND, width, rng.randint(1, 2))
        tally.dropped += 1
        pause = rng.randrange(130 * MILLISECOND, 300 * MILLISECOND)
        rig.run(end - rig.chip.now + SAFE)
        if rng.random() < 0.03:
            rig.cut_power()
            tally.cuts += 1
            rig.run(50 * MILLISECOND)
        if rng.random() < 0.05:
            rig.kill_host()
            tally.restarts += 1
            if rng.random() < 0.5:
                rig.run(rng.randrange(4 * SECOND))
            rig.start_host()
        rig.run(pause)
    rig.run(5 * SECOND)
    tally.credited, tally.hurt = rig.books.coins, rig.line.hurt
    return tally


def test_a_hundred_coins_over_a_bad_line(new_chip):
    tally = soak(new_chip(), seed=1, coins=100)
    assert tally.credited == tally.dropped == 100
    assert tally.restarts >= 6
    assert tally.cuts >= 2
    assert tally.hurt >= 40


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
        rig = Rig(new_chip(), seed=7)
        for _ in range(100):
            rig.drop_coin(rig.chip.now + MILLISECOND, 30)
            rig.run(170 * MILLISECOND)
        traces.add(rig.chip.trace)
    assert len(traces) == 1
