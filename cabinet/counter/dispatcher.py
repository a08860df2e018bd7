"""The dispatcher: who answers which message, if its sender may send it.

Nothing here writes money or mode: what somebody wants booked is handed to the
`DispatchedCabinet` as an event, and the answer is whether it is on the disk.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, Protocol, TypeAlias, TypeVar

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
from cabinet.core.ports import Clock, IoPort
from cabinet.counter import audit_log
from cabinet.counter.active_screen import ActiveScreen
from cabinet.counter.envelopes import Client, match_news, visitors_wish
from cabinet.counter.examination import Examination
from cabinet.counter.machine_desk import MachineDesk
from cabinet.counter.publisher import CabinetView, Publisher
from cabinet.counter.relays import FleetRelay, PhoneRelay
from cabinet.counter.service_menu import (
    NOT_IN_SERVICE,
    MenuServer,
    Pairing,
    ServiceRequest,
    ToBook,
)
from cabinet.counter.settings_reload import Request
from cabinet.counter.simulated_touches import SimulatedTouches
from cabinet.counter.tickets import Tickets, ToCheck
from cabinet.i18n import message as i18n
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.codec import (
    Action,
    Booked,
    BusMessage,
    Choose,
    Collect,
    Correct,
    Failed,
    Goodbye,
    Heartbeat,
    Hello,
    Panel,
    PhoneUsed,
    Prefer,
    Quit,
    Refused,
    Result,
    Signature,
    Speaking,
    Touch,
    refused,
)
from cabinet.protocol.dice import WantDice
from cabinet.protocol.doctor import Examine, Examined, ScreenTest
from cabinet.protocol.fleet import Remote, RemoteScores, SignedBundle, TakeBack
from cabinet.protocol.login import (
    FromLogin,
    LogOut,
    Pair,
    SetPassword,
    SetSecondFactor,
    Vouch,
    Vouched,
)
from cabinet.protocol.machine import LOOK, REBOOT, AskMachine, LookAtMachine, Machine
from cabinet.protocol.operator import (
    AT_CABINET,
    FROM_PAGE,
    Adopted,
    ClearScores,
    Edit,
    GiveCredit,
    Look,
    Menu,
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
    Unlocked,
    for_staff,
)
from cabinet.protocol.phones import ConsoleCertificate, PhonesAt
from cabinet.protocol.snapshot import Snapshot

# Who may send which message.


# What takes a right: to money, to the operator's file, or to what people see.
OwnersOnly: TypeAlias = (
    Edit
    | Reload
    | Rewrite
    | PutLogo
    | PutSecret
    | TryAlerts
    | Undo
    | Collect
    | Correct
    | GiveCredit
    | TakeCredits
    | Restart
    | RestartScreen
    | AskMachine
    | LookAtMachine
)
# What the screen on duty may ask, whatever account it has: what its menu may.
MenusToo: TypeAlias = Edit | Restart | AskMachine | LookAtMachine
# What nobody but our own account may: end the cabinet, touch a simulated panel.
TillsOnly: TypeAlias = Quit | Touch
# What takes a role, whatever the account.
FleetsOnly: TypeAlias = Remote | RemoteScores | SignedBundle | TakeBack
_LEFT: Final = i18n.message("screen_left")
# What is the counter's to say, and nobody else's.
CountersOwn: TypeAlias = (
    Snapshot
    | Panel
    | Booked
    | Refused
    | Goodbye
    | Menu
    | Adopted
    | Unlocked
    | Examined
    | Vouched
    | Machine
)
STRANGER: Final = i18n.message("refused.stranger")


def may_ask(
    message: BusMessage,
    *,
    trusted: bool,
    roles: Collection[str],
    on_duty: bool,
    operator: str = "",
) -> bool:
    """Whether somebody with that account and role, or the screen, may ask for that.

    Whatever account it has, the screen on duty may what its menu may. `operator` is
    who has logged in there: "", staff or owner.
    """
    if isinstance(message, FleetsOnly):
        return "fleet" in roles
    if isinstance(message, PhonesAt | ConsoleCertificate | FromLogin):
        return "web" in roles
    if trusted or (on_duty and isinstance(message, MenusToo)):
        return True
    if isinstance(message, OwnersOnly):
        return operator == "owner" or (operator == "staff" and _for_staff(message))
    return not isinstance(message, TillsOnly)


def _for_staff(message: BusMessage) -> bool:
    """What staff may do without the owner: give a credit, set what the menu lets it."""
    if isinstance(message, Edit):
        return all(map(for_staff, message.changes))
    return isinstance(message, GiveCredit | TakeCredits)


ByOperator: TypeAlias = (
    Edit
    | Reload
    | Rewrite
    | PutLogo
    | PutSecret
    | TryAlerts
    | Undo
    | GiveCredit
    | TakeCredits
    | Restart
    | RestartScreen
    | AskMachine
)
_Authored = TypeVar("_Authored", bound=ByOperator)


def _signed(message: _Authored, operator: str) -> _Authored:
    """The same, in the name of whoever has logged in and of nobody else."""
    signed = f"{FROM_PAGE}{operator}"
    return replace(message, author=signed) if operator else message


def _why(gift: GiveCredit) -> str:
    """Who gave it, and why, as the books have it."""
    if not gift.reason:
        return gift.author
    reason = i18n.Verbatim(gift.reason[:LONGEST_REASON])
    return i18n.to_text(i18n.message("given_for", author=gift.author, text=reason))


LONGEST_REASON: Final = 100
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
        operator: str = "",
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
            case Collect(cash=cash, note=note):
                possible = 0 <= cash <= MOST
                why = None if possible else i18n.message("refused.too_much_cash")
                self._book(client, CashCounted(cash, note, at), why)
            case Correct(difference=difference, note=note):
                possible = -MOST <= difference <= MOST
                why = None if possible else i18n.message("refused.too_much_cash")
                self._book(client, CollectionCorrected(difference, note, at), why)
            case Remote(what=what, author=author):
                self._from_afar(client, Asked(what, author, at))
            case RemoteScores():
                self._fleet_relay.hear(message)
                self.publisher.tell()
            case Quit():
                self._cabinet.take(StopAsked(at))
            case GiveCredit() as gift:
                gift, cabinet = _signed(gift, operator), self._cabinet
                why = no_credit(cabinet.state, at, cabinet.operating, gift.n)
                if gift.n < 1:
                    why = i18n.message("refused.no_credits")
                self._book(client, CreditGiven(_why(gift), at, gift.n), why)
            case TakeCredits() as taking:
                author = _signed(taking, operator).author
                why = no_taking(self._cabinet.state)
                self._book(client, CreditsTaken(author, at), why)
            case TryAlerts():
                self._try_alerts(client, _signed(message, operator))
            case Restart():
                self._restart(client, _signed(message, operator).author, at)
            case AskMachine():
                self._ask_machine(client, _signed(message, operator))
            case LookAtMachine():
                self._show_machine(client)
            case RestartScreen():
                self._end_screen(client, _signed(message, operator).author)
            case Look() | SignedBundle() | TakeBack():
                self._ask(client, message)
            case Edit() | Reload() | Rewrite() | PutLogo() | PutSecret() | Undo():
                self._ask(client, _signed(message, operator))
            case Vouch() | Pair() | SetPassword() | SetSecondFactor() | LogOut():
                self._log_in(client, message, operator)
            case TryOutput() | Unlock() | ClearScores():
                signs = trusted or operator == "owner"
                self._at_service(client, message, at, trusted=signs)
            case TrySound() | ShowTest():
                signs = trusted or operator == "owner"
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

    def _restart(self, client: Client, author: str, at: Nanos) -> None:
        """Stop for whoever starts us again; nobody's game is cut off by it."""
        cabinet, why = self._cabinet, self._not_at_cabinet(client)
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
        why = self._not_at_cabinet(client) or desk.refusal(asked)
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
            author = AT_CABINET if self._is_on_duty(client) else asked.author
            change = f"machine: {asked.verb} {asked.what}"
            audit_log.say(change, author=author)
            cabinet.asked.append((client, Reload(author, (change,))))

    def _show_machine(self, client: Client) -> None:
        if why := self._not_at_cabinet(client):
            self.publisher.refuse(client, why)
        else:
            self.publisher.say(client, self._cabinet.machine.card())

    def _is_on_duty(self, client: Client) -> bool:
        return client == self._active_screen.screen

    def _not_at_cabinet(self, client: Client) -> i18n.Message | None:
        """Why the one at the cabinet may not; others were looked at before."""
        if not self._is_on_duty(client):
            return None
        return self._service_menu.may_not(
            self._cabinet.state.mode, self._cabinet.base.pin
        )

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
            if not request.author.startswith(AT_CABINET):
                request = replace(request, author=AT_CABINET)
        if len(self._cabinet.asked) >= MOST_ASKED:
            why = i18n.message("refused.too_many_ask")
        if why:
            self.publisher.refuse(client, why)
        else:
            self._cabinet.asked.append((client, request))

    def _log_in(self, client: Client, asked: FromLogin, operator: str) -> None:
        """Passwords are compared beside us; a code is compared here."""
        tickets, why = self._cabinet.tickets, None
        if isinstance(asked, LogOut):
            tickets.end(asked.ticket)
            self.publisher.say(client, Booked())
            return
        if isinstance(asked, SetPassword | SetSecondFactor) and operator != "owner":
            why = i18n.message("refused.log_in")
        elif len(self._cabinet.asked) >= MOST_ASKED or not tickets.may_try():
            why = i18n.message("refused.too_many_tries")
        elif isinstance(asked, Pair):
            view = self._cabinet
            why = self._pairing.refusal(asked.code, view.state.mode, view.base.pin)
        if why:
            self.publisher.refuse(client, why)
            return
        self._cabinet.asked.append((client, asked))

    def _at_service(
        self, client: Client, asked: ServiceRequest, at: Nanos, *, trusted: bool
    ) -> None:
        """The menu's requests, and those that the owner's page signs."""
        signed = not isinstance(asked, Unlock) and bool(asked.author)
        if signed != (client != self._active_screen.screen) or (signed and not trusted):
            self.publisher.refuse(client, NOT_IN_SERVICE)
            return
        cabinet = self._cabinet
        said = self._service_menu.answer(asked, cabinet.state.mode, cabinet.base, at)
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
