"""The wire between the screen and a game's process: JSON lines, and shared pixels.

The screen asks, the process answers; one question at a time. The picture is drawn into
one of two buffers, never the one that was announced last, and only while a question is
open: so nobody reads what is being written. The memory is sealed where the kernel can:
a game that shrinks it would end whoever reads it.
"""

import json
import mmap
import os
import select
import socket
from contextlib import suppress
from typing import Any, Final

from cabinet.platform.kernel import shared_memory

BUFFERS: Final = 2
DEPTH: Final = 4
# A checkpoint, its quotes escaped, and a traceback are the longest there is to say.
LONGEST_LINE: Final = 64_000
_CHUNK: Final = 65_536


class WireError(Exception):
    """The other end is gone, or talks nonsense."""


class LoopWire:
    """One end of a socket: whole messages, and a descriptor with one of them."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._read = bytearray()
        self.descriptor: int | None = None

    def fileno(self) -> int:
        """For `select`."""
        return self._end.fileno()

    def send(self, message: dict[str, Any], descriptor: int | None = None) -> None:
        """Say it; `WireError` if nobody is there any more."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            if descriptor is None:
                self._end.sendall(line)
            else:
                socket.send_fds(self._end, [line], [descriptor])
        except OSError as wrong:
            raise WireError(f"it hung up: {wrong.strerror or wrong}") from None

    def receive(self, seconds: float | None) -> dict[str, Any] | None:
        """The next message; None if none is whole after so many seconds."""
        while (end := self._read.find(b"\n")) < 0:
            if len(self._read) > LONGEST_LINE:
                raise WireError(f"it said more than {LONGEST_LINE} bytes in a line")
            readable, _, _ = select.select([self._end], (), (), seconds)
            if not readable:
                return None
            self._fill()
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return _message(line)

    def _fill(self) -> None:
        try:
            chunk, found, _, _ = socket.recv_fds(self._end, _CHUNK, 1)
        except OSError as wrong:
            raise WireError(f"it hung up: {wrong.strerror or wrong}") from None
        if not chunk:
            raise WireError("it hung up")
        for descriptor in found:
            if self.descriptor is not None:
                os.close(self.descriptor)
            self.descriptor = descriptor
        self._read += chunk

    def half_close(self) -> None:
        """Say nothing more; the other end hears it as our hanging up."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)
        self._end.close()


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WireError(f"it said {line[:60]!r}, which is no message")
    return message


def buffer_size(size: tuple[int, int]) -> int:
    """How many bytes one picture is."""
    return size[0] * size[1] * DEPTH


def share(size: tuple[int, int]) -> int:
    """Memory for the pictures of a game: whoever has its descriptor shares it."""
    return shared_memory("cabinet-loop", BUFFERS * buffer_size(size))


def map_pixels(memory: int, size: tuple[int, int], *, writing: bool) -> mmap.mmap:
    """The shared memory as bytes; the descriptor is not needed any longer."""
    access = mmap.ACCESS_WRITE if writing else mmap.ACCESS_READ
    length = BUFFERS * buffer_size(size)
    if os.fstat(memory).st_size != length:
        raise WireError("the memory for its pictures is of another size")
    try:
        return mmap.mmap(memory, length, access=access)
    finally:
        os.close(memory)
