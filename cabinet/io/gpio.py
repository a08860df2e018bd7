"""Wires on the Raspberry Pi header, through gpiozero; coin lines through the kernel.

Where lgpio is not to be had, which gpiozero needs, all of them go through the kernel.

gpiozero calls back on a thread of its own, one for all pins. The callback stamps
the edge, queues it, wakes the counter and returns; if it ever raised, every wire
of the cabinet would go dead in silence, so it cannot. Should a thread end all the
same, the port is `lost`: it says so, drives nothing any more, and the slot is shut.
`bounce_time` is never used: it means something else under each pin factory and
drops edges under some.

A stamp is the kernel's where there is one. lgpio's `ticks` are the time of the
interrupt, in seconds of CLOCK_MONOTONIC on every kernel since 5.10 (counted since
1970 on older ones); gpiozero promises nothing about them. So they are believed
only from a factory of this machine, and only when they lie just behind our own
clock; otherwise the edge is stamped when the callback runs.

What is stamped in the kernel is heard a little later, and `heard_until` allows for it:
by `KERNEL_LAG` where the kernel is asked for coins. Where lgpio's thread brings them
nobody knows what it still has, so the port is looked at every `THREAD_LOOK`: looks that
are further apart than `STALLED` mean that the process may have stood still, and then
nothing is told until the thread had `CATCH_UP` to bring what waited; a shorter stall is
within `THREAD_LAG`.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from gpiozero import Device, DigitalOutputDevice, InputDevice
from gpiozero.pins.local import LocalPiFactory

from cabinet.core.boards import Boards
from cabinet.core.events import MILLISECOND, SECOND, Edge, LinkFound, LinkLost, Nanos
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import Clock, Wire, Wiring
from cabinet.i18n.message import Message, Verbatim, message, to_text, verbatim
from cabinet.io import lgpio_thread
from cabinet.io.charge_pump import ChargePump
from cabinet.io.gpio_pins import check_pins, naming, pin_factory, undisturbed

if TYPE_CHECKING:
    from cabinet.io.gpiod_lines import Ask, CoinLines, ReadEdge
    from cabinet.io.kernel_pins import KernelOutput

    Drive: TypeAlias = Callable[[Wire], KernelOutput]

OLDEST_STAMP: Final[Nanos] = 10 * SECOND
LOOK_EVERY: Final[Nanos] = SECOND
KERNEL_LAG: Final[Nanos] = MILLISECOND
FACTORY: Final = "GPIOZERO_PIN_FACTORY"
THREAD_LOOK: Final[Nanos] = 20 * MILLISECOND
STALLED: Final[Nanos] = 40 * MILLISECOND
THREAD_LAG: Final[Nanos] = STALLED + 5 * MILLISECOND
CATCH_UP: Final[Nanos] = 30 * MILLISECOND
UNCOUNTED: Final = -1
NOT_IDLE: Final = (
    "io.lines: %s (GPIO%d) is active before anybody has touched it: a stuck contact, "
    "a short circuit, or active: is the wrong way round"
)

_log = logging.getLogger(__name__)


class GpioPort:
    """An `IoPort` on real pins; a closed contact pulls an `active_low` pin down.

    `ask` is how coin lines are had of the kernel; without it gpiozero reads them.
    `drive` is how outputs are, and then the other inputs are asked for as well.
    """

    def __init__(
        self,
        wiring: Wiring,
        clock: Clock,
        wake: Callable[[], None] | None = None,
        ask: "Ask | None" = None,
        drive: "Drive | None" = None,
    ) -> None:
        self._clock = clock
        self._wake = wake or (lambda: None)
        self._edges: SimpleQueue[tuple[Edge, int]] = SimpleQueue()
        self._seq = 0
        self._inputs: dict[str, InputDevice] = {}
        self._outputs: dict[str, DigitalOutputDevice | KernelOutput] = {}
        self._pumps: dict[str, ChargePump] = {}
        self._wires = wiring.inputs
        self._listeners: list[Callable[[float, int], None]] = []  # pins hold weak refs
        self._coins: CoinLines | None = None
        self._failure = ""
        self._news: list[LinkFound | LinkLost] = []
        self._lost: Message | None = None
        check_pins(wiring)
        self._take = drive
        self._local = bool(drive) or isinstance(pin_factory(), LocalPiFactory)
        coins = any(name.startswith("coin.") for name in wiring.inputs)
        self._coins_by_thread = self._local and coins and ask is None
        try:
            with undisturbed():
                self._open(wiring, ask)
        except BaseException:
            self.close()
            raise
        self._looked_at = self._heard_until = self._doubtful_until = clock.now()

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`; edges whose line counts them are numbered."""
        self._hear_all()
        self._look()
        for pump in self._pumps.values():
            pump.turn(self._looked_at)
        if self._looked_at < self._doubtful_until:
            return []
        told: list[tuple[Edge, int]] = []
        with suppress(Empty):
            while True:
                told.append(self._edges.get_nowait())
        told.sort(key=_stamp_of)
        return [self._numbered(edge, lost) for edge, lost in told]

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._heard_until

    def due(self) -> Nanos | None:
        """See `IoPort.due`: when to see whether the wires live, or show that we do."""
        watched = self._coins or (self._local and self._inputs)
        every = THREAD_LOOK if self._coins_by_thread else LOOK_EVERY
        look = self._looked_at + every if watched and not self._lost else None
        doubt = self._doubtful_until if self._doubtful_until > self._looked_at else None
        times = [look, doubt, *(pump.due() for pump in self._pumps.values())]
        return min((time for time in times if time is not None), default=None)

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        pins = {
            name: bool(device.pin.state) != self._wires[name].active_low
            for name, device in self._inputs.items()
        }
        return {**pins, **self._coins.levels()} if self._coins else pins

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; what cannot hear drives nothing."""
        on = on and not self._lost
        if output in self._pumps:
            self._pumps[output].write(self._clock.now(), on=on)
        elif output in self._outputs:
            self._outputs[output].value = on

    @property
    def lost(self) -> str:
        """See `IoPort.lost`."""
        return str(self._lost) if self._lost else ""

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`: a wire counts nothing."""
        return frozenset()

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return ("",)

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`: these wires are there at once, or never."""
        if not self._lost:
            self._news.append(LinkFound(self._clock.now()))
            self._call()

    def news(self) -> Sequence[LinkFound | LinkLost]:
        """See `BoardPort.news`; that nobody listens any more is all there can be."""
        news, self._news = self._news, []
        return news

    def booked(self, news: object) -> None:
        """See `BoardPort.booked`: a wire counts nothing that it could forget."""

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`."""
        pins = "gpiod" if self._take else type(pin_factory()).__name__
        return {"pins": pins, "coins": "kernel" if self._coins else "gpiozero"} | {
            "lost": to_text(self._lost) if self._lost else ""
        }

    def close(self) -> None:
        """See `IoPort.close`; a freed pin floats, its driver must pull it off."""
        outputs, self._outputs = self._outputs, {}
        self._pumps.clear()
        inputs, self._inputs = self._inputs, {}
        with undisturbed():
            for output in outputs.values():
                output.off()
                output.close()
            for wire in inputs.values():
                wire.pin.when_changed = None
                wire.close()
        if self._coins:
            self._coins.close()
            self._coins = None
        self._listeners.clear()
        with suppress(Empty):
            while True:
                self._edges.get_nowait()

    def _open(self, wiring: Wiring, ask: "Ask | None") -> None:
        """Everything off first, then listen."""
        for name, wire in wiring.outputs.items():
            if wire.pin is not None:
                with naming(name, wire.pin):
                    self._drive(name, wire)
        for name, wire in wiring.inputs.items():
            if wire.pin is not None:
                with naming(name, wire.pin):
                    if ask and (self._take or name.startswith("coin.")):
                        self._listen_closely(name, wire, ask)
                    else:
                        self._listen(name, wire)
        if self._coins:
            self._coins.start()
        for name, active in self.levels().items():
            if active:
                _log.warning(NOT_IDLE, name, wiring.inputs[name].pin)

    def _drive(self, name: str, wire: Wire) -> None:
        self._outputs[name] = (
            self._take(wire)
            if self._take
            else DigitalOutputDevice(
                wire.pin, active_high=not wire.active_low, initial_value=False
            )
        )
        if wire.pulses:
            self._pumps[name] = ChargePump(self._outputs[name])

    def _listen(self, name: str, wire: Wire) -> None:
        device = InputDevice(wire.pin, pull_up=wire.active_low)
        self._inputs[name] = device
        listener = self._listener(name, active_low=wire.active_low)
        self._listeners.append(listener)
        device.pin.edges = "both"
        device.pin.when_changed = listener

    def _listen_closely(self, name: str, wire: Wire, ask: "Ask") -> None:
        from cabinet.io.gpiod_lines import CoinLines

        self._coins = self._coins or CoinLines(self._hear)
        self._coins.add(name, wire, ask)

    def _listener(self, name: str, *, active_low: bool) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            try:
                now = self._clock.now()
                at = kernel_stamp(ticks, now) if self._local else now
                self._edges.put((Edge(name, bool(state) != active_low, at), UNCOUNTED))
            except Exception as wrong:  # noqa: BLE001  # see the head of this file
                self._failure = f"{name}: {wrong}"
            self._call()

        return changed

    def _hear_all(self) -> None:
        """Have the kernel's edges, and say up to when that is everything."""
        now = self._clock.now()
        if self._coins:
            self._coins.drain()
        lag = KERNEL_LAG if self._local else 0
        if self._coins_by_thread:
            lag = THREAD_LAG
            if now - self._looked_at > STALLED:
                self._doubtful_until = now + CATCH_UP
        if now >= self._doubtful_until:
            self._heard_until = max(self._heard_until, now - lag)

    def _hear(self, told: "list[ReadEdge]") -> None:
        for each in told:
            is_coin = each.edge.line.startswith("coin.")
            self._edges.put((each.edge, each.lost if is_coin else UNCOUNTED))
        self._call()

    def _call(self) -> None:
        """Wake the counter; that may fail while it stops, and then nobody cares."""
        with suppress(Exception):
            self._wake()

    def _numbered(self, edge: Edge, lost: int) -> Edge:
        if lost == UNCOUNTED:
            return edge
        self._seq += 1 + lost
        return edge._replace(seq=self._seq)

    def _look(self) -> None:
        """See whether anybody still listens to the wires; if not, shut the slot."""
        self._looked_at = self._clock.now()
        why = None if self._lost else self._silence()
        if why:
            self._lost = why
            self._news.append(LinkLost(why, self._looked_at))
            _log.error("the wires cannot be heard any more: %s", why)
            for name in self._outputs:
                with suppress(Exception):
                    self.write(name, on=False)

    def _silence(self) -> Message | None:
        if self._local and self._inputs and lgpio_thread.has_died():
            return message("lgpio_ended")
        if self._coins and self._coins.has_died():
            failure = Verbatim(self._coins.failure)
            return message("coin_lines_failed", failure=failure)
        return verbatim(self._failure) if self._failure else None


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> GpioPort:
    """Entry point `cabinet.io: gpio`."""
    if wants_the_kernel(os.environ):
        from cabinet.io.gpiod_lines import asking
        from cabinet.io.kernel_pins import drive, find_chip

        chip = find_chip()
        return GpioPort(wiring, clock, wake, asking(chip), partial(drive, chip))
    return GpioPort(wiring, clock, wake, asking_of(pin_factory()))


def wants_the_kernel(environ: Mapping[str, str]) -> bool:
    """Whether pins are to be reached without gpiozero: asked for, or no lgpio here."""
    if not find_spec("gpiod") or Device.pin_factory is not None:
        return False
    if asked := environ.get(FACTORY):
        return asked == "gpiod"
    return not lgpio_thread.is_installed()


def asking_of(factory: object) -> "Ask | None":
    """How to ask the kernel for coin lines of the chip that gpiozero is using."""
    chip = getattr(factory, "chip", None)
    if chip is None:
        return None
    try:
        from cabinet.io.gpiod_lines import asking
    except ImportError as wrong:
        _log.warning("coin lines go through gpiozero, which counts no edges: %s", wrong)
        return None
    return asking(f"/dev/gpiochip{chip}")


def kernel_stamp(ticks: float, now: Nanos) -> Nanos:
    """The moment `ticks` says, or `now` when that is not on our clock."""
    is_near = now - OLDEST_STAMP <= ticks * SECOND <= now
    return int(ticks * SECOND) if is_near else now


def _stamp_of(told: tuple[Edge, int]) -> Nanos:
    return told[0].at
