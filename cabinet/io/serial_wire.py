"""The cable: opened again and again, read by one thread and written by another.

Neither thread decides anything. The reader opens the device and queues what comes,
stamped when it came; the writer writes what is put into its queue. So whoever owns
the wire never waits for a device, whatever it does: a full buffer, a USB stick pulled
out at any byte, a network that hangs. The queue is short; when nobody takes from it
the reader stops, and a flood stays in the kernel and is lost there.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Lock, Thread
from typing import Final, Protocol, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.core.events import Nanos
from cabinet.core.ports import Clock
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.io.serial_device import (
    BAUD,
    BOARD_SETTING,
    DEVICE_ERRORS,
    SerialDevice,
    candidates,
    open_device,
    unplugged,
)

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 2.0
FAREWELL_S: Final = 1.0
LOOK_UP_S: Final = 0.5
MOST_AT_ONCE: Final = 4_096
MOST_QUEUED: Final = 16

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """The device is open; nobody has said anything yet."""

    at: Nanos


@dataclass(frozen=True, slots=True)
class Heard:
    """Bytes have come."""

    octets: bytes
    at: Nanos


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no device, or not any more."""

    why: Message
    at: Nanos


PortEvent: TypeAlias = Opened | Heard | Gone


class Cable(Protocol):
    """A cable that can be pulled out. No call ever waits for it, but `close`."""

    def start(self) -> None:
        """Look for the other end, from now on and for ever."""

    def take(self) -> list[PortEvent]:
        """What happened, oldest first; a flood comes in several helpings."""

    def send(self, octets: bytes) -> None:
        """Put bytes on the cable; they are lost when there is none."""

    def reopen(self) -> None:
        """Close the device and try the next one: nobody answers at this one."""

    def close(self, last: bytes = b"") -> None:
        """Say a last word and let go."""


class SerialWire:
    """A `Cable` on a serial device; `wake` is called when `take` has something.

    `setting` and `thing` are what sentences call the port and what is plugged in.
    """

    def __init__(
        self,
        port: str,
        clock: Clock,
        wake: Callable[[], None],
        setting: str = BOARD_SETTING,
        baud: int = BAUD,
    ) -> None:
        self._port = port
        self._baud = baud
        self._setting = setting
        self._clock = clock
        self._wake = wake
        self._happened: Queue[PortEvent] = Queue(MOST_QUEUED)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._closing = Event()
        self._dropped = Event()
        self._lock = Lock()  # nobody closes a device that is being written to
        self._device: SerialDevice | None = None
        self._turn = 0
        reading, writing = f"{setting}, reading", f"{setting}, writing"
        self._reader = Thread(target=self._read, name=reading, daemon=True)
        self._writer = Thread(target=self._write, name=writing, daemon=True)

    def start(self) -> None:
        """See `Cable.start`."""
        self._reader.start()
        self._writer.start()

    def take(self) -> list[PortEvent]:
        """See `Cable.take`."""
        taken: list[PortEvent] = []
        with suppress(Empty):
            while len(taken) < MOST_QUEUED:
                taken.append(self._happened.get_nowait())
        if len(taken) == MOST_QUEUED:
            self._wake()
        return taken

    def send(self, octets: bytes) -> None:
        """See `Cable.send`."""
        if octets:
            self._outbox.put(octets)

    def reopen(self) -> None:
        """See `Cable.reopen`."""
        self._dropped.set()

    def close(self, last: bytes = b"") -> None:
        """See `Cable.close`; may be called twice."""
        self.send(last)
        self._outbox.put(None)
        if self._writer.is_alive():
            self._writer.join(FAREWELL_S)
        self._closing.set()
        if self._reader.is_alive():
            self._reader.join(FAREWELL_S)

    def _read(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._closing.is_set():
            heard = False
            try:
                device = self._find()
                heard = device is not None and self._listen(device)
            except Exception as wrong:  # noqa: BLE001
                # If this thread ended, the cabinet would be shut for ever.
                _log.debug("the serial port failed", exc_info=True)
                self._tell(
                    Gone(
                        message("port_failed", system=Verbatim(str(wrong))),
                        self._clock.now(),
                    )
                )
            pause = FIRST_PAUSE_S if heard else min(2 * pause, LONGEST_PAUSE_S)
            self._closing.wait(pause)

    def _find(self) -> SerialDevice | None:
        """The next device there is; which one is next goes round."""
        try:
            ports = candidates(self._port)
            self._turn += 1
            port = ports[self._turn % len(ports)]
            device = open_device(port, self._setting, self._baud)
        except CabinetError as wrong:
            self._tell(Gone(wrong.told, self._clock.now()))
            return None
        with self._lock:
            self._device = device
        self._dropped.clear()
        self._tell(Opened(self._clock.now()))
        return device

    def _listen(self, device: SerialDevice) -> bool:
        """Queue what comes until the device is gone; whether anything came."""
        heard = False
        try:
            while not (self._closing.is_set() or self._dropped.is_set()):
                octets = device.read(1)
                if octets:
                    octets += device.read(min(device.in_waiting, MOST_AT_ONCE))
                    heard = True
                    self._tell(Heard(octets, self._clock.now()))
        except DEVICE_ERRORS as wrong:
            _log.debug("%s: %s", device.port, wrong)
            self._tell(Gone(unplugged(device.port, self._setting), self._clock.now()))
        finally:
            with self._lock, suppress(*DEVICE_ERRORS):
                self._device = None
                device.close()
        return heard

    def _write(self) -> None:
        while (octets := self._outbox.get()) is not None:
            # What cannot be written is said again; that it is gone the reader tells.
            with self._lock, suppress(*DEVICE_ERRORS):
                if self._device is not None:
                    self._device.write(octets)

    def _tell(self, event: PortEvent) -> None:
        while not self._closing.is_set():
            with suppress(Full):
                self._happened.put(event, timeout=LOOK_UP_S)
                break
        # Waking may fail while the counter stops.
        with suppress(Exception):
            self._wake()
