"""Input devices as the kernel shows them: a sysfs tree, and FIFOs as event nodes.

Everything above the ioctls is real: what is read is a file with the kernel's bytes.
"""

import fcntl
import os
import struct
import termios
from threading import Event

from cabinet.core.events import MICROSECOND, SECOND
from cabinet.core.inputs.controls import control
from cabinet.io.evdev.node import EV_ABS, EV_KEY, EVENT
from cabinet.io.evdev.search import Search

PATIENCE_S = 10
ALL = (1 << 0x300) - 1 ^ 1 << 0x110


def words(bits):
    """Bits as the kernel writes them: long words, the highest first."""
    found = []
    while bits:
        found.append(f"{bits & (1 << 64) - 1:x}")
        bits >>= 64
    return " ".join(reversed(found)) or "0"


class FakePad:
    """One device that can be plugged in and pulled out."""

    def __init__(self, tree, number, name, socket, id, keys, axes):  # noqa: A002
        self.node = tree.nodes / f"event{number}"
        self.sysfs = tree.sysfs / f"event{number}"
        where = tree.root / f"usb1/{socket}/{socket}:1.0/input/input{number}"
        (where / "id").mkdir(parents=True)
        (where / "capabilities").mkdir()
        vendor, product = id.split(":")
        for file, text in {
            "name": name,
            "uniq": "",
            "id/vendor": vendor,
            "id/product": product,
            "capabilities/key": words(keys),
            "capabilities/abs": words(axes),
        }.items():
            (where / file).write_text(text + "\n", encoding="utf-8")
        self.device = where
        self.fd = -1
        self.plug()

    def plug(self):
        os.mkfifo(self.node)
        self.fd = os.open(self.node, os.O_RDWR | os.O_NONBLOCK)
        self.sysfs.mkdir()
        (self.sysfs / "device").symlink_to(self.device)

    def unplug(self):
        (self.sysfs / "device").unlink()
        self.sysfs.rmdir()
        self.node.unlink()
        os.close(self.fd)

    def say(self, kind, code, value, at=0):
        seconds, rest = divmod(at, SECOND)
        event = EVENT.pack(seconds, rest // MICROSECOND, kind, code, value)
        os.write(self.fd, event + EVENT.pack(seconds, rest // MICROSECOND, 0, 0, 0))

    def unread(self):
        """How many events nobody has taken yet."""
        count = struct.unpack("i", fcntl.ioctl(self.fd, termios.FIONREAD, bytes(4)))[0]
        return count // EVENT.size

    def press(self, name, at=0, value=1):
        self.say(EV_KEY, control(name).code, value, at)

    def release(self, name, at=0):
        self.press(name, at, 0)

    def move(self, axis, value, at=0):
        self.say(EV_ABS, axis, value, at)


class FakeTree:
    """`/sys/class/input` and `/dev/input` under a folder."""

    def __init__(self, root):
        self.root, self.sysfs, self.nodes = root, root / "sys", root / "dev"
        self.sysfs.mkdir()
        self.nodes.mkdir()
        self.search = Search(self.sysfs, self.nodes)
        self._number = 0

    def pad(self, name, socket="1-1", id="d209:0301", keys=ALL, axes=0x30003):  # noqa: A002
        self._number += 1
        return FakePad(self, self._number, name, socket, id, keys, axes)


class Bell:
    """What a port rings; a test waits for it instead of sleeping."""

    def __init__(self):
        self.rings, self._rung = 0, Event()

    def ring(self):
        self.rings += 1
        self._rung.set()

    def count(self):
        return self.rings

    def until(self, ready):
        """Wait until it is so, woken by the port."""
        while not ready():
            assert self._rung.wait(PATIENCE_S), "nobody rang"
            self._rung.clear()
