"""A cabinet that plays Arkade with a dice tower, in virtual time.

Real counter, real books in a file, real controller and match; only the wire of the
tower is paper, and the tower at its end is that of `dice-sim tower`, with its faults.
"""

from random import Random

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Offer, OperatingSettings
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.counter import Counter
from cabinet.games.arkade import GAME
from cabinet.i18n.message import verbatim
from cabinet.io.dice_tower import SerialTower
from cabinet.io.serial_wire import Gone, Heard, Opened
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Goodbye, Heartbeat, Hello, decode, encode
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from cabinet.tabletop.match import Match
from cabinet.throws import sides_of
from tests.counter.stand import PANEL
from tools.dice_sim.tower import Faults, TowerBoard

GAMES = {"arkade": GAME}
SCREEN = 1
FRAME = 50 * MILLISECOND
WIRING = Wiring({line: Wire() for line in ("coin.1", *PANEL, "p1.down")}, {})
TITLE = {"fr": "Arkade", "en": "Arkade"}
HOUSE = OperatingSettings(
    offers=(Offer("arkade", TITLE, {"mode": "strategy"}, seats=(2, 2)),)
)


def two_dice(seed):
    rng = Random(seed)
    while True:
        yield rng.randint(1, 6), rng.randint(1, 6)


class PaperWire:
    """A `Wire` to a `TowerBoard`; while `cut` nobody is at its end."""

    def __init__(self, board, clock):
        self.board, self._clock = board, clock
        self._open = self._started = False
        self.cut = False

    def start(self):
        self._started = True

    def take(self):
        now = self._clock.now()
        there = self._started and not self.cut and not self.board.unplugged(now)
        if there != self._open:
            self._open = there
            return [
                Opened(now) if there else Gone(verbatim("the tower was unplugged"), now)
            ]
        octets = self.board.outgoing(now) if there else b""
        return [Heard(octets, now)] if octets else []

    def send(self, octets):
        if self._open and not self.board.unplugged(self._clock.now()):
            self.board.receive(octets, self._clock.now())

    def reopen(self):
        self._open = False

    def close(self, last=b""):
        self._started = self._open = False


class TowerStand:
    """Counter, screen and tower; `act` plays, `run` lets time pass."""

    def __init__(self, folder, faults=(), rate=1.0, seed=1, after=0, sides=None):
        self.path = folder / "books.sqlite3"
        self.clock = self.make_clock()
        self.board = TowerBoard(
            sides or two_dice(seed), Faults(faults, rate, Random(seed)), after
        )
        self.rng = Random(seed)
        self.books = SqliteBooks(self.path, self.clock, "boot")
        self.start_counter()
        self.start_screen()
        self.run(SECOND)

    def make_clock(self):
        return VirtualClock(now=SECOND)

    def make_tower(self):
        self.wire = PaperWire(self.board, self.clock)
        return SerialTower(self.clock, self.wire, "the tower's port")

    def start_counter(self):
        self.port = SimPort(WIRING, self.clock)
        self.tower = self.make_tower()
        self.counter = Counter(
            *(HOUSE, self.books, self.port, Decoder(HOUSE.slots), self.clock, 7),
            tower=self.tower,
        )

    def start_screen(self):
        self.controller = ScreenController(GAMES, InlineThinker(GAMES), real_dice=True)
        self.counter.hear(SCREEN, Hello("screen", 0))

    def kill_screen(self):
        """As kill -9."""
        self.counter.leave(SCREEN)
        self.start_screen()

    def kill_counter(self):
        """As kill -9: the screen finds a new one, and somebody goes on."""
        self.tower.close()
        self.books.close()
        self.controller.hear(Goodbye())
        self.start_counter()
        self.counter.hear(SCREEN, Hello("screen", 0))
        self.run(SECOND // 10)
        if self.shown.question == "resume":
            self.press("start")

    def swap(self, board):
        """Another tower at the same port."""
        self.wire.cut = True
        self.run(SECOND // 5)
        self.wire.board, self.wire.cut = board, False
        self.run(SECOND)

    def run(self, duration):
        end = self.clock.now() + duration
        while self.clock.now() < end:
            self.frame()

    def pass_time(self):
        self.clock.advance_to(self.clock.now() + FRAME)

    def frame(self):
        self.pass_time()
        self.counter.turn()
        self.counter.hear(SCREEN, Heartbeat(0, 0))
        self._deliver()
        self.controller.tick(self.clock.now())
        for message in self.controller.say():
            self.counter.hear(SCREEN, decode(encode(message)))
        self._deliver()

    def until(self, holds, patience=30 * SECOND):
        end = self.clock.now() + patience
        while not holds():
            assert self.clock.now() < end, f"it did not happen: {self.shown}"
            self.frame()

    def _deliver(self):
        envelopes, self.counter.outbox = self.counter.outbox, []
        for envelope in envelopes:
            if envelope.to in (None, SCREEN):
                self.controller.hear(decode(encode(envelope.message)))

    def press(self, line):
        for active in (True, False):
            self.port.touch(line, active=active)
            self.run(SECOND // 10)

    def begin(self, *, people=2):
        """From a coin to a match."""
        self.port.insert(1)
        self.run(SECOND // 2)
        self.press("start")
        if people == 2:
            self.press("player")
        self.press("start")
        assert self.shown.mode == "playing"

    def act(self):
        """One action of whoever is due, at random; waits while dice are out."""
        self.until(
            lambda: (
                self.table
                and not self.table.asks_dice
                and self.table.due("person")
                and not self.shown.question
            )
        )
        seat = self.table.due("person")[0]
        action = self.rng.choice(self.table.match.legal(seat))
        self.controller.play(seat, action)
        self.frame()

    def roll(self):
        """The first thing anybody does; its dice are waited for."""
        self.controller.play(0, "roll")
        self.run(3 * FRAME)

    @property
    def table(self):
        return self.controller.table

    @property
    def shown(self):
        return self.counter.shown()

    @property
    def log(self):
        return [move.action for move in self.shown.match.log]

    @property
    def fallen(self):
        """The throws in the match's log, as the books of the counter have it."""
        return [sides for move in self.shown.match.log if (sides := sides_of(move))]

    @property
    def told(self):
        """What the screen says of the tower."""
        note = self.table.dice.note(self.table.match, asked=self.table.asks_tower)
        return note.key if note else ""

    def seen_dice(self):
        """After each throw of the log: the dice that lie on the table."""
        card = self.shown.match
        match = Match(GAME, 2, card.options, card.seed, "manual")
        for move in card.log:
            match.replay(move)
            if sides_of(move):
                yield match.dice, match.document()
