"""Coin lines through libgpiod: its real events and settings, a played kernel."""

import random
import threading
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import gpiod
import pytest
from gpiod.line import Bias, Clock, Direction, Value
from gpiod.line import Edge as Edges
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import (
    MICROSECOND,
    MILLISECOND,
    SECOND,
    CoinAccepted,
    CoinRejected,
    Edge,
    EdgesLost,
    LinkFound,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from cabinet.core.ports import BoardPort, Wire, Wiring
from cabinet.io import lgpio_thread
from cabinet.io.gpio import GpioPort, asking_of, wants_the_kernel
from cabinet.io.gpiod_lines import EVENTS_KEPT, LineHistory, ReadEdge, asking, settings
from cabinet.io.kernel_pins import KernelOutput, find_chip
from cabinet.testing.io import BEGIN, WIRING, Bench, check_io_port
from tests.io.kernel_line import PlayedLine, event

MS = MILLISECOND
TIMEOUT = 20


class Bell:
    """Counts how often the port called, and waits for the next time."""

    def __init__(self):
        self._rung = threading.Condition()
        self.rings = 0

    def ring(self):
        with self._rung:
            self.rings += 1
            self._rung.notify_all()

    def wait_for(self, rings):
        with self._rung:
            assert self._rung.wait_for(lambda: self.rings >= rings, TIMEOUT)


class Kernel:
    """Every line somebody asked for, by its pin."""

    def __init__(self):
        self.lines = {}

    def ask(self, wire):
        self.lines[wire.pin] = PlayedLine(wire)
        return self.lines[wire.pin]


@pytest.fixture
def factory():
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def kernel():
    return Kernel()


@pytest.fixture
def bell():
    return Bell()


@pytest.fixture
def clock():
    return VirtualClock(BEGIN)


@pytest.fixture
def port(factory, kernel, bell, clock):
    wires = {"coin.1": Wire(17), "coin.2": Wire(4), "start": Wire(27)}
    wiring = Wiring(wires, {"lockout": Wire(20, active_low=False)})
    port = GpioPort(wiring, clock, bell.ring, kernel.ask)
    yield port
    port.close()


def move(bell, line, at, *, active):
    """Move a played line, and wait until the port has read it."""
    rings = bell.rings
    line.move(at, active=active)
    bell.wait_for(rings + 1)


# What is asked of the kernel


def test_a_coin_line_is_asked_for_with_every_edge_and_no_debouncing():
    assert settings(Wire(17)) == gpiod.LineSettings(
        direction=Direction.INPUT,
        edge_detection=Edges.BOTH,
        bias=Bias.PULL_UP,
        active_low=True,
        debounce_period=timedelta(0),
        event_clock=Clock.MONOTONIC,
    )


def test_an_active_high_line_is_pulled_down():
    asked = settings(Wire(17, active_low=False))
    assert (asked.bias, asked.active_low) == (Bias.PULL_DOWN, False)


def test_a_chip_that_is_not_there_is_refused_by_the_name_of_the_line(factory, clock):
    ask = asking("/dev/gpiochip-of-air")
    with pytest.raises(CabinetError, match=r"^io\.lines: coin\.1 cannot be on GPIO17"):
        GpioPort(Wiring({"coin.1": Wire(17)}, {}), clock, None, ask)


def test_pins_of_no_chip_are_read_by_gpiozero_alone(factory):
    assert asking_of(factory) is None


def test_the_chip_of_gpiozero_is_asked_with_all_the_room_there_is(monkeypatch):
    asked = []
    monkeypatch.setattr(
        gpiod, "request_lines", lambda *what, **how: asked.append((what, how))
    )
    factory = MockFactory()
    factory.chip = 4
    asking_of(factory)(Wire(17))
    how = {"consumer": "arkade-cabinet", "event_buffer_size": EVENTS_KEPT}
    config = {17: settings(Wire(17))}
    assert asked == [(("/dev/gpiochip4",), {"config": config, **how})]


# What its events mean


def test_an_event_is_an_edge_with_the_time_of_the_interrupt():
    history = LineHistory("coin.1", active=False)
    told = history.tell([event(1, active=True, at=5), event(2, active=False, at=9)])
    assert told == [
        ReadEdge(Edge("coin.1", True, 5)),
        ReadEdge(Edge("coin.1", False, 9)),
    ]


@pytest.mark.parametrize(
    ("before", "after", "lost"), [(1, 2, 0), (1, 5, 3), (2**32 - 1, 0, 0), (7, 12, 4)]
)
def test_a_gap_in_the_numbers_is_edges_lost(before, after, lost):
    history = LineHistory("coin.1", active=False)
    history.tell([event(before, active=True, at=5)])
    assert history.tell([event(after, active=False, at=9)])[-1].lost == lost


def test_a_level_that_repeats_without_a_gap_is_a_spike():
    history = LineHistory("coin.1", active=False)
    told = history.tell([event(1, active=True, at=5), event(2, active=True, at=9)])
    assert [each.edge for each in told[1:]] == [
        Edge("coin.1", False, 9),
        Edge("coin.1", True, 9),
    ]


def test_a_level_that_repeats_after_a_gap_is_left_to_the_decoder():
    history = LineHistory("coin.1", active=False)
    told = history.tell([event(1, active=True, at=5), event(4, active=True, at=9)])
    assert told[1:] == [ReadEdge(Edge("coin.1", True, 9), 2)]


def as_the_kernel_tells(moves, late):
    """Events of a contact that moves (at, active), whose level is read `late`."""
    levels = [
        [active for at, active in moves if at <= moment + late][-1]
        for moment, _ in moves
    ]
    return [
        event(seqno, active=level, at=at)
        for seqno, ((at, _), level) in enumerate(zip(moves, levels, strict=True), 1)
    ]


def decoded(edges):
    decoder = Decoder((Slot(),))
    decoder.begin({"coin.1": False}, 0)
    told = [each for edge in edges for each in decoder.feed(edge)]
    return told + decoder.tick(60 * SECOND)


@pytest.mark.parametrize("late", [0, 30 * MICROSECOND, 200 * MICROSECOND])
def test_a_bouncing_coin_is_one_coin_however_late_its_levels_are_read(late):
    for seed in range(40):
        moves = bouncing(random.Random(seed))
        told = as_the_kernel_tells(moves, late)
        edges = [t.edge for t in LineHistory("coin.1", active=False).tell(told)]
        events = [type(each) for each in decoded(edges)]
        assert events == [CoinAccepted], f"seed {seed}"


def bouncing(bounces):
    """A pulse of 50 ms whose contact bounces at both ends: when, and to which level."""
    moves = []
    for begin, active in ((SECOND, True), (SECOND + 50 * MS, False)):
        moments = sorted(bounces.sample(range(1, 3000), 2 * bounces.randint(0, 5)))
        moves.append((begin, active))
        moves += [
            (begin + moment * MICROSECOND, active ^ (n % 2 == 0))
            for n, moment in enumerate(moments)
        ]
    return moves


def test_pieces_that_a_debouncing_kernel_would_join_are_no_coin():
    pieces = [
        (SECOND + n * 7 * MS + part, part == 0)
        for n in range(6)
        for part in (0, 6 * MS)
    ]
    told = LineHistory("coin.1", active=False).tell(as_the_kernel_tells(pieces, 0))
    (rejected,) = decoded([each.edge for each in told])
    assert isinstance(rejected, CoinRejected)
    assert rejected.why == "short"


# The port


def test_a_port_with_kernel_lines_keeps_its_promise(factory, kernel, bell, clock):
    def touch(line, active):
        wire = WIRING.inputs[line]
        if line == "coin.1":
            if not kernel.lines[17].released:
                move(bell, kernel.lines[17], clock.now(), active=active)
            return
        pin = factory.pin(wire.pin)
        pin.drive_high() if active != wire.active_low else pin.drive_low()

    def output(name):
        wire = WIRING.outputs[name]
        return factory.pin(wire.pin).state != wire.active_low

    port = GpioPort(WIRING, clock, bell.ring, kernel.ask)
    check_io_port(Bench(port, clock, touch, output, lambda: bell.rings))
    assert kernel.lines[17].released


class PlayedOutput:
    """Keeps the part of `gpiod.LineRequest` that an output needs."""

    def __init__(self):
        self.active = self.released = False

    def set_value(self, line, value):
        if self.released:
            raise gpiod.RequestReleasedError
        self.active = value is Value.ACTIVE

    def release(self):
        self.released = True


def test_a_port_without_gpiozero_keeps_its_promise(kernel, bell, clock):
    outputs = {}

    def drive(wire):
        outputs[wire.pin] = PlayedOutput()
        return KernelOutput(outputs[wire.pin], wire.pin)

    def touch(line, active):
        played = kernel.lines[WIRING.inputs[line].pin]
        if not played.released:
            move(bell, played, clock.now(), active=active)

    def output(name):
        return outputs[WIRING.outputs[name].pin].active

    port = GpioPort(WIRING, clock, bell.ring, kernel.ask, drive)
    assert port.about()["pins"] == "gpiod"
    check_io_port(Bench(port, clock, touch, output, lambda: bell.rings))
    assert all(each.released for each in outputs.values())
    assert Device.pin_factory is None, "gpiozero was not asked"


def test_lost_edges_of_a_button_are_no_lost_coins(kernel, bell, clock):
    inputs = {"coin.1": Wire(17), "start": Wire(27)}
    port = GpioPort(Wiring(inputs, {}), clock, bell.ring, kernel.ask, lambda _: None)
    move(bell, kernel.lines[27], BEGIN, active=True)
    move(bell, kernel.lines[17], BEGIN + MS, active=True)
    assert [(edge.line, edge.seq) for edge in port.poll()] == [
        ("start", 0),
        ("coin.1", 1),
    ]
    port.close()


class PlayedChip:
    """A chip file of the kernel: its label is what is written in it."""

    def __init__(self, path):
        self._path = Path(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def get_info(self):
        label = self._path.read_text(encoding="ascii")
        if label == "locked":
            raise PermissionError(13, "Permission denied")
        return SimpleNamespace(label=label)


@pytest.fixture
def chips(tmp_path, monkeypatch):
    monkeypatch.setattr(gpiod, "Chip", PlayedChip)

    def made(*labels):
        for number, label in enumerate(labels):
            (tmp_path / f"gpiochip{number}").write_text(label, encoding="ascii")
        return tmp_path

    return made


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        (("pinctrl-bcm2711", "raspberrypi-exp-gpio"), 0),
        (("gpio-brcmstb@107d508500", "gpio-brcmstb@107d517c00", "pinctrl-rp1"), 2),
    ],
    ids=["a Pi 4", "a Pi 5"],
)
def test_the_chip_of_the_header_is_found_by_its_label(chips, labels, number):
    assert find_chip(chips(*labels)).endswith(f"gpiochip{number}")


