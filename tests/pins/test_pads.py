"""Encoders and pads of a real kernel: uinput makes them, evdev tells of them."""

import fcntl
import time
from contextlib import nullcontext
from threading import Event

import pytest

from cabinet.clock import SystemClock
from cabinet.core.events import LinkFound, LinkLost
from cabinet.core.ports import Wire, Wiring
from cabinet.io.evdev.port import open_port
from cabinet.testing.io import BEGIN, SCRIPT, Bench, check_io_port
from tests.pins.chip import wait_until
from tests.pins.test_port import SLACK, PatientClock
from tests.pins.uinput import Plugged, nodes

NAME = "Ultimarc I-PAC 2"
KEYS = {"coin.1": "5", "start": "1", "door": "f1"}
NAMED = tuple(KEYS.values())
GRAB = 0x40044590
PATIENCE = 20.0
PRESSES = 400


class Listening:
    """A port of kind evdev, what woke it, and what it told."""

    def __init__(self, keys, clock=None, **options):
        self.rung, self.rings = Event(), 0
        inputs = {line: Wire(key=key) for line, key in keys.items()}
        wiring = Wiring(inputs, {}, {"match": NAME, **options})
        self.port = open_port(wiring, clock or SystemClock(), self._ring)
        self.edges, self.news = [], []
        self.port.begin({}, ())

    def _ring(self):
        self.rings += 1
        self.rung.set()

    def until(self, ready):
        end = time.monotonic() + PATIENCE
        while True:
            self.edges += self.port.poll()
            self.news += self.port.news()
            if ready():
                return
            assert time.monotonic() < end, "it was not told"
            self.rung.wait(0.2)
            self.rung.clear()

    def met(self, kind):
        before = len(self.news)
        self.until(lambda: kind in map(type, self.news[before:]))

    def told(self):
        return [(edge.line, edge.active) for edge in self.edges]


@pytest.fixture
def plug():
    made = []

    def plugged(name=NAME, keys=NAMED, **how):
        made.append(Plugged(name, keys, **how))
        return made[-1]

    yield plugged
    for each in made:
        each.pull_out()


@pytest.fixture
def listen():
    made = []

    def listening(*what, **how):
        made.append(Listening(*what, **how))
        return made[-1]

    yield listening
    for each in made:
        each.port.close()


def test_an_encoder_of_the_kernel_keeps_the_ports_promise(plug, listen):
    pad, clock = plug(), PatientClock()
    heard = listen(KEYS, clock)
    heard.met(LinkFound)
    later = time.monotonic_ns() + 500_000_000 - BEGIN
    script = tuple(edge._replace(at=edge.at + later) for edge in SCRIPT)

    def touch(line, active):
        rings = heard.rings
        pad.press(KEYS[line], active=active)
        end = time.monotonic() + 1
        while heard.rings == rings and time.monotonic() < end and not closed:
            wait_until(time.monotonic_ns() + 1_000_000)

    closed = []
    port, close = heard.port, heard.port.close
    port.close = lambda: (closed.append(1), close())
    check_io_port(
        Bench(
            *(port, clock, touch, lambda _: False, lambda: heard.rings),
            *(script, script, SLACK),
            outputs=(),
        )
    )


def test_an_axis_a_hat_and_held_keys(plug, listen):
    pad = plug(keys=("button 1", "left"), axes=(0, 1, 16))
    lines = {"p1.left": "stick left", "p1.right": "stick right", "p1.a": "button 1"}
    heard = listen(lines)
    heard.met(LinkFound)
    pad.press("button 1")
    for _ in range(5):
        pad.repeat("button 1")
    for value in (0, 128, 255, 128):
        pad.push(0, value)
    pad.press("button 1", active=False)
    heard.until(lambda: len(heard.edges) >= 6)
    assert heard.told() == [
        ("p1.a", True),
        ("p1.left", True),
        ("p1.left", False),
        ("p1.right", True),
        ("p1.right", False),
        ("p1.a", False),
    ]


def test_pulled_out_everything_is_released_and_plugged_in_again_it_is_heard(
    plug, listen
):
    pad = plug()
    heard = listen(KEYS)
    heard.met(LinkFound)
    pad.press("1")
    heard.until(lambda: heard.edges)
    pad.pull_out()
    heard.met(LinkLost)
    assert heard.told() == [("start", True), ("start", False)]
    again = plug()
    heard.met(LinkFound)
    again.press("1")
    heard.until(lambda: len(heard.edges) == 3)
    assert heard.told()[-1] == ("start", True)


def test_what_is_down_when_it_is_plugged_in_is_asked_for(plug, listen):
    pad = plug()
    pad.press("f1")
    heard = listen(KEYS)
    heard.until(lambda: ("door", True) in heard.told())


def test_no_key_reaches_anybody_else_and_no_other_device_is_opened(plug, listen):
    plug()
    plug(name="somebody's keyboard", keys=("a", "1"))
    heard = listen(KEYS)
    heard.met(LinkFound)
    for name, grabbed in ((NAME, True), ("somebody's keyboard", False)):
        with nodes()[name].open("rb", buffering=0) as node:
            busy = pytest.raises(OSError, match="busy") if grabbed else nullcontext()
            with busy:
                fcntl.ioctl(node, GRAB, 1)


def test_from_a_press_to_its_edge(plug, listen, record_property):
    pad = plug()
    heard = listen(KEYS)
    heard.met(LinkFound)
    took = []
    for number in range(PRESSES):
        wait_until(time.monotonic_ns() + 3_000_000)
        before, began = len(heard.edges), time.monotonic_ns()
        pad.press("1", active=number % 2 == 0)
        while len(heard.edges) == before:
            heard.rung.wait(1)
            heard.rung.clear()
            heard.edges += heard.port.poll()
        took.append(time.monotonic_ns() - began)
    took.sort()
    assert len(heard.edges) == PRESSES
    record_property("median_us", took[PRESSES // 2] // 1000)
    record_property("p95_us", took[PRESSES * 95 // 100] // 1000)
