"""`cabinet fleet`: one loop between the counter, the books and the broker.

The counter knows nothing of it. Whatever is slow or gone, the broker, the network, the
counter itself, costs only time here; what has to be told is in the books and waits.
"""

import logging
import os
import select
import signal
from pathlib import Path
from types import FrameType
from typing import Final

from cabinet.books.feed import Feed
from cabinet.core.errors import BooksError
from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.fleet.broker import BrokerError, BrokerLine
from cabinet.fleet.memory import Memory
from cabinet.fleet.rollout import FleetSettingsFile
from cabinet.fleet.session import FleetSession, Membership
from cabinet.fleet.topics import Topics
from cabinet.protocol.client import CounterConnection, CounterLink
from cabinet.protocol.codec import Booked, Refused
from cabinet.protocol.snapshot import Snapshot

log = logging.getLogger("cabinet.fleet")

TICK_S: Final = 0.5
FIRST_PAUSE: Final = SECOND
LONGEST_PAUSE: Final = 30 * SECOND
BEFORE_CONNACK: Final = 10 * SECOND


class FleetProgram:
    """One cabinet's voice; `run` returns when `stop` was called."""

    def __init__(
        self,
        member: Membership,
        bus: Path,
        books: Path,
        memory: Memory,
        settings: FleetSettingsFile,
        clock: Clock,
    ) -> None:
        self._member = member
        self._clock = clock
        self._topics = Topics(member.id)
        self._link = CounterLink(bus, "fleet", clock, _complain)
        self._broker: BrokerLine | None = None
        self._begun_at: Nanos = 0
        self._retry_at: Nanos = 0
        self._pause: Nanos = FIRST_PAUSE
        self._troubled = ""
        self._stopped = False
        self._session = FleetSession(
            member, self._topics, Feed(books), memory, settings
        )

    def run(self) -> int:
        """Talk until told to stop; then the broker hears that we leave."""
        try:
            while not self._stopped:
                self.turn()
                self._wait()
        finally:
            self.close()
        return 0

    def stop(self, *_: int | FrameType | None) -> None:
        """End at the next turn."""
        self._stopped = True

    def turn(self) -> None:
        """Do what can be done now."""
        now = self._clock.now()
        self._tend_counter()
        self._tend_broker(now)
        try:
            self._session.turn(now)
        except (BooksError, OSError) as wrong:  # a full disk takes no cursor
            self._trouble(str(wrong))

    def close(self) -> None:
        """Say goodbye to both."""
        if self._broker and self._broker.ready:
            self._broker.publish(self._topics("availability"), "offline", kept=True)
            self._broker.tend()
        self._drop_broker()
        self._link.close()

    def _wait(self) -> None:
        lines: list[CounterConnection | BrokerLine] = [*self._link.lines]
        broker = self._broker if self._broker and self._broker.fileno() >= 0 else None
        if broker:
            lines.append(broker)
        full = [broker] if broker and broker.wants_to_write else []
        select.select(lines, full, [], TICK_S)

    def _tend_counter(self) -> None:
        if self._link.keep():
            self._session.meet_counter(self._link.send)
        for message in self._link.read():
            match message:
                case Snapshot():
                    self._session.see(message)
                case Booked():
                    self._session.settle("done")
                case Refused():
                    self._session.settle("refused", str(message))
        if self._link.lost:
            self._link.lost = False
            self._session.lose_counter()

    def _tend_broker(self, now: Nanos) -> None:
        if self._broker is None and now >= self._retry_at:
            self._connect(now)
        if self._broker is None:
            return
        self._broker.tend()
        if self._broker.ready and not self._session.met:
            log.info("told to the broker at %s from now on", self._broker.at)
            self._pause, self._troubled = FIRST_PAUSE, ""
            self._session.meet_broker(self._broker)
        silent = not self._broker.ready and now > self._begun_at + BEFORE_CONNACK
        if self._broker.closed or silent:
            why = self._broker.why or "it does not answer"
            self._trouble(f"{self._broker.at}: {why}")
            self._drop_broker()
            self._put_off(now)

    def _connect(self, now: Nanos) -> None:
        will = self._topics("availability"), "offline"
        try:
            self._broker = BrokerLine(self._member.access, self._member.id, will)
            self._begun_at = now
        except BrokerError as wrong:
            self._trouble(str(wrong))
            self._put_off(self._clock.now())

    def _drop_broker(self) -> None:
        self._session.lose_broker()
        if self._broker:
            self._broker.close()
        self._broker = None

    def _put_off(self, now: Nanos) -> None:
        self._retry_at = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _trouble(self, why: str) -> None:
        """One line for each new trouble, not one for each attempt."""
        if why != self._troubled:
            self._troubled = why
            log.warning("%s; the books keep what is to be told", why)


def run_fleet(program: FleetProgram) -> int:
    """Run it as a process: SIGTERM and Ctrl-C end it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, program.stop)
    os.nice(5)
    return program.run()


def _complain(what: str) -> None:
    log.warning("bus: %s", what)
