"""Keys, mouse and pads of a guest, made by the kernel (uinput).

A keyboard with a mouse for all, a pad for each stick that the settings give one. All
are there before the program starts: many look only once. By struct and ioctl, as event
nodes are read (decision 0042).
"""

import fcntl
import os
import struct
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final

from cabinet.core.guests import (
    MOUSE_BUTTONS,
    PAD_BUTTONS,
    PAD_WAYS,
    key_code,
)

DEVICE: Final = Path("/dev/uinput")
# What udev knows them by (systemd/uinput.rules): the guest's account may read these.
NAME: Final = "Arkade Cabinet"
EV_SYN, EV_KEY, EV_REL, EV_ABS = 0, 1, 2, 3
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT = 0x40045564, 0x40045565, 0x40045566
UI_SET_ABSBIT: Final = 0x40045567
_BUS_USB: Final = 3
_BUS_VIRTUAL: Final = 6
# A pad that every program knows by heart.
_PAD_IDENTITY: Final = (_BUS_USB, 0x045E, 0x028E, 0x0110)
_EVENT: Final = struct.Struct("@qqHHi")
_SETUP: Final = struct.Struct("@HHHH80sI")
_RANGE: Final = struct.Struct("@Hxxiiiiii")
_HATS: Final = (16, 17)
# Nobody moves these; without them programs take a pad for something else.
_STICKS: Final = (0, 1, 3, 4)
_STICK_ENDS: Final = 32_767


class UinputDevice:
    """One device of the kernel's making."""

    def __init__(
        self,
        path: Path,
        name: str,
        identity: tuple[int, int, int, int],
        keys: Iterable[int],
        *,
        moves: bool = False,
        axes: Mapping[int, int] | None = None,
    ) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._declare(keys, moves=moves, axes=axes or {})
            setup = _SETUP.pack(*identity, name.encode(), 0)
            fcntl.ioctl(self._file, UI_DEV_SETUP, setup)
            fcntl.ioctl(self._file, UI_DEV_CREATE)
        except OSError:
            os.close(self._file)
            raise

    def _declare(
        self, keys: Iterable[int], *, moves: bool, axes: Mapping[int, int]
    ) -> None:
        fcntl.ioctl(self._file, UI_SET_EVBIT, EV_KEY)
        for key in keys:
            fcntl.ioctl(self._file, UI_SET_KEYBIT, key)
        if moves:
            fcntl.ioctl(self._file, UI_SET_EVBIT, EV_REL)
            for way in (0, 1):
                fcntl.ioctl(self._file, UI_SET_RELBIT, way)
        if axes:
            fcntl.ioctl(self._file, UI_SET_EVBIT, EV_ABS)
        for axis, end in axes.items():
            fcntl.ioctl(self._file, UI_SET_ABSBIT, axis)
            span = _RANGE.pack(axis, 0, -end, end, 0, 0, 0)
            fcntl.ioctl(self._file, UI_ABS_SETUP, span)

    def write(self, *events: tuple[int, int, int]) -> None:
        """Events of one moment."""
        told = b"".join(_EVENT.pack(0, 0, *event) for event in (*events, (0, 0, 0)))
        os.write(self._file, told)

    def close(self) -> None:
        """Unplug it; the kernel lets go of what was pressed."""
        os.close(self._file)


class UinputHands:
    """The hands of a guest on devices of the kernel; `OSError` where there are none."""

    def __init__(self, names: Collection[str], pads: int, path: Path = DEVICE) -> None:
        self._devices: list[UinputDevice] = []
        self._pads: list[UinputDevice] = []
        try:
            keys = [code for code in map(key_code, names) if code is not None]
            board = (_BUS_VIRTUAL, 0, 0, 1)
            everything = (*keys, *MOUSE_BUTTONS.values())
            self._board = UinputDevice(
                path, f"{NAME} keys", board, everything, moves=True
            )
            self._devices.append(self._board)
            axes = dict.fromkeys(_HATS, 1) | dict.fromkeys(_STICKS, _STICK_ENDS)
            for seat in range(1, pads + 1):
                pad = UinputDevice(
                    path,
                    f"{NAME} pad {seat}",
                    _PAD_IDENTITY,
                    PAD_BUTTONS.values(),
                    axes=axes,
                )
                self._pads.append(pad)
                self._devices.append(pad)
        except OSError:
            self.close()
            raise

    def set(self, name: str, seat: int, *, down: bool) -> None:
        """Press or let go one of the names of `cabinet.core.guests`."""
        if (code := key_code(name)) is not None:
            self._board.write((EV_KEY, code, int(down)))
        elif name in MOUSE_BUTTONS:
            self._board.write((EV_KEY, MOUSE_BUTTONS[name], int(down)))
        elif name in PAD_BUTTONS:
            self._pads[seat].write((EV_KEY, PAD_BUTTONS[name], int(down)))
        elif name in PAD_WAYS:
            axis = PAD_WAYS[name]
            self._pads[seat].write((EV_ABS, axis.code, axis.way * int(down)))

    def move(self, across: int, down: int) -> None:
        """Move the mouse."""
        self._board.write((EV_REL, 0, across), (EV_REL, 1, down))

    def close(self) -> None:
        """Unplug all of them."""
        while self._devices:
            self._devices.pop().close()
