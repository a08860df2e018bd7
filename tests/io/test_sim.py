from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    Edge,
    Pressed,
    Released,
    Tapped,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.io.sim import BOUNCE_TIME, SimPort

MS = MILLISECOND
LINES = ("coin.1", "coin.2", "start", "service", "door", "p1.a")
WIRING = Wiring(
    inputs={line: Wire() for line in LINES},
    outputs={"lockout": Wire(), "lamp.start": Wire()},
)


def sim(*, lockout=True, **options):
    port = SimPort(replace(WIRING, options=options), VirtualClock())
    port.write("lockout", on=lockout)
    return port


def run(port, until):
    """Edges as a counter hears them: woken when something is due."""
    clock, edges = port._clock, []
    while (due := port.due()) is not None and due <= until:
        clock.advance_to(max(due, clock.now()))
        edges += port.poll()
    clock.advance_to(until)
    return edges + list(port.poll())


def meaning(port, until=10 * SECOND):
    decoder = Decoder((Slot(1), Slot(2)))
    told = [event for edge in run(port, until) for event in decoder.feed(edge)]
    return told + decoder.tick(until)


def test_a_coin_is_exactly_one_coin_from_any_seed():
    for seed in range(200):
        port = sim(seed=seed, noise_per_minute=120)
        assert port.insert(1)
        told = [type(event) for event in meaning(port)]
        assert told == [CoinAccepted], f"seed {seed}"


def test_bounce_makes_several_edges_of_each_touch_all_within_its_time():
    port = sim(seed=3)
    port.touch("p1.a", active=True)
    edges = run(port, SECOND)
    assert len(edges) >= 3
    assert len(edges) % 2 == 1
    assert edges[0] == Edge("p1.a", True, 0)
    assert edges[-1].at < BOUNCE_TIME


def test_noise_alone_is_worth_nothing():
    port = sim(seed=5, noise_per_minute=3000)
    edges = run(port, 60 * SECOND)
    assert len(edges) > 10_000
    decoder = Decoder((Slot(1), Slot(2)))
    assert [e for edge in edges for e in decoder.feed(edge)] == []


def test_a_glitch_storm_is_worth_nothing():
    port = sim()
    port.glitch("coin.1", count=1000, width_us=400)
    port.glitch("service", count=1000, width_us=900)
    assert [type(event) for event in meaning(port)] == [CoinNoisy, CoinQuiet]


def test_coins_pushed_in_together_add_up():
    port = sim(seed=1)
    assert port.insert(1, pulses=4)
    assert port.insert(1, pulses=2)
    told = meaning(port)
    assert [type(event) for event in told] == [CoinAccepted] * 6


def test_two_slots_work_at_the_same_time():
    port = sim(seed=1)
    port.insert(1, pulses=3)
    port.insert(2, pulses=3)
    assert [event.slot for event in meaning(port)].count(2) == 3


def test_a_shut_slot_lets_the_coin_fall_through():
    port = sim(lockout=False)
    assert not port.insert(1)
    assert port.due() is None
    port.write("lockout", on=True)
    assert port.insert(1)


def test_coins_that_wait_when_the_slot_shuts_fall_through():
    port, decoder = sim(), Decoder((Slot(1), Slot(2)))
    for _ in range(16):
        assert port.insert(1)
    edges = run(port, 200 * MS)  # one has passed, the second is in the slot
    port.write("lockout", on=False)
    edges += run(port, 10 * SECOND)
    told = [event for edge in edges for event in decoder.feed(edge)]
    told += decoder.tick(10 * SECOND)
    assert [type(event) for event in told] == [CoinAccepted] * 2
    port.write("lockout", on=True)
    assert port.insert(1)


def test_without_a_coil_every_coin_is_taken():
    port = SimPort(replace(WIRING, outputs={}), VirtualClock())
    assert port.insert(1)


def test_a_bouncy_press_is_one_tap():
    port = sim()
    port.bounce("start", count=12)
    told = meaning(port)
    assert [type(event) for event in told] == [Pressed, Released, Tapped]


def test_a_line_can_have_more_bounces_than_time_for_them():
    port = sim()
    port.bounce("p1.a", count=100_000)
    assert [type(event) for event in meaning(port)] == [Pressed, Released]


def test_a_stuck_line_ignores_its_contact_and_shows_it_when_it_is_free():
    port = sim(bounce=False)
    port.stick("coin.1", True, 2 * SECOND)
    port.insert(1)
    told = meaning(port)
    assert [type(event) for event in told] == [CoinJammed, CoinFreed]
    port.stick("start", False, SECOND)
    port.touch("start", active=True)
    assert run(port, 20 * SECOND) == [Edge("start", True, 11 * SECOND)]


