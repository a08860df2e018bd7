import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cabinet.core.money.tariff import Purse, Tariff, Tier

PLAIN = Tariff()
THREE_FOR_TWO = Tariff(tiers=(Tier(200, 3),))
ODD = Tariff(credit=100, tiers=(Tier(250, 3), Tier(600, 8)))

coins = st.lists(st.integers(1, 700), max_size=12)


@st.composite
def tariffs(draw):
    """Any tariff an operator may set up, up to three tiers."""
    tariff = Tariff(credit=draw(st.integers(1, 120)))
    for _ in range(draw(st.integers(0, 3))):
        last = tariff.tiers[-1].money if tariff.tiers else tariff.credit
        tier = Tier(last + draw(st.integers(1, 300)), draw(st.integers(1, 40)))
        try:
            tariff = Tariff(credit=tariff.credit, tiers=(*tariff.tiers, tier))
        except ValueError:
            assume(False)
    return tariff


def drop_all(tariff, amounts, purse=None):
    purse = purse or Purse()
    for amount in amounts:
        purse = tariff.drop(purse, amount)
    return purse


def bought_by_hand(tariff, money):
    """Hand the money over the counter, always for the dearest thing it pays for."""
    shelf = sorted(
        [(tier.money, tier.credits) for tier in tariff.tiers] + [(tariff.credit, 1)]
    )
    credits = 0
    while affordable := [thing for thing in shelf if thing[0] <= money]:
        price, gives = affordable[-1]
        money, credits = money - price, credits + gives
    return credits, money


def test_without_tiers_a_credit_costs_its_price():
    assert drop_all(PLAIN, [100, 50, 20]) == Purse(1, 70)
    assert drop_all(PLAIN, [100, 50, 20, 30]) == Purse(2, 0)


def test_the_second_coin_brings_the_bonus_and_the_third_begins_again():
    balances = [drop_all(THREE_FOR_TWO, [100] * n).credits for n in range(6)]
    assert balances == [0, 1, 3, 4, 6, 7]


def test_one_big_coin_is_worth_its_change():
    assert THREE_FOR_TWO.drop(Purse(), 500) == drop_all(THREE_FOR_TWO, [100] * 5)


def test_a_charge_ends_the_run_and_keeps_the_fraction():
    purse = drop_all(THREE_FOR_TWO, [100, 70])
    assert THREE_FOR_TWO.charge(purse, 1) == Purse(0, 70)
    assert drop_all(THREE_FOR_TWO, [100], THREE_FOR_TWO.charge(purse, 1)) == Purse(
        1, 170
    )


def test_a_price_of_thirty_takes_three_coins_of_ten():
    dime = Tariff(credit=30)
    assert [drop_all(dime, [10] * n).credits for n in range(7)] == [0, 0, 0, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("tariff", "run", "missing"),
    [
        (PLAIN, 0, 100),
        (PLAIN, 70, 30),
        (THREE_FOR_TWO, 170, 30),
        (ODD, 200, 50),
        (ODD, 249, 1),
        (ODD, 500, 100),
        (ODD, 570, 30),
        (Tariff(free_play=True), 70, 0),
    ],
)
def test_the_screen_says_what_is_missing_for_the_next_credit(tariff, run, missing):
    assert tariff.to_next_credit(Purse(0, run)) == missing


def test_a_charge_of_more_than_there_is_says_so():
    with pytest.raises(ValueError, match=r"^3 credits wanted, 2 there$"):
        PLAIN.charge(Purse(2), 3)


def test_a_charge_never_gives_credits():
    with pytest.raises(ValueError, match=r"^-1 credits wanted, 2 there$"):
        PLAIN.charge(Purse(2), -1)


def test_the_slot_shuts_before_the_dearest_coin_would_pass_the_cap():
    tariff = Tariff(tiers=(Tier(200, 3),), max_credits=4)
    assert tariff.has_room(Purse(0, 0), 200)
    assert tariff.has_room(Purse(3, 0), 100)
    assert not tariff.has_room(Purse(3, 0), 200)
    assert not tariff.has_room(Purse(4, 100), 100)


