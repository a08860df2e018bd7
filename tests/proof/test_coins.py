"""N2, N3 and N8 of the reliability table: no phantom, no loss, no merge."""

from random import Random

import pytest

from cabinet.core.events import (
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from tests.proof.electric import coin_train, glitches

SMALL, FULL = 30_000, 1_000_000
FEW, MANY = 3_000, 100_000
full = pytest.mark.soak


@pytest.mark.parametrize("cases", [SMALL, pytest.param(FULL, marks=full)])
def test_no_glitch_is_ever_money(cases):
    decoder, rng = Decoder((Slot(),)), Random(cases)
    seen = 0
    for edge in glitches(rng, cases):
        seen += edge.active
        for event in decoder.feed(edge):
            assert not isinstance(event, CoinAccepted), f"glitch {seen}: {event}"
    assert seen == cases


@pytest.mark.parametrize("trains", [FEW, pytest.param(MANY, marks=full)])
def test_no_coin_is_lost_or_doubled_over_bounce_noise_and_restarts(trains):
    rng = Random(trains)
    decoder, at = Decoder((Slot(),)), SECOND
    decoder.begin({"coin.1": False}, 0)
    dropped = credited = restarts = 0
    for _ in range(trains):
        pulses = rng.choice((1, 2, 3, 4, 5, 6, 7, 20))
        dropped += pulses
        for edge in coin_train(rng, at, pulses):
            credited += _coins(decoder.feed(edge))
            at = edge.at
        at += rng.randrange(300, 900) * 1_000_000
        credited += _coins(decoder.tick(at))
        if rng.randrange(10) == 0:
            restarts += 1
            decoder = Decoder((Slot(),))
            decoder.begin({"coin.1": False}, at)
            at += SECOND
        assert credited == dropped, f"after {dropped} pulses and {restarts} restarts"
    assert restarts > trains // 20


@pytest.mark.parametrize("trains", [FEW // 5, pytest.param(MANY, marks=full)])
def test_a_restart_in_mid_train_costs_at_most_the_pulse_it_falls_on(trains):
    """What was credited stays, what comes after it counts, and nothing counts twice."""
    rng = Random(trains)
    at, missed = SECOND, 0
    for _ in range(trains):
        pulses = rng.randrange(2, 12)
        edges = list(coin_train(rng, at, pulses))
        cut = rng.randrange(edges[0].at, edges[-1].at)
        credited, level = 0, False
        decoder = Decoder((Slot(),))
        decoder.begin({"coin.1": False}, at - SECOND)
        for edge in edges:
            if edge.at > cut >= at:
                credited += _coins(decoder.tick(cut))
                decoder = Decoder((Slot(),))
                decoder.begin({"coin.1": level}, cut)
            credited += _coins(decoder.feed(edge))
            at, level = edge.at, edge.active
        at += SECOND
        credited += _coins(decoder.tick(at))
        assert pulses - 1 <= credited <= pulses
        missed += pulses - credited
        at += SECOND
    assert 0 < missed < trains


def _coins(told):
    return sum(isinstance(event, CoinAccepted) for event in told)


@pytest.mark.parametrize("seed", range(20))
def test_coins_in_two_slots_at_once_add_up_slot_by_slot(seed):
    rng = Random(seed)
    edges = [
        *coin_train(rng, SECOND, 5, "coin.1"),
        *coin_train(rng, SECOND, 3, "coin.2"),
    ]
    decoder = Decoder((Slot(1, 100), Slot(2, 50)))
    told = [e for edge in sorted(edges, key=lambda e: e.at) for e in decoder.feed(edge)]
    told += decoder.tick(100 * SECOND)
    amounts = [e.amount for e in told if isinstance(e, CoinAccepted)]
    assert (amounts.count(100), amounts.count(50)) == (5, 3)


@pytest.mark.parametrize("level", [True, False])
def test_a_line_stuck_at_either_level_gives_nothing_and_the_other_slot_goes_on(level):
    decoder = Decoder((Slot(1), Slot(2)))
    told = decoder.begin({"coin.1": level, "coin.2": False}, 0)
    for edge in coin_train(Random(3), SECOND, 4, "coin.2"):
        told += decoder.feed(edge)
    told += decoder.tick(60 * SECOND)
    coins = [e.slot for e in told if isinstance(e, CoinAccepted)]
    assert coins == [2, 2, 2, 2]
    jams = [e.slot for e in told if isinstance(e, CoinJammed)]
    assert jams == ([1] if level else [])
    assert not any(isinstance(e, CoinFreed) for e in told)
