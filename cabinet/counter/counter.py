"""The counter without its loop: wires and messages in, books and messages out.

Sans-IO: whoever runs it (the asyncio service, a scenario in virtual time) calls
`turn` when `due` has come or a wire moved, `hear` when another program
spoke, and then delivers the `outbox`. The order inside is the promise of the
whole cabinet: decode, step, disk, outputs, messages. Who answers a message is
the dispatcher's business, and what is told to whom the publisher's.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from cabinet.books.evidence import Case
from cabinet.core.errors import BooksError
from cabinet.core.events import (
    SECOND,
    BooksFailed,
    CoinAccepted,
    Edge,
    Event,
    HoursTurned,
    MeterClicked,
    Nanos,
    SpaceSeen,
    Ticked,
)
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Effect,
    Forward,
    Halt,
    OutOfOrder,
    ShowAgain,
    Standby,
)
from cabinet.core.modes.step import begin, hours_turn, may_refit, refit, step
from cabinet.core.money.journal import edits
from cabinet.core.money.ledger import Entry
from cabinet.core.operating import OperatingSettings
from cabinet.core.people import NOBODY, Person
from cabinet.core.ports import BoardPort, Books, Clock, DicePort, IoPort
from cabinet.core.schedule import Moment
from cabinet.counter import audit_log
from cabinet.counter.boards import BoardCoins, TowerThrows
from cabinet.counter.dispatcher import Dispatcher
from cabinet.counter.envelopes import Client, Envelope
from cabinet.counter.evidence import Evidence
from cabinet.counter.examination import Examination, Latency
from cabinet.counter.machine_desk import MachineDesk
from cabinet.counter.outputs import Outputs
from cabinet.counter.roles import ROLES
from cabinet.counter.service_menu import MenuServer
from cabinet.counter.settings_reload import Request, SettingsReload
from cabinet.counter.tickets import Tickets, ToCheck
from cabinet.i18n import message as i18n
from cabinet.protocol.codec import BusMessage, Goodbye, Refused
from cabinet.protocol.operator import Adopted, Look
from cabinet.protocol.refusals import Problem
from cabinet.protocol.snapshot import Snapshot

MINUTE: Final = 60 * SECOND
_Minute: TypeAlias = tuple[Moment, OperatingSettings, OperatingSettings]
LOOK_FOR_ROOM: Final = 10 * SECOND


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
        self._clock = clock
        # The minute, the settings of all hours, and those of this one.
        self._this_minute: _Minute | None = None
        self.operating = self._of_now(operating)
        self._books = books
        self._port = port
        self._board = BoardCoins(port) if isinstance(port, BoardPort) else None
        self._tower = TowerThrows(tower) if tower else None
        self._decoder = decoder
        self.outbox: list[Envelope] = []
        self.halted = False
        # Stopped to begin anew: whoever started us does so again.
        self.restarts = False
        # Called when something is on the disk: a sign of life, however long it took.
        self.written: Callable[[], None] = lambda: None
        self.hung: list[Client] = []
        # Whether a client has said something that nobody has heard yet.
        self.unread: Callable[[Client], bool] = lambda _: False
        # What only the operator's file can answer: for whoever runs us to find out.
        self.asked: list[tuple[Client, Request | ToCheck]] = []
        # Root, who does what changes the machine; nobody in simulation.
        self.machine = MachineDesk()
        # Who has logged in at the web program.
        self.tickets = Tickets(clock)
        self._awaited: OperatingSettings | None = None
        counted = self._board.counted if self._board else frozenset[str]()
        self._outputs = Outputs(port, operating.meter, board="meter" in counted)
        self._keep = keep
        self._evidence = Evidence(operating, port.levels(), counted)
        self._latency = Latency()
        now = clock.now()
        self._dispatcher = Dispatcher(
            self,
            clock,
            port,
            MenuServer(self._outputs),
            Examination(port, self._evidence, self._latency, now),
        )
        self._publisher = self._dispatcher.publisher
        # Money that the disk has refused: shown to nobody, booked when it can be.
        self._owed: list[Money] = []
        # How far behind the clock the port was: what is due is judged that much later.
        self._lag: Nanos = 0
        self._looked_for_room = now - LOOK_FOR_ROOM
        opened = books.open()
        self.state, effects = begin(
            opened,
            self.operating,
            seed,
            now,
            awaited=self._board.awaited if self._board else (),
            tower=self._tower is not None,
        )
        run = self.state.purses[0].run
        self._write([((*effects, *edits(opened.settings, operating, run)), now)])
        try:
            books.prove_writable()
        except BooksError as wrong:
            self.take(BooksFailed(wrong.told, now))
        self._look_for_room(now)
        for event in decoder.begin(port.levels(), now):
            self.take(event)
        if self._board:
            self._board.begin(opened.boards, operating.slots, operating.meter)
        if self._tower:
            self._tower.begin(opened.boards, self.state)
        self.drive(now)

    def turn(self) -> None:
        """Take what the wires did and what time has made due.

        Nothing is judged beyond what the port has surely told, and all of it waits for
        the disk once. That may last: what the screen has said since is not read yet.
        """
        began = self._clock.now()
        happened = self._from_wires()
        heard = min(began, self._port.heard_until)
        events = self._meaning_of(happened, heard)
        events += self._decoder.tick(heard)
        self._lag = began - heard
        self._take_all(events, heard)
        self._dispatcher.check_heartbeat(began)
        self._dispatcher.see(self.state.mode)
        self._move_in()
        self._follow_the_day()
        now = self._clock.now()
        self._look_for_room(now)
        if clicked := self._outputs.click(self.state, self.operating, now):
            self._owed.append(clicked)
        self.drive(now)
        for case in self._evidence.closed(now):
            self._keep(case)

    def take(self, event: Event) -> bool:
        """Take one event; whether what it wanted written is on the disk."""
        plan = _Plan(self.state, self.operating, self._owed)
        plan.take(event)
        return self._carry_out(plan)

    def _take_all(self, events: Sequence[Event], until: Nanos) -> None:
        """Take what came from the wires, and before each what was due before it."""
        plan = _Plan(self.state, self.operating, self._owed)
        for event in events:
            plan.lapse(event.at)
            plan.take(event)
        plan.lapse(until)
        plan.hand_in(until)
        booked = self._carry_out(plan)
        now = self._clock.now()
        for event in events:
            self._latency.took(now - event.at)
            if self._board:
                self._board.settle(event, booked=booked)
            if self._tower:
                self._tower.settle(event, booked=booked)

    def _carry_out(self, plan: "_Plan") -> bool:
        """Write all that a plan wants written, then adopt its steps; or none of it."""
        if not plan.steps:
            return True
        try:
            self._write([(each.effects, each.event.at) for each in plan.steps])
        except BooksError as wrong:
            self.state = self.state.seeing_as(plan.state)
            self._owed = plan.money()
            failed = BooksFailed(wrong.told, self._clock.now())
            self._adopt(Planned(failed, *step(self.state, failed, self.operating)))
            return False
        self._owed = plan.owed
        for each in plan.steps:
            self._adopt(each)
        return True

    def _adopt(self, planned: "Planned") -> None:
        """One step, whose entries are on the disk, becomes what everybody is shown."""
        event, state, effects = planned
        audit_log.turn_to(self.state, state)
        self.state = state
        if isinstance(event, MeterClicked):
            self._outputs.clicked()
        self.drive(self._clock.now())
        self.halted = self.halted or Halt() in effects
        self._publisher.tell(effects)
        self._evidence.witness(event, effects, self._clock.wall_ms())

    def drive(self, now: Nanos) -> None:
        """Bring outputs to what the state says; say what bills and tower should do."""
        self._outputs.drive(self.state, self.operating, now)
        if self._board:
            self._board.follow(self.state, self.operating)
        if self._tower:
            self._tower.follow(self.state)

    def due(self) -> Nanos | None:
        """When `turn` should be called even if nothing moves."""
        now = self._clock.now()
        judged = [self._decoder.due(), deadline(self.state, self.operating)]
        times = [
            *(time + self._lag for time in judged if time is not None),
            self._port.due(),
            self._tower.due() if self._tower else None,
            self._dispatcher.due(),
            *self._outputs.due(now),
            self._evidence.due(),
            self._room_due(),
        ]
        if self._owed and not isinstance(self.state.mode, OutOfOrder):
            times.append(now)
        if self.base.schedule.rules:
            times.append(now + MINUTE)
        return min((time for time in times if time is not None), default=None)

    def hear(
        self,
        client: Client,
        message: BusMessage,
        *,
        trusted: bool = True,
        roles: Collection[str] = ROLES,
        operator: Person = NOBODY,
    ) -> None:
        """Take a message; not everybody is `trusted` with everything.

        What belongs to a role is taken from those who may have it. The screen on duty
        has limits of its own: what the service menu may. `operator` has logged in at
        the web program.
        """
        self._dispatcher.hear(
            client, message, trusted=trusted, roles=roles, operator=operator
        )

    def forget(self, number: int) -> None:
        """Somebody is gone or is another: tickets end, and they leave the menu."""
        self.tickets.end_all(number)
        self._dispatcher.forget(number)

    def leave(self, client: Client) -> None:
        """A client is gone, and its hands with it; a waiting screen takes over."""
        self._dispatcher.leave(client)

    def distrust(self, why: i18n.Message) -> None:
        """Somebody found the books damaged: no more coins until they were seen to."""
        self.take(BooksFailed(why, self._clock.now(), damaged=True))

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

    def say(self, client: Client, message: BusMessage) -> None:
        """Tell one client."""
        self._publisher.say(client, message)

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
            self._write([(effects, now)])
        except BooksError as wrong:
            self.take(BooksFailed(wrong.told, self._clock.now()))
            return
        self.state, self.base, self._awaited = state, operating, None
        self.operating = self._of_now(operating)
        self.drive(now)
        self._publisher.tell()

    def _follow_the_day(self) -> None:
        """Prices by the hour change only while nobody is choosing or playing.

        So does closing time: who plays plays on. The volume is lowered at once.
        """
        if not self.base.schedule.rules:
            return
        before, now = self.operating, self._of_now(self.base)
        if isinstance(self.state.mode, Attract | Standby):
            self.operating = now
        elif before.volume != now.volume:
            self.operating = replace(before, volume=now.volume)
        if hours_turn(self.state, self.operating):
            self.take(HoursTurned(self._clock.now()))
        elif self.operating is not before:
            self._publisher.tell()

    def _of_now(self, base: OperatingSettings) -> OperatingSettings:
        """The settings of this minute; those of no minute before the clock is right."""
        minute, known = Moment(*self._clock.moment()), self._this_minute
        if known is None or known[0] != minute or known[1] is not base:
            now = base.at(minute if self._clock.trusted() else None)
            known = self._this_minute = (minute, base, now)
        return known[2]

    def _look_for_room(self, now: Nanos) -> None:
        """Shut the slot while the disk has less room than the operator wants kept.

        It opens again a tenth above that, so that it does not flutter.
        """
        due = self._room_due()
        if due is None or now < due:
            return
        self._looked_for_room = now
        free, short = self._books.free_space(), self.state.disk_short
        wanted = self.base.reserve * (11 if short else 10) // 10
        if free is not None and (free < wanted) != short:
            self.take(SpaceSeen(not short, now))

    def _room_due(self) -> Nanos | None:
        return self._looked_for_room + LOOK_FOR_ROOM if self.base.reserve else None

    def _from_wires(self) -> list[Edge | Event]:
        """What the wires did, and what boards and a dice tower have to tell."""
        again = not isinstance(self.state.mode, OutOfOrder)
        happened: list[Edge | Event] = []
        happened += self._board.poll(again=again) if self._board else self._port.poll()
        if self._tower:
            happened += self._tower.poll(again=again)
        return happened

    def _meaning_of(
        self, happened: Sequence[Edge | Event], heard: Nanos
    ) -> list[Event]:
        """What it means; coins are judged only up to what the port has surely told."""
        events: list[Event] = []
        for each in happened:
            if isinstance(each, Edge):
                self._evidence.see(each)
                events += self._decoder.feed(each, heard)
            else:
                events.append(each)
        return events

    def _write(self, dated: Sequence[tuple[Sequence[Effect], Nanos]]) -> None:
        """All entries among the effects of several moments, in one commit."""
        entries: list[tuple[list[Entry], Nanos]] = []
        for effects, at in dated:
            some: list[Entry] = [
                effect
                for effect in effects
                if not isinstance(effect, Forward | ShowAgain | Halt)
            ]
            if some:
                entries.append((some, at))
        if entries:
            self._books.commit_all(entries)
            self.written()
            audit_log.tell(entry for some, _ in entries for entry in some)


class Planned(NamedTuple):
    """An event, and what `step` made of it."""

    event: Event
    state: Cabinet
    effects: tuple[Effect, ...]


Money: TypeAlias = CoinAccepted | MeterClicked


class _Plan:
    """Steps that are to be written before any of them is adopted.

    `owed` is money that a disk has refused: it is handed in as soon as the cabinet is
    in order, in the same commit as what brought that about.
    """

    def __init__(
        self, state: Cabinet, operating: OperatingSettings, owed: Sequence[Money]
    ) -> None:
        self.state = state
        self.owed = list(owed)
        self.steps: list[Planned] = []
        self._operating = operating

    def take(self, event: Event) -> None:
        """Take one event."""
        self.state, effects = step(self.state, event, self._operating)
        self.steps.append(Planned(event, self.state, effects))

    def lapse(self, now: Nanos) -> None:
        """Take what is due by now."""
        while (due := deadline(self.state, self._operating)) is not None and due <= now:
            self.take(Ticked(due))

    def hand_in(self, now: Nanos) -> None:
        """Take what is owed, if it can be booked; a coin counts from now on."""
        if not isinstance(self.state.mode, OutOfOrder):
            owed, self.owed = self.owed, []
            for event in owed:
                self.take(replace(event, at=now))

    def money(self) -> list[Money]:
        """What is owed if none of this can be written."""
        taken = (each.event for each in self.steps)
        return [*self.owed, *(event for event in taken if isinstance(event, Money))]
