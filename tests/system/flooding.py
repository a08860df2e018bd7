"""A hostile phone, in a process of its own: so many requests a second, of one kind.

    python -m tests.system.flooding PORT KIND TOKEN A_SECOND SECONDS

It sends whether or not it is answered, from an address of its own as every phone has
one, and prints as JSON how often each status came and how many seconds it took. It
steps back behind every other program: a real one would not be on this machine.
"""

import json
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from contextlib import suppress

from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Hello
from cabinet.protocol.doctor import Examine, Examined

KINDS = ("post", "page", "events", "connect")
# These never finish what they begin: half a head; a byte at a time; a websocket of
# somebody with a session, whose pictures nobody reads.
UNFINISHED = ("half", "drip", "deaf")
DRIPPING = 300
BEATS = 50  # bursts a second
PATIENT = 10  # bursts for which a connection waits for its answer
FROM = ("127.0.0.9", 0)
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
UPGRADE = (
    "GET /live/pictures HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    "Origin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YSBrZXkgb2YgMTYgYnl0ZQ==\r\n\r\n"
)
BODY = b'{"match": 1, "turn": 0, "action": "take 99"}'


def flood(port, token, a_second, seconds, kind="post"):
    """Begin it; `answers` waits for its end."""
    words = map(str, (port, kind, token, a_second, seconds))
    return subprocess.Popen(
        [sys.executable, "-m", "tests.system.flooding", *words],
        stdout=subprocess.PIPE,
    )


def over(floods, seconds):
    """Whether all have ended; waits so long for it."""
    with suppress(subprocess.TimeoutExpired):
        for each in floods:
            each.wait(seconds)
        return True
    return False


def answers(flooding):
    """How often each status came, and in how many seconds; 0 is no answer."""
    said = json.loads(flooding.communicate(timeout=60)[0])
    return {int(status): n for status, n in said["answers"].items()}, said["seconds"]


class Frames:
    """How the screen draws meanwhile, as the counter tells a doctor."""

    def __init__(self, bus):
        self._line = CounterConnection.connect(bus)
        self._line.send(Hello("tool", os.getpid()))
        self._cards = []

    def look(self):
        """Ask, and hear what was answered to the last question."""
        for message in self._line.read():
            card = message.screen if isinstance(message, Examined) else None
            if card and card not in self._cards[-1:]:
                self._cards.append(card)
        self._line.send(Examine(since=sys.maxsize))

    def close(self):
        """Frames drawn, and late ones, in the whole seconds that were looked at."""
        self._line.close()
        seen = self._cards[1:]  # the first began before
        return sum(card.frames for card in seen), sum(card.late for card in seen)


class Hostile:
    """One kind of request on one connection, or on a new one each."""

    def __init__(self, port, kind, token):
        self._there = ("127.0.0.1", port)
        self._kind = kind
        verb, path, body = {
            "post": ("POST", "/action", BODY),
            "page": ("GET", "", b""),
            "events": ("GET", "/events", b""),
            "connect": ("GET", "", b""),
            "half": ("GET", "", b""),
            "drip": ("GET", "", b""),
            "deaf": ("GET", "", b""),
        }[kind]
        self._request = (
            f"{verb} /p/{token}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        if kind == "half":
            self._request = self._request[:-4]
        elif kind == "deaf":
            self._request = UPGRADE.format(port=port, cookie=token).encode()
        self._line = self._connect() if kind in ("post", "page") else None
        self._open = deque()
        self._streams = []
        self._rest = b""
        self.found = Counter()

    def _connect(self):
        """A connection that leaves no port in use behind it."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.settimeout(5)
        line.bind(FROM)
        line.connect(self._there)
        return line

    def burst(self, many):
        """Send so many, and take whatever answers have come."""
        if self._line:
            self._line.sendall(self._request * many)
            self._read_on()
            return
        if self._kind == "drip":
            self._drip(many)
            return
        while len(self._open) > PATIENT * many:
            self._hang_up(self._open.popleft())
        new = [self._connect() for _ in range(many)]
        for line in new if self._kind != "connect" else ():
            with suppress(OSError):  # turned away before it has said anything
                line.sendall(self._request)
        self._open += new

    def _drip(self, many):
        """One byte more on the lines in turn; whoever was shut begins again."""
        for _ in range(many):
            self.found[0] += 1
            if len(self._open) < DRIPPING:
                line, said = self._connect(), self._request[:20]
            else:
                line, said = self._open.popleft(), b"x"
            try:
                line.sendall(said)
                self._open.append(line)
            except OSError:
                line.close()

    def _hang_up(self, line):
        line.setblocking(False)
        said = b""
        with suppress(OSError):
            said = line.recv(4096)
        if said.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 101 ")):
            self.found[int(said[9:12])] += (
                1  # a stream: it is left open, as a phone would
            )
            self._streams.append(line)
            return
        status = STATUS.match(said)
        self.found[int(status[1]) if status else 0] += 1
        line.close()

    def _read_on(self):
        self._line.setblocking(False)
        with suppress(BlockingIOError):
            while chunk := self._line.recv(65536):
                text = self._rest + chunk
                self.found.update(int(status) for status in STATUS.findall(text))
                self._rest = text[-12:] if not STATUS.search(text[-12:]) else b""
        self._line.setblocking(True)
        self._line.settimeout(5)

    def finish(self, wanted):
        """Wait for the answers that are still to come."""
        end = time.monotonic() + 10
        while self._line and self.found.total() < wanted and time.monotonic() < end:
            self._read_on()
            threading.Event().wait(0.01)
        for line in self._open:
            self._hang_up(line)
        if self._kind == "drip":
            self.found = Counter({0: wanted})


def main(port, kind, token, a_second, seconds):
    os.nice(10)
    hostile = Hostile(int(port), kind, token)
    burst, bursts = int(a_second) // BEATS, int(float(seconds) * BEATS)
    pause, began = threading.Event(), time.monotonic()
    for number in range(1, bursts + 1):
        hostile.burst(burst)
        pause.wait(max(0, began + number / BEATS - time.monotonic()))
    took = time.monotonic() - began
    hostile.finish(burst * bursts)
    sys.stdout.write(json.dumps({"answers": hostile.found, "seconds": took}))


if __name__ == "__main__":
    main(*sys.argv[1:])
