"""N4, N5, N6, N11 and N12 of the reliability table, on a whole cabinet."""

from dataclasses import fields, is_dataclass

import pytest

from cabinet import settings
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.tariff import Purse, Tariff
from cabinet.loops.registry import all_shipped
from cabinet.scenario.rig import Rig
from tests.support.settings import SETTINGS

GAMES = all_shipped()
YEAR_MS = 365 * 24 * 3_600_000


@pytest.fixture
def start(tmp_path):
    rigs = []

    def start(seed=1, **overrides):
        chosen = settings.load(
            SETTINGS,
            {"io": {"backend": "sim"}, **overrides},
            settings.catalogue_of(GAMES),
        )
        rigs.append(Rig(chosen, GAMES, tmp_path, seed))
        return rigs[-1]

    yield start
    for rig in rigs:
        rig.close()


def to_join(rig, persons):
    rig.press("start")
    for _ in range(persons - 1):
        rig.press("player")
    assert rig.mode == "join"


@pytest.mark.parametrize("seed", range(10))
def test_everybody_presses_at_once_and_one_match_is_charged_once(start, seed):
    rig = start(seed)
    for _ in range(3):
        rig.insert(1)
    to_join(rig, 2)
    for _ in range(6):
        rig.port.touch("start", active=True)
        rig.port.touch("start", active=False)
    rig.port.touch("service", active=True)
    rig.port.insert(1)
    rig.advance(100 * MILLISECOND)
    rig.port.touch("start", active=True)
    rig.port.touch("p1.a", active=True)
    rig.port.touch("p2.a", active=True)
    rig.advance(80 * MILLISECOND)
    rig.port.touch("start", active=False)
    rig.advance(2 * SECOND)
    state = rig.counter.state
    assert rig.mode == "playing"
    assert state.totals.plays == 1
    assert state.credits == 3 + 1 + 1 - 1
    assert state.totals.coins == 4


def test_the_slot_is_never_open_where_a_coin_could_not_be_credited(start):
    one_game = [{"game": "azteka", "title": {"fr": "Azteka", "en": "Azteka"}}]
    rig = start(pricing={"max_credits": 2}, modes=one_game)
    shut_in = {"standby", "service", "out_of_order", "dead", "off"}

    def check():
        is_open = rig.port.outputs["lockout"]
        assert not (is_open and rig.mode in shut_in), rig.mode
        assert not (is_open and rig.controller is None), "no screen"
        if rig.counter:
            room = rig.counter.state.credits < 2
            assert is_open <= room, "at the cap"
        return is_open

    opened = set()
    walk = (
        *("power", "power", "coin", "coin", "coin", "start", "start", "test"),
        *("kill screen", "kill counter", "start", "power", "power", "test", "test"),
    )
    for step in walk:
        if step == "coin":
            rig.insert(1)
        elif step == "kill screen":
            rig.kill_screen()
        elif step == "kill counter":
            rig.kill_counter()
        else:
            rig.press(step)
        for _ in range(12):
            opened.add((rig.mode, check()))
            rig.advance(100 * MILLISECOND)
    assert ("attract", True) in opened
    assert ("standby", False) in opened
    assert ("dead", False) in opened
    assert ("playing", True) in opened


@pytest.mark.parametrize("credit", [1, 7, 30, 50, 100, 250])
@pytest.mark.parametrize("coin", [1, 5, 10, 20, 50, 100, 200])
def test_every_price_and_every_coin_are_whole_numbers_to_the_end(credit, coin):
    tariff, purse, dropped = Tariff(credit=credit), Purse(), 0
    for _ in range(40):
        purse = tariff.drop(purse, coin)
        dropped += coin
        assert purse.credits * credit + tariff.fraction(purse) == dropped
        assert type(purse.credits) is type(purse.run) is int


def numbers(value):
    if is_dataclass(value):
        for field in fields(value):
            yield from numbers(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def test_no_float_is_anywhere_in_the_state_of_a_cabinet(start):
    rig = start()
    rig.insert(1)
    to_join(rig, 2)
    rig.press("start")
    found = list(numbers(rig.counter.state))
    assert len(found) > 20
    assert all(type(number) is int for number in found)


@pytest.mark.parametrize("years", [-10, 10])
def test_a_jump_of_the_wall_clock_changes_no_width_no_expiry_no_order(start, years):
    rig = start()
    rig.port.insert(1)
    rig.advance(20 * MILLISECOND)
    rig.clock.set_wall(rig.clock.wall_ms() + years * YEAR_MS)
    rig.advance(400 * MILLISECOND)
    assert rig.counter.state.credits == 1
    rig.advance(29 * SECOND)
    assert rig.mode == "select"
    rig.clock.set_wall(rig.clock.wall_ms() - 2 * years * YEAR_MS)
    rig.insert(1)
    rig.kill_counter()
    rig.advance(2 * SECOND)
    assert rig.counter.state.credits == 2
    assert rig.counter.state.totals.coins == 2


def test_a_counter_that_stalls_for_five_seconds_loses_no_edge(start):
    rig = start()
    for _ in range(4):
        rig.port.insert(1)
    rig.clock.advance_to(rig.clock.now() + 5 * SECOND)
    rig.advance(SECOND)
    assert rig.counter.state.totals.coins == 4
