"""The other end of `Notifier`: a socket at which a program says that it lives."""

import os
import shutil
import socket
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

LONGEST: Final = 4096

_numbers = count(1)


class NotifySocket:
    """Listens for one program; `address` is for its NOTIFY_SOCKET.

    Linux has names that are no files, and nothing is left when we are killed. Elsewhere
    it is a file in a folder of its own, which `close` removes.
    """

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)  # noqa: FBT003
        self._folder: Path | None = None
        if sys.platform == "linux":
            name = f"cabinet-{os.getpid()}-{next(_numbers)}"
            self._socket.bind(f"\0{name}")
            self.address = f"@{name}"
        else:
            self._folder = Path(mkdtemp(prefix="cabinet-"))
            self.address = str(self._folder / "notify")
            self._socket.bind(self.address)

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def heard(self) -> bool:
        """Whether anything was said since we last asked, whatever it was."""
        spoken = False
        with suppress(BlockingIOError):
            while self._socket.recv(LONGEST):
                spoken = True
        return spoken

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
