"""Reception: who answers which message of the hallway, if it may be said (`rights`).

Nothing here writes money or mode: what somebody wants booked is handed to the `Floor`
as an event, and the answer is whether it is on the disk.
"""

from typing import Final, Protocol, TypeAlias

from cabinet.core.events import (
    Asked,
    CashCounted,
    CreditGiven,
    Event,
    Nanos,
    ScreenJoined,
    ScreenLost,
    StopAsked,
)
from cabinet.core.modes.service_actions import no_credit, refusal
from cabinet.core.modes.state import Mode, Service
from cabinet.core.money.amounts import MOST
from cabinet.core.ports import Clock, IoPort
from cabinet.counter import audit_log
from cabinet.counter.active_screen import Duty
from cabinet.counter.envelopes import Client, match_news
from cabinet.counter.examination import Examination
from cabinet.counter.publisher import Crier, View
from cabinet.counter.relays import FleetDesk, Switchboard
from cabinet.counter.service_menu import (
    NOT_IN_SERVICE,
    Pairing,
    ServiceDesk,
    ToBook,
    Wish,
)
from cabinet.counter.settings_reload import Request
from cabinet.counter.simulated_touches import Hands
from cabinet.protocol.codec import (
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
    Touch,
)
from cabinet.protocol.dice import WantDice
from cabinet.protocol.doctor import Examine, Examined, ScreenTest
from cabinet.protocol.fleet import FarScores, Remote
from cabinet.protocol.operator import (
    Adopted,
    ClearScores,
    Edit,
    GiveCredit,
    Look,
    Menu,
    Reload,
    RestartScreen,
    Rewrite,
    ShowTest,
    TryOutput,
    TrySound,
    Undo,
    Unlock,
    Unlocked,
)
from cabinet.protocol.phones import PhonesAt
from cabinet.protocol.snapshot import Snapshot

# Who may say what in the hallway.


# What takes a right: to money, to the operator's file, or to what people see.
OwnersOnly: TypeAlias = (
    Edit
    | Reload
    | Rewrite
    | Undo
    | Collect
    | GiveCredit
    | RestartScreen
    | Remote
    | Quit
    | FarScores
    | PhonesAt
)
# What is the counter's to say, and nobody else's.
CountersOwn: TypeAlias = (
    Snapshot | Panel | Booked | Refused | Goodbye | Menu | Adopted | Unlocked | Examined
)
STRANGER: Final = "only the accounts that the cabinet runs under may ask for this"


def may_ask(message: Message, *, trusted: bool, on_duty: bool) -> bool:
    """Whether somebody with that account, or the screen on duty, may ask for that.

    Whatever account it has, the screen may what its menu may, and be closed.
    """
    if on_duty and isinstance(message, Edit | Quit):
        return True
    return trusted or not isinstance(message, OwnersOnly)


# Reception: who answers which message of the hallway, if it may be said (`rights`).


MOST_ASKED: Final = 8
NOT_BOOKED: Final = "the books took nothing: see the cabinet's screen"


class Floor(View, Protocol):
    """The cabinet behind reception: looked at, and given events to take."""

    hung: list[Client]
    asked: list[tuple[Client, Request]]

    def turn(self) -> None:
        """Take what the wires did."""

    def take(self, event: Event) -> bool:
        """Take one event; whether what it wanted written is on the disk."""

    def drive(self, now: Nanos) -> None:
        """Bring the outputs to what the state says."""


