"""A counter on a test stand: simulated wires, virtual time, books in a real file."""

import resource
import sqlite3
from contextlib import contextmanager, suppress

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Offer, OperatingSettings
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.active_screen import HEARTBEAT
from cabinet.counter.counter import Counter
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Heartbeat, Hello, decode, encode
from cabinet.protocol.snapshot import Snapshot

SCREEN = 1
PANEL = ("power", "start", "mode", "player", "service", "test", "p1.a", "p1.b", "p1.up")
DOOR = ("door", "tilt")
HOUSE = OperatingSettings(
    offers=(
        Offer("azteka", {"fr": "Azteka", "en": "Azteka"}),
        Offer("aztec", {"fr": "Aztec", "en": "Aztec"}, credits=2, per_player=True),
    )
)
WIRING = Wiring(
    inputs={line: Wire() for line in ("coin.1", *PANEL, *DOOR)},
    outputs={line: Wire() for line in ("lockout", "lamp.start", "lamp.coin")},
)


class Stand:
    """One cabinet; `screens` are the clients that beat."""

    def __init__(self, folder, operating=HOUSE, *, port=None, books=None):
        self.operating = operating
        self.path = folder / "books.sqlite3"
        self.clock = VirtualClock(now=SECOND)
        self.port = port or SimPort(WIRING, self.clock)
        self.books = books or SqliteBooks(self.path, self.clock, "boot")
        self.screens = []
        self._beat_at = 0
        self.start()

    def start(self):
        self.counter = Counter(
            self.operating,
            self.books,
            self.port,
            Decoder(self.operating.slots),
            self.clock,
            seed=7,
        )

    def kill_counter(self):
        """As kill -9: nothing is closed nicely, the coil drops, it starts again."""
        self.books.close()
        for line in self.port.outputs:
            self.port.write(line, on=False)
        self.screens.clear()
        self.start()

    def join(self, client=SCREEN):
        self.screens.append(client)
        self._beat_at = self.clock.now()
        self.counter.hear(client, Hello("screen", 0))
        self.advance(100 * MILLISECOND)

    def leave(self, client=SCREEN):
        with suppress(ValueError):
            self.screens.remove(client)
        self.counter.leave(client)

    def advance(self, duration):
        """Let time pass, turning and beating exactly when it is due."""
        end = self.clock.now() + duration
        while (due := self._due()) is not None and due <= end:
            self.clock.advance_to(max(due, self.clock.now()))
            if self.screens and self.clock.now() >= self._beat_at:
                self._beat_at = self.clock.now() + HEARTBEAT
                for client in self.screens:
                    self.counter.hear(client, Heartbeat(0, 0))
            self.counter.turn()
        self.clock.advance_to(end)
        self.counter.turn()

    def _due(self):
        times = [self.counter.due(), self._beat_at if self.screens else None]
        return min((time for time in times if time is not None), default=None)

    def coin(self, pulses=1):
        """Drop a coin and wait until its train has passed; whether it was taken."""
        taken = self.port.insert(1, pulses)
        self.counter.turn()
        self.advance(200 * MILLISECOND * (pulses + 1))
        return taken

    def press(self, line, duration=80 * MILLISECOND):
        self.port.touch(line, active=True)
        self.counter.turn()
        self.advance(duration)
        self.port.touch(line, active=False)
        self.advance(30 * MILLISECOND)

    def play(self):
        """From a coin to a match of one person."""
        self.coin()
        self.press("start")
        self.press("start")
        return self.shown.match.id

    @property
    def shown(self):
        """The snapshot as it comes out at the other end of the bus."""
        return decode(encode(self.counter.shown()))

    @property
    def mode(self):
        return self.counter.state.mode_name

    @property
    def lockout(self):
        return self.port.outputs["lockout"]

    def envelopes(self, kind=object):
        """What was said since the last time: (to, message)."""
        envelopes, self.counter.outbox = self.counter.outbox, []
        return [(each.to, each.message) for each in envelopes if _is(each, kind)]

    def on_disk(self):
        """Count and credits of each kind of posting, as another program reads them.

        What every new book begins with, tariff and settings, is left out.
        """
        with self.reading() as db:
            rows = db.execute(
                "SELECT kind, count(*), sum(credits) FROM postings "
                "WHERE kind NOT IN ('price', 'setting') GROUP BY kind"
            ).fetchall()
        return {kind: (number, credits) for kind, number, credits in rows}

    def coins_on_disk(self):
        return self.on_disk().get("coin", (0, 0))[0]

    @contextmanager
    def reading(self):
        db = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        try:
            yield db
        finally:
            db.close()

    def close(self):
        self.counter.close()


def _is(envelope, kind):
    return isinstance(envelope.message, kind)


def modes(envelopes):
    return [message.mode for _, message in envelopes if isinstance(message, Snapshot)]


@contextmanager
def full_disk():
    """No file of this process can grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
