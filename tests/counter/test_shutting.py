"""`cabinet shut`: outputs that a dead counter left on are off afterwards."""

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cabinet import app
from cabinet.places import Place
from tests.system.running import ROOT

SHIPPED = (ROOT / "config" / "cabinet.yaml").read_text(encoding="utf-8")
DRIVEN = {"lockout": 20, "lamp.start": 12, "lamp.coin": 18}


@pytest.fixture
def factory():
    factory = Device.pin_factory = MockFactory()
    yield factory
    factory.reset()
    Device.pin_factory = None


def shut(folder, text):
    path = folder / "cabinet.yaml"
    path.write_text(text, encoding="utf-8")
    return app.shut(Place(path, folder))


def leave_on(factory):
    pins = [factory.pin(number) for number in DRIVEN.values()]
    for pin in pins:
        pin.function = "output"
        pin.state = True
    return pins


def test_what_a_dead_counter_left_on_is_driven_off_and_let_go(factory, tmp_path):
    pins = leave_on(factory)
    assert shut(tmp_path, SHIPPED) == 0
    for pin in pins:
        assert not pin.states[-1].state
        assert pin.function == "input"


def test_it_touches_no_input(factory, tmp_path):
    coin = factory.pin(17)
    before = list(coin.states)
    assert shut(tmp_path, SHIPPED) == 0
    assert coin.states == before


def test_a_board_shuts_itself_and_is_left_alone(factory, tmp_path):
    pins = leave_on(factory)
    serial = SHIPPED.replace("backend: gpio", "backend: serial\n  port: auto")
    assert serial != SHIPPED
    assert shut(tmp_path, serial) == 0
    assert all(pin.state for pin in pins)
