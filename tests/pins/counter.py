"""The real `cabinet counter` on the pins, as the account that a cabinet gives it."""

import os
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from cabinet.i18n.message import from_text
from cabinet.io.tape import read_tape
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Hello, Refused
from cabinet.protocol.snapshot import Snapshot
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
SHIPPED = SETTINGS.read_text(encoding="utf-8")
ACCOUNT = "cabinet"
TIMEOUT = 60.0
END = 20.0


def place():
    """A folder of that account with the shipped settings; more credits fit in it."""
    state = Path(tempfile.mkdtemp(dir="/run"))
    text = SHIPPED.replace("max_credits: 20 ", "max_credits: 999 ", 1)
    assert text != SHIPPED
    (state / "cabinet.yaml").write_text(text, encoding="utf-8")
    for path in (state, state / "cabinet.yaml"):
        shutil.chown(path, ACCOUNT, ACCOUNT)
    return state


def cabinet(state, command, *words, groups=("gpio",), **how):
    """One program of the cabinet, as a process of that account."""
    where = ("--config", str(state / "cabinet.yaml"), "--state", str(state))
    return subprocess.Popen(
        [sys.executable, "-m", "cabinet", command, *where, *words],
        env={**os.environ, "RUNTIME_DIRECTORY": str(state), **how},
        user=ACCOUNT,
        group=ACCOUNT,
        extra_groups=groups,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


class PinnedCounter:
    """A counter that was started, from its first word to its end."""

    def __init__(self):
        self.state = place()
        self.shown = None
        self._buttons = self.state / "buttons"
        self._tape = self.state / "tape"
        self._screen = self._line = None
        self._said = ""
        notifier = self.state / "notifier"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
            listener.bind(str(notifier))
            notifier.chmod(0o666)
            listener.settimeout(TIMEOUT)
            self.process = cabinet(
                self.state,
                "counter",
                *("--record", str(self._tape)),
                NOTIFY_SOCKET=str(notifier),
            )
            while b"READY=1" not in listener.recv(4096):
                pass
        self._line = CounterConnection.connect(self._bus)
        self._line.send(Hello("tool", os.getpid()))
        self.until(lambda shown: shown)

    @property
    def _bus(self):
        return self.state / "bus.sock"

    def call_a_screen(self):
        """With a screen in front of it the slot opens."""
        self._screen = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.pins.still_screen"),
                *(self._bus, self._buttons),
            ],
            cwd=ROOT,
        )

    def become_well(self):
        """Nobody has touched anything, and the slot is open."""
        self.until(lambda shown: shown.mode == "attract" and shown.lockout_open)
        self.listen(1)

    @property
    def buttons(self):
        """What the screen was told of them, from its first day on."""
        return self._buttons.read_text(encoding="ascii").splitlines()

    def until(self, wanted):
        """Listen until a snapshot is as wanted; that snapshot."""
        end = time.monotonic() + TIMEOUT
        while self.shown is None or not wanted(self.shown):
            left = end - time.monotonic()
            assert left > 0, f"waited in vain; last shown: {self.shown}"
            self._listen(left)
        return self.shown

    def listen(self, seconds):
        """Hear all that is said meanwhile; for what must not happen."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._listen(left)
        return self.shown

    def _listen(self, seconds):
        select.select([self._line], [], [], seconds)
        for message in self._line.read():
            assert not isinstance(message, Refused), message.why
            if isinstance(message, Snapshot):
                self.shown = message
        assert not self._line.closed, f"it ended: {self.end()}"

    @property
    def coins(self):
        """How many are in the books, on the disk."""
        return len(self._notes("coin"))

    @property
    def alarms(self):
        """Every one there ever was, by the books."""
        return self._notes("alarm")

    def _notes(self, kind):
        path = f"file:{self.state / 'books.sqlite3'}?mode=ro"
        query = "SELECT note FROM postings WHERE kind = ? ORDER BY seq"
        with closing(sqlite3.connect(path, uri=True)) as books:
            return [str(from_text(note)) for (note,) in books.execute(query, (kind,))]

    def edges(self, line, strokes):
        """What the counter was told of a line from the first of these strokes on.

        Its tape is a second behind.
        """
        self.listen(2.5)
        told = read_tape(self._tape).edges
        begun = strokes[0].begun
        return [edge for edge in told if edge.line == line and edge.at >= begun]

    def end(self, number=signal.SIGTERM):
        """End it; all that it said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
        self._said += self.process.communicate(timeout=END)[0]
        return self._said

    def close(self):
        if self._line:
            self._line.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(END)
        self.process.stdout.close()
        if self._screen:
            self._screen.kill()
            self._screen.wait(END)
