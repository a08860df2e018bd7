"""The counter without its loop: wires and messages in, books and messages out.

Sans-IO: whoever runs it (the asyncio service, a scenario in virtual time) calls
`turn` when `due` has come or a wire moved, `hear` when another program
spoke, and then delivers the `outbox`. The order inside is the promise of the
whole cabinet: decode, step, disk, outputs, messages. Who answers a message is
the dispatcher's business, and what is told to whom the publisher's.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cabinet.books.evidence import Case
from cabinet.core.errors import BooksError
from cabinet.core.events import (
    SECOND,
    BooksFailed,
    Edge,
    Event,
    MeterClicked,
    Nanos,
    Ticked,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.state import (
    Attract,
    Effect,
    Forward,
    Halt,
    OutOfOrder,
    ShowAgain,
    Standby,
)
from cabinet.core.modes.step import begin, may_refit, refit, step
from cabinet.core.money.journal import edits
from cabinet.core.money.ledger import Entry
from cabinet.core.operating import OperatingSettings
from cabinet.core.ports import BoardPort, Books, Clock, DicePort, IoPort
from cabinet.counter import audit_log
from cabinet.counter.boards import BoardCoins, TowerThrows
from cabinet.counter.dispatcher import Dispatcher
from cabinet.counter.envelopes import Client, Envelope
from cabinet.counter.evidence import Evidence
from cabinet.counter.examination import Examination, Latency
from cabinet.counter.outputs import Outputs
from cabinet.counter.service_menu import ServiceMenu
from cabinet.counter.settings_reload import Request, SettingsReload
from cabinet.i18n import message as i18n
from cabinet.protocol.codec import Goodbye, Message, Refused
from cabinet.protocol.operator import Adopted, Look
from cabinet.protocol.refusals import Problem
from cabinet.protocol.snapshot import Snapshot

MINUTE: Final = 60 * SECOND


class Counter:
    """One cabinet: its state, its wires, its books and its clients."""

    def __init__(
        self,
        operating: OperatingSettings,
        books: Books,
        port: IoPort,
        decoder: Decoder,
        clock: Clock,
        seed: int,
        keep: Callable[[Case], None] = lambda _: None,
        tower: DicePort | None = None,
    ) -> None:
        self.base = operating
        self.operating = operating.at(clock.minute_of_day())
        self._books = books
        self._port = port
        self._board = BoardCoins(port) if isinstance(port, BoardPort) else None
        self._tower = TowerThrows(tower) if tower else None
        self._decoder = decoder
        self._clock = clock
        self.outbox: list[Envelope] = []
        self.halted = False
        self.hung: list[Client] = []
        # What only the operator's file can answer: for whoever runs us to find out.
        self.asked: list[tuple[Client, Request]] = []
        self._awaited: OperatingSettings | None = None
        counts = self._board is not None and self._board.counts
        self._outputs = Outputs(port, operating.meter, board=counts)
        self._keep = keep
        self._evidence = Evidence(operating, port.levels(), board=counts)
        self._latency = Latency()
        now = clock.now()
        self._dispatcher = Dispatcher(
            self,
            clock,
            port,
            ServiceMenu(self._outputs),
            Examination(port, self._evidence, self._latency, now),
        )
        self._publisher = self._dispatcher.publisher
        opened = books.open()
        self.state, effects = begin(
            opened,
            self.operating,
            seed,
            now,
            linked=self._board is None,
            tower=self._tower is not None,
        )
        run = self.state.purses[0].run
        self._write((*effects, *edits(opened.settings, operating, run)), now)
        for event in decoder.begin(port.levels(), now):
            self.take(event)
        if self._board:
            self._board.begin(opened.boards, operating.slots, operating.meter)
        if self._tower:
            self._tower.begin(opened.boards, self.state)
        self.drive(now)

    def turn(self) -> None:
        """Take what the wires did and what time has made due.

        Taking it may last: what the screen has said since we began is not read yet.
        """
        began = self._clock.now()
        for happened in self._happened():
            if not isinstance(happened, Edge):
                self._from_wires(happened)
                continue
            self._evidence.see(happened)
            for event in self._decoder.feed(happened):
                self._from_wires(event)
        now = self._clock.now()
        for event in self._decoder.tick(now):
            self._from_wires(event)
        self._dispatcher.check_heartbeat(began)
        self._lapse(now)
        self._dispatcher.see(self.state.mode)
        self._move_in()
        self._follow_the_day()
        self._click(now)
        self.drive(now)
        for case in self._evidence.closed(now):
            self._keep(case)

    def take(self, event: Event) -> bool:
        """Take one event; whether what it wanted written is on the disk."""
        state, effects = step(self.state, event, self.operating)
        try:
            self._write(effects, event.at)
        except BooksError as wrong:
            self.state = self.state.seeing_as(state)
            self.take(BooksFailed(wrong.told, event.at))
            return False
        audit_log.turn_to(self.state, state)
        self.state = state
        self.drive(self._clock.now())
        self.halted = self.halted or Halt() in effects
        self._publisher.tell(effects)
        self._evidence.witness(event, effects, self._clock.wall_ms())
        return True

    def drive(self, now: Nanos) -> None:
        """Bring every output to what the state says, and what the tower is asked."""
        self._outputs.drive(self.state, self.operating, now)
        if self._tower:
            self._tower.follow(self.state)

    def due(self) -> Nanos | None:
        """When `turn` should be called even if nothing moves."""
        now = self._clock.now()
        times = [
            self._port.due(),
            self._tower.due() if self._tower else None,
            self._decoder.due(),
            deadline(self.state, self.operating),
            self._dispatcher.due(),
            *self._outputs.due(now),
            self._evidence.due(),
        ]
        if self.base.has_hours:
            times.append(now + MINUTE)
        return min((time for time in times if time is not None), default=None)

    def hear(self, client: Client, message: Message, *, trusted: bool = True) -> None:
        """Take a message; not everybody is `trusted` with everything.

        The screen on duty has limits of its own: what the service menu may.
        """
        self._dispatcher.hear(client, message, trusted=trusted)

    def leave(self, client: Client) -> None:
        """A client is gone, and its hands with it; a waiting screen takes over."""
        self._dispatcher.leave(client)

    def distrust(self, why: i18n.Message) -> None:
        """Somebody found the books damaged: no more coins until they were seen to."""
        self.take(BooksFailed(why, self._clock.now()))

    def renew(self, client: Client, request: Request, found: SettingsReload) -> None:
        """The operator's file was read for a client; adopt it when nobody plays."""
        if not isinstance(request, Look):
            waiting = self._awaited.changed if self._awaited else ()
            changed = (*waiting, *found.operating.changed)
            self._awaited = replace(found.operating, changed=changed)
            self._move_in()
            waits = self._awaited is not None
            self._publisher.say(client, Adopted(found.changes, waits, found.restart))
        self._publisher.hand_menu(client, found.menu)

    def refuse(self, client: Client, why: tuple[Problem, ...]) -> None:
        """A client asked for what cannot be."""
        self._publisher.say(client, Refused(why))

    def shown(self) -> Snapshot:
        """The cabinet as other programs see it now."""
        return self._publisher.shown()

    def testify(self, wrong: Exception) -> None:
        """We break down by our own mistake: what the wires did until now is kept."""
        why, now = f"{type(wrong).__name__}: {wrong}", self._clock.now()
        self._keep(self._evidence.last_words(why, now, self._clock.wall_ms()))

    def close(self) -> None:
        """Shut the slot, say goodbye, let go of wires and books."""
        self._port.close()
        if self._tower:
            self._tower.close()
        self._books.close()
        for case in self._evidence.closed():
            self._keep(case)
        self.outbox.append(Envelope(None, Goodbye()))

    def _move_in(self) -> None:
        """Settings that wait are adopted, once written; wires stay what they were."""
        if self._awaited is None or not may_refit(self.state):
            return
        before, now = self.base, self._clock.now()
        operating = replace(self._awaited, slots=before.slots, meter=before.meter)
        state, effects = refit(self.state, before, operating)
        try:
            self._write(effects, now)
        except BooksError as wrong:
            self.take(BooksFailed(wrong.told, now))
            return
        self.state, self.base, self._awaited = state, operating, None
        self.operating = operating.at(self._clock.minute_of_day())
        self.drive(now)
        self._publisher.tell()

    def _follow_the_day(self) -> None:
        """Prices by the hour change only while nobody is choosing or playing."""
        if self.base.has_hours and isinstance(self.state.mode, Attract | Standby):
            self.operating = self.base.at(self._clock.minute_of_day())

    def _click(self, now: Nanos) -> None:
        while (clicked := self._outputs.click(self.state, now)) is not None:
            self.take(clicked)

    def _happened(self) -> Iterable[Edge | Event]:
        """What the wires did, and what a board and a dice tower have to tell."""
        again = not isinstance(self.state.mode, OutOfOrder)
        yield from self._board.poll(again=again) if self._board else self._port.poll()
        if self._tower:
            yield from self._tower.poll(again=again)

    def _from_wires(self, event: Event) -> None:
        """One event of the wires, after everything that was due before it."""
        self._lapse(event.at)
        booked = self.take(event)
        self._latency.took(self._clock.now() - event.at)
        if self._board:
            self._board.settle(event, booked=booked)
            if booked and isinstance(event, MeterClicked):
                self._outputs.clicked()
        if self._tower:
            self._tower.settle(event, booked=booked)

    def _lapse(self, now: Nanos) -> None:
        while (due := deadline(self.state, self.operating)) is not None and due <= now:
            self.take(Ticked(due))

    def _write(self, effects: tuple[Effect, ...], at: Nanos) -> None:
        entries: list[Entry] = [
            effect
            for effect in effects
            if not isinstance(effect, Forward | ShowAgain | Halt)
        ]
        if entries:
            self._books.commit(entries, at)
            audit_log.tell(entries)
