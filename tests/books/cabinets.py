"""A whole counter on simulated wires in virtual time, for tests of its books."""

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Meter, Offer, OperatingSettings
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.active_screen import HEARTBEAT
from cabinet.counter.counter import Counter
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Failed, Heartbeat, Hello, Result

SCREEN, TOOL = 1, 2
INPUTS = ("coin.1", "start", "player", "test", "service", "p1.a")
WIRING = Wiring(
    {line: Wire(key="x") for line in INPUTS},
    {"lockout": Wire(), "meter": Wire()},
    {"bounce": False, "coin_width_ms": 30, "coin_gap_ms": 30},
)
NIM = Offer("nim", {"fr": "Nim", "en": "Nim"}, seats=(2, 2))
HOUSE = OperatingSettings(
    tariff=Tariff(credit=100, max_credits=50, fraction_expiry=0),
    offers=(NIM,),
    meter=Meter(on=10 * MILLISECOND, off=10 * MILLISECOND),
)


class Till:
    """A counter to put hands on; everything waits in virtual time only."""

    def __init__(self, books, operating=HOUSE, keep=lambda case: None, clock=None):
        self.clock = clock or VirtualClock(now=SECOND)
        self.port = SimPort(WIRING, self.clock)
        decoder = Decoder(operating.slots)
        self.counter = Counter(
            operating, books, self.port, decoder, self.clock, 0, keep
        )
        self.counter.hear(SCREEN, Hello("screen", 0))
        self._beat = self.clock.now()
        self.advance(100 * MILLISECOND)

    @classmethod
    def at(cls, path, **more):
        clock = VirtualClock(now=SECOND)
        return cls(SqliteBooks(path, clock, "boot"), clock=clock, **more)

    @property
    def mode(self):
        return self.counter.state.mode_name

    @property
    def totals(self):
        return self.counter.state.totals

    @property
    def credits(self):
        return self.counter.state.credits

    def advance(self, duration):
        end = self.clock.now() + duration
        while True:
            due = min(self.counter.due() or end, end, self._beat)
            self.clock.advance_to(max(due, self.clock.now()))
            if self.clock.now() >= self._beat:
                self._beat += HEARTBEAT
                self.counter.hear(SCREEN, Heartbeat(0, 0))
            self.counter.turn()
            if self.clock.now() >= end:
                self.counter.outbox.clear()
                return

    def coin(self):
        """Whether the slot took it."""
        taken = self.port.insert(1)
        self.advance(150 * MILLISECOND)
        return taken

    def press(self, line):
        self.port.touch(line, active=True)
        self.advance(20 * MILLISECOND)
        self.port.touch(line, active=False)
        self.advance(20 * MILLISECOND)

    def pulse(self, width):
        """A contact on the coin line that no acceptor made."""
        self.port.touch("coin.1", active=True)
        self.advance(width)
        self.port.touch("coin.1", active=False)
        self.advance(20 * MILLISECOND)

    def fail(self):
        """The screen cannot go on with the match: the credit comes back."""
        self.counter.hear(SCREEN, Failed(self.match, "the rules broke"))
        self.advance(MILLISECOND)

    def finish(self):
        self.counter.hear(SCREEN, Result(self.match, (0,), (1, 0), "won"))
        self.advance(MILLISECOND)

    def lose_screen(self):
        """The screen is gone, and another one comes."""
        self.counter.leave(SCREEN)
        self.advance(MILLISECOND)
        self.counter.hear(SCREEN, Hello("screen", 0))
        self.advance(MILLISECOND)

    @property
    def match(self):
        return self.counter.state.mode.match.id
