import gc
import sys
import threading
import weakref

import pytest
from gpiozero import LED, Device
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPin

from cabinet.clock import VirtualClock
from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.events import MILLISECOND, SECOND, CoinAccepted, Edge
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.io.gpio import GpioPort, kernel_stamp, open_port

MS = MILLISECOND


@pytest.fixture
def factory():
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    # A device that never came to be takes gpiozero's lock when it is collected, also
    # in the middle of the next one that holds it.
    gc.collect()
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def clock():
    return VirtualClock(SECOND)


def wiring(inputs=(), outputs=()):
    return Wiring(dict(inputs), dict(outputs))


def test_every_bounce_is_told_because_debouncing_is_the_decoders_work(factory, clock):
    port = GpioPort(wiring({"coin.1": Wire(17)}), clock)
    pin = factory.pin(17)
    for _ in range(10):
        pin.drive_low()
        clock.advance_to(clock.now() + 1000)
        pin.drive_high()
    assert len(port.poll()) == 20
    assert pin.bounce is None


def test_a_coin_on_a_pin_is_a_coin(factory, clock):
    port, decoder = GpioPort(wiring({"coin.1": Wire(17)}), clock), Decoder((Slot(),))
    decoder.begin(port.levels(), 0)
    factory.pin(17).drive_low()
    clock.advance_to(SECOND + 50 * MS)
    factory.pin(17).drive_high()
    told = [event for edge in port.poll() for event in decoder.feed(edge)]
    told += decoder.tick(2 * SECOND)
    assert told == [CoinAccepted(1, 100, SECOND + 54 * MS)]


def test_a_pin_is_pulled_away_from_its_active_level(factory, clock):
    lines = {"coin.1": Wire(17), "door": Wire(24, active_low=False)}
    port = GpioPort(wiring(lines), clock)
    assert (factory.pin(17).pull, factory.pin(24).pull) == ("up", "down")
    assert port.levels() == {"coin.1": False, "door": False}


def test_a_line_without_a_pin_is_left_alone(factory, clock):
    port = GpioPort(wiring({"start": Wire(key="1")}, {"lamp.start": Wire()}), clock)
    port.write("lamp.start", on=True)
    assert port.levels() == {}


def test_edges_from_another_thread_wake_and_arrive(factory, clock):
    woken = threading.Event()
    port = open_port(wiring({"start": Wire(27)}), clock, woken.set)
    thread = threading.Thread(target=factory.pin(27).drive_low)
    thread.start()
    thread.join()
    assert woken.is_set()
    assert port.poll() == [Edge("start", True, SECOND)]


def test_a_wake_that_fails_costs_no_edge_and_no_thread(factory, clock):
    def wake():
        raise RuntimeError("event loop is closed")

    port = GpioPort(wiring({"start": Wire(27)}), clock, wake)
    factory.pin(27).drive_low()
    assert port.poll() == [Edge("start", True, SECOND)]


class StoppedClock(VirtualClock):
    """A clock that can be broken, to see a callback fail."""

    broken = False

    def now(self):
        if self.broken:
            raise RuntimeError("no time")
        return super().now()


def test_a_callback_that_fails_raises_nothing_and_shuts_the_slot(factory):
    clock = StoppedClock(SECOND)
    port = GpioPort(wiring({"start": Wire(27)}, {"lockout": Wire(20)}), clock)
    port.write("lockout", on=True)
    clock.broken = True
    factory.pin(27).drive_low()
    clock.broken = False
    assert port.poll() == []
    assert port.lost == "start: no time"
    port.write("lockout", on=True)
    assert factory.pin(20).state == 1, "active low: off"


class ShortedPin(MockPin):
    """A pin with a wire to ground that should not be there."""

    def drive_high(self):
        self.drive_low()


def test_a_line_that_is_not_idle_at_the_start_is_named(clock, caplog):
    Device.pin_factory = factory = MockFactory(pin_class=ShortedPin)
    try:
        GpioPort(wiring({"p1.a": Wire(26), "door": Wire(24, active_low=False)}), clock)
        (said,) = caplog.messages
        assert said == (
            "io.lines: p1.a (GPIO26) is active before anybody has touched it: a stuck "
            "contact, a short circuit, or active: is the wrong way round"
        )
    finally:
        factory.reset()
        Device.pin_factory = None


def test_closing_gives_every_pin_back(factory, clock):
    port = GpioPort(wiring({"start": Wire(27)}, {"lockout": Wire(20)}), clock)
    port.close()
    assert factory.pin(27).when_changed is None
    assert factory.pin(20).function == "input"
    GpioPort(wiring({"start": Wire(27)}, {"lockout": Wire(20)}), clock).close()


def test_a_port_that_cannot_be_opened_gives_its_pins_back(factory, clock):
    with pytest.raises(CabinetError):
        GpioPort(wiring({"start": Wire(27), "mode": Wire(99)}), clock)
    GpioPort(wiring({"start": Wire(27)}), clock).close()


