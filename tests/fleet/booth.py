"""A cabinet of the fleet on a test stand: real books, real broker, no process.

The counter is the stand's, in virtual time; the bus is a real socket that is
served whenever somebody looks.
"""

import select
import socket
import time

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Posting
from cabinet.fleet.broker import Access, BrokerLine
from cabinet.fleet.memory import Memory
from cabinet.fleet.program import FleetProgram
from cabinet.fleet.session import Membership
from cabinet.protocol.codec import Reader, encode
from tests.counter.stand import HOUSE, Stand

TIMEOUT = 10.0
FLEET = 7


class NoSettingsFile:
    """For cabinets without bundles."""

    def change(self, changes, bundle):
        raise AssertionError("nobody should change anything")

    undo = change

    def newest(self):
        return 0


def member(broker, id_="arkade-1", **more):
    access = Access("127.0.0.1", broker.port)
    return Membership(id_, "Chez nous", "EUR", **{"access": access, **more})


def program(folder, member, settings_file=None):
    return FleetProgram(
        member,
        folder / "bus.sock",
        folder / "books.sqlite3",
        Memory(folder / "fleet.json"),
        settings_file or NoSettingsFile(),
        SystemClock(),
    )


def turn_until(done, *turning, patience=TIMEOUT):
    """Let everybody take turns until it is done."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "waited in vain"
        for each in turning:
            each.turn()
        select.select([], [], [], 0.002)


class Ledger:
    """Books without a cabinet: postings as fast as the disk takes them."""

    def __init__(self, folder, clock=None):
        folder.mkdir(parents=True, exist_ok=True)
        self.clock = clock or SystemClock()
        self.books = SqliteBooks(folder / "books.sqlite3", self.clock, "boot")
        opened = self.books.open()
        self.run = opened.purses[0].run

    def coins(self, count, amount=100):
        for _ in range(count):
            self.run += amount
            coin = Posting(Kind.COIN, amount, credits=1, run=self.run, slot=1)
            self.books.commit([coin], self.clock.now())

    def collect(self, cash):
        collection = Posting(Kind.COLLECTION, cash, run=self.run)
        self.books.commit([collection], self.clock.now())

    def close(self):
        self.books.close()


class Subscriber:
    """Somebody else at the broker: hears topics, says things."""

    def __init__(self, broker, *topics, access=None):
        self.line = BrokerLine(access or Access("127.0.0.1", broker.port), "")
        self.heard = []
        turn_until(lambda: self.line.ready or self.line.closed, self)
        for topic in topics:
            self.line.subscribe(topic)
        self.turn()

    def turn(self):
        self.line.tend()
        self.heard.extend(self.line.told())

    def say(self, topic, payload, **more):
        self.line.publish(topic, payload, **more)
        self.turn()

    def on(self, topic):
        return [told.payload for told in self.heard if told.topic == topic]


class Booth(Stand):
    """A counter with a bus for the fleet's program."""

    def __init__(self, folder, operating=HOUSE):
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(folder, operating)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / "bus.sock"))
        self._listening.listen()
        self._listening.setblocking(False)
        self._visitor = None
        self._reader = Reader()
        self.join()

    def let_pass(self, duration):
        """Time in which nothing happens, and nobody counts the seconds."""
        self.clock.advance_to(self.clock.now() + duration)
        self._beat_at = self.clock.now()
        self.advance(SECOND)

    def turn(self):
        """Serve the bus: bytes in, envelopes out."""
        if self._visitor is None:
            try:
                self._visitor, _ = self._listening.accept()
            except BlockingIOError:
                return
            self._visitor.setblocking(False)
        try:
            self._serve(self._visitor)
        except BlockingIOError:
            pass
        except OSError:
            self._visitor.close()
            self._visitor, self._reader = None, Reader()

    def _serve(self, visitor):
        envelopes, self.counter.outbox = self.counter.outbox, []
        for envelope in envelopes:
            if envelope.to in (None, FLEET):
                visitor.sendall(encode(envelope.message))
        while chunk := visitor.recv(65536):
            for message in self._reader.feed(chunk):
                self.counter.hear(FLEET, message)
        raise ConnectionError("it left")

    def close(self):
        for each in (self._visitor, self._listening):
            if each:
                each.close()
        super().close()
