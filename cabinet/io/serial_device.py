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
from cabinet.i18n.message import Message, Verbatim, message

AUTO: Final = "auto"
# The setting that names the device; a dice tower has one of its own.
BOARD_SETTING: Final = "io.port"
DEVICES_SETTING: Final = "io.devices"
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


class SerialDevice(Protocol):
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
        raise CabinetError(message("no_board_plugged_in"))
    return found


def boards_among(ports: Iterable[Any]) -> Iterator[str]:
    """The devices whose USB ids an Uno or a Nano may have, always in one order."""
    for each in sorted(ports, key=lambda port: str(port.device)):
        if (each.vid, each.pid) in BOARDS:
            yield str(each.device)


def open_device(
    port: str, setting: str = BOARD_SETTING, baud: int = BAUD
) -> SerialDevice:
    """The device, ours alone; `CabinetError` says what is in the way."""
    options: dict[str, Any] = {"baudrate": baud, "timeout": READ_TIMEOUT_S}
    if "://" not in port:  # what a port by URL does not know, it refuses
        options |= {"exclusive": True, "write_timeout": WRITE_TIMEOUT_S}
    try:
        return cast(SerialDevice, serial_for_url(port, **options))
    except DEVICE_ERRORS as wrong:
        raise _explained(port, wrong, setting) from wrong


def unplugged(port: str, setting: str) -> Message:
    """What to say when the device of a setting is gone."""
    if setting == BOARD_SETTING:
        return message("board_unplugged", port=port)
    if setting == DEVICES_SETTING:
        return message("device_unplugged", port=port)
    return message("tower_unplugged", port=port)


def _explained(port: str, wrong: Exception, setting: str) -> CabinetError:
    number = getattr(wrong, "errno", None)
    board = setting == BOARD_SETTING
    if number == errno.EPERM:  # not the file's mode: the unit's own list
        edit = "sudo systemctl edit cabinet.service, [Service], "
        allow = f"{edit}DeviceAllow=char-{_major(port)} rw"
        return CabinetError(
            message("port_forbidden", setting=setting, port=port, command=allow)
        )
    if number == errno.EACCES:
        group = _group(port)
        join = f"sudo usermod -aG {group} $USER"
        return CabinetError(
            message(
                "port_of_group", setting=setting, port=port, group=group, command=join
            )
        )
    if number in _BUSY:
        return BusyError(message("port_busy", setting=setting, port=port))
    if number in _AWAY and board:
        return CabinetError(message("board_missing", setting=setting, port=port))
    if number in _AWAY and setting == DEVICES_SETTING:
        return CabinetError(message("device_missing", setting=setting, port=port))
    if number in _AWAY:
        return CabinetError(message("tower_missing", setting=setting, port=port))
    said = Verbatim(str(wrong))
    if "://" in port:
        return CabinetError(
            message("port_unreachable", setting=setting, port=port, system=said)
        )
    todo = message("write_board_device") if board else message("write_tower_device")
    if Path(port).is_char_device():
        return CabinetError(
            message(
                "port_unopened", setting=setting, port=port, system=said, remedy=todo
            )
        )
    return CabinetError(
        message("no_serial_port", setting=setting, port=port, system=said, remedy=todo)
    )


def _major(port: str) -> int:
    with suppress(OSError):
        return os.major(os.stat(port).st_rdev)  # noqa: PTH116
    return 0


def _group(port: str) -> str:
    with suppress(OSError, KeyError):
        return grp.getgrgid(os.stat(port).st_gid).gr_name  # noqa: PTH116
    return "dialout"