class CollectingFactory(MockFactory):
    """Rubbish is collected at the worst of moments: under the lock of the pins."""

    def _get_board_info(self):
        if gc.isenabled():
            gc.collect()
        return super()._get_board_info()


def test_a_forgotten_device_that_is_collected_just_then_stops_nothing(clock):
    def forget_and_open():
        forgotten = [LED(12)]
        forgotten.append(forgotten)
        del forgotten
        GpioPort(wiring({"start": Wire(27)}, {"lockout": Wire(20)}), clock).close()

    Device.pin_factory = CollectingFactory()
    hand = threading.Thread(target=forget_and_open, daemon=True)
    hand.start()
    hand.join(10)
    Device.pin_factory = None
    assert not hand.is_alive()


def test_a_pin_somebody_else_has_is_named_with_its_line(factory, clock):
    lamp = LED(12)
    with pytest.raises(BusyError) as error:
        GpioPort(wiring(outputs={"lamp.start": Wire(12)}), clock)
    assert str(error.value) == (
        "io.lines: lamp.start is on GPIO12, and another program has that pin: stop it "
        "(gpioinfo names it, an overlay in config.txt counts too) or move lamp.start"
    )
    lamp.close()


def test_a_pin_the_board_has_not_is_named_with_its_line(factory, clock):
    with pytest.raises(CabinetError, match=r"^io\.lines: mode cannot be on GPIO99: "):
        GpioPort(wiring({"mode": Wire(99)}), clock)


def test_a_pin_with_a_pull_up_of_its_own_cannot_be_active_high(factory, clock):
    with pytest.raises(CabinetError, match=r"^io\.lines: power cannot be on GPIO3: "):
        GpioPort(wiring({"power": Wire(3, active_low=False)}), clock)
    GpioPort(wiring({"power": Wire(3)}), clock).close()


def test_two_lines_on_one_pin_are_refused_by_both_names(factory, clock):
    with pytest.raises(CabinetError) as error:
        GpioPort(wiring({"start": Wire(27)}, {"lockout": Wire(27)}), clock)
    assert str(error.value) == (
        "io.lines: start and lockout are both on GPIO27; "
        "give each line a pin of its own"
    )


def test_a_machine_without_gpio_is_told_what_to_do(monkeypatch, clock):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "pins-of-air")
    with pytest.raises(CabinetError) as error:
        GpioPort(wiring({"start": Wire(27)}), clock)
    assert str(error.value) == (
        "this machine has no GPIO that we can use: on a laptop set io.backend: sim "
        "(or run cabinet --sim); on a Raspberry Pi add the user to the group gpio "
        "(sudo usermod -aG gpio $USER, then log in again) "
        "(Unable to find pin factory 'pins-of-air')"
    )


def test_a_pi_whose_python_has_no_lgpio_is_told_where_to_get_it(monkeypatch, clock):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(CabinetError, match="apt-get install python3-lgpio on Rasp"):
        GpioPort(wiring({"start": Wire(27)}), clock)


NOW = 5_000 * SECOND


@pytest.mark.parametrize(
    ("ticks", "at"),
    [
        (4_999.75, NOW - SECOND // 4),
        (5_000.0, NOW),
        (4_980.0, NOW),
        (5_000.5, NOW),
        (float("nan"), NOW),
        (float("inf"), NOW),
        (1_767_225_600.0, NOW),
    ],
)
def test_a_kernel_stamp_is_believed_only_just_behind_our_clock(ticks, at):
    assert kernel_stamp(ticks, NOW) == at


class LocalMockFactory(MockFactory, LocalPiFactory):
    """Mock pins that claim to be of this machine, so their ticks are believed."""


def test_a_late_callback_still_gives_the_time_of_the_interrupt():
    Device.pin_factory = factory = LocalMockFactory()
    try:
        port = GpioPort(wiring({"start": Wire(27)}), VirtualClock(NOW))
        factory.pin(27).when_changed(4_999.25, 0)
        assert port.poll() == [Edge("start", True, NOW - 3 * SECOND // 4)]
    finally:
        factory.reset()
        Device.pin_factory = None


def test_edges_told_out_of_order_are_put_in_order():
    Device.pin_factory = factory = LocalMockFactory()
    try:
        lines = {"start": Wire(27), "mode": Wire(22)}
        port = GpioPort(wiring(lines), VirtualClock(NOW))
        factory.pin(27).when_changed(4_999.5, 0)
        factory.pin(22).when_changed(4_999.25, 0)
        assert [edge.line for edge in port.poll()] == ["mode", "start"]
    finally:
        factory.reset()
        Device.pin_factory = None


def test_the_pins_hold_no_port_alive(factory, clock):
    port = GpioPort(wiring({"start": Wire(27)}), clock)
    port.close()
    alive = weakref.ref(port)
    del port
    factory.pin(27).drive_low()
    assert alive() is None
