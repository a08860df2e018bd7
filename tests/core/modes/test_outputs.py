"""Lock-out and lamps follow from the state."""

from dataclasses import replace

from cabinet.core.events import MILLISECOND
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.state import Attract, Service, Standby
from tests.core.example import FREE, HOUSE, NOW, cabinet, join, playing


def test_the_slot_is_open_only_when_a_coin_can_be_credited():
    assert accepts_coins(cabinet(Attract()), HOUSE)
    assert accepts_coins(cabinet(playing()), HOUSE)
    assert not accepts_coins(cabinet(Standby()), HOUSE)
    assert not accepts_coins(cabinet(Service(NOW)), HOUSE)
    assert not accepts_coins(replace(cabinet(Attract()), screen_gone=NOW), HOUSE)
    assert not accepts_coins(cabinet(Attract(), HOUSE.tariff.max_credits), HOUSE)
    assert not accepts_coins(cabinet(Attract()), FREE)


def test_the_start_lamp_tells_whether_start_does_anything():
    def start(mode, credits):
        return lights(cabinet(mode, credits), HOUSE)["lamp.start"]

    assert start(Attract(), 0) is Light.OFF
    assert start(Attract(), 1) is Light.SLOW
    assert start(join(1, persons=2), 3) is Light.OFF
    assert start(join(1, persons=2), 4) is Light.FAST
    lamps = lights(cabinet(join(1, persons=2), 9), HOUSE)
    seats = [lamps[f"lamp.p{n}"] for n in (1, 2, 3, 4)]
    assert seats == [Light.ON, Light.ON, Light.SLOW, Light.OFF]


def test_a_blinking_lamp_says_when_it_changes():
    assert [Light.SLOW.lit(ms * MILLISECOND) for ms in (0, 499, 500, 999)] == [
        True,
        True,
        False,
        False,
    ]
    assert Light.SLOW.changes_at(499 * MILLISECOND) == 500 * MILLISECOND
    assert Light.ON.changes_at(5) is None
    assert Light.ON.lit(5)
    assert not Light.OFF.lit(5)