def test_a_coin_on_its_way_over_the_cap_is_still_worth_what_it_is_worth():
    tariff = Tariff(max_credits=4)
    assert tariff.drop(Purse(4), 300) == Purse(7)


@pytest.mark.parametrize(
    ("money", "floor", "tiers"),
    [(100, 100, [Tier(100, 2)]), (200, 300, [Tier(300, 4), Tier(200, 3)])],
)
def test_tiers_rise_from_the_price_of_a_credit(money, floor, tiers):
    with pytest.raises(
        ValueError,
        match=rf"^tiers rise, and the first is above the price of a credit: "
        rf"{money} is not above {floor}$",
    ):
        Tariff(tiers=tuple(tiers))


@pytest.mark.parametrize(
    ("least", "tiers"),
    [
        (10, [Tier(1000, 5)]),
        (3, [Tier(250, 2)]),
        (6, [Tier(200, 3), Tier(400, 5)]),
        (4, [Tier(200, 3), Tier(250, 3)]),
    ],
)
def test_a_tier_that_would_eat_money_cannot_be_made(least, tiers):
    money, credits = tiers[-1].money, tiers[-1].credits
    with pytest.raises(
        ValueError,
        match=rf"^the tier of {money} gives {credits} credits, fewer than without it: "
        rf"give {least} or more, or leave it out$",
    ):
        Tariff(tiers=tuple(tiers))
    Tariff(tiers=(*tiers[:-1], Tier(money, least)))


def test_a_credit_costs_something():
    with pytest.raises(
        ValueError, match=r"^a credit costs at least 1 minor unit, not 0$"
    ):
        Tariff(credit=0)


@given(tariffs(), coins)
def test_money_buys_what_it_buys_over_a_counter(tariff, amounts):
    purse = drop_all(tariff, amounts)
    assert (purse.credits, tariff.fraction(purse)) == bought_by_hand(
        tariff, sum(amounts)
    )


@given(tariffs(), coins, coins)
def test_it_does_not_matter_how_money_is_cut_into_coins(tariff, first, then):
    begun = drop_all(tariff, first)
    assert drop_all(tariff, then, begun) == (
        tariff.drop(begun, sum(then)) if then else begun
    )


@given(tariffs(), coins)
def test_tiers_never_make_money_worth_less(tariff, amounts):
    assert drop_all(tariff, amounts).credits >= sum(amounts) // tariff.credit


@given(tariffs(), st.lists(st.tuples(st.integers(1, 700), st.integers(0, 3))))
def test_runs_cut_by_charges_add_up_to_runs_over_a_counter(tariff, steps):
    purse, fraction, money, bought, spent = Purse(), 0, 0, 0, 0
    for amount, price in steps:
        purse = tariff.drop(purse, amount)
        money += amount
        if price <= purse.credits:
            purse = tariff.charge(purse, price)
            credits, fraction = bought_by_hand(tariff, fraction + money)
            bought, spent, money = bought + credits, spent + price, 0
            assert purse == Purse(bought - spent, fraction)


@given(tariffs(), coins)
def test_what_is_missing_is_exactly_what_is_missing(tariff, amounts):
    purse = drop_all(tariff, amounts)
    missing = tariff.to_next_credit(purse)
    assert tariff.drop(purse, missing).credits > purse.credits
    assert tariff.drop(purse, missing - 1).credits == purse.credits


@given(tariffs(), coins, st.integers(1, 700), st.integers(0, 700))
def test_with_room_for_the_dearest_coin_no_coin_passes_the_cap(
    tariff, amounts, dearest, less
):
    purse = drop_all(tariff, amounts)
    coin = max(1, dearest - less)
    if tariff.has_room(purse, dearest):
        assert tariff.drop(purse, coin).credits <= tariff.max_credits


@pytest.mark.parametrize(
    ("tariff", "costs"),
    [
        (PLAIN, [0, 100, 200, 300, 400]),
        (THREE_FOR_TWO, [0, 100, 200, 200, 300]),
        (Tariff(free_play=True), [0] * 5),
    ],
)
def test_the_least_money_that_buys_so_many_credits(tariff, costs):
    assert [tariff.cost(credits) for credits in range(5)] == costs
