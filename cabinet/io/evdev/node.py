"""One event node, ours alone: opened, grabbed, read.

The kernel stamps events with the monotonic clock and repeats held keys, which is
ignored. A way of an axis is pressed beyond the dead zone and released a little inside
of it. The kernel keeps only some twenty presses, so `drain` may be called from another
thread while `read` is not: what it finds is kept here. After an overflow of the
kernel's queue `OVERFLOWED` is told, and the state is asked for. A FIFO that carries the
same bytes is read too, as far as it goes: tests and `tools/pad_sim` use it.
"""

import errno
import fcntl
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.events import MICROSECOND, SECOND, Nanos
from cabinet.core.inputs.controls import MOST_CODES, PadControl
from cabinet.i18n.message import Verbatim, message
from cabinet.io.evdev.search import Candidate

EVENT: Final = struct.Struct("llHHi")
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_DROPPED: Final = 3
_REPEAT: Final = 2
_GRAB: Final = 0x40044590
_CLOCK: Final = 0x400445A0
_MONOTONIC: Final = struct.pack("i", 1)
_KEYS: Final = 0x80004518 | (MOST_CODES // 8) << 16
_AXIS: Final = 0x80184540
_AXIS_INFO: Final = struct.Struct("6i")
_AT_ONCE: Final = 64 * EVENT.size
# More than anybody presses while the counter waits for its disk.
_MOST_KEPT: Final = 8192 * EVENT.size
_HATS: Final = range(16, 24)
# Released at this share of the way at which it was pressed.
_RELEASE: Final = 0.8


# Told in place of a control: the kernel could not keep all that happened.
OVERFLOWED: Final = PadControl(-1)


class ControlChange(NamedTuple):
    """A control was pressed or released."""

    control: PadControl
    active: bool
    at: Nanos


Changes: TypeAlias = Iterator[ControlChange]


class GoneError(Exception):
    """The device is not there any more."""


class EventNode:
    """An open event node; `fd` becomes readable when something happens."""

    def __init__(self, found: Candidate, dead_zone: float) -> None:
        self.found = found
        self._dead_zone = dead_zone
        self.fd = _open(found.path)
        self.pressed: set[PadControl] = set()
        self._ranges: dict[int, tuple[int, int]] = {}
        # Reading and keeping is one act: who has the lock finds nothing half kept.
        self._lock = Lock()
        self._kept = bytearray()
        self._gone: OSError | None = None
        self._closed = False
        self._dropped = False
        self._last: Nanos = 0
        try:
            self._real = not stat.S_ISFIFO(os.fstat(self.fd).st_mode)
            if self._real:
                self._seize()
        except BaseException:
            os.close(self.fd)
            raise

    def drain(self) -> None:
        """Keep what the kernel has; from any thread."""
        with self._lock:
            while len(self._kept) < _MOST_KEPT and not (self._closed or self._gone):
                try:
                    octets = os.read(self.fd, _AT_ONCE)
                except BlockingIOError:
                    return
                except OSError as wrong:
                    self._gone = wrong
                    return
                if not octets:
                    self._end()
                    return
                self._kept += octets

    def read(self, now: Nanos) -> Changes:
        """What happened; `GoneError` once there is nobody to tell more."""
        while events := self._taken():
            for seconds, micros, kind, code, value in EVENT.iter_unpack(events):
                at = seconds * SECOND + micros * MICROSECOND
                self._last = max(self._last, min(at, now))
                yield from self._event(kind, code, value, self._last)
        if self._gone:
            raise GoneError from self._gone

    def state(self, at: Nanos) -> Changes:
        """What is different from what was told, as the kernel says."""
        if not self._real:
            return
        with suppress(OSError):
            keys = fcntl.ioctl(self.fd, _KEYS, bytes(MOST_CODES // 8))
            down = int.from_bytes(keys, "little")
            for code in range(MOST_CODES):
                yield from self._set(PadControl(code), bool(down >> code & 1), at)
            for code in range(64):
                if self.found.axes >> code & 1:
                    yield from self._moved(code, self._axis(code)[0], at)

    def close(self) -> None:
        """Let go of it; closing gives up the grab."""
        with self._lock:
            self._closed = True
            os.close(self.fd)

    def _taken(self) -> bytes:
        """Whole events that nobody has read yet."""
        self.drain()
        with self._lock:
            whole = len(self._kept) // EVENT.size * EVENT.size
            events = bytes(self._kept[:whole])
            del self._kept[:whole]
        return events

    def _end(self) -> None:
        # A FIFO that nobody writes to yet is no device that is gone.
        if self._real or not self.found.path.exists():
            self._gone = OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def _event(self, kind: int, code: int, value: int, at: Nanos) -> Changes:
        if kind == EV_SYN and code == SYN_DROPPED:
            self._dropped = True
        elif self._dropped:
            if kind == EV_SYN:
                self._dropped = False
                yield ControlChange(OVERFLOWED, active=False, at=at)
                yield from self.state(at)
        elif kind == EV_KEY and value != _REPEAT:
            yield from self._set(PadControl(code), bool(value), at)
        elif kind == EV_ABS:
            yield from self._moved(code, value, at)

    def _moved(self, code: int, value: int, at: Nanos) -> Changes:
        least, most = self._range(code)
        half = (most - least) / 2 or 1.0
        place = (value - least) / half - 1.0
        ways = [(PadControl(code, way), place * way) for way in (-1, 1)]
        for way, far in sorted(ways, key=lambda each: each[1]):  # released first
            limit = self._dead_zone * (_RELEASE if way in self.pressed else 1.0)
            yield from self._set(way, far >= limit, at)

    def _range(self, code: int) -> tuple[int, int]:
        if code not in self._ranges:
            least, most = self._axis(code)[1:3] if self._real else (0, 255)
            self._ranges[code] = (-1, 1) if code in _HATS else (least, most)
        return self._ranges[code]

    def _axis(self, code: int) -> tuple[int, ...]:
        octets = fcntl.ioctl(self.fd, _AXIS + code, bytes(_AXIS_INFO.size))
        return _AXIS_INFO.unpack(octets)

    def _set(self, control: PadControl, active: bool, at: Nanos) -> Changes:  # noqa: FBT001
        if (control in self.pressed) != active:
            (self.pressed.add if active else self.pressed.discard)(control)
            yield ControlChange(control, active, at)

    def _seize(self) -> None:
        try:
            fcntl.ioctl(self.fd, _CLOCK, _MONOTONIC)
            fcntl.ioctl(self.fd, _GRAB, 1)
        except OSError as wrong:
            path = str(self.found.path)
            if wrong.errno == errno.EBUSY:
                raise BusyError(message("input_busy", path=path)) from wrong
            said = Verbatim(os.strerror(wrong.errno or 0))
            raise CabinetError(message("no_input", path=path, system=said)) from wrong


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as wrong:
        name = str(path)
        if wrong.errno == errno.EPERM:  # not the file's mode: the unit's own list
            command = (
                "sudo systemctl edit cabinet.service, [Service], DeviceAllow=char-13 r"
            )
            told = message("input_forbidden", path=name, command=command)
        elif wrong.errno == errno.EACCES:
            command = "sudo usermod -aG input $USER"
            told = message("input_of_group", path=name, command=command)
        else:
            said = Verbatim(os.strerror(wrong.errno or 0))
            told = message("no_input", path=name, system=said)
        raise CabinetError(told) from wrong
