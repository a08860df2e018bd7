"""A tap on the cable between board and cabinet: passes every byte on, and watches."""

import os
import select
import time
import tty
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.frames import FrameReader
from firmware_bridge.messages import Coin, Credited, Message, State, from_frame

TIMEOUT_S = 30


class Tap:
    """A pty for the cabinet; behind it, the board's own port."""

    def __init__(self, board: Path) -> None:
        self._board = os.open(board, os.O_RDWR | os.O_NOCTTY)
        self._cabinet, self._keep = os.openpty()
        for end in (self._board, self._keep):
            tty.setraw(end)
        self.port = Path(os.ttyname(self._keep))
        self._readers = {self._board: FrameReader(), self._cabinet: FrameReader()}
        self.linked = False
        self.told: dict[int, float] = {}
        self.credited: dict[int, float] = {}

    def close(self) -> None:
        for end in (self._board, self._cabinet, self._keep):
            os.close(end)

    def run_until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not holds():
            assert time.monotonic() < deadline, "it did not happen in time"
            ends, _, _ = select.select([self._board, self._cabinet], [], [], 0.1)
            for end in ends:
                self._pass_on(end)

    def _pass_on(self, end: int) -> None:
        octets = os.read(end, 4096)
        at = time.monotonic()
        os.write(self._cabinet if end == self._board else self._board, octets)
        for frame in self._readers[end].feed(octets):
            self._note(from_frame(frame), at)

    def _note(self, message: Message, at: float) -> None:
        """The first time each total was told, and was acknowledged."""
        match message:
            case State():
                self.linked = True
            case Coin(totals=(total, _)):
                self.told.setdefault(total, at)
            case Credited(totals=(total, _)):
                self.credited.setdefault(total, at)