def test_a_machine_without_a_header_is_told_what_there_is(chips):
    with pytest.raises(CabinetError, match="no GPIO chip here is that of a Pi's hea"):
        find_chip(chips("gpio_ich"))


def test_an_account_that_may_not_is_told_which_group_may(chips):
    with pytest.raises(CabinetError, match="add the user to the group gpio"):
        find_chip(chips("locked"))


@pytest.mark.parametrize(
    ("environ", "lgpio", "kernel"),
    [
        ({}, True, False),
        ({}, False, True),
        ({"GPIOZERO_PIN_FACTORY": "gpiod"}, True, True),
        ({"GPIOZERO_PIN_FACTORY": "lgpio"}, False, False),
    ],
)
def test_the_kernel_has_the_pins_where_lgpio_is_not_to_be_had(
    monkeypatch, environ, lgpio, kernel
):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(lgpio_thread, "is_installed", lambda: lgpio)
    assert wants_the_kernel(environ) is kernel


def test_edges_of_all_coin_lines_are_numbered_in_the_order_of_time(port, kernel, bell):
    move(bell, kernel.lines[4], BEGIN + 2 * MS, active=True)
    move(bell, kernel.lines[17], BEGIN + 1 * MS, active=True)
    assert [(edge.line, edge.seq) for edge in port.poll()] == [
        ("coin.1", 1),
        ("coin.2", 2),
    ]


