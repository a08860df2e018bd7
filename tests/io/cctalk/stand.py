"""A counter with a simulated acceptor at its cable, in virtual time."""

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.ports import Wire, Wiring
from cabinet.i18n.message import from_text, verbatim
from cabinet.io.cctalk.port import CcTalkPort
from cabinet.io.serial_wire import Gone, Heard, Opened
from tests.counter.stand import HOUSE, Stand
from tools.cctalk_sim.acceptor import Acceptor

THERE_AND_BACK = 12 * MILLISECOND


class VirtualWire:
    """A cable in virtual time: an answer takes a while, a plug can be pulled."""

    def __init__(self, acceptor, clock):
        self.acceptor, self.clock = acceptor, clock
        self.delay = THERE_AND_BACK
        self._queue = []
        self._plugged = True
        self._sent_at = 0

    def start(self):
        self._queue.append(Opened(self.clock.now()))

    def reopen(self):
        self._queue = [Opened(self.clock.now() + SECOND)]

    def take(self):
        now = self.clock.now()
        due = [each for each in self._queue if each.at <= now]
        self._queue = [each for each in self._queue if each.at > now]
        return due

    def due(self):
        return min((each.at for each in self._queue), default=None)

    def send(self, octets):
        if not octets or not self._plugged:
            return
        now = self.clock.now()
        if now - self._sent_at > 50 * MILLISECOND:
            self.acceptor.silence()
        self._sent_at = now
        if said := self.acceptor.hear(octets):
            self._queue.append(Heard(said, now + self.delay))

    def unplug(self):
        self._plugged = False
        self._queue = [Gone(verbatim("unplugged"), self.clock.now())]

    def plug(self):
        self._plugged = True
        self._queue.append(Opened(self.clock.now()))

    def close(self, last=b""):
        self.send(last)


class Port(CcTalkPort):
    """The port, looked at again when an answer will be there."""

    def due(self):
        times = [super().due(), self._wire.due() if self._begun else None]
        return min((time for time in times if time is not None), default=None)


class AcceptorStand(Stand):
    """A stand whose only coin line is an acceptor's."""

    def __init__(self, folder, acceptor=None, operating=HOUSE, options=None):
        self.acceptor = acceptor or Acceptor()
        self.options = options or {}
        super().__init__(folder, operating, port=object())

    def start(self):
        wiring = Wiring({"coin.1": Wire()}, {}, self.options)
        self.wire = VirtualWire(self.acceptor, self.clock)
        self.port = Port(wiring, self.clock, self.wire, "virtual")
        super().start()

    def kill_counter(self):
        """As kill -9: nothing is closed, nobody says a last word."""
        self.books.close()
        self.screens.clear()
        self.start()

    def ready(self):
        self.join()
        self.advance(4 * SECOND)
        assert self.acceptor.takes
        return self

    def alarms_on_disk(self):
        with self.reading() as db:
            return [
                str(from_text(note))
                for (note,) in db.execute(
                    "SELECT note FROM postings WHERE kind = 'alarm' ORDER BY seq"
                )
            ]

    def money_on_disk(self):
        with self.reading() as db:
            (money,) = db.execute(
                "SELECT coalesce(sum(amount), 0) FROM postings WHERE kind = 'coin'"
            ).fetchone()
        return money
