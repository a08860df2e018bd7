"""A paper board behind a real pty, and a counter whose serial port is at its end.

All in one thread but the port's own two: `until` lets board and counter take turns and
waits for whichever has something, never for time. `skip` makes the clock jump.
"""

import os
import select
import threading
import time
import tty
from contextlib import suppress

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.counter import Counter
from cabinet.io.serial_link import open_port
from cabinet.io.serial_wire import Heard
from cabinet.protocol.codec import Heartbeat, Hello
from tests.counter.stand import HOUSE, PANEL
from tests.io.paper_board import PaperBoard

TIMEOUT = 20.0
SCREEN = 1


class JumpingClock(SystemClock):
    """The machine's clock, and what was skipped."""

    def __init__(self):
        super().__init__()
        self.skipped = 0

    def now(self):
        return super().now() + self.skipped


class PtyBoard(PaperBoard):
    """A `PaperBoard` on a pty; `path` is a name for it that stays."""

    def __init__(self, path, clock, **kind):
        super().__init__(clock, **kind)
        self.path = path
        self.master = -1
        self._begun = True
        self.noise = b""

    def plug(self, rights=0o600):
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        name = os.ttyname(slave)
        os.fchmod(slave, rights)
        os.close(slave)
        beside = self.path.with_name("beside")
        beside.symlink_to(name)
        beside.replace(self.path)
        self._plugged = True

    def unplug(self):
        os.close(self.master)
        self.master = -1
        self.path.unlink()
        self._plugged = self._welcomed = False
        self._queue.clear()

    def pump(self):
        """Hear and say what there is; whether the host was heard."""
        if self.master < 0:
            return False
        heard = b""
        with suppress(OSError):
            heard = os.read(self.master, 4096)
        self.send(heard)
        for event in self.take():
            if isinstance(event, Heard):
                self.write(event.octets)
        if self.noise:
            self.write(self.noise)
        return bool(heard)

    def write(self, octets):
        """As a UART: what does not fit is lost."""
        with suppress(OSError):
            os.write(self.master, octets)

    def is_open(self):
        """Whether a host has the port open."""
        poll = select.poll()
        poll.register(self.master, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))


class CounterAtPort:
    """A real counter with its real serial port."""

    def __init__(self, folder, port, board=None):
        self.clock = board._clock if board else JumpingClock()
        self.board = board
        self._woken = threading.Event()
        wiring = Wiring(
            inputs={line: Wire() for line in ("coin.1", *PANEL)},
            outputs={line: Wire() for line in ("lockout", "lamp.start")},
            options={"port": str(port)},
        )
        self.port = open_port(wiring, self.clock, self._woken.set)
        self._books = SqliteBooks(folder / "books.sqlite3", self.clock, "boot")
        decoder = Decoder(HOUSE.slots)
        self.counter = Counter(HOUSE, self._books, self.port, decoder, self.clock, 7)
        self.counter.hear(SCREEN, Hello("screen", 0))

    def skip(self, duration):
        """Let time pass at once, in steps in which nobody dies of old age."""
        end = self.clock.skipped + duration
        while self.clock.skipped < end:
            self.clock.skipped += SECOND // 4
            self.turn()

    def turn(self):
        if self.board:
            self.board.pump()
        self.counter.hear(SCREEN, Heartbeat(0, 0))

    def until(self, holds):
        """Take turns until `holds()`; what was shown then."""
        end = time.monotonic() + TIMEOUT
        while not holds(shown := self.counter.shown()):
            assert time.monotonic() < end, f"it did not happen: {shown}"
            self._woken.wait(0.005)
            self._woken.clear()
            self.turn()
        return shown

    def linked(self):
        return self.until(lambda shown: shown.lockout_open)

    def missing(self, words):
        """Skip the grace, and wait until it is out of order for this reason."""
        self.until(lambda _: any(words in str(each) for each in self.alarms))
        self.skip(3 * SECOND)
        shown = self.until(lambda shown: shown.reason == "link")
        assert words in str(shown.detail)
        assert not shown.lockout_open
        return str(shown.detail)

    @property
    def alarms(self):
        return self.counter.shown().alarms

    def close(self):
        self.counter.close()
