"""A serial device, of the board or of a dice tower: how it is opened, why it is not.

`io.port` is a device, a URL that pyserial understands (`rfc2217://…`, `loop://`), or
`auto`: the USB ids of the adapters that an Uno or a Nano comes with. Whatever is
wrong is one sentence that says what would be right; nothing here waits or tries again.
"""

import errno
import grp
import os
import termios
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, cast

from serial import serial_for_url

from cabinet.core.errors import BusyError, CabinetError

AUTO: Final = "auto"
BAUD: Final = 115_200
READ_TIMEOUT_S: Final = 0.2
WRITE_TIMEOUT_S: Final = 1.0
# What opening, reading or writing a device that is not what it was may raise.
DEVICE_ERRORS: Final = (OSError, termios.error, ValueError, NotImplementedError)

BOARDS: Final = frozenset(
    {
        (0x2341, 0x0001),  # Arduino Uno
        (0x2341, 0x0043),  # Arduino Uno R3
        (0x2341, 0x0243),  # Arduino Uno R3, its other number
        (0x2A03, 0x0043),  # Uno by arduino.org
        (0x1A86, 0x7523),  # CH340, most Nanos
        (0x1A86, 0x7522),  # CH340K
        (0x1A86, 0x5523),  # CH341
        (0x0403, 0x6001),  # FT232R, older Nanos
        (0x0403, 0x6015),  # FT231X
        (0x10C4, 0xEA60),  # CP2102
    }
)
_AWAY: Final = frozenset({errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO})
_BUSY: Final = frozenset({errno.EBUSY, errno.EAGAIN})


class Device(Protocol):
    """What every kind of pyserial's ports can do, as far as we need it."""

    port: str
    in_waiting: int

    def read(self, size: int) -> bytes:
        """Up to so many bytes, waiting for them `READ_TIMEOUT_S` at most."""

    def write(self, octets: bytes) -> int | None:
        """All of the bytes, however long that takes."""

    def close(self) -> None:
        """Let go of it."""


def candidates(port: str) -> Sequence[str]:
    """The devices to try; `CabinetError` when nothing that could be one is there."""
    if port != AUTO:
        return (port,)
    from serial.tools.list_ports import comports

    found = list(boards_among(comports()))
    if not found:
        raise CabinetError(
            "io.port: auto: no board is plugged in (no USB device with the id of an "
            "Uno, a Nano or their adapters): plug it in, or write its device instead"
        )
    return found


def boards_among(ports: Iterable[Any]) -> Iterator[str]:
    """The devices whose USB ids an Uno or a Nano may have, always in one order."""
    for each in sorted(ports, key=lambda port: str(port.device)):
        if (each.vid, each.pid) in BOARDS:
            yield str(each.device)


def open_device(port: str, setting: str = "io.port", thing: str = "board") -> Device:
    """The device, ours alone; `CabinetError` says what is in the way."""
    options: dict[str, Any] = {"baudrate": BAUD, "timeout": READ_TIMEOUT_S}
    if "://" not in port:  # what a port by URL does not know, it refuses
        options |= {"exclusive": True, "write_timeout": WRITE_TIMEOUT_S}
    try:
        return cast(Device, serial_for_url(port, **options))
    except DEVICE_ERRORS as wrong:
        raise _explained(port, wrong, setting, thing) from wrong


def _explained(port: str, wrong: Exception, setting: str, thing: str) -> CabinetError:
    number = getattr(wrong, "errno", None)
    auto = " or auto" if setting == "io.port" else ""
    if number == errno.EPERM:  # not the file's mode: the unit's own list
        return CabinetError(
            f"{setting}: cabinet.service may not open {port}, whoever it belongs to: "
            f"allow it (sudo systemctl edit cabinet.service, [Service], DeviceAllow="
            f"char-{_major(port)} rw) and restart it"
        )
    if number == errno.EACCES:
        return CabinetError(
            f"{setting}: {port} may only be used by the group {_group(port)}: add the "
            f"cabinet's user to it (sudo usermod -aG {_group(port)} $USER) and log in "
            "again"
        )
    if number in _BUSY:
        return BusyError(
            f"{setting}: another program has {port} open: close it (fuser {port} tells "
            "which it is)"
        )
    if number in _AWAY:
        return CabinetError(
            f"{setting}: there is no {thing} at {port}: plug it in, or write its "
            f"device (ls /dev/serial/by-id){auto}"
        )
    if "://" in port:
        return CabinetError(
            f"{setting}: {port} cannot be reached ({wrong}): is the address right, and "
            "the machine there on?"
        )
    what = "cannot be opened" if Path(port).is_char_device() else "is no serial port"
    return CabinetError(
        f"{setting}: {port} {what} ({wrong}): write the {thing}'s device{auto}"
    )


def _major(port: str) -> int:
    with suppress(OSError):
        return os.major(os.stat(port).st_rdev)  # noqa: PTH116
    return 0


def _group(port: str) -> str:
    with suppress(OSError, KeyError):
        return grp.getgrgid(os.stat(port).st_gid).gr_name  # noqa: PTH116
    return "dialout"
