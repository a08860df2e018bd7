"""Every backend keeps the promise of `IoPort`: one `Bench` fixture each."""

from dataclasses import replace

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND as MS
from cabinet.core.events import ToBook
from cabinet.core.ports import BoardPort, Wire, Wiring
from cabinet.io.cctalk.port import CcTalkPort
from cabinet.io.composite import CompositePort, Member
from cabinet.io.evdev.port import EvdevPort
from cabinet.io.gpio import GpioPort
from cabinet.io.recorder import RecordedBoardPort, RecordedSimPort, TapePort, record_to
from cabinet.io.serial_link import SerialPort
from cabinet.io.sim import SimPort
from cabinet.io.tape import Tape, Written
from cabinet.testing.io import (
    BEGIN,
    SCRIPT,
    WIRING,
    WITHOUT_COINS,
    Bench,
    check_io_port,
)
from tests.io.cctalk.stand import VirtualWire
from tests.io.evdev.fake_tree import Bell as NodeBell
from tests.io.evdev.fake_tree import FakeTree
from tests.io.paper_board import PaperBoard
from tools.cctalk_sim.acceptor import Acceptor

CLEAN = replace(WIRING, options={"bounce": False})


class Bell:
    def __init__(self):
        self.rings = 0

    def ring(self):
        self.rings += 1

    def count(self):
        return self.rings


def sim_hands(port):
    return lambda line, active: port.touch(line, active=active)


@pytest.fixture
def sim_bench():
    clock, bell = VirtualClock(BEGIN), Bell()
    port = SimPort(CLEAN, clock, bell.ring)
    return Bench(
        port, clock, sim_hands(port), lambda name: port.outputs[name], bell.count
    )


@pytest.fixture
def gpio_bench():
    factory = Device.pin_factory = MockFactory()
    clock, bell = VirtualClock(BEGIN), Bell()

    def touch(line, active):
        wire = WIRING.inputs[line]
        pin = factory.pin(wire.pin)
        pin.drive_high() if active != wire.active_low else pin.drive_low()

    def output(name):
        wire = WIRING.outputs[name]
        return factory.pin(wire.pin).state != wire.active_low

    yield Bench(GpioPort(WIRING, clock, bell.ring), clock, touch, output, bell.count)
    factory.reset()
    Device.pin_factory = None


@pytest.fixture
def recorded_bench(tmp_path):
    clock, bell = VirtualClock(BEGIN), Bell()
    sim = SimPort(CLEAN, clock, bell.ring)
    port = record_to(tmp_path / "tape", sim, clock)
    assert isinstance(port, RecordedSimPort)
    return Bench(
        port, clock, sim_hands(port), lambda name: sim.outputs[name], bell.count
    )


@pytest.fixture
def tape_bench():
    idle = dict.fromkeys(WIRING.inputs, False)
    written = tuple(Written(name, True, BEGIN) for name in WIRING.outputs)
    clock = VirtualClock(BEGIN)
    port = TapePort(Tape(BEGIN, 0, idle, SCRIPT, written), clock)
    return Bench(
        port,
        clock,
        lambda line, active: None,
        lambda name: port.outputs[name],
        lambda: 0,
    )


def board_bench(tmp_path=None):
    """A board that has been found; `tmp_path` is where a tape of it is made."""
    clock, bell = VirtualClock(BEGIN), Bell()
    board = PaperBoard(clock, bell.ring)
    port = SerialPort(WIRING, clock, board, "paper")
    if tmp_path:
        port = record_to(tmp_path / "tape", port, clock)
        assert isinstance(port, RecordedBoardPort)
    port.begin({board.board: (0, 0)}, ())

    def settle():
        while board.queued:
            port.levels()

    def output(name):
        settle()
        return board.outputs[name]

    settle()
    return Bench(port, clock, board.touch, output, bell.count, WITHOUT_COINS)


@pytest.fixture
def serial_bench():
    return board_bench()


@pytest.fixture
def recorded_board_bench(tmp_path):
    return board_bench(tmp_path)


