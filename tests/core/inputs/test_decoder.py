import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    Edge,
    EdgesLost,
    Held,
    Pressed,
    Released,
    Tapped,
)
from cabinet.core.inputs.buttons import REARM, STEADY
from cabinet.core.inputs.coin_line import REFUSALS, SETTLE
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot

MS = MILLISECOND
LATER = 1_000 * SECOND
NOISE = (CoinNoisy, CoinQuiet)
ONE_SLOT = (Slot(),)


def decode(edges, *, slots=ONE_SLOT, until=LATER, decoder=None):
    decoder = decoder or Decoder(slots)
    return [e for edge in edges for e in decoder.feed(edge)] + decoder.tick(until)


def pulse(start, width, line="coin.1"):
    return [Edge(line, True, start), Edge(line, False, start + width)]


def train(pulses, width=50 * MS, gap=100 * MS, start=0, line="coin.1"):
    starts = [start + n * (width + gap) for n in range(pulses)]
    return [edge for at in starts for edge in pulse(at, width, line)]


def flips(line, level, at, offsets):
    """A contact that goes to `level` at `at`, bouncing at each pair of offsets."""
    edges, now = [Edge(line, level, at)], level
    for offset in sorted(offsets)[: len(offsets) // 2 * 2]:
        now = not now
        edges.append(Edge(line, now, at + offset))
    return edges


bounces = st.lists(st.integers(1, 3 * MS), max_size=8, unique=True)


# Coins


def test_one_clean_pulse_is_one_coin_told_when_it_has_settled():
    assert decode(pulse(0, 50 * MS)) == [CoinAccepted(1, 100, 50 * MS + SETTLE)]


@given(start=bounces, end=bounces, width=st.integers(16, 76))
def test_a_valid_pulse_bouncing_up_to_3_ms_is_exactly_one_coin(start, end, width):
    edges = flips("coin.1", True, 0, start)
    edges += flips("coin.1", False, width * MS, end)
    told = decode(edges)
    assert [type(event) for event in told] == [CoinAccepted]


@given(
    st.lists(st.tuples(st.integers(1, SETTLE - 1), st.integers(1, 9 * MS)), max_size=60)
)
def test_glitches_shorter_than_the_settling_time_say_nothing_at_all(spikes):
    edges, at = [], 0
    for width, wait in spikes:
        edges += pulse(at, width)
        at += width + wait
    assert decode(edges) == []


@pytest.mark.parametrize("seed", range(40))
def test_no_storm_of_glitches_under_the_least_width_ever_adds_up_to_a_coin(seed):
    rng = random.Random(seed)
    longest_wait = rng.choice([10_000, 100_000, MS, 10 * MS])
    edges, at = [], 0
    for _ in range(1000):
        width = rng.randint(1_000, 12 * MS - 1)
        edges += pulse(at, width)
        at += width + rng.randint(1, longest_wait)
    assert not [e for e in decode(edges) if isinstance(e, CoinAccepted)]


def test_a_spike_inside_a_pulse_does_not_cost_the_coin():
    edges = [
        *pulse(0, 20 * MS),
        *pulse(20 * MS + 300_000, 29 * MS),
    ]
    assert [type(event) for event in decode(edges)] == [CoinAccepted]


@given(
    pulses=st.integers(1, 20),
    width=st.integers(20, 80),
    gap=st.integers(100, 300),
)
def test_n_pulses_are_n_coins_however_they_are_grouped(pulses, width, gap):
    told = decode(train(pulses, width * MS, gap * MS))
    assert [type(event) for event in told] == [CoinAccepted] * pulses
    assert sum(event.amount for event in told) == 100 * pulses


@pytest.mark.parametrize(
    ("width", "why"),
    [
        (5 * MS, "short"),
        (12 * MS - 1, "short"),
        (12 * MS, None),
        (80 * MS, None),
        (80 * MS + 1, "long"),
        (499 * MS, "long"),
    ],
)
def test_the_width_decides_to_the_nanosecond(width, why):
    at = width + SETTLE
    told = decode(pulse(0, width))
    if why is None:
        assert told == [CoinAccepted(1, 100, at)]
    else:
        assert told == [CoinRejected(1, why, width, at)]


def test_a_pulse_too_soon_after_another_is_refused_for_its_gap():
    told = decode([*pulse(0, 30 * MS), *pulse(49 * MS, 30 * MS)])
    assert [getattr(event, "why", "coin") for event in told] == ["coin", "gap"]


@pytest.mark.parametrize(("width", "gap"), [(20, 100), (50, 50), (25, 59)])
def test_the_fastest_acceptors_are_within_the_shipped_limits(width, gap):
    """CH-926 in fast, a bill validator in fast, and just under twelve a second."""
    told = decode(train(40, width * MS, gap * MS))
    assert [type(event) for event in told] == [CoinAccepted] * 40


def test_a_pulse_too_many_in_a_second_is_refused_and_so_are_all_until_it_slows_down():
    fast = train(24, width=30 * MS, gap=30 * MS)
    told = decode(fast)
    pulses = [e for e in told if isinstance(e, CoinAccepted | CoinRejected)]
    assert [getattr(event, "why", "coin") for event in pulses] == [
        *["coin"] * 12,
        *["rate"] * REFUSALS,
        *["noise"] * (12 - REFUSALS),
    ]
    decoder = Decoder((Slot(),))
    decode(fast, decoder=decoder, until=9 * SECOND)
    calm = decode(train(3, start=10 * SECOND), decoder=decoder)
    assert [type(event) for event in calm] == [CoinAccepted] * 3


def test_a_stuck_coin_line_is_a_jam_told_once_then_freed_and_never_money():
    stuck = pulse(0, 3 * SECOND)
    assert decode(stuck) == [
        CoinJammed(1, 500 * MS),
        CoinFreed(1, 3 * SECOND + SETTLE),
    ]


def test_a_line_that_chatters_while_stuck_is_still_a_jam():
    edges = pulse(0, 100 * MS)
    for n in range(200):
        edges += pulse(100 * MS + MS + n * 3 * MS, 2 * MS)
    told = decode(edges)
    assert [type(event) for event in told if not isinstance(event, NOISE)] == [
        CoinJammed,
        CoinFreed,
    ]
    assert 500 * MS <= told[0].at <= 505 * MS


@pytest.mark.parametrize("before", [50 * MS, 3 * SECOND])
def test_a_glitch_is_not_helped_by_the_coin_or_the_jam_before_it(before):
    told = decode([*pulse(0, before), *pulse(5 * SECOND, 11 * MS)])
    assert told[-1] == CoinRejected(1, "short", 11 * MS, 5 * SECOND + 11 * MS + SETTLE)


def test_a_jam_is_told_when_the_wire_is_active_not_while_it_flickers():
    edges = [*pulse(0, 499 * MS), Edge("coin.1", True, 502 * MS)]
    assert decode(edges) == [CoinJammed(1, 502 * MS)]


def test_a_slot_of_very_short_pulses_settles_sooner():
    told = decode(pulse(0, 3 * MS), slots=(Slot(min_width=3 * MS),))
    assert told == [CoinAccepted(1, 100, 4 * MS + MS // 2)]


def test_a_pulse_right_after_boot_had_no_silence_before_it():
    decoder = Decoder((Slot(),))
    assert decoder.begin({"coin.1": False}, 0) == []
    told = decode(pulse(19 * MS, 50 * MS), decoder=decoder)
    assert [event.why for event in told] == ["gap"]


def test_a_coin_line_active_at_boot_is_a_fault_never_a_coin():
    decoder = Decoder((Slot(),))
    assert decoder.begin({"coin.1": True}, 7) == [CoinJammed(1, 7)]
    told = decode([Edge("coin.1", False, 40 * MS)], decoder=decoder, until=SECOND)
    assert told == [CoinFreed(1, 40 * MS + SETTLE)]
    told = decode(pulse(2 * SECOND, 50 * MS), decoder=decoder)
    assert [type(event) for event in told] == [CoinAccepted]


def test_a_jam_on_one_slot_leaves_the_other_working():
    slots = (Slot(1), Slot(2, pulse_value=200))
    edges = [Edge("coin.1", True, 0), *train(3, start=SECOND, line="coin.2")]
    told = decode(edges, slots=slots)
    assert told[0] == CoinJammed(1, 500 * MS)
    assert [(event.slot, event.amount) for event in told[1:]] == [(2, 200)] * 3


def test_a_coin_line_nobody_priced_is_silent():
    assert decode(pulse(0, 50 * MS, "coin.7")) == []


# Buttons


def test_a_panel_button_is_told_on_its_first_edge_and_let_go_after_the_quiet():
    assert decode(pulse(0, 80 * MS, "p1.a")) == [
        Pressed("p1.a", 0),
        Released("p1.a", 80 * MS + REARM),
    ]


@given(bounces, bounces)
def test_a_bouncing_button_is_one_press_and_one_release(down, up):
    edges = flips("mode", True, 0, down) + flips("mode", False, 40 * MS, up)
    told = decode(edges)
    assert [type(event) for event in told] == [Pressed, Released]
    assert told[0].at == 0


def test_a_press_shorter_than_the_lock_out_is_still_let_go():
    told = decode(pulse(0, 2 * MS, "p1.a"))
    assert told == [Pressed("p1.a", 0), Released("p1.a", 2 * MS + REARM)]


@pytest.mark.parametrize("line", ["power", "start", "service", "test", "door"])
def test_a_spike_on_a_line_that_matters_says_nothing(line):
    assert decode(pulse(0, STEADY - 1, line)) == []


def test_service_is_told_once_it_is_stable():
    assert decode(pulse(0, 90 * MS, "service")) == [
        Pressed("service", STEADY),
        Released("service", 90 * MS + STEADY),
    ]


def test_a_short_press_of_a_line_with_a_hold_time_is_a_tap():
    at = 900 * MS + STEADY
    assert decode(pulse(0, 900 * MS, "start")) == [
        Pressed("start", STEADY),
        Released("start", at),
        Tapped("start", at),
    ]


def test_a_held_button_says_so_at_the_threshold_and_is_no_tap():
    decoder = Decoder(())
    decoder.feed(Edge("power", True, 0))
    assert decoder.tick(3 * SECOND - 1) == [Pressed("power", STEADY)]
    assert decoder.due() == 3 * SECOND
    assert decoder.tick(3 * SECOND) == [Held("power", 3 * SECOND)]
    assert decoder.due() is None
    told = decode([Edge("power", False, 9 * SECOND)], decoder=decoder)
    assert told == [Released("power", 9 * SECOND + STEADY)]


def test_any_line_can_be_given_a_hold_time():
    decoder = Decoder((), {"p1.a": 200 * MS})
    told = decode(pulse(0, 300 * MS, "p1.a"), decoder=decoder)
    assert [type(event) for event in told] == [Pressed, Held, Released]


def test_a_button_down_at_boot_is_no_press_no_hold_and_no_tap():
    decoder = Decoder(())
    assert decoder.begin({"start": True, "p1.a": True}, 0) == []
    edges = [Edge("start", False, 20 * MS), Edge("p1.a", False, 20 * MS)]
    told = decode(edges, decoder=decoder)
    assert told == [
        Released("start", 20 * MS + STEADY),
        Released("p1.a", 20 * MS + REARM),
    ]


@pytest.mark.parametrize("line", ["door", "tilt"])
def test_what_is_no_button_is_told_as_it_is_at_boot(line):
    decoder = Decoder(())
    assert decoder.begin({line: True, "start": True}, 7) == [Pressed(line, 7)]
    told = decode([Edge(line, False, 20 * MS)], decoder=decoder)
    assert [(type(event), event.line) for event in told] == [(Released, line)]


def test_a_closed_door_at_boot_is_nothing_to_tell():
    assert Decoder(()).begin({"door": False, "tilt": False}, 7) == []


# Time


def test_what_was_due_before_an_edge_is_told_before_it():
    decoder = Decoder((Slot(),))
    for edge in pulse(0, 50 * MS):
        assert decoder.feed(edge) == []
    assert decoder.due() == 50 * MS + SETTLE
    told = decoder.feed(Edge("p1.a", True, 60 * MS))
    assert told == [CoinAccepted(1, 100, 50 * MS + SETTLE), Pressed("p1.a", 60 * MS)]


def test_an_edge_that_arrives_after_a_silent_tick_keeps_its_own_time():
    decoder = Decoder((Slot(),))
    decoder.tick(200 * MS)
    assert decode(pulse(0, 50 * MS), decoder=decoder) == [
        CoinAccepted(1, 100, 50 * MS + SETTLE)
    ]


def test_an_edge_older_than_the_last_event_never_takes_time_back():
    decoder = Decoder(())
    decoder.feed(Edge("p1.a", True, 10 * MS))
    assert decoder.feed(Edge("p1.b", True, 9 * MS)) == [Pressed("p1.b", 10 * MS)]


LINES = ["coin.1", "coin.2", "start", "power", "service", "p1.a", "p1.b"]
noise = st.lists(
    st.tuples(
        st.sampled_from(LINES),
        st.booleans(),
        st.one_of(st.integers(0, 6 * MS), st.integers(0, 2 * SECOND)),
    ),
    max_size=60,
)


def edges_of(moves):
    at, edges = 0, []
    for line, active, wait in moves:
        at += wait
        edges.append(Edge(line, active, at))
    return edges


@given(moves=noise, seed=st.integers(0, 2**32))
def test_ticking_in_between_at_any_time_changes_nothing(moves, seed):
    edges, rng = edges_of(moves), random.Random(seed)
    slots = (Slot(1), Slot(2))
    ticked, told, now = Decoder(slots), [], 0
    for edge in edges:
        for at in sorted(rng.randint(now, edge.at) for _ in range(rng.randint(0, 3))):
            told += ticked.tick(at)
        told += ticked.feed(edge)
        now = edge.at
    assert told + ticked.tick(LATER) == decode(edges, slots=slots)


@given(noise)
def test_ticking_only_when_due_tells_everything_in_order(moves):
    decoder, told = Decoder((Slot(1), Slot(2))), []
    for edge in edges_of(moves):
        while (due := decoder.due()) is not None and due <= edge.at:
            told += decoder.tick(due)
        told += decoder.feed(edge)
    while (due := decoder.due()) is not None:
        told += decoder.tick(due)
    assert told == decode(edges_of(moves), slots=(Slot(1), Slot(2)))
    assert [event.at for event in told] == sorted(event.at for event in told)


@settings(max_examples=200)
@given(noise)
def test_presses_and_releases_alternate_and_the_end_is_the_truth(moves):
    edges = edges_of(moves)
    told = decode(edges)
    for line in LINES[2:]:
        mine = [e for e in told if isinstance(e, Pressed | Released) and e.line == line]
        assert [type(e) for e in mine] == [
            (Pressed, Released)[n % 2] for n in range(len(mine))
        ]
        last = [edge.active for edge in edges if edge.line == line][-1:]
        assert bool(len(mine) % 2) == (last == [True])


def test_edges_lost_before_the_first_one_are_noticed_too():
    first, second = pulse(0, 50 * MS)
    told = decode([first._replace(seq=2), second._replace(seq=3)])
    assert [type(event) for event in told] == [EdgesLost, CoinAccepted]


def test_a_button_lets_no_time_pass_for_a_coin_beyond_what_was_heard():
    """The coin's last edge comes through a slower device, after the button's."""
    decoder = Decoder(ONE_SLOT)
    told = decoder.feed(Edge("coin.1", True, 0))
    told += decoder.feed(Edge("p1.a", True, 700 * MS), heard=40 * MS)
    told += decoder.tick(700 * MS, heard=40 * MS)
    told += decoder.feed(Edge("coin.1", False, 50 * MS), heard=700 * MS)
    told += decoder.tick(700 * MS)
    assert told == [
        Pressed("p1.a", 700 * MS),
        CoinAccepted(1, 100, 50 * MS + SETTLE),
    ]


def test_what_was_due_is_told_in_the_order_of_time_whatever_it_was():
    decoder = Decoder(ONE_SLOT)
    for edge in (*pulse(0, 50 * MS), *pulse(46 * MS, 3 * MS, "p1.a")):
        decoder.feed(edge)
    for edge in pulse(100 * MS, 50 * MS):
        decoder.feed(edge)
    decoder.feed(Edge("p1.a", True, 151 * MS))
    decoder.feed(Edge("p1.a", False, 152 * MS))
    assert [type(each) for each in decoder.tick(LATER)] == [CoinAccepted, Released]
