"""A serial port made of a pty: the end of a USB cable with nothing else on it.

Bytes nobody is there to read are gone, as on a USB adapter. Opening the port resets
the board, as DTR does on an Uno or Nano.
"""

import errno
import os
import select
import tty
from pathlib import Path
from typing import Final

_AT_ONCE: Final = 4096
# Nothing to read or no room to write, and a host that has just left.
_NOBODY_THERE: Final = (errno.EAGAIN, errno.EIO)


class PtyWire:
    """The board's end; the host opens `path`."""

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._master = -1
        self._open = False
        self.path = Path()
        self.plug()

    def plug(self) -> Path:
        """Put the cable in; where the host finds it."""
        if self._master >= 0:
            return self.path
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path = Path(os.ttyname(slave))
        os.close(slave)
        self._open = False
        if self._link:
            beside = self._link.with_name(self._link.name + ".new")
            beside.unlink(missing_ok=True)
            beside.symlink_to(self.path)
            beside.replace(self._link)
            self.path = self._link
        return self.path

    def unplug(self) -> None:
        """Pull the cable: whoever had the port open finds it dead."""
        if self._master < 0:
            return
        os.close(self._master)
        self._master = -1
        self._open = False
        if self._link:
            self._link.unlink(missing_ok=True)

    def was_opened(self) -> bool:
        """Whether a host has opened the port since the last look."""
        before, self._open = self._open, self._is_open()
        return self._open and not before

    def ears(self) -> list[int]:
        """What becomes readable when the host writes; nothing while nobody is there."""
        return [self._master] if self._open else []

    def read(self) -> bytes:
        """What the host has written."""
        if not self._is_open():
            return b""
        try:
            return os.read(self._master, _AT_ONCE)
        except OSError as wrong:
            if wrong.errno not in _NOBODY_THERE:
                raise
            return b""

    def write(self, octets: bytes) -> None:
        """Send to the host; what it does not take is lost."""
        if not octets or not self._open:
            return
        try:
            os.write(self._master, octets)
        except OSError as wrong:
            if wrong.errno not in _NOBODY_THERE:
                raise

    def _is_open(self) -> bool:
        if self._master < 0:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))
