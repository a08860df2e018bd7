"""Money on the floor: who pays, what runs out, what a changed price does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    CashCounted,
    CoinAccepted,
    CoinNoisy,
    CoinQuiet,
    EdgesLost,
    MeterClicked,
    Pressed,
    Tapped,
    Ticked,
)
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    Playing,
    Result,
    Select,
    Service,
)
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import (
    Kind,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    OpenBooks,
    Posting,
    Seating,
    Totals,
)
from cabinet.core.money.meter import BoardCoil, MeterCoil
from cabinet.core.money.pricing import lacking, payments, price
from cabinet.core.money.tariff import NOTHING, Purse, Tariff, Tier
from cabinet.core.operating import Meter, Offer, OperatingSettings, Slot
from cabinet.i18n.message import from_text

NOW = 1000 * SECOND
DUEL = Offer("nim", {}, seats=(2, 2))
EACH = Offer("pig", {}, credits=2, per_player=True, seats=(2, 6))
HOUSE = OperatingSettings(offers=(DUEL, EACH))
OWN_SLOTS = replace(HOUSE, slots=(Slot(1, owner=1), Slot(2, owner=2), Slot(3)))


def purses(*credits):
    return tuple(Purse(n) for n in (*credits, *[0] * (7 - len(credits))))


def cabinet(mode, *credits, **more):
    return Cabinet(
        mode=mode,
        purses=purses(*credits),
        screen_gone=None,
        money_at=NOW,
        **more,
    )


@pytest.mark.parametrize(
    ("balance", "shares", "paid", "lacks"),
    [
        ((3,), (2,), ((0, 2),), (0,)),
        ((1,), (2,), ((0, 1),), (1,)),
        ((1, 0, 4), (3,), ((0, 1), (2, 2)), (0,)),
        ((0, 2, 2), (0, 2, 2), ((1, 2), (2, 2)), (0, 0, 0)),
        ((1, 2, 1), (0, 2, 2), ((0, 1), (1, 2), (2, 1)), (0, 0, 0)),
        ((0, 5, 0), (0, 2, 2), ((1, 2),), (0, 0, 2)),
        ((0, 0, 2, 1), (0, 1, 1, 1), ((2, 1), (3, 1)), (0, 1, 0, 0)),
    ],
)
def test_each_player_pays_from_the_own_purse_then_from_everybodys(
    balance, shares, paid, lacks
):
    assert payments(purses(*balance), shares) == (paid, lacks)


@given(
    balance=st.lists(st.integers(0, 5), min_size=7, max_size=7),
    shares=st.lists(st.integers(0, 4), min_size=1, max_size=7),
)
def test_a_payment_never_takes_what_is_not_there(balance, shares):
    paid, lacks = payments(purses(*balance), shares)
    assert all(credits <= balance[owner] for owner, credits in paid)
    assert sum(credits for _, credits in paid) + sum(lacks) == sum(shares)


def test_free_play_costs_nobody_anything_wherever_a_price_is_asked():
    free = replace(HOUSE, tariff=Tariff(free_play=True))
    for mode in (Attract(), Select(1, NOW), Join(1, NOW, persons=3), finished()):
        assert price(cabinet(mode), free) == (0, 0)
    again = replace(free, offers=(replace(DUEL, continue_credits=2),))
    assert price(cabinet(finished()), again) == (0, 0)


def test_a_collection_is_booked_and_changes_no_balance():
    before = cabinet(Attract(), 3)
    state, (posting,) = step(before, CashCounted(4_560, "meter", NOW), HOUSE)
    assert posting == Posting(Kind.COLLECTION, amount=4_560, note="meter")
    assert (state.purses, state.totals) == (before.purses, before.totals)


def test_a_slot_of_a_player_fills_that_players_purse():
    state, (posting,) = step(cabinet(Attract()), CoinAccepted(2, 100, NOW), OWN_SLOTS)
    assert posting.owner == 2
    assert [purse.credits for purse in state.purses[:4]] == [0, 0, 1, 0]
    assert isinstance(state.mode, Select)


def test_a_group_is_told_what_is_missing_and_pays_together():
    mode = Join(1, NOW + SECOND, persons=3)
    state = cabinet(mode, 0, 2, 2)
    assert price(state, HOUSE) == (6, 2)
    assert lacking(state, HOUSE) == (0, 0, 2)
    refused, _ = step(state, Tapped("start", NOW), HOUSE)
    assert refused.credits == 4
    assert isinstance(refused.mode, Join)
    state, _ = step(state, CoinAccepted(1, 200, NOW), HOUSE)
    state, effects = step(state, Tapped("start", NOW), HOUSE)
    charges = [e for e in effects if isinstance(e, Posting)]
    assert [(c.owner, c.credits, c.players) for c in charges] == [
        (0, -2, 3),
        (1, -2, 0),
        (2, -2, 0),
    ]
    assert state.totals.plays == 1
    assert state.totals.players == 3
    assert state.credits == 0


def test_a_refund_goes_back_to_whoever_paid():
    record = MatchRecord(
        4, 1, "pig", {}, (Seating(), Seating()), 1, 4, paid=((1, 2), (2, 2))
    )
    books = OpenBooks(unfinished=replace(record, game="gone"), tariff=HOUSE.tariff.key)
    state, effects = begin(books, HOUSE, seed=0, at=NOW)
    assert [purse.credits for purse in state.purses[:3]] == [0, 2, 2]
    assert [e.players for e in effects if isinstance(e, Posting)] == [2, 0]
    assert state.totals.refunds == 1
    assert state.mode == Attract(refunded=4)


def test_a_coin_in_service_is_a_test_and_no_money():
    state, (posting,) = step(
        cabinet(Service(NOW + SECOND)), CoinAccepted(1, 100, NOW), HOUSE
    )
    assert posting == Posting(Kind.TEST, amount=100, slot=1)
    assert state.credits == 0
    assert state.totals == Totals(tests=1)


def test_a_forgotten_fraction_runs_out_and_the_credits_stay():
    state = replace(cabinet(Attract()), purses=(Purse(2, 50), *NOTHING[1:]))
    due = deadline(state, HOUSE)
    assert due == NOW + HOUSE.tariff.fraction_expiry
    state, effects = step(state, Ticked(due), HOUSE)
    assert effects == (Posting(Kind.EXPIRY, amount=50),)
    assert state.purses[0] == Purse(2, 0)
    assert deadline(state, HOUSE) is None


def test_credits_run_out_only_by_the_operators_rule():
    strict = replace(HOUSE, tariff=Tariff(credit_expiry=60 * SECOND))
    state = cabinet(Attract(), 2, 0, 1)
    assert deadline(state, HOUSE) is None
    due = deadline(state, strict)
    assert due == NOW + 60 * SECOND
    state, effects = step(state, Ticked(due), strict)
    assert [(e.owner, e.credits) for e in effects] == [(0, -2), (2, -1)]
    assert state.credits == 0
    assert state.totals.expired == 3


def test_nothing_runs_out_while_somebody_is_there():
    strict = replace(HOUSE, tariff=Tariff(credit_expiry=SECOND))
    state = cabinet(Select(0, NOW + 30 * SECOND), 2)
    assert deadline(state, strict) == NOW + 30 * SECOND
    state, _ = step(state, Ticked(NOW + 30 * SECOND), strict)
    assert state.mode == Attract()
    assert deadline(state, strict) == NOW + 31 * SECOND


def test_new_books_note_the_tariff_and_the_same_tariff_is_not_noted_again():
    _, effects = begin(OpenBooks(), HOUSE, seed=0, at=NOW)
    assert effects == (Posting(Kind.PRICE, note="EUR 100"),)
    again = OpenBooks(tariff="EUR 100")
    assert begin(again, HOUSE, seed=0, at=NOW)[1] == ()


def test_a_fraction_buys_what_it_buys_under_the_new_price():
    cheap = replace(HOUSE, tariff=Tariff(credit=50))
    books = OpenBooks((Purse(1, 80), *NOTHING[1:]), tariff="EUR 100")
    state, effects = begin(books, cheap, seed=0, at=NOW)
    assert effects == (Posting(Kind.PRICE, credits=1, run=30, note="EUR 50"),)
    assert state.purses[0] == Purse(2, 30)


@given(
    run=st.integers(0, 199),
    old=st.sampled_from([Tariff(), Tariff(tiers=(Tier(200, 3),)), Tariff(credit=30)]),
    new=st.sampled_from([Tariff(), Tariff(tiers=(Tier(250, 4),)), Tariff(credit=70)]),
)
def test_a_changed_price_never_pays_twice_for_one_run(run, old, new):
    purse = old.drop(Purse(), run)
    after = new.convert(purse, old)
    assert after.credits - purse.credits == new.bought(old.fraction(purse))
    assert Tariff.of_key(old.key).key == old.key


def test_a_coin_owes_the_meter_a_click_or_what_its_value_adds_up_to():
    per_coin = replace(HOUSE, meter=Meter())
    state, (posting,) = step(cabinet(Attract()), CoinAccepted(1, 50, NOW), per_coin)
    assert (posting.clicks, state.clicks) == (1, 1)
    per_value = replace(HOUSE, meter=Meter(per_coin=False, value=100))
    state = cabinet(Attract())
    owed = []
    for _ in range(4):
        state, (posting,) = step(state, CoinAccepted(1, 50, NOW), per_value)
        owed.append(posting.clicks)
    assert owed == [0, 1, 0, 1]


def test_a_click_made_is_booked_and_never_more_than_owed():
    state = cabinet(Attract(), clicks=1)
    state, effects = step(state, MeterClicked(NOW), HOUSE)
    assert effects == (Posting(Kind.METER, clicks=-1),)
    assert state.clicks == 0
    assert state.totals.clicks == 1
    assert step(state, MeterClicked(NOW), HOUSE) == (state, ())


def test_the_coil_is_on_then_off_then_the_click_counts():
    coil = MeterCoil(Meter(on=60 * MILLISECOND, off=40 * MILLISECOND))
    assert coil.turn(0, 0) is None
    assert not coil.on
    assert coil.turn(2, 0) is None
    assert (coil.on, coil.due()) == (True, 60 * MILLISECOND)
    assert coil.turn(2, 59 * MILLISECOND) is None
    assert coil.on
    assert coil.turn(2, 60 * MILLISECOND) is None
    assert (coil.on, coil.due()) == (False, 100 * MILLISECOND)
    assert coil.turn(2, 100 * MILLISECOND) == MeterClicked(100 * MILLISECOND)
    assert coil.due() is None
    coil.booked()
    assert coil.turn(1, 100 * MILLISECOND) is None
    assert coil.on, "the next click"


def test_the_coil_of_a_board_is_asked_again_only_when_its_click_is_booked():
    coil = BoardCoil()
    assert (coil.turn(0, 0), coil.on) == (None, False)
    assert (coil.turn(2, 0), coil.on) == (None, True)
    assert coil.due() is None, "the board tells when"
    assert (coil.turn(1, SECOND), coil.on) == (None, True)
    coil.booked()
    assert not coil.on


def finished(offer=0, **more):
    record = MatchRecord(
        7, offer, "nim", {}, (Seating(), Seating("bot", "hard")), 1, 1, mode="nim"
    )
    closed = MatchClosed(7, "finished", (0,), (1, 0))
    return Result(replace(record, **more), closed, NOW + 20 * SECOND)


def test_playing_on_costs_what_a_continue_costs_and_keeps_the_table():
    operating = replace(
        HOUSE, offers=(replace(DUEL, credits=3, continue_credits=1), EACH)
    )
    state = cabinet(finished(), 1)
    assert price(state, operating) == (1, 0)
    state, effects = step(state, Tapped("start", NOW), operating)
    charge, opened = effects
    assert (charge.credits, charge.note) == (-1, "continue")
    assert isinstance(opened, MatchOpened)
    assert opened.record.seats == (Seating(), Seating("bot", "hard"))
    assert isinstance(state.mode, Playing)


def test_a_continue_that_is_not_paid_waits_for_a_coin_and_b_leaves():
    operating = replace(HOUSE, offers=(replace(DUEL, continue_credits=2), EACH))
    state = cabinet(finished(), 1)
    assert step(state, Tapped("start", NOW), operating)[0] == state
    left, _ = step(state, Pressed("p1.b", NOW), operating)
    assert isinstance(left.mode, Select)


def test_a_noisy_slot_is_one_alarm_and_the_other_slots_go_on():
    two = replace(HOUSE, slots=(Slot(1), Slot(2)))
    state, effects = step(cabinet(Attract()), CoinNoisy(1, NOW), two)
    assert effects == (Posting(Kind.ALARM, note='{"code":"coin_noisy","slot":1}'),)
    assert tuple(map(str, state.alarms)) == ("coin.1 noisy",)
    assert accepts_coins(state, two)
    state, _ = step(state, CoinQuiet(1, NOW), two)
    assert state.alarms == ()


def test_lost_edges_are_booked():
    _, (posting,) = step(cabinet(Attract()), EdgesLost("coin.1", 3, NOW), HOUSE)
    assert posting.kind is Kind.ALARM
    assert str(from_text(posting.note)) == "coin.1: 3 edges lost"


def test_the_slot_shuts_when_any_purse_it_could_fill_is_full():
    full = cabinet(Attract(), 0, 0, OWN_SLOTS.tariff.max_credits)
    assert not accepts_coins(full, OWN_SLOTS)
    assert accepts_coins(full, HOUSE)
