"""Ten coins measured: what is proposed, and what is refused."""

import pytest

from cabinet.core.events import MILLISECOND as MS
from cabinet.core.events import SECOND, CoinAccepted, Edge
from cabinet.core.inputs.calibration import (
    COIN_ENDS,
    Measured,
    Proposal,
    coins,
    disagreement,
    propose,
    pulses,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot


def train(at, *widths, gap=100, bounce=0):
    """The edges of one coin: pulses of so many ms, with contacts that bounce."""
    edges = []
    for width in widths:
        for again in range(bounce):
            edges += [(True, at + again), (False, at + again + 0.5)]
        edges += [(True, at + bounce), (False, at + bounce + width)]
        at += bounce + width + gap
    return [Edge("coin.1", active, round(when * MS)) for active, when in edges]


def ten(*widths, **more):
    edges = [e for n in range(10) for e in train(2000 * n, *widths, **more)]
    return edges, coins(edges, edges[-1].at + SECOND)


def taken(edges, proposal, gap_ms=20, max_per_s=8):
    """How many pulses of these the decoder takes under the proposed settings."""
    least, most = proposal.width_ms
    slot = Slot(
        min_width=least * MS,
        max_width=most * MS,
        gap=(proposal.gap_ms or gap_ms) * MS,
        jam=proposal.jam_ms * MS,
        max_per_s=proposal.max_per_s or max_per_s,
    )
    decoder, told = Decoder((slot,)), []
    decoder.begin({"coin.1": False}, -SECOND)
    for edge in edges:
        told += decoder.feed(edge)
    told += decoder.tick(edges[-1].at + SECOND)
    return sum(isinstance(event, CoinAccepted) for event in told)


@pytest.mark.parametrize(
    ("widths", "more"),
    [
        ((50,), {}),
        ((100,), {"bounce": 2}),
        ((24, 26, 25), {"gap": 26}),
        ((60,) * 5, {"gap": 40, "bounce": 1}),
        ((400,), {}),
        ((15,) * 10, {"gap": 15}),
    ],
)
def test_every_coin_is_taken_under_the_settings_proposed_for_it(widths, more):
    edges, measured = ten(*widths, **more)
    assert [coin.pulses for coin in measured] == [len(widths)] * 10
    assert not disagreement(measured)
    assert taken(edges, propose(measured)) == 10 * len(widths)


def test_the_proposal_leaves_room_on_both_sides():
    _, measured = ten(40, 50, gap=60)
    proposal = propose(measured)
    assert proposal == Proposal((28, 65), 500, gap_ms=42, max_per_s=13)


def test_of_coins_of_one_pulse_nothing_is_learned_about_gaps():
    _, measured = ten(300)
    assert propose(measured) == Proposal((210, 390), 1170)


def test_a_coin_counts_when_the_line_has_been_quiet():
    edges = train(0, 50)
    assert coins(edges, edges[-1].at + COIN_ENDS - 1) == []
    assert coins(edges, edges[-1].at + COIN_ENDS) == [Measured(1, 50 * MS, 50 * MS)]
    assert coins(edges[:1], SECOND) == []
    assert coins((), SECOND) == []


def test_sparks_are_no_pulses_and_a_break_makes_no_second_one():
    spark = [Edge("coin.1", True, 0), Edge("coin.1", False, MS)]
    assert pulses(spark) == []
    broken = [
        Edge("coin.1", active, at * MS)
        for active, at in ((True, 0), (False, 30), (True, 31), (False, 60))
    ]
    (pulse,) = pulses(broken)
    assert (pulse.width, pulse.solid) == (60 * MS, 30 * MS)


@pytest.mark.parametrize(
    ("others", "why"),
    [
        (((50,), (50, 50)), "pulses"),
        (((30,), (60,)), "widths"),
        (((6,), (6,)), "short"),
        (((50,), (60,)), ""),
    ],
)
def test_ten_that_differ_too_much_are_refused(others, why):
    edges = [e for n in range(10) for e in train(2000 * n, *others[n % 2])]
    assert disagreement(coins(edges, 30 * SECOND)) == why
