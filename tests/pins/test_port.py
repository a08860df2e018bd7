"""The port keeps its promise on a real kernel, as on every bench."""

import time

import pytest
from gpiozero import Device

from cabinet.clock import SystemClock
from cabinet.core.events import MILLISECOND
from cabinet.io.gpio import open_port
from cabinet.testing.io import BEGIN, SCRIPT, WIRING, Bench, check_io_port
from tests.pins.chip import wait_until

# A hand in Python takes as long as that to write one file.
SLACK = 2 * MILLISECOND


class PatientClock(SystemClock):
    """Time that really passes."""

    def advance_to(self, at):
        wait_until(at)


@pytest.fixture(params=["lgpio", "gpiod"])
def bench(free_pins, monkeypatch, request):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", request.param)
    for wire in (*WIRING.inputs.values(), *WIRING.outputs.values()):
        free_pins.pull(wire.pin, high=wire.active_low)
    clock, rings = PatientClock(), []
    port = open_port(WIRING, clock, lambda: rings.append(1))
    later = time.monotonic_ns() + 500 * MILLISECOND - BEGIN
    script = tuple(edge._replace(at=edge.at + later) for edge in SCRIPT)

    def touch(line, active):
        wire = WIRING.inputs[line]
        free_pins.pull(wire.pin, high=active != wire.active_low)

    def output(name):
        wire = WIRING.outputs[name]
        return free_pins.level(wire.pin) != wire.active_low

    yield Bench(port, clock, touch, output, lambda: len(rings), script, script, SLACK)
    port.close()
    if Device.pin_factory:
        Device.pin_factory.close()
        Device.pin_factory = None


def test_the_port_keeps_its_promise(bench, request):
    pins = {"lgpio": "LGPIOFactory", "gpiod": "gpiod"}[
        request.node.callspec.params["bench"]
    ]
    assert bench.port.about() == {"pins": pins, "coins": "kernel", "lost": ""}
    check_io_port(bench)