class Reception:
    """Everybody in the hallway: heard, answered, and told what is new."""

    def __init__(
        self,
        floor: Floor,
        clock: Clock,
        port: IoPort,
        service_desk: ServiceDesk,
        examination: Examination,
    ) -> None:
        self._floor = floor
        self._clock = clock
        self._hands = Hands(port)
        self._service_desk = service_desk
        self._examination = examination
        self._duty = Duty()
        self._switchboard = Switchboard()
        self._fleet_desk = FleetDesk()
        self.crier = Crier(
            floor,
            self._duty,
            self._switchboard,
            self._fleet_desk,
            Pairing(service_desk),
        )

    def hear(self, client: Client, message: Message, *, trusted: bool) -> None:
        """See `Counter.hear`."""
        at = self._clock.now()
        self._duty.beat(client, at)
        self._floor.turn()
        on_duty = client == self._duty.screen
        if not may_ask(message, trusted=trusted, on_duty=on_duty):
            self.crier.refuse(client, STRANGER)
            return
        if isinstance(message, CountersOwn):
            said = type(message).__name__.lower()
            self.crier.refuse(client, f"{said} is for the counter to say")
            return
        match message:
            case Hello(role=role):
                self._greet(client, role, at)
            case Heartbeat():
                if on_duty:
                    self._examination.beat(message, at)
            case Examine():
                mode = self._floor.state.mode_name
                self.crier.say(client, self._examination.answer(message, mode, at))
            case Action() | Result() | Signature() | Failed() | WantDice():
                self._from_screen(client, match_news(message, at))
            case Touch():
                self._touch(client, message)
            case Collect(cash=cash, note=note):
                why = "" if 0 <= cash <= MOST else "nobody can count that much cash"
                self._book(client, CashCounted(cash, note, at), why)
            case Remote(what=what, author=author):
                self._from_afar(client, Asked(what, author, at))
            case FarScores():
                self._fleet_desk.hear(message)
                self.crier.tell()
            case Quit():
                self._floor.take(StopAsked(at))
            case GiveCredit(author=author):
                why = no_credit(self._floor.state, at, self._floor.house)
                self._book(client, CreditGiven(author, at), why)
            case RestartScreen(author=author):
                self._end_screen(client, author)
            case Look() | Edit() | Reload() | Rewrite() | Undo():
                self._ask(client, message)
            case TryOutput() | Unlock() | ClearScores():
                self._at_service(client, message, at, trusted=trusted)
            case TrySound() | ShowTest():
                self._try_screen(client, message, trusted=trusted)
            case ScreenTest():
                if on_duty:
                    self._examination.test = message
            case _:
                screen = self._duty.screen
                letters = self._switchboard.connect(client, message, screen)
                self._floor.outbox += letters
                self.crier.tell()

    def leave(self, client: Client, why: str) -> None:
        """See `Counter.leave`."""
        at = self._clock.now()
        self._hands.leave(client)
        if self._switchboard.leave(client):
            self.crier.tell()
        screen = self._duty.screen
        self._duty.leave(client, at)
        if client == screen:
            self._examination.lose_screen()
            if (waiting := self._duty.screen) is None:
                self._floor.take(ScreenLost(why, at))
            else:
                self._meet_screen(waiting, at)

    def due(self) -> Nanos | None:
        """When the screen on duty will have been silent for too long."""
        return self._duty.due()

    def check_heartbeat(self, now: Nanos) -> None:
        """A screen that stopped answering is as good as gone."""
        silent = self._duty.silent(now)
        if silent is not None:
            self._dismiss(silent, "it stopped answering")

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again, and what was tried is over."""
        self._service_desk.see(mode)
        if not isinstance(mode, Service):
            self._examination.test = ScreenTest()

    def _greet(self, client: Client, role: str, at: Nanos) -> None:
        if role == "screen":
            self._duty.join(client, at)
        if client == self._duty.screen:
            self._meet_screen(client, at)
        else:
            self.crier.say(client, self.crier.shown())

    def _meet_screen(self, screen: Client, at: Nanos) -> None:
        audit_log.say("screen joins")
        self._floor.take(ScreenJoined(at))
        self._floor.outbox += self._switchboard.looking(screen)

    def _dismiss(self, screen: Client, why: str) -> None:
        """End a screen whose loss is booked; a new one will come."""
        self._floor.hung.append(screen)
        self.leave(screen, why)

    def _from_screen(self, client: Client, event: Event) -> None:
        if client == self._duty.screen:
            self._floor.take(event)
        else:
            self.crier.refuse(client, "only the screen on duty may speak of a match")

    def _touch(self, client: Client, touch: Touch) -> None:
        if why := self._hands.touch(client, touch):
            self.crier.refuse(client, why)
        self._floor.turn()

    def _book(self, client: Client, event: Event, why_not: str) -> bool:
        """Have it booked, if nothing is against it, and say whether it was."""
        if why_not:
            self.crier.refuse(client, why_not)
            return False
        booked = self._floor.take(event)
        self.crier.say(client, Booked() if booked else Refused(NOT_BOOKED))
        return booked

    def _end_screen(self, client: Client, author: str) -> None:
        """End it like one that hangs."""
        if (screen := self._duty.screen) is None:
            self.crier.refuse(client, "there is no screen; a new one comes by itself")
            return
        if why := self._duty.replaced(self._clock.now()):
            self.crier.refuse(client, why)
            return
        self._dismiss(screen, f"{author} wanted a new one")
        self.crier.say(client, Booked())

    def _from_afar(self, client: Client, asked: Asked) -> None:
        """Done and booked, or why not; a screen to restart is ended like a hung one."""
        screen = self._duty.screen
        why = refusal(self._floor.state, asked.what, asked.at, self._floor.house)
        if not why and asked.what == "restart-screen":
            why = self._duty.replaced(asked.at)
        booked = self._book(client, asked, why)
        if booked and asked.what == "restart-screen" and screen is not None:
            self._dismiss(screen, f"{asked.author} wanted a new one")

    def _ask(self, client: Client, request: Request) -> None:
        """Note what takes the file to answer; the cabinet's own menu has its limits."""
        why = ""
        if isinstance(request, Edit) and client == self._duty.screen:
            mode, pin = self._floor.state.mode, self._floor.base.pin
            why = self._service_desk.refusal(request, mode, pin)
        if len(self._floor.asked) >= MOST_ASKED:
            why = "too many ask at once: try again in a moment"
        if why:
            self.crier.refuse(client, why)
        else:
            self._floor.asked.append((client, request))

    def _at_service(
        self, client: Client, wish: Wish, at: Nanos, *, trusted: bool
    ) -> None:
        """The menu's wishes, and those that the owner's page signs."""
        signed = not isinstance(wish, Unlock) and bool(wish.author)
        if signed != (client != self._duty.screen) or (signed and not trusted):
            self.crier.refuse(client, NOT_IN_SERVICE)
            return
        floor = self._floor
        said = self._service_desk.answer(wish, floor.state.mode, floor.base, at)
        self.crier.tell()
        if isinstance(said, ToBook):
            said = Booked() if floor.take(said) else Refused(NOT_BOOKED)
        if said is not None:
            self.crier.say(client, said)
        floor.drive(self._clock.now())

    def _try_screen(
        self, client: Client, wish: TrySound | ShowTest, *, trusted: bool
    ) -> None:
        """Only the screen can be heard and seen: it is told, and whoever asked too."""
        screen, mode = self._duty.screen, self._floor.state.mode
        if not trusted or screen is None or not isinstance(mode, Service):
            self.crier.refuse(client, NOT_IN_SERVICE)
            return
        self.crier.say(screen, wish)
        self.crier.say(client, Booked())
