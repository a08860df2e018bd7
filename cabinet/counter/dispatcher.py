"""The dispatcher: who answers which message, if its sender may send it.

Nothing here writes money or mode: what somebody wants booked is handed to the
`DispatchedCabinet` as an event, and the answer is whether it is on the disk.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, Protocol

from cabinet.core.events import (
    Asked,
    CashCounted,
    CollectionCorrected,
    CreditGiven,
    CreditsTaken,
    Event,
    Nanos,
    ScreenJoined,
    ScreenLost,
    StopAsked,
)
from cabinet.core.modes.service_actions import no_credit, no_taking, refusal
from cabinet.core.modes.state import Mode, Service
from cabinet.core.modes.step import may_refit
from cabinet.core.money.amounts import MOST
from cabinet.core.money.notes import (
    LONGEST_TEXT,
    collection_note,
    correction_note,
    gift_note,
)
from cabinet.core.people import NOBODY, Person
from cabinet.core.ports import Clock, IoPort
from cabinet.counter import audit_log
from cabinet.counter.active_screen import ActiveScreen
from cabinet.counter.envelopes import Client, match_news, visitors_wish
from cabinet.counter.examination import Examination
from cabinet.counter.machine_desk import MachineDesk
from cabinet.counter.publisher import CabinetView, Publisher
from cabinet.counter.relays import FleetRelay, PhoneRelay
from cabinet.counter.rights import AtMenu, CountersOwn, Signed, may_ask, role_for
from cabinet.counter.service_menu import (
    NOT_IN_SERVICE,
    MenuServer,
    Pairing,
    ServiceRequest,
    ToBook,
)
from cabinet.counter.settings_reload import Request
from cabinet.counter.simulated_touches import SimulatedTouches
from cabinet.counter.tickets import Checked, Tickets, ToCheck
from cabinet.i18n import message as i18n
from cabinet.i18n.authors import AT_CABINET, FROM_PAGE
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.codec import (
    Action,
    Booked,
    BusMessage,
    Choose,
    Collect,
    Correct,
    Failed,
    Heartbeat,
    Hello,
    PhoneUsed,
    Prefer,
    Quit,
    Result,
    Signature,
    Speaking,
    Touch,
    refused,
)
from cabinet.protocol.dice import WantDice
from cabinet.protocol.doctor import Examine, ScreenTest
from cabinet.protocol.fleet import Remote, RemoteScores, SignedBundle, TakeBack
from cabinet.protocol.login import (
    AddPerson,
    ChangePerson,
    DrawPin,
    EndPerson,
    LogOut,
    OfPeople,
    Pair,
    SetPassword,
    SetSecondFactor,
    Vouch,
)
from cabinet.protocol.machine import LOOK, REBOOT, AskMachine, LookAtMachine
from cabinet.protocol.operator import (
    ClearScores,
    Edit,
    GiveCredit,
    Look,
    PutLogo,
    Reload,
    Restart,
    RestartScreen,
    Rewrite,
    ShowTest,
    TakeCredits,
    TryOutput,
    TrySound,
    Undo,
    Unlock,
)

_LEFT: Final = i18n.message("screen_left")
STRANGER: Final = i18n.message("refused.stranger")
MOST_ASKED: Final = 8
NOT_BOOKED: Final = refused(i18n.message("refused.not_booked"))


class DispatchedCabinet(CabinetView, Protocol):
    """The cabinet behind the dispatcher: looked at, and given events to take."""

    hung: list[Client]
    unread: Callable[[Client], bool]
    asked: list[tuple[Client, Request | ToCheck]]
    tickets: Tickets
    restarts: bool
    machine: MachineDesk

    def turn(self) -> None:
        """Take what the wires did."""

    def take(self, event: Event) -> bool:
        """Take one event; whether what it wanted written is on the disk."""

    def drive(self, now: Nanos) -> None:
        """Bring the outputs to what the state says."""


class Dispatcher:
    """Every client: heard, answered, and told what is new."""

    def __init__(
        self,
        cabinet: DispatchedCabinet,
        clock: Clock,
        port: IoPort,
        service_menu: MenuServer,
        examination: Examination,
    ) -> None:
        self._cabinet = cabinet
        self._clock = clock
        self._touches = SimulatedTouches(port)
        self._service_menu = service_menu
        self._examination = examination
        self._active_screen = ActiveScreen()
        self._phone_relay = PhoneRelay()
        self._fleet_relay = FleetRelay()
        self._pairing = Pairing(service_menu)
        # Who carries alerts out of the machine, while somebody does.
        self._alerts: Client | None = None
        self.publisher = Publisher(
            cabinet,
            self._active_screen,
            self._phone_relay,
            self._fleet_relay,
            self._pairing,
        )

    def hear(
        self,
        client: Client,
        message: BusMessage,
        *,
        trusted: bool,
        roles: Collection[str],
        operator: Person = NOBODY,
    ) -> None:
        """See `Counter.hear`."""
        at = self._clock.now()
        self._active_screen.beat(client, at)
        self._cabinet.turn()
        on_duty = client == self._active_screen.screen
        if not may_ask(
            message, trusted=trusted, roles=roles, on_duty=on_duty, operator=operator
        ):
            self.publisher.refuse(client, STRANGER)
            return
        message = self._signed(client, message, operator)
        if isinstance(message, CountersOwn):
            said = type(message).__name__.lower()
            self.publisher.refuse(
                client, i18n.message("refused.counters_own", type=said)
            )
            return
        match message:
            case Hello(role=role):
                if role == "alerts" and role in roles:
                    self._alerts = client
                self._greet(client, role, at)
            case Heartbeat():
                if on_duty:
                    self._examination.beat(message, at)
            case Examine():
                mode = self._cabinet.state.mode_name
                self.publisher.say(client, self._examination.answer(message, mode, at))
            case Action() | PhoneUsed() | Speaking() | Result():
                self._from_screen(client, match_news(message, at))
            case Signature() | Failed() | WantDice():
                self._from_screen(client, match_news(message, at))
            case Prefer() | Choose():
                self._from_screen(client, visitors_wish(message, at))
            case Touch():
                self._touch(client, message)
            case Collect() | Correct():
                self._count(client, message, at)
            case Remote(what=what, author=author):
                self._from_afar(client, Asked(what, author, at))
            case RemoteScores():
                self._fleet_relay.hear(message)
                self.publisher.tell()
            case Quit():
                self._cabinet.take(StopAsked(at))
            case GiveCredit() | TakeCredits():
                self._give_or_take(client, message, at)
            case TryAlerts():
                self._try_alerts(client, message)
            case Restart(author=author):
                self._restart(client, author, at)
            case AskMachine():
                self._ask_machine(client, message)
            case LookAtMachine():
                self._show_machine(client)
            case RestartScreen(author=author):
                self._end_screen(client, author)
            case Look() | SignedBundle() | TakeBack():
                self._ask(client, message)
            case Edit() | Reload() | Rewrite() | PutLogo() | PutSecret() | Undo():
                self._ask(client, message)
            case LogOut(ticket=ticket):
                self._cabinet.tickets.end(ticket)
                self.publisher.say(client, Booked())
            case (
                Vouch()
                | Pair()
                | SetSecondFactor()
                | AddPerson()
                | ChangePerson()
                | SetPassword()
                | DrawPin()
                | EndPerson()
            ):
                self._check(client, message, operator)
            case TryOutput() | Unlock() | ClearScores():
                signs = trusted or operator.may(role_for(message))
                self._at_service(client, message, at, trusted=signs)
            case TrySound() | ShowTest():
                signs = trusted or operator.may(role_for(message))
                self._try_screen(client, message, trusted=signs)
            case ScreenTest():
                if on_duty:
                    self._examination.test = message
            case _:
                screen = self._active_screen.screen
                envelopes = self._phone_relay.connect(client, message, screen)
                self._cabinet.outbox += envelopes
                self.publisher.tell()

    def leave(self, client: Client, why: i18n.Message = _LEFT) -> None:
        """See `Counter.leave`."""
        at = self._clock.now()
        self._touches.leave(client)
        if client == self._alerts:
            self._alerts = None
        if self._phone_relay.leave(client):
            self.publisher.tell()
        screen = self._active_screen.screen
        self._active_screen.leave(client, at)
        if client == screen:
            self._examination.lose_screen()
            if (waiting := self._active_screen.screen) is None:
                self._cabinet.take(ScreenLost(why, at))
            else:
                self._meet_screen(waiting, at)

    def due(self) -> Nanos | None:
        """When the screen on duty will have been silent for too long."""
        return self._active_screen.due()

    def check_heartbeat(self, now: Nanos) -> None:
        """A screen that stopped answering is as good as gone.

        Not before everything it said is heard: if it was we who stood still, time has
        passed and its heartbeats are there, but a timer may come before they are read.
        """
        silent = self._active_screen.silent(now)
        if silent is not None and not self._cabinet.unread(silent):
            self._dismiss(silent, i18n.message("screen_silent"))

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again, and what was tried is over."""
        self._service_menu.see(mode)
        if not isinstance(mode, Service):
            self._examination.test = ScreenTest()

    def _greet(self, client: Client, role: str, at: Nanos) -> None:
        if role == "screen" and self._active_screen.join(client, at):
            self._meet_screen(client, at)
        else:
            self.publisher.say(client, self.publisher.shown())

    def _meet_screen(self, screen: Client, at: Nanos) -> None:
        audit_log.say("screen joins")
        self._cabinet.take(ScreenJoined(at))
        self._cabinet.outbox += self._phone_relay.looking(screen)

    def forget(self, number: int) -> None:
        """Somebody is gone or is another: whatever they have open is shut."""
        self._service_menu.forget(number)
        self.publisher.tell()

    def _dismiss(self, screen: Client, why: i18n.Message) -> None:
        """End a screen whose loss is booked; a new one will come."""
        self._cabinet.hung.append(screen)
        self.leave(screen, why)

    def _from_screen(self, client: Client, event: Event) -> None:
        if client == self._active_screen.screen:
            self._cabinet.take(event)
        else:
            self.publisher.refuse(client, i18n.message("refused.not_on_duty"))

    def _touch(self, client: Client, touch: Touch) -> None:
        if why := self._touches.touch(client, touch):
            self.publisher.refuse(client, why)
        self._cabinet.turn()

    def _book(self, client: Client, event: Event, why_not: i18n.Message | None) -> bool:
        """Have it booked, if nothing is against it, and say whether it was."""
        if why_not:
            self.publisher.refuse(client, why_not)
            return False
        booked = self._cabinet.take(event)
        self.publisher.say(client, Booked() if booked else NOT_BOOKED)
        return booked

    def _signed(
        self, client: Client, message: BusMessage, operator: Person
    ) -> BusMessage:
        """The same in the name of who has logged in, or stands there, and of no other.

        The command line, under our own account, signs for itself.
        """
        on_duty = client == self._active_screen.screen
        if on_duty and isinstance(message, AtMenu):
            return replace(message, author=self._service_menu.author)
        if isinstance(message, Signed | TryOutput | ClearScores):
            if on_duty:
                return message if isinstance(message, Signed) else _unsigned(message)
            if operator.role:
                return replace(message, author=operator.signed(FROM_PAGE))
        return message

    def _standing(self, client: Client, role: str) -> i18n.Message | None:
        """Why whoever stands at the cabinet may not have that done; None: they may.

        Who asks from elsewhere was looked at before.
        """
        if client != self._active_screen.screen:
            return None
        cabinet = self._cabinet
        return self._service_menu.may_not(role, cabinet.state.mode, cabinet.base.pin)

    def _count(self, client: Client, counted: Collect | Correct, at: Nanos) -> None:
        """What was in the box; who counted it stands in the note, as we know it."""
        event: Event
        if isinstance(counted, Collect):
            possible = 0 <= counted.cash <= MOST and 0 <= (counted.meter or 0) <= MOST
            text = counted.text[:LONGEST_TEXT]
            note = collection_note(counted.meter, counted.author, text)
            event = CashCounted(counted.cash, note, at)
        else:
            possible = -MOST <= counted.difference <= MOST
            text = counted.text[:LONGEST_TEXT]
            note = correction_note(counted.collection, counted.author, text)
            event = CollectionCorrected(counted.difference, note, at)
        why = None if possible else i18n.message("refused.too_much_cash")
        self._book(client, event, why)

    def _give_or_take(
        self, client: Client, asked: GiveCredit | TakeCredits, at: Nanos
    ) -> None:
        """Credits from the operator, or all of them taken away."""
        cabinet, why = self._cabinet, self._standing(client, role_for(asked))
        event: Event
        if isinstance(asked, TakeCredits):
            event = CreditsTaken(asked.author, at)
            why = why or no_taking(cabinet.state)
        else:
            reason = asked.reason[:LONGEST_TEXT]
            event = CreditGiven(gift_note(asked.author, reason), at, asked.n)
            state, operating = cabinet.state, cabinet.operating
            why = why or no_credit(state, at, operating, asked.n, asked.author)
            if asked.n < 1:
                why = i18n.message("refused.no_credits")
        self._book(client, event, why)

    def _restart(self, client: Client, author: str, at: Nanos) -> None:
        """Stop for whoever starts us again; nobody's game is cut off by it."""
        cabinet, why = self._cabinet, self._standing(client, "manager")
        if not may_refit(cabinet.state):
            why = i18n.message("refused.somebody_is_there")
        if why:
            self.publisher.refuse(client, why)
        else:
            audit_log.say("restart asked", author=author)
            self.publisher.say(client, Booked())
            cabinet.restarts = True
            cabinet.take(StopAsked(at))

    def _ask_machine(self, client: Client, asked: AskMachine) -> None:
        """Leave root a note, and a line in the books of what changes the machine."""
        cabinet, desk = self._cabinet, self._cabinet.machine
        why = self._standing(client, role_for(asked)) or desk.refusal(asked)
        if asked.verb == REBOOT and not why and not may_refit(cabinet.state):
            why = i18n.message("refused.somebody_is_there")
        if len(cabinet.asked) >= MOST_ASKED:
            why = i18n.message("refused.too_many_ask")
        if why:
            self.publisher.refuse(client, why)
            return
        try:
            desk.ask(asked)
        except OSError as wrong:
            system = i18n.Verbatim(wrong.strerror or str(wrong))
            why = i18n.message("refused.no_note", system=system)
            self.publisher.refuse(client, why)
            return
        self.publisher.say(client, Booked())
        if asked.what != LOOK:
            author = asked.author
            change = f"machine: {asked.verb} {asked.what}"
            audit_log.say(change, author=author)
            cabinet.asked.append((client, Reload(author, (change,))))

    def _show_machine(self, client: Client) -> None:
        if why := self._standing(client, "manager"):
            self.publisher.refuse(client, why)
        else:
            self.publisher.say(client, self._cabinet.machine.card())

    def _try_alerts(self, client: Client, asked: TryAlerts) -> None:
        """Hand it to the one program that has a way out."""
        if self._alerts is None:
            self.publisher.refuse(client, i18n.message("refused.no_alerts"))
            return
        self.publisher.say(self._alerts, asked)
        self.publisher.say(client, Booked())

    def _end_screen(self, client: Client, author: str) -> None:
        """End it like one that hangs."""
        if (screen := self._active_screen.screen) is None:
            self.publisher.refuse(client, i18n.message("refused.no_screen"))
            return
        if why := self._active_screen.replaced(self._clock.now()):
            self.publisher.refuse(client, why)
            return
        self._dismiss(screen, i18n.message("screen_unwanted", author=author))
        self.publisher.say(client, Booked())

    def _from_afar(self, client: Client, asked: Asked) -> None:
        """Done and booked, or why not; a screen to restart is ended like a hung one."""
        screen = self._active_screen.screen
        why = refusal(
            self._cabinet.state, asked.what, asked.at, self._cabinet.operating
        )
        if not why and asked.what == "restart-screen":
            why = self._active_screen.replaced(asked.at)
        booked = self._book(client, asked, why)
        if booked and asked.what == "restart-screen" and screen is not None:
            self._dismiss(screen, i18n.message("screen_unwanted", author=asked.author))

    def _ask(self, client: Client, request: Request) -> None:
        """Note what takes the file to answer; the cabinet's own menu has its limits."""
        why: i18n.Message | None = None
        if isinstance(request, Edit) and client == self._active_screen.screen:
            mode, pin = self._cabinet.state.mode, self._cabinet.base.pin
            why = self._service_menu.refusal(request, mode, pin)
        if isinstance(request, Edit) and not why:
            now, base = self._clock.now(), self._cabinet.base
            why = self._service_menu.no_pin(request, base, now)
        if len(self._cabinet.asked) >= MOST_ASKED:
            why = i18n.message("refused.too_many_ask")
        if why:
            self.publisher.refuse(client, why)
        else:
            self._cabinet.asked.append((client, request))

    def _check(self, client: Client, asked: Checked, operator: Person) -> None:
        """Passwords are compared and people changed beside us; a code is compared here.

        Tries are counted for everybody together: many people are no more to guess.
        """
        cabinet, why = self._cabinet, self._may_not_check(client, asked, operator)
        is_busy = len(cabinet.asked) >= MOST_ASKED
        if not why and (is_busy or not cabinet.tickets.may_try()):
            why = i18n.message("refused.too_many_tries")
        if not why and isinstance(asked, Pair):
            mode, pin = cabinet.state.mode, cabinet.base.pin
            why = self._pairing.refusal(asked.code, mode, pin)
        if why:
            self.publisher.refuse(client, why)
            return
        at_menu = client == self._active_screen.screen
        author = operator.signed(FROM_PAGE)
        if isinstance(asked, Pair):
            operator = self._service_menu.pairs
            author = operator.signed(AT_CABINET)
        elif at_menu:
            author = self._service_menu.author
        house = cabinet.base.pin
        check = ToCheck(asked, operator, author, page=not at_menu, house=house)
        cabinet.asked.append((client, check))

    def _may_not_check(
        self, client: Client, asked: Checked, operator: Person
    ) -> i18n.Message | None:
        """Why it is not theirs to ask; None: it is."""
        if isinstance(asked, DrawPin) and not asked.off and not self._cabinet.base.pin:
            return i18n.message("refused.person.pin_first")
        if isinstance(asked, OfPeople) and client == self._active_screen.screen:
            return self._standing(client, "owner")
        if isinstance(asked, Vouch | Pair) or operator.role == "owner":
            return None
        return i18n.message("refused.log_in")

    def _at_service(
        self, client: Client, asked: ServiceRequest, at: Nanos, *, trusted: bool
    ) -> None:
        """The menu's requests, and those that the owner's page signs."""
        signed = not isinstance(asked, Unlock) and bool(asked.author)
        if signed != (client != self._active_screen.screen) or (signed and not trusted):
            self.publisher.refuse(client, NOT_IN_SERVICE)
            return
        cabinet = self._cabinet
        mode = cabinet.state.mode
        said = self._service_menu.answer(asked, mode, cabinet.base, at)
        self.publisher.tell()
        if isinstance(said, ToBook):
            said = Booked() if cabinet.take(said) else NOT_BOOKED
        if said is not None:
            self.publisher.say(client, said)
        cabinet.drive(self._clock.now())

    def _try_screen(
        self, client: Client, asked: TrySound | ShowTest, *, trusted: bool
    ) -> None:
        """Only the screen can be heard and seen: it is told, and whoever asked too."""
        screen, mode = self._active_screen.screen, self._cabinet.state.mode
        if not trusted or screen is None or not isinstance(mode, Service):
            self.publisher.refuse(client, NOT_IN_SERVICE)
            return
        self.publisher.say(screen, asked)
        self.publisher.say(client, Booked())


def _unsigned(asked: TryOutput | ClearScores) -> BusMessage:
    """A test at the cabinet: signed by nobody who is elsewhere."""
    return replace(asked, author="")
