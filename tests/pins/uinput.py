"""An encoder or a pad that the kernel believes to be there: uinput."""

import fcntl
import os
import struct
from pathlib import Path

from cabinet.core.inputs.controls import control
from cabinet.io.evdev.node import EV_ABS, EV_KEY, EVENT

UINPUT = Path("/dev/uinput")
USB = 3
_SET_KIND, _SET_KEY, _SET_AXIS = 0x40045564, 0x40045565, 0x40045567
_CREATE, _DESTROY = 0x5501, 0x5502
_SETUP, _AXIS_SETUP = 0x405C5503, 0x401C5504
_ABOUT = struct.Struct("HHHH80sI")
_AXIS = struct.Struct("Hxx6i")


class Plugged:
    """One device from being plugged in to being pulled out.

    `keys` are named as the settings name them; `axes` go from 0 to 255.
    """

    def __init__(self, name, keys=(), axes=(), vendor=0xD209, product=0x0301):
        self._fd = os.open(UINPUT, os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._fd, _SET_KIND, EV_KEY)
        for key in keys:
            fcntl.ioctl(self._fd, _SET_KEY, control(key).code)
        if axes:
            fcntl.ioctl(self._fd, _SET_KIND, EV_ABS)
        for axis in axes:
            fcntl.ioctl(self._fd, _SET_AXIS, axis)
            about = _AXIS.pack(axis, 128, 0, 255, 0, 0, 0)
            fcntl.ioctl(self._fd, _AXIS_SETUP, about)
        about = _ABOUT.pack(USB, vendor, product, 1, name.encode(), 0)
        fcntl.ioctl(self._fd, _SETUP, about)
        fcntl.ioctl(self._fd, _CREATE)

    def press(self, key, *, active=True):
        """Press or release a key or a button."""
        self._say(EV_KEY, control(key).code, int(active))

    def push(self, axis, value):
        """Move an axis."""
        self._say(EV_ABS, axis, value)

    def repeat(self, key):
        """What a keyboard says of a key that is held for long."""
        self._say(EV_KEY, control(key).code, 2)

    def pull_out(self):
        """It is gone."""
        if self._fd >= 0:
            fcntl.ioctl(self._fd, _DESTROY)
            os.close(self._fd)
            self._fd = -1

    def _say(self, kind, code, value):
        event = EVENT.pack(0, 0, kind, code, value)
        os.write(self._fd, event + EVENT.pack(0, 0, 0, 0, 0))


def nodes():
    """The event nodes there are, by the names of their devices."""
    found = {}
    for event in Path("/sys/class/input").glob("event*"):
        name = (event / "device/name").read_text(encoding="utf-8").strip()
        found[name] = Path("/dev/input") / event.name
    return found