def test_sticking_again_counts_from_the_last_time():
    port = sim(bounce=False)
    port.stick("start", True, SECOND)
    run(port, SECOND // 2)
    port.stick("start", True, SECOND)
    assert run(port, 5 * SECOND) == [Edge("start", False, SECOND // 2 + SECOND)]


def test_an_unplugged_port_reads_idle_takes_no_coin_and_comes_back_truthful():
    port = sim(bounce=False)
    port.touch("door", active=True)
    assert run(port, MS) == [Edge("door", True, 0)]
    port.unplug()
    assert port.poll() == [Edge("door", False, MS)]
    assert not port.insert(1)
    port.touch("start", active=True)
    assert run(port, 5 * MS) == []
    port.plug()
    assert set(run(port, 6 * MS)) == {
        Edge("door", True, 5 * MS),
        Edge("start", True, 5 * MS),
    }


def test_touching_twice_changes_nothing():
    port = sim(bounce=False)
    port.touch("start", active=True)
    port.touch("start", active=True)
    assert run(port, SECOND) == [Edge("start", True, 0)]


def test_a_touch_during_a_train_waits_for_its_end():
    port = sim(bounce=False)
    port.insert(1, pulses=2)
    port.touch("coin.1", active=True)
    assert [edge.at // MS for edge in run(port, SECOND)] == [0, 50, 150, 200, 300]


def test_the_coin_is_as_long_as_the_options_say():
    port = sim(bounce=False, coin_width_ms=25, coin_gap_ms=75)
    port.insert(2, pulses=2)
    assert [edge.at // MS for edge in run(port, SECOND)] == [0, 25, 100, 125]


def test_the_same_seed_gives_the_same_edges_however_often_one_polls():
    def edges(step):
        port, told = sim(seed=9, noise_per_minute=600), []
        port.insert(1, pulses=3)
        port.touch("door", active=True)
        for at in range(0, 5 * SECOND + 1, step):
            port._clock.advance_to(at)
            told += port.poll()
        return told

    assert edges(5 * SECOND) == edges(MS)
    assert len(edges(SECOND)) > 20


hands = st.one_of(
    st.tuples(st.just("touch"), st.sampled_from(LINES), st.booleans()),
    st.tuples(st.just("glitch"), st.sampled_from(LINES), st.integers(1, 9)),
    st.tuples(st.just("bounce"), st.sampled_from(LINES), st.integers(0, 9)),
    st.tuples(st.just("stick"), st.sampled_from(LINES), st.booleans()),
    st.tuples(st.just("insert"), st.integers(1, 2), st.integers(1, 3)),
    st.tuples(st.sampled_from(["plug", "unplug"])),
)


def move(port, hand, what):
    match hand, *what:
        case "touch", line, active:
            port.touch(line, active=active)
        case "stick", line, active:
            port.stick(line, active, 7 * MS)
        case _:
            getattr(port, hand)(*what)


@settings(max_examples=60)
@given(st.lists(st.tuples(hands, st.integers(0, 400)), max_size=25))
def test_edges_alternate_in_time_order_and_agree_with_the_levels(script):
    port, edges = sim(seed=2, noise_per_minute=600), []
    for (hand, *what), wait in script:
        move(port, hand, what)
        edges += run(port, port._clock.now() + wait * MS)
    levels = dict.fromkeys(LINES, False)
    for edge in edges:
        assert levels[edge.line] is not edge.active
        levels[edge.line] = edge.active
    assert [edge.at for edge in edges] == sorted(edge.at for edge in edges)
    assert port.levels() == levels


def test_a_line_that_is_not_wired_is_refused_with_those_that_are():
    with pytest.raises(CabinetError) as error:
        sim().touch("p9.a", active=True)
    assert str(error.value) == (
        "no input line is called 'p9.a' "
        "(wired: coin.1, coin.2, door, p1.a, service, start)"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"bounce": "yes"}, "io.sim.bounce: 'yes' is not true or false"),
        ({"seed": -1}, "io.sim.seed: -1 is not a number of 0 or more"),
        (
            {"noise_per_minute": True},
            "io.sim.noise_per_minute: True is not a number of 0 or more",
        ),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options, sentence):
    with pytest.raises(CabinetError) as error:
        sim(**options)
    assert str(error.value) == sentence
