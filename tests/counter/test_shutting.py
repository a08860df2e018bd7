"""`cabinet shut`: outputs that a dead counter left on are off afterwards."""

import os
import re
import socket
import subprocess
import sys

import pytest
from gpiozero import Device, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from cabinet import app
from cabinet.cli import main
from cabinet.core.errors import BusyError
from cabinet.core.ports import Wire, Wiring
from cabinet.io.outputs_file import OutputsFile, note, noted
from cabinet.places import Place
from tests.support.settings import SETTINGS
from tests.system.running import ROOT

SHIPPED = SETTINGS.read_text(encoding="utf-8")
DRIVEN = {"lockout": 20, "lamp.start": 12, "lamp.coin": 18}
BROKEN = ("io: [broken", SHIPPED.replace("credit: 100 ", "credit: -3 ", 1))


@pytest.fixture
def factory():
    factory = Device.pin_factory = MockFactory()
    yield factory
    factory.reset()
    Device.pin_factory = None


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path / "cabinet.yaml", tmp_path)
    place.config.write_text(SHIPPED, encoding="utf-8")
    return place


def shut(place, text=SHIPPED):
    place.config.write_text(text, encoding="utf-8")
    return app.shut(place.driven, lambda: place)


def take_note(place, **pins):
    """As the counter does when it opens the wires; a pin below zero is active low."""
    outputs = {
        name.replace("_", "."): Wire(abs(pin), pin < 0) for name, pin in pins.items()
    }
    note(place.driven, OutputsFile("gpio", Wiring({}, outputs)))


def left_on(factory, *numbers):
    pins = [factory.pin(number) for number in numbers or DRIVEN.values()]
    for pin in pins:
        pin.function = "output"
        pin.state = True
    return pins


def is_let_go(pin):
    return pin.function == "input" and not pin.states[-1].state


def test_what_a_dead_counter_left_on_is_driven_off_and_let_go(factory, place):
    pins = left_on(factory)
    assert shut(place) == 0
    assert all(map(is_let_go, pins))


def test_it_touches_no_input(factory, place):
    coin = factory.pin(17)
    before = list(coin.states)
    assert shut(place) == 0
    assert coin.states == before


def test_a_board_shuts_itself_and_is_left_alone(factory, place):
    pins = left_on(factory)
    serial = SHIPPED.replace("backend: gpio", "backend: serial\n  port: auto")
    assert serial != SHIPPED
    assert shut(place, serial) == 0
    assert all(pin.state for pin in pins)


@pytest.mark.parametrize("text", BROKEN)
def test_an_operators_file_that_is_wrong_keeps_no_slot_open(factory, place, text):
    assert text != SHIPPED
    take_note(place, lockout=20)
    (lockout,) = left_on(factory, 20)
    assert shut(place, text) == 0
    assert is_let_go(lockout)


def test_no_operators_file_is_needed(factory, place, capsys):
    take_note(place, lockout=20)
    (lockout,) = left_on(factory, 20)
    place.config.unlink()
    words = ["shut", "--config", str(place.config), "--state", str(place.state)]
    assert main.main(words) == 0, capsys.readouterr().err
    assert is_let_go(lockout)


def test_pins_that_were_changed_since_are_not_those_that_are_on(factory, place):
    take_note(place, lockout=21)
    was, is_now = left_on(factory, 21, 20)
    assert shut(place) == 0
    assert is_let_go(was)
    assert is_now.state


def test_an_output_that_is_active_low_is_off_when_it_is_high(factory, place):
    take_note(place, lockout=-20)
    lockout = factory.pin(20)
    lockout.function = "output"
    lockout.state = False
    assert shut(place) == 0
    assert lockout.states[-1].state


def test_a_pin_that_another_program_has_keeps_no_other_on(factory, place):
    take_note(place, lamp_start=12, lockout=20, lamp_coin=18)
    held = DigitalOutputDevice(12, initial_value=True)
    lockout, lamp = left_on(factory, 20, 18)
    with pytest.raises(BusyError) as told:
        shut(place)
    assert str(told.value).startswith("could not be shut: lamp.start\n")
    assert "GPIO12" in str(told.value)
    assert is_let_go(lockout)
    assert is_let_go(lamp)
    held.close()


def test_the_lockout_is_the_first_to_be_shut(factory, place):
    take_note(place, lamp_start=12, lockout=20)
    lamp, lockout = left_on(factory, 12, 20)
    assert shut(place) == 0
    off_at = [pin.states[-1].timestamp for pin in (lockout, lamp)]
    assert off_at == sorted(off_at)
    assert off_at[0] < off_at[1]


def test_a_damaged_note_is_none_and_the_settings_count(factory, place):
    place.driven.write_text('{"backend": "gp', encoding="utf-8")
    pins = left_on(factory)
    assert shut(place) == 0
    assert all(map(is_let_go, pins))


def test_a_note_that_says_the_same_is_not_written_again(place):
    take_note(place, lockout=20)
    first = place.driven.stat()
    take_note(place, lockout=20)
    assert place.driven.stat().st_ino == first.st_ino
    take_note(place, lockout=21)
    assert noted(place.driven).wiring.outputs == {"lockout": Wire(21, False)}


def test_rather_no_note_than_one_of_other_pins(place, caplog):
    take_note(place, lockout=20)
    place.driven.with_name(".driven.json.new").mkdir()  # so it cannot be written
    take_note(place, lockout=21)
    assert not place.driven.exists()
    assert "cannot note" in caplog.text


def test_every_unit_that_shuts_finds_the_note_of_the_counter():
    """The same folder, and the account that wrote it."""
    counter = (ROOT / "systemd/cabinet.service").read_text(encoding="utf-8")
    safe = (ROOT / "systemd/cabinet-safe.service").read_text(encoding="utf-8")
    (state,) = re.findall(r"(?m)^ExecStart=.* counter .*--state (\S+)$", counter)
    for unit in (counter, safe):
        (line,) = re.findall(r"(?m)^Exec\w+=-.* shut .*--state (\S+)$", unit)
        assert line == state
        assert "\nUser=cabinet\n" in unit
        assert f"InaccessiblePaths={state}" not in unit


def test_a_real_counter_that_is_killed_has_left_its_note(place):
    """Written before anything is driven, so it is there when the counter is ready."""
    place.config.write_text(SHIPPED.replace("pin: 20", "pin: 21"), encoding="utf-8")
    words = ("--config", place.config, "--state", place.state)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifier:
        notifier.bind(str(place.state / "notifier"))
        notifier.settimeout(60)
        counter = subprocess.Popen(
            [sys.executable, "-m", "cabinet", "counter", *words],
            env=os.environ
            | {
                "GPIOZERO_PIN_FACTORY": "mock",
                "NOTIFY_SOCKET": str(place.state / "notifier"),
            },
        )
        try:
            while b"READY=1" not in notifier.recv(4096):
                pass
        finally:
            counter.kill()
            counter.wait(20)
    backend, wiring = noted(place.driven)
    assert backend == "gpio"
    assert {name: wire.pin for name, wire in wiring.outputs.items()} == {
        **DRIVEN,
        "lockout": 21,
    }
