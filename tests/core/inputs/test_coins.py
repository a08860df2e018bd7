"""A coin on the floor: what it is worth, in whatever mode it comes."""

import pytest

from cabinet.core.events import CoinAccepted, CoinFreed, CoinJammed
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import Attract, OutOfOrder, Standby
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import Kind, Posting, Totals
from cabinet.core.money.tariff import Purse
from tests.core.example import HOUSE, NOW, cabinet, join, playing, pressed, select


def test_a_coin_is_posted_and_lets_the_player_choose():
    state, effects = step(cabinet(Attract()), CoinAccepted(1, 100, NOW), HOUSE)
    assert effects == (Posting(Kind.COIN, amount=100, credits=1, run=0, slot=1),)
    assert state.mode == select()
    assert state.purses[0] == Purse(1, 0)
    assert state.totals == Totals(coins=1, minor_units=100)


def test_half_a_price_is_kept_and_the_cabinet_goes_on_waiting():
    state, _ = step(cabinet(Attract()), CoinAccepted(1, 50, NOW), HOUSE)
    assert state.mode == Attract()
    assert state.purses[0] == Purse(0, 50)


@pytest.mark.parametrize(
    "mode",
    [Standby(), select(), join(), playing(), OutOfOrder("books", Attract())],
    ids=lambda mode: type(mode).__name__,
)
def test_a_coin_is_worth_what_it_is_worth_in_every_mode(mode):
    state, effects = step(cabinet(mode, 99), CoinAccepted(1, 100, NOW), HOUSE)
    assert state.credits == 100
    assert effects[0].kind is Kind.COIN


def test_a_service_credit_is_counted_apart_and_stops_at_the_cap():
    state, effects = step(cabinet(Attract()), pressed("service"), HOUSE)
    assert effects == (Posting(Kind.SERVICE, credits=1, run=0),)
    assert state.totals == Totals(service=1)
    full = cabinet(Attract(), HOUSE.tariff.max_credits)
    assert step(full, pressed("service"), HOUSE)[1] == ()


def test_a_jam_is_one_alarm_until_it_is_freed():
    state, effects = step(cabinet(Attract()), CoinJammed(1, NOW), HOUSE)
    assert tuple(map(str, state.alarms)) == ("coin.1 jammed",)
    assert effects == (Posting(Kind.ALARM, note='{"code":"coin_jammed","slot":1}'),)
    assert not accepts_coins(state, HOUSE)
    state, _ = step(state, CoinFreed(1, NOW), HOUSE)
    assert state.alarms == ()
    assert accepts_coins(state, HOUSE)
