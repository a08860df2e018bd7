"""The counter without its loop: wires and messages in, books and messages out.

Sans-IO: whoever runs it (the asyncio service, a scenario in virtual time) calls
`turn` when `due` has come or a wire moved, `hear` when somebody in the hallway
spoke, and then delivers the `outbox`. The order inside is the promise of the
whole cabinet: decode, step, disk, outputs, hallway.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cabinet.core.decode import Decoder
from cabinet.core.effects import Effect, Forward, Halt, ShowAgain
from cabinet.core.errors import BooksError
from cabinet.core.events import (
    SECOND,
    BooksFailed,
    CashCounted,
    Edge,
    Event,
    Nanos,
    ScreenJoined,
    ScreenLost,
    StopAsked,
    Ticked,
)
from cabinet.core.floor import begin, deadline, may_refit, refit, step
from cabinet.core.house import House
from cabinet.core.journal import edits
from cabinet.core.ledger import Entry
from cabinet.core.modes import Attract, OutOfOrder, Standby
from cabinet.core.ports import BoardPort, Books, Clock, IoPort
from cabinet.counter.actuators import Actuators
from cabinet.counter.board_desk import BoardDesk
from cabinet.counter.duty import Duty
from cabinet.counter.evidence import Evidence
from cabinet.counter.hands import Hands
from cabinet.counter.letters import Client, Letter, match_news
from cabinet.counter.renewal import Renewal, Request
from cabinet.counter.service_desk import ServiceDesk
from cabinet.counter.snapshot import panel, snapshot
from cabinet.counter.switchboard import Switchboard
from cabinet.hallway import (
    Action,
    Booked,
    Collect,
    Failed,
    Goodbye,
    Heartbeat,
    Hello,
    Message,
    Panel,
    Quit,
    Refused,
    Result,
    Signature,
    Snapshot,
    Touch,
)
from cabinet.hallway_desk import (
    Adopted,
    Edit,
    Look,
    Menu,
    Reload,
    TryOutput,
    Unlock,
    Unlocked,
)
from cabinet.store.evidence import Case

MINUTE: Final = 60 * SECOND
MOST_ASKED: Final = 8


class Counter:
    """One cabinet: its state, its wires, its books and who is in the hallway."""

    def __init__(
        self,
        house: House,
        books: Books,
        port: IoPort,
        decoder: Decoder,
        clock: Clock,
        seed: int,
        keep: Callable[[Case], None] = lambda _: None,
    ) -> None:
        self._base = house
        self.house = house.at(clock.minute_of_day())
        self._books = books
        self._port = port
        self._board = BoardDesk(port) if isinstance(port, BoardPort) else None
        self._decoder = decoder
        self._clock = clock
        self.outbox: list[Letter] = []
        self.halted = False
        self.hung: list[Client] = []
        # What only the operator's file can answer: for whoever runs us to find out.
        self.asked: list[tuple[Client, Request]] = []
        self._awaited: House | None = None
        self._duty = Duty()
        self._hands = Hands(port)
        self._switchboard = Switchboard()
        self._shown: Snapshot | None = None
        self._actuators = Actuators(port, house.meter)
        self._service_desk = ServiceDesk(self._actuators)
        self._keep = keep
        self._evidence = Evidence(house, port.levels())
        now = clock.now()
        opened = books.open()
        self.state, effects = begin(
            opened, self.house, seed, now, linked=self._board is None
        )
        run = self.state.purses[0].run
        self._write((*effects, *edits(opened.settings, house, run)), now)
        for event in decoder.begin(port.levels(), now):
            self._step(event)
        if self._board:
            self._board.begin(opened.boards, house.slots)
        self._drive(now)

    def turn(self) -> None:
        """Take what the wires did and what time has made due."""
        for happened in self._happened():
            if not isinstance(happened, Edge):
                self._take(happened)
                continue
            self._evidence.see(happened)
            for event in self._decoder.feed(happened):
                self._take(event)
        now = self._clock.now()
        for event in self._decoder.tick(now):
            self._take(event)
        self._check_heartbeat(now)
        self._lapse(now)
        self._service_desk.see(self.state.mode)
        self._move_in()
        self._follow_the_day()
        self._click(now)
        self._drive(now)
        for case in self._evidence.closed(now):
            self._keep(case)

    def due(self) -> Nanos | None:
        """When `turn` should be called even if nothing moves."""
        now = self._clock.now()
        times = [
            self._port.due(),
            self._decoder.due(),
            deadline(self.state, self.house),
            self._duty.due(),
            *self._actuators.due(now),
            self._evidence.due(),
        ]
        if self._base.has_hours:
            times.append(now + MINUTE)
        return min((time for time in times if time is not None), default=None)

    def hear(self, client: Client, message: Message) -> None:
        """Take a message from the hallway."""
        at = self._clock.now()
        self._duty.beat(client, at)
        self.turn()
        match message:
            case Hello(role=role):
                self._greet(client, role, at)
            case Heartbeat():
                pass
            case Action() | Result() | Signature() | Failed():
                self._from_screen(client, match_news(message, at))
            case Touch():
                self._touch(client, message)
            case Collect(cash=cash, note=note):
                self._collect(client, CashCounted(cash, note, at))
            case Quit():
                self._step(StopAsked(at))
            case Look() | Edit() | Reload():
                self._ask(client, message)
            case TryOutput() | Unlock():
                self._at_service(client, message, at)
            case (
                Snapshot()
                | Panel()
                | Booked()
                | Refused()
                | Goodbye()
                | Menu()
                | Adopted()
                | Unlocked()
            ):
                said = type(message).__name__.lower()
                self.refuse(client, f"{said} is for the counter to say")
            case _:
                screen = self._duty.screen
                self.outbox += self._switchboard.connect(client, message, screen)
                self._tell(())

    def leave(self, client: Client, why: str) -> None:
        """A client is gone, and its hands with it; a waiting screen takes over."""
        at = self._clock.now()
        self._hands.leave(client)
        if self._switchboard.leave(client):
            self._tell(())
        screen = self._duty.screen
        self._duty.leave(client, at)
        if client == screen:
            if (waiting := self._duty.screen) is None:
                self._step(ScreenLost(why, at))
            else:
                self._meet_screen(waiting, at)

    def distrust(self, why: str) -> None:
        """Somebody found the books damaged: no more coins until they were seen to."""
        self._step(BooksFailed(why, self._clock.now()))

    def renew(self, client: Client, request: Request, found: Renewal) -> None:
        """The operator's file was read for a client; adopt it when nobody plays."""
        if not isinstance(request, Look):
            self._awaited = found.house
            self._move_in()
            waits = self._awaited is not None
            self.outbox.append(
                Letter(client, Adopted(found.changes, waits, found.restart))
            )
        if (screen := self._duty.screen) is not None:
            self.outbox.append(Letter(screen, found.menu))

    def refuse(self, client: Client, why: str) -> None:
        """A client asked for what cannot be."""
        self.outbox.append(Letter(client, Refused(why)))

    def shown(self) -> Snapshot:
        """The cabinet as the hallway sees it now."""
        return snapshot(self.state, self.house, self._switchboard.url)

    def close(self) -> None:
        """Shut the slot, say goodbye, let go of wires and books."""
        self._port.close()
        self._books.close()
        for case in self._evidence.closed():
            self._keep(case)
        self.outbox.append(Letter(None, Goodbye()))

    def _greet(self, client: Client, role: str, at: Nanos) -> None:
        if role == "screen":
            self._duty.join(client, at)
        if client == self._duty.screen:
            self._meet_screen(client, at)
        else:
            self.outbox.append(Letter(client, self.shown()))

    def _meet_screen(self, screen: Client, at: Nanos) -> None:
        self._step(ScreenJoined(at))
        self.outbox += self._switchboard.looking(screen)

    def _from_screen(self, client: Client, event: Event) -> None:
        if client == self._duty.screen:
            self._step(event)
        else:
            self.refuse(client, "only the screen on duty may speak of a match")

    def _touch(self, client: Client, touch: Touch) -> None:
        if why := self._hands.touch(client, touch):
            self.refuse(client, why)
        self.turn()

    def _collect(self, client: Client, counted: CashCounted) -> None:
        if counted.amount < 0:
            self.refuse(client, "nobody counts less than nothing")
        elif self._step(counted):
            self.outbox.append(Letter(client, Booked()))
        else:
            self.refuse(client, "the books took nothing: see the cabinet's screen")

    def _ask(self, client: Client, request: Request) -> None:
        """Note what takes the file to answer; the cabinet's own menu has its limits."""
        why = ""
        if isinstance(request, Edit) and client == self._duty.screen:
            mode, pin = self.state.mode, self._base.pin
            why = self._service_desk.refusal(request, mode, pin)
        if len(self.asked) >= MOST_ASKED:
            why = "too many ask at once: try again in a moment"
        if why:
            self.refuse(client, why)
        else:
            self.asked.append((client, request))

    def _at_service(self, client: Client, wish: TryOutput | Unlock, at: Nanos) -> None:
        if client != self._duty.screen:
            self.refuse(client, "this is for the service menu only")
            return
        mode, pin = self.state.mode, self._base.pin
        said = self._service_desk.answer(wish, mode, pin, at)
        if said is not None:
            self.outbox.append(Letter(client, said))
        self._drive(self._clock.now())

    def _check_heartbeat(self, now: Nanos) -> None:
        silent = self._duty.silent(now)
        if silent is not None:
            self.hung.append(silent)
            self.leave(silent, "it stopped answering")

    def _move_in(self) -> None:
        """Settings that wait are adopted, once written; wires stay what they were."""
        if self._awaited is None or not may_refit(self.state):
            return
        before, now = self._base, self._clock.now()
        house = replace(self._awaited, slots=before.slots, meter=before.meter)
        state, effects = refit(self.state, before, house)
        try:
            self._write(effects, now)
        except BooksError as wrong:
            self._step(BooksFailed(str(wrong), now))
            return
        self.state, self._base, self._awaited = state, house, None
        self.house = house.at(self._clock.minute_of_day())
        self._drive(now)
        self._tell(())

    def _follow_the_day(self) -> None:
        """Prices by the hour change only while nobody is choosing or playing."""
        if self._base.has_hours and isinstance(self.state.mode, Attract | Standby):
            self.house = self._base.at(self._clock.minute_of_day())

    def _click(self, now: Nanos) -> None:
        while (clicked := self._actuators.click(self.state, now)) is not None:
            self._step(clicked)

    def _happened(self) -> Iterable[Edge | Event]:
        """What the wires did, and what a board has to tell."""
        if self._board is None:
            return self._port.poll()
        return self._board.poll(again=not isinstance(self.state.mode, OutOfOrder))

    def _take(self, event: Event) -> None:
        """One event of the wires, after everything that was due before it."""
        self._lapse(event.at)
        booked = self._step(event)
        if self._board:
            self._board.settle(event, booked=booked)

    def _lapse(self, now: Nanos) -> None:
        while (due := deadline(self.state, self.house)) is not None and due <= now:
            self._step(Ticked(due))

    def _step(self, event: Event) -> bool:
        """Take one event; whether what it wanted written is on the disk."""
        state, effects = step(self.state, event, self.house)
        try:
            self._write(effects, event.at)
        except BooksError as wrong:
            self.state = self.state.seeing_as(state)
            self._step(BooksFailed(str(wrong), event.at))
            return False
        self.state = state
        self._drive(self._clock.now())
        self._tell(effects)
        self._evidence.witness(event, effects, self._clock.wall_ms())
        return True

    def _write(self, effects: tuple[Effect, ...], at: Nanos) -> None:
        entries: list[Entry] = [
            effect
            for effect in effects
            if not isinstance(effect, Forward | ShowAgain | Halt)
        ]
        if entries:
            self._books.commit(entries, at)

    def _drive(self, now: Nanos) -> None:
        self._actuators.drive(self.state, self.house, now)

    def _tell(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Forward(event=event) if (screen := self._duty.screen) is not None:
                    self.outbox.append(Letter(screen, panel(event)))
                case Halt():
                    self.halted = True
        shown = self.shown()
        if shown != self._shown or ShowAgain() in effects:
            self._shown = shown
            self.outbox.append(Letter(None, shown))
