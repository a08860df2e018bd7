"""What wires seldom do, one example each: no chance decides whether it is tried."""

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    Edge,
    EdgesLost,
    Pressed,
    Released,
    Tapped,
)
from cabinet.core.inputs.buttons import REARM, STEADY
from cabinet.core.inputs.coin_line import CALM, CHATTER
from cabinet.core.inputs.decoder import Decoder
from tests.core.inputs.test_decoder import ONE_SLOT, decode

MS = MILLISECOND


def test_a_panel_button_that_bounces_is_pressed_once_and_let_go_once():
    levels = ((True, 0), (False, 2), (True, 3), (False, 50))
    edges = [Edge("player", active, at * MS) for active, at in levels]
    assert decode(edges) == [Pressed("player", 0), Released("player", 50 * MS + REARM)]


def test_a_patient_button_that_bounces_while_it_is_down_stays_down():
    levels = ((True, 0), (False, 50), (True, 51), (False, 100))
    edges = [Edge("start", active, at * MS) for active, at in levels]
    up = 100 * MS + STEADY
    down = Pressed("start", STEADY)
    assert decode(edges) == [down, Released("start", up), Tapped("start", up)]


def test_a_noisy_line_that_then_sticks_is_not_quiet_before_it_is_free():
    edges = [Edge("coin.1", n % 2 == 0, n * MS) for n in range(CHATTER + 1)]
    assert edges[-1].active
    free = 2 * CALM + 3 * SECOND
    told = decode([*edges, Edge("coin.1", False, free)])
    assert [type(event) for event in told] == [
        CoinNoisy,
        CoinJammed,
        CoinFreed,
        CoinQuiet,
    ]
    assert told[-1].at == free + CALM


def test_a_coin_line_that_no_slot_has_says_nothing():
    decoder = Decoder(ONE_SLOT)
    assert decoder.begin({"coin.9": True, "coin.1": True}, 0) == [CoinJammed(1, 0)]
    assert decode([Edge("coin.9", True, 1)], decoder=decoder) == []


def test_edges_lost_before_a_button_are_told_and_the_button_is_pressed():
    told = decode([Edge("player", True, 7, 4)])
    assert told == [EdgesLost("player", 3, 7), Pressed("player", 7)]