@pytest.fixture
def evdev_bench(tmp_path):
    tree = FakeTree(tmp_path)
    pad = tree.pad("I-PAC")
    keys = {"coin.1": "5", "start": "1", "door": "f1"}
    inputs = {line: Wire(key=key) for line, key in keys.items()}
    clock, bell = VirtualClock(BEGIN), NodeBell()
    wiring = Wiring(inputs, {}, {"match": "I-PAC"})
    port = EvdevPort(wiring, clock, bell.ring, tree.search)
    port.begin({}, ())
    bell.until(lambda: not port.poll() and port.news())

    def touch(line, active):
        rings = bell.rings
        pad.press(keys[line], clock.now(), int(active))
        if port.about().get("board"):
            bell.until(lambda: bell.rings > rings)

    yield Bench(port, clock, touch, lambda _: False, bell.count, outputs=())
    port.close()


@pytest.fixture
def cctalk_bench():
    clock, acceptor = VirtualClock(BEGIN), Acceptor()
    wiring = Wiring({"coin.1": Wire()}, {"lockout": Wire()})
    wire = VirtualWire(acceptor, clock)
    port = CcTalkPort(wiring, clock, wire, "virtual")
    port.begin({}, ())

    def settle(seconds):
        end = clock.now() + seconds * 1000 * MS
        while clock.now() < end:
            clock.advance_to(clock.now() + 10 * MS)
            port.poll()
            for news in port.news():
                if isinstance(news, ToBook):
                    port.booked(news)

    def output(_):
        settle(1)
        return acceptor.takes

    settle(4)
    return Bench(
        port,
        clock,
        lambda line, active: None,
        output,
        lambda: 0,
        told=(),
        script=(),
        outputs=("lockout",),
        inputs=("coin.1",),
    )


@pytest.mark.parametrize(
    "bench",
    [
        "cctalk_bench",
        "evdev_bench",
        "sim_bench",
        "gpio_bench",
        "recorded_bench",
        "tape_bench",
        "serial_bench",
        "recorded_board_bench",
    ],
)
@pytest.mark.parametrize("inside", [False, True], ids=["alone", "inside"])
def test_a_port_keeps_its_promise(bench, inside, request):
    found = request.getfixturevalue(bench)
    check_io_port(in_a_composite(found) if inside else found)


def in_a_composite(bench):
    """The same bench, its port one of two devices of another."""
    lines = frozenset((*WIRING.inputs, *WIRING.outputs))
    counted = bench.port.counted if isinstance(bench.port, BoardPort) else frozenset()
    other = SimPort(Wiring({"coin.2": Wire()}, {}), bench.clock)
    members = {
        "this": Member(bench.port, "this", lines, frozenset({"coin.1"}) - counted),
        "other": Member(other, "sim", frozenset({"coin.2"}), frozenset({"coin.2"})),
    }
    port = OneOfTwo(members, bench.clock)
    return replace(bench, port=port)


class OneOfTwo(CompositePort):
    """A composite of which only the first device is looked at."""

    def levels(self):
        return {line: on for line, on in super().levels().items() if line != "coin.2"}


class TellsTwice(SimPort):
    def poll(self):
        edges = super().poll()
        self._edges = list(edges)
        return edges


class LosesOne(SimPort):
    def poll(self):
        return super().poll()[1:]


class StampsWhenRead(SimPort):
    def poll(self):
        now = self._clock.now()
        return [edge._replace(at=now) for edge in super().poll()]


class LeavesTheSlotOpen(SimPort):
    def close(self):
        outputs = self.outputs
        super().close()
        self.outputs = outputs


class NeverWakes(SimPort):
    def __init__(self, wiring, clock, wake):
        super().__init__(wiring, clock)


class DrivesAfterClosing(SimPort):
    def write(self, output, *, on):
        self.outputs[output] = on


class RemembersLevels(SimPort):
    def levels(self):
        return dict.fromkeys(super().levels(), False)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (TellsTwice, "told once"),
        (LosesOne, "stamped|none lost"),
        (StampsWhenRead, "stamped when it happened"),
        (LeavesTheSlotOpen, "closing turns lockout off"),
        (NeverWakes, "somebody is woken"),
        (DrivesAfterClosing, "after closing"),
        (RemembersLevels, "levels are of this moment"),
    ],
)
def test_the_bench_notices_a_port_that_breaks_its_promise(broken, complaint):
    clock, bell = VirtualClock(BEGIN), Bell()
    port = broken(CLEAN, clock, bell.ring)
    bench = Bench(
        port, clock, sim_hands(port), lambda name: port.outputs[name], bell.count
    )
    with pytest.raises(AssertionError, match=complaint):
        check_io_port(bench)