def test_an_edge_the_kernel_lost_is_an_alarm(port, kernel, bell):
    line, decoder = kernel.lines[17], Decoder((Slot(),))
    decoder.begin(port.levels(), 0)
    move(bell, line, BEGIN, active=True)
    for _ in range(3):
        next(line._seqnos)
    move(bell, line, BEGIN + 50 * MS, active=False)
    told = [each for edge in port.poll() for each in decoder.feed(edge)]
    assert told[-1] == EdgesLost("coin.1", 3, BEGIN + 50 * MS)


def test_two_coins_that_look_like_one_because_edges_are_lost_are_no_money(
    port, kernel, bell
):
    line, decoder = kernel.lines[17], Decoder((Slot(),))
    decoder.begin(port.levels(), 0)
    move(bell, line, BEGIN, active=True)
    for _ in range(2):
        next(line._seqnos)
    move(bell, line, BEGIN + 60 * MS, active=False)
    told = [each for edge in port.poll() for each in decoder.feed(edge)]
    (refused,) = decoder.tick(BEGIN + SECOND)
    assert told == [EdgesLost("coin.1", 2, BEGIN + 60 * MS)]
    assert (type(refused), refused.why) == (CoinRejected, "lost")


def test_a_whole_coin_after_lost_edges_is_money(port, kernel, bell):
    line, decoder = kernel.lines[17], Decoder((Slot(),))
    decoder.begin(port.levels(), 0)
    move(bell, line, BEGIN, active=True)
    move(bell, line, BEGIN + 1 * MS, active=False)
    for _ in range(2):
        next(line._seqnos)
    move(bell, line, BEGIN + 500 * MS, active=True)
    move(bell, line, BEGIN + 550 * MS, active=False)
    told = [each for edge in port.poll() for each in decoder.feed(edge)]
    told += decoder.tick(BEGIN + SECOND)
    assert [type(each) for each in told] == [EdgesLost, CoinAccepted]


