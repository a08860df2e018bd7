"""A real counter at a real socket that takes coins while others do their worst.

The coins fall on the simulated wires, from the screen on duty; a tape of the wires says
when the last edge of each was, and a snapshot when its money was shown.
"""

import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from bisect import bisect_left, bisect_right
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cabinet.core.events import MILLISECOND
from cabinet.io.tape import read_tape
from cabinet.protocol.codec import Heartbeat, Hello, Touch, encode
from tests.proof.hostile import ROLES
from tests.support.settings import SETTINGS
from tests.system.running import ROOT, SLOWER

TIMEOUT = 60.0 * SLOWER
COINS_PER_S = 8
SLOTS = ("coin.1", "coin.2", "coin.3")
# So many coins make a credit that the purse is never full.
COINS_PER_CREDIT = 50
# Edges this close belong to one pulse, or to its bouncing.
BOUNCE = 20 * MILLISECOND
BOOKED = re.compile(rb'"books":\{"coins":(\d+)')
OPEN = b'"lockout_open":true'
TICK = 0.01
NICE = -5


def settings():
    """As shipped, with three slots and room for thousands of coins."""
    text = SETTINGS.read_text(encoding="utf-8")
    wires = "".join(
        f"    {line}: {{pin: {pin}}}\n"
        for line, pin in zip(SLOTS[1:], (14, 15), strict=True)
    )
    slots = "".join(
        f"  - {{slot: {line[-1]}, kind: pulse, pulse_value: 100}}\n"
        for line in SLOTS[1:]
    )
    for old, new in (
        ("credit: 100 ", f"credit: {100 * COINS_PER_CREDIT} "),
        ("max_credits: 20", "max_credits: 999"),
        ("    coin.1: ", f"{wires}    coin.1: "),
        ("coins:\n  - slot", f"coins:\n{slots}  - slot"),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


class Besieged:
    """`cabinet counter --sim`, a screen that drops coins, and attackers."""

    def __init__(self, folder):
        self.bus, self._tape = folder / "bus.sock", folder / "tape"
        config = folder / "cabinet.yaml"
        config.write_text(settings(), encoding="utf-8")
        where = ("--config", str(config), "--state", str(folder))
        self._log = (folder / "said").open("w+b")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "cabinet", "counter", "--sim", *where),
                *("--record", str(self._tape)),
            ],
            cwd=ROOT,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._screen = None
        with suppress(OSError):  # as its unit has it, where we may
            os.setpriority(os.PRIO_PROCESS, self.process.pid, NICE)
        self._attackers = []

    def __enter__(self):
        self._screen = Screen(self.bus, self.process)
        return self

    def __exit__(self, *_):
        for attacker in self._attackers:
            attacker.kill()
            attacker.wait()
        if self._screen:
            self._screen.stop()
        self.process.kill()
        self.process.wait()
        self._log.close()

    def attack(self, kind, number, seed=0):
        """Begin to attack."""
        words = map(str, (self.bus, kind, number, seed))
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.hostile", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        self._attackers.append(process)
        return process

    def outlast(self, attackers):
        """Wait for their end; what they sent, and how often they were hung up on."""
        found = []
        for process in attackers:
            while process.poll() is None:
                assert self.process.poll() is None, self.said()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(1)
            found.append(json.loads(process.stdout.read()))
            process.stdout.close()
            self._attackers.remove(process)
        return found

    def chatter(self, a_second, seconds):
        """Let the screen on duty itself say so much, besides its coins."""
        self._screen.chatter = a_second
        self._screen.rest(seconds)
        self._screen.chatter = 0

    def rest(self, seconds):
        """Let coins fall."""
        self._screen.rest(seconds)

    def memory(self):
        """Megabytes it has now, and the most it ever had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = dict(re.findall(r"(VmRSS|VmHWM):\s+(\d+) kB", status))
        return int(found["VmRSS"]) / 1000, int(found["VmHWM"]) / 1000

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208

    def finish(self):
        """The last coin is in; coins dropped, and how late each one was shown."""
        dropped, shown, waits = self._screen.finish()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(TIMEOUT) == 0, self.said()
        ends = last_edges(read_tape(self._tape).edges)[: len(shown)]
        return dropped, [
            Late((at - end) / MILLISECOND, waited(waits, end, at) / MILLISECOND)
            for at, end in zip(shown, ends, strict=True)
        ]

    def said(self):
        self._log.seek(0)
        return self._log.read().decode()


def last_edges(edges):
    """When each pulse on a coin line ended, the first first."""
    ends = []
    for line in SLOTS:
        moments = [edge.at for edge in edges if edge.line == line]
        pulses = [
            at
            for at, later in zip(moments, [*moments[1:], None], strict=True)
            if later is None or later - at > BOUNCE
        ]
        ends += pulses[1::2]  # the bouncing of its begin, then that of its end
    return sorted(ends)


class Late(NamedTuple):
    """Milliseconds from the last edge of a coin until its money was shown.

    In `waited` of them the counter could have run and other programs had the
    processor.
    """

    after: float
    waited: float


def waited(waits, begin, end):
    """How long the counter was kept from running between two moments."""
    moments = [at for at, _ in waits]
    first = max(0, bisect_right(moments, begin) - 1)
    last = min(len(waits) - 1, bisect_left(moments, end))
    return waits[last][1] - waits[first][1]


class Screen:
    """The screen on duty: it beats, drops coins, and notes when each was shown."""

    def __init__(self, bus, counter):
        self._line = self._connect(bus, counter)
        self._schedule = Path(f"/proc/{counter.pid}/schedstat")
        self._waits = []
        self._line.sendall(encode(Hello("screen", os.getpid())))
        self.chatter = 0
        self._rng = random.Random(7)
        self._unsent = bytearray()
        self._heard = b""
        self._open = threading.Event()
        self._wanted = threading.Event()
        self._news = threading.Condition()
        self._stopped = False
        self.dropped, self.shown = 0, []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._open.wait(TIMEOUT), "the slot never opened"
        self.rest(0.2)  # a pulse so soon after the start would be no coin
        self._wanted.set()

    @staticmethod
    def _connect(bus, counter):
        end = time.monotonic() + TIMEOUT
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(bus))
                return line
            except OSError:
                line.close()
                assert time.monotonic() < end, "nobody opened the bus"
                assert counter.poll() is None, "it ended at once"
                select.select([], [], [], 0.02)

    def rest(self, seconds):
        """Wait, and see that the line stays open."""
        with self._news:
            self._news.wait_for(lambda: self._stopped, seconds)
        assert not self._stopped, "the counter hung up on its screen"

    def finish(self):
        """No more coins; wait until all are shown."""
        self._wanted.clear()
        with self._news:
            self._news.wait_for(
                lambda: self._stopped or len(self.shown) >= self.dropped, TIMEOUT
            )
        return self.dropped, self.shown, self._waits

    def stop(self):
        self._stopped = True
        self._thread.join()
        self._line.close()

    def _run(self):
        with suppress(OSError):  # what is measured is the counter, not us
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        try:
            self._line.setblocking(False)
            self._work()
        except OSError:
            pass
        finally:
            with self._news:
                self._stopped = True
                self._news.notify_all()

    def _work(self):
        coin_at = beat_at = tick_at = 0.0
        while not self._stopped:
            now = time.monotonic()
            self._look_at_the_schedule()
            if now >= beat_at:
                beat_at = now + 0.5
                self._unsent += encode(Heartbeat(1, 0))
            if not self._wanted.is_set():
                coin_at = now
            elif now >= coin_at:
                coin_at += 1 / COINS_PER_S
                slot = SLOTS[self.dropped % len(SLOTS)]
                self._unsent += encode(Touch(slot, active=True))
                self.dropped += 1
            if self.chatter and now >= tick_at:
                tick_at = now + TICK
                for _ in range(round(self.chatter * TICK)):
                    self._unsent += encode(self._rng.choice(ROLES["screen"]))
            writers = [self._line] if self._unsent else []
            readable, writable, _ = select.select([self._line], writers, [], TICK)
            if writable:
                with suppress(BlockingIOError):
                    del self._unsent[: self._line.send(self._unsent)]
            if readable:
                self._read()

    def _look_at_the_schedule(self):
        """How long the counter has waited for a processor; 0 where nobody tells."""
        with suppress(OSError):
            waited = int(self._schedule.read_text().split()[1])
            self._waits.append((time.monotonic_ns(), waited))

    def _read(self):
        """Money shown is looked for in the bytes: decoding would take our time."""
        heard = self._line.recv(1_000_000)
        if not heard:
            raise ConnectionResetError
        now = time.monotonic_ns()
        self._look_at_the_schedule()
        *lines, self._heard = (self._heard + heard).split(b"\n")
        for line in lines:
            if OPEN in line:
                self._open.set()
            if found := BOOKED.search(line):
                with self._news:
                    while len(self.shown) < int(found[1]):
                        self.shown.append(now)
                    self._news.notify_all()
