"""Wires on the Raspberry Pi header, through gpiozero.

gpiozero calls back on a thread of its own, one for all pins. The callback stamps
the edge, queues it, wakes the counter and returns; if it ever raised, every wire
of the cabinet would go dead in silence, so it cannot. `bounce_time` is never used:
it means something else under each pin factory and drops edges under some.

A stamp is the kernel's where there is one. lgpio's `ticks` are the time of the
interrupt, in seconds of CLOCK_MONOTONIC on every kernel since 5.10 (counted since
1970 on older ones); gpiozero promises nothing about them. So they are believed
only from a factory of this machine, and only when they lie just behind our own
clock; otherwise the edge is stamped when the callback runs.
"""

import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Final

from gpiozero import Device, DigitalOutputDevice, GPIOPinInUse, InputDevice
from gpiozero.pins.local import LocalPiFactory

from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.events import SECOND, Edge, Nanos
from cabinet.core.ports import Clock, Wire, Wiring

OLDEST_STAMP: Final[Nanos] = 10 * SECOND

_log = logging.getLogger(__name__)


class GpioPort:
    """An `IoPort` on real pins; a closed contact pulls an `active_low` pin down."""

    def __init__(
        self, wiring: Wiring, clock: Clock, wake: Callable[[], None] | None = None
    ) -> None:
        self._clock = clock
        self._wake = wake or (lambda: None)
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._inputs: dict[str, InputDevice] = {}
        self._outputs: dict[str, DigitalOutputDevice] = {}
        self._wires = wiring.inputs
        self._listeners: list[Callable[[float, int], None]] = []  # pins hold weak refs
        _check_pins(wiring)
        self._local = isinstance(_factory(), LocalPiFactory)
        try:
            for name, wire in wiring.outputs.items():
                self._drive(name, wire)
            for name, wire in wiring.inputs.items():
                self._listen(name, wire)
        except BaseException:
            self.close()
            raise

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        edges: list[Edge] = []
        with suppress(Empty):
            while True:
                edges.append(self._edges.get_nowait())
        edges.sort(key=_stamp_of)
        return edges

    def due(self) -> Nanos | None:
        """See `IoPort.due`: nobody knows when a hand will come."""
        return None

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        return {
            name: bool(device.pin.state) != self._wires[name].active_low
            for name, device in self._inputs.items()
        }

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`."""
        if output in self._outputs:
            self._outputs[output].value = on

    def close(self) -> None:
        """See `IoPort.close`; a freed pin floats, its driver must pull it off."""
        outputs, self._outputs = self._outputs, {}
        inputs, self._inputs = self._inputs, {}
        for output in outputs.values():
            output.off()
            output.close()
        for wire in inputs.values():
            wire.pin.when_changed = None
            wire.close()
        self._listeners.clear()
        self.poll()

    def _drive(self, name: str, wire: Wire) -> None:
        if wire.pin is not None:
            with _naming(name, wire.pin):
                self._outputs[name] = DigitalOutputDevice(
                    wire.pin, active_high=not wire.active_low, initial_value=False
                )

    def _listen(self, name: str, wire: Wire) -> None:
        if wire.pin is None:
            return
        with _naming(name, wire.pin):
            device = InputDevice(wire.pin, pull_up=wire.active_low)
            self._inputs[name] = device
            listener = self._listener(name, active_low=wire.active_low)
            self._listeners.append(listener)
            device.pin.edges = "both"
            device.pin.when_changed = listener

    def _listener(self, name: str, *, active_low: bool) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            now = self._clock.now()
            at = kernel_stamp(ticks, now) if self._local else now
            self._edges.put(Edge(name, bool(state) != active_low, at))
            # Waking may fail while the counter stops; see the head of this file.
            with suppress(Exception):
                self._wake()

        return changed


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> GpioPort:
    """Entry point `cabinet.io: gpio`."""
    return GpioPort(wiring, clock, wake)


def kernel_stamp(ticks: float, now: Nanos) -> Nanos:
    """The moment `ticks` says, or `now` when that is not on our clock."""
    at = int(ticks * SECOND)
    return at if now - OLDEST_STAMP <= at <= now else now


def _check_pins(wiring: Wiring) -> None:
    taken: dict[int, str] = {}
    for name, wire in (*wiring.inputs.items(), *wiring.outputs.items()):
        if wire.pin is None:
            continue
        if wire.pin in taken:
            raise CabinetError(
                f"io.lines: {taken[wire.pin]} and {name} are both on GPIO{wire.pin}; "
                "give each line a pin of its own"
            )
        taken[wire.pin] = name


def _factory() -> object:
    """The pin factory in use; every one that fails does so in its own way."""
    with warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as wrong:
            reasons = [str(each.message) for each in fallbacks] or [str(wrong)]
            raise CabinetError(
                "this machine has no GPIO that we can use: on a laptop set "
                "io.backend: sim (or run cabinet --sim); on a Raspberry Pi add the "
                "user to the group gpio (sudo usermod -aG gpio $USER, then log in "
                f"again) and start in a folder that can be written ({reasons[0]})"
            ) from wrong
    for fallback in fallbacks:
        _log.warning("%s", fallback.message)
    return Device.pin_factory


@contextmanager
def _naming(line: str, pin: int) -> Iterator[None]:
    """Say which line a pin was for when it is refused, whoever refuses it."""
    try:
        yield
    except GPIOPinInUse as wrong:
        raise BusyError(_busy(line, pin)) from wrong
    except Exception as wrong:
        if "busy" in str(wrong).lower():
            raise BusyError(_busy(line, pin)) from wrong
        raise CabinetError(
            f"io.lines: {line} cannot be on GPIO{pin}: {wrong}; see docs/wiring.md "
            "for the pins that can"
        ) from wrong


def _busy(line: str, pin: int) -> str:
    return (
        f"io.lines: {line} is on GPIO{pin}, and another program has that pin: stop it "
        f"(gpioinfo names it, an overlay in config.txt counts too) or move {line}"
    )


def _stamp_of(edge: Edge) -> Nanos:
    return edge.at