def test_a_storm_longer_than_the_kernel_keeps_loses_nothing_while_we_read(
    port, kernel, bell
):
    line, edges = kernel.lines[17], []
    for n in range(3 * EVENTS_KEPT):
        move(bell, line, BEGIN + n * 100 * MICROSECOND, active=n % 2 == 0)
        if n % 500 == 0:
            edges += port.poll()
    edges += port.poll()
    assert [edge.seq for edge in edges] == list(range(1, 3 * EVENTS_KEPT + 1))


def test_a_line_that_breaks_off_loses_the_link_and_shuts_the_slot(
    port, kernel, bell, factory
):
    port.write("lockout", on=True)
    rings = bell.rings
    kernel.lines[17].break_off()
    bell.wait_for(rings + 1)
    while port._coins._thread.is_alive():
        port._coins._thread.join(TIMEOUT)
    assert port.poll() == []
    why = "coin lines: [Errno 19] No such device"
    [lost] = port.news()
    assert (str(lost.why), lost.at) == (why, BEGIN)
    assert factory.pin(20).state == 0
    assert port.due() is None
    port.begin({}, ())
    assert port.news() == [], "what is lost is not found by beginning"


def test_a_port_of_wires_is_found_at_once_and_tells_it_once(port):
    assert isinstance(port, BoardPort)
    port.begin({}, ())
    assert port.news() == [LinkFound(BEGIN)]
    assert port.news() == []


def test_a_coin_line_that_is_refused_gives_the_others_back(factory, kernel, clock):
    def refuse(wire):
        if wire.pin == 4:
            raise OSError(16, "Device or resource busy")
        return kernel.ask(wire)

    wiring = Wiring({"coin.1": Wire(17), "coin.2": Wire(4)}, {})
    with pytest.raises(CabinetError, match=r"coin\.2 is on GPIO4, and another program"):
        GpioPort(wiring, clock, None, refuse)
    assert kernel.lines[17].released
