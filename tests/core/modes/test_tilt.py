"""The tilt switch: a blow shuts the slot, is booked once, and makes no money."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinsCounted,
    Edge,
    Pressed,
    Released,
    Ticked,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import Attract, OutOfOrder, Service, Standby
from cabinet.core.modes.step import step
from cabinet.core.modes.tilt import LONGEST_COIN, SHAKES, STUCK
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.operating import TimeOuts
from cabinet.i18n.message import from_text
from tests.core.example import HOUSE, NOW, cabinet, join, playing, select

SHUT = HOUSE.patience.tilt
LOUD = replace(HOUSE, patience=TimeOuts(tilt=0))
SLOT = HOUSE.slots[0]


def blow(at):
    return Pressed("tilt", at)


def rest(at):
    return Released("tilt", at)


def coin(at, slot=1):
    return CoinAccepted(slot, 100, at)


def live(state, *events, operating=HOUSE):
    """The events one after the other, and what becomes due between them."""
    posted = []
    for event in events:
        while (due := deadline(state, operating)) is not None and due <= event.at:
            state, effects = step(state, Ticked(due), operating)
            posted += [each for each in effects if isinstance(each, Posting)]
        state, effects = step(state, event, operating)
        posted += [each for each in effects if isinstance(each, Posting)]
    return state, posted


def notes(posted):
    return [
        str(from_text(posting.note)) for posting in posted if posting.kind is Kind.ALARM
    ]


def until(state, at, operating=HOUSE):
    return live(state, Ticked(at), operating=operating)


def test_a_blow_shuts_the_slot_for_as_long_as_the_house_says():
    state, posted = live(cabinet(Attract()), blow(NOW), rest(NOW + SECOND))
    assert notes(posted) == ["tilt"]
    end = NOW + SECOND + SHUT
    before, _ = until(state, end - 1)
    assert not accepts_coins(before, HOUSE)
    assert tuple(map(str, before.alarms)) == ("tilt",)
    after, posted = until(before, end)
    assert accepts_coins(after, HOUSE)
    assert after.alarms == ()
    assert posted == []


def test_many_blows_are_one_event_and_one_booking():
    blows = [
        event
        for number in range(20)
        for event in (blow(NOW + number * SECOND), rest(NOW + number * SECOND + 1))
    ]
    state, posted = live(cabinet(Attract()), *blows)
    assert notes(posted) == ["tilt"]
    state, _ = until(state, NOW + 19 * SECOND + SHUT)
    assert not accepts_coins(state, HOUSE)
    state, _ = until(state, NOW + 20 * SECOND + SHUT)
    again, posted = live(state, blow(NOW + 60 * SECOND))
    assert notes(posted) == ["tilt"]
    assert not accepts_coins(again, HOUSE)


@pytest.mark.parametrize("mode", [select(), join(), playing(), playing("leave")])
def test_credits_and_whatever_is_going_on_are_untouched_by_a_blow(mode):
    state, _ = live(cabinet(mode, credits=3), blow(NOW), rest(NOW + 1))
    assert (state.mode, state.credits) == (mode, 3)


@pytest.mark.parametrize("mode", [Standby(), OutOfOrder("link", Attract())])
def test_a_blow_is_booked_though_nobody_can_play(mode):
    state, posted = live(cabinet(mode), blow(NOW))
    assert notes(posted) == ["tilt"]
    assert state.mode == mode


def test_a_pulse_of_a_blow_is_booked_and_makes_no_credit():
    state, posted = live(cabinet(Attract()), blow(NOW), coin(NOW + 40 * MILLISECOND))
    assert (state.credits, state.totals.coins, state.mode) == (0, 0, Attract())
    held = posted[-1]
    assert (held.kind, held.amount, held.slot) == (Kind.ALARM, 100, 1)
    assert notes([held]) == ["coin.1 during a blow, not credited"]
    assert state.tilt.held == 1


def test_a_coin_counted_before_the_blow_is_a_coin_to_its_last_pulse():
    pulses = [NOW + number * 150 * MILLISECOND for number in range(4)]
    state, posted = live(
        cabinet(Attract()),
        coin(pulses[0]),
        blow(pulses[0] + MILLISECOND),
        *map(coin, pulses[1:]),
    )
    assert state.totals.minor_units == 400
    assert notes(posted) == ["tilt"]


def test_a_coin_under_way_does_not_make_an_endless_train_of_shaken_pulses():
    pulses = [NOW + number * 150 * MILLISECOND for number in range(100)]
    events = [coin(pulses[0]), blow(pulses[0] + 1), *map(coin, pulses[1:])]
    state, _ = live(cabinet(Attract()), *events)
    assert state.totals.coins == LONGEST_COIN // (150 * MILLISECOND) + 1


def test_where_every_pulse_is_a_coin_none_belongs_to_the_one_before_the_blow():
    operating = replace(HOUSE, slots=(replace(SLOT, coin_pause=0),))
    events = coin(NOW), blow(NOW + 1), coin(NOW + 100 * MILLISECOND)
    state, _ = live(cabinet(Attract()), *events, operating=operating)
    assert state.totals.coins == 1
    assert state.tilt.held == 1


def test_a_coin_that_comes_when_nothing_shakes_any_more_is_money_though_shut():
    calm = NOW + 1 + SHAKES + 1
    state, _ = live(cabinet(Attract()), blow(NOW), rest(NOW + 1), coin(calm))
    assert not accepts_coins(state, HOUSE)
    assert (state.credits, state.totals.coins) == (1, 1)


def test_the_operators_coins_in_service_are_tests_whatever_shakes():
    state, posted = live(cabinet(Service(NOW + 300 * SECOND)), blow(NOW), coin(NOW + 1))
    assert posted[-1].kind is Kind.TEST
    assert state.tilt.held == 0


def test_with_no_seconds_the_line_only_alarms():
    state, posted = live(
        cabinet(Attract()), blow(NOW), coin(NOW + 1), rest(NOW + 2), operating=LOUD
    )
    assert notes(posted) == ["tilt"]
    assert state.totals.coins == 1
    assert accepts_coins(state, LOUD)
    assert tuple(map(str, state.alarms)) == ("tilt",)
    state, _ = until(state, NOW + 2 + SHAKES, LOUD)
    assert state.alarms == ()


def test_a_chattering_line_with_no_seconds_is_still_one_booking():
    events = [
        event
        for number in range(500)
        for event in (blow(NOW + 2 * number), rest(NOW + 2 * number + 1))
    ]
    _, posted = live(cabinet(Attract()), *events, operating=LOUD)
    assert notes(posted) == ["tilt"]


def test_a_stuck_switch_is_told_as_such_once_and_keeps_the_slot_shut():
    state, posted = live(cabinet(Attract()), blow(NOW), Ticked(NOW + 10 * STUCK))
    assert notes(posted) == ["tilt", "tilt stuck"]
    assert tuple(map(str, state.alarms)) == ("tilt stuck",)
    assert not accepts_coins(state, HOUSE)
    free = NOW + 11 * STUCK
    state, posted = live(state, rest(free), Ticked(free + SHUT))
    assert accepts_coins(state, HOUSE)
    assert posted == []


def test_a_loose_switch_that_never_rests_is_told_as_stuck():
    step_ns = 3 * SECOND
    events = [
        event
        for at in range(NOW, NOW + 2 * STUCK, step_ns)
        for event in (blow(at), rest(at + MILLISECOND))
    ]
    state, posted = live(cabinet(Attract()), *events)
    assert notes(posted) == ["tilt", "tilt stuck"]
    assert tuple(map(str, state.alarms)) == ("tilt stuck",)


def test_a_switch_that_does_not_move_shakes_nothing_so_a_coin_is_money():
    state, _ = live(cabinet(Attract()), blow(NOW), coin(NOW + STUCK + 1))
    assert state.totals.coins == 1


def test_a_board_that_counts_coins_in_a_blow_is_believed_but_nobody_credited():
    state = cabinet(Attract(), boards={0xB0: (5, 0)})
    counted = CoinsCounted(0xB0, 1, 7, NOW + 1)
    state, posted = live(state, blow(NOW), counted)
    assert state.totals.coins == 0
    assert state.boards == {0xB0: (7, 0)}
    assert [(each.kind, each.amount) for each in posted[-2:]] == [
        (Kind.BOARD, 0),
        (Kind.ALARM, 200),
    ]
    again, posted = live(state, replace(counted, at=NOW + 2))
    assert posted == []
    assert again == state


def test_a_coin_of_a_board_under_way_is_a_coin_to_its_last_pulse():
    state = cabinet(Attract(), boards={0xB0: (5, 0)})
    events = (
        CoinsCounted(0xB0, 1, 6, NOW),
        blow(NOW + 1),
        CoinsCounted(0xB0, 1, 7, NOW + 150 * MILLISECOND),
    )
    state, _ = live(state, *events)
    assert state.totals.coins == 2


def test_the_shortest_touch_of_the_switch_is_a_blow():
    decoder = Decoder(HOUSE.slots)
    told = decoder.feed(Edge("tilt", True, NOW))
    told += decoder.feed(Edge("tilt", False, NOW + 200_000))
    assert told == [blow(NOW)]


_PAUSES = st.integers(1, 3 * SECOND)
_DEEDS = st.sampled_from(("blow", "rest", "coin.1", "coin.2"))


@given(st.lists(st.tuples(_PAUSES, _DEEDS), max_size=60))
def test_every_pulse_is_money_or_held_and_no_coin_begins_while_it_shakes(deeds):
    operating = replace(HOUSE, slots=(SLOT, replace(SLOT, number=2)))
    state, at, booked = cabinet(Attract()), NOW, []
    active, moved = False, None
    last = {}  # of each slot, the newest pulse that was money
    for pause, deed in deeds:
        at += pause
        before = state
        if deed in ("blow", "rest"):
            if active == (deed == "blow"):
                continue
            active, moved = not active, at
            state, _ = live(
                state, blow(at) if active else rest(at), operating=operating
            )
            assert state.credits == before.credits
            assert not (active and accepts_coins(state, operating))
            continue
        slot = int(deed[-1])
        state, posted = live(state, coin(at, slot), operating=operating)
        shakes = moved is not None and at - moved <= (STUCK if active else SHAKES)
        goes_on = slot in last and at - last[slot] <= SLOT.longest_pause
        (posting,) = (each for each in posted if each.amount)
        booked.append(posting.kind)
        if posting.kind is Kind.COIN:
            assert not shakes or goes_on
            last[slot] = at
        else:
            assert shakes
            assert state.purses == before.purses
    assert len(booked) == sum(deed.startswith("coin") for _, deed in deeds)
    assert state.totals.minor_units == 100 * booked.count(Kind.COIN)
