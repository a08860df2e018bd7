"""Coin lines that are not to be believed, and coins told by their length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    Edge,
    EdgesLost,
)
from cabinet.core.inputs.coin_line import CALM, CHATTER, REFUSALS
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot, Width
from tests.core.inputs.test_decoder import decode, pulse, train

MS = MILLISECOND
TWO_SLOTS = (Slot(1), Slot(2, pulse_value=50))


def chatter(edges, start=0, line="coin.1"):
    return [Edge(line, n % 2 == 0, start + n * MS) for n in range(edges)]


def test_a_line_that_chatters_is_told_once_and_believed_again_when_it_is_quiet():
    told = decode(chatter(2 * CHATTER))
    noisy, quiet = told
    assert noisy == CoinNoisy(1, CHATTER * MS)
    assert quiet == CoinQuiet(1, (2 * CHATTER - 1) * MS + CALM)


def test_a_coin_on_a_noisy_line_is_refused_and_the_other_slot_goes_on():
    decoder = Decoder(TWO_SLOTS)
    decode(chatter(CHATTER + 2), decoder=decoder, until=SECOND)
    told = decode(pulse(2 * SECOND, 50 * MS), decoder=decoder, until=3 * SECOND)
    assert [(type(e), e.why) for e in told] == [(CoinRejected, "noise")]
    other = pulse(3 * SECOND, 50 * MS, "coin.2")
    assert [type(e) for e in decode(other, decoder=decoder, until=4 * SECOND)] == [
        CoinAccepted
    ]
    late = decode(pulse(20 * SECOND, 50 * MS), decoder=decoder)
    assert [type(e) for e in late] == [CoinQuiet, CoinAccepted]


def test_pulses_refused_again_and_again_make_the_line_noisy():
    shorts = train(REFUSALS, width=8 * MS, gap=200 * MS)
    assert [type(e) for e in decode(shorts)] == [
        *[CoinRejected] * REFUSALS,
        CoinNoisy,
        CoinQuiet,
    ]
    slow = train(REFUSALS, width=8 * MS, gap=3 * SECOND)
    assert {type(e) for e in decode(slow)} == {CoinRejected}


BY_LENGTH = Slot(
    1,
    pulse_value=200,
    min_width=40 * MS,
    max_width=260 * MS,
    widths=(Width(40 * MS, 60 * MS, 50), Width(90 * MS, 120 * MS, 200)),
)


@pytest.mark.parametrize(
    ("width", "value"), [(40, 50), (60, 50), (61, 0), (89, 0), (90, 200), (120, 200)]
)
def test_the_length_of_a_pulse_tells_the_coin(width, value):
    (told,) = decode(pulse(0, width * MS), slots=(BY_LENGTH,))
    if value:
        assert told == CoinAccepted(1, value, told.at)
    else:
        assert told == CoinRejected(1, "width", width * MS, told.at)


def test_an_edge_that_changes_nothing_means_others_were_lost_and_is_no_money():
    edges = [
        Edge("coin.1", True, 0),
        Edge("coin.1", True, 30 * MS),
        Edge("coin.1", False, 50 * MS),
    ]
    lost, refused = decode(edges)
    assert lost == EdgesLost("coin.1", 1, lost.at)
    assert (type(refused), refused.why) == (CoinRejected, "lost")


@given(missing=st.integers(1, 50), begun=st.integers(1, 1000))
def test_a_gap_in_the_count_of_a_port_is_told(missing, begun):
    decoder = Decoder((Slot(),))
    assert decoder.feed(Edge("p1.a", True, 0, begun)) != []
    told = decoder.feed(Edge("p1.a", False, 20 * MS, begun + 1 + missing))
    assert told == [EdgesLost("p1.a", missing, 20 * MS)]


def test_ports_that_do_not_count_lose_nothing():
    assert not any(
        isinstance(event, EdgesLost) for event in decode(train(5)) + decode(train(5))
    )


def test_more_coins_a_second_than_allowed_are_refused_pulse_by_pulse():
    slot = Slot(1, max_per_s=50, max_coins_per_s=2)
    coins = [
        edge
        for start in (0, 300 * MS, 600 * MS, 1400 * MS)
        for edge in train(2, width=20 * MS, gap=30 * MS, start=start)
    ]
    told = decode(coins, slots=(slot,))
    kinds = [getattr(event, "why", "taken") for event in told]
    assert kinds == [*["taken"] * 4, *["coins"] * 2, *["taken"] * 2]


def test_where_a_coin_is_one_pulse_every_pulse_is_a_coin():
    slot = Slot(1, max_per_s=50, max_coins_per_s=3, coin_pause=0)
    told = decode(train(5, width=20 * MS, gap=60 * MS), slots=(slot,))
    assert [getattr(event, "why", "taken") for event in told] == [
        *["taken"] * 3,
        *["coins"] * 2,
    ]


def test_a_long_train_is_one_coin_however_fast_coins_may_come():
    slot = Slot(1, max_per_s=50, max_coins_per_s=1)
    told = decode(train(20, width=20 * MS, gap=100 * MS), slots=(slot,))
    assert [type(event) for event in told] == [CoinAccepted] * 20
