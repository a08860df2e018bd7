"""What the hallway is told: letters to one, and to everybody what has changed."""

from dataclasses import replace
from typing import Protocol

from cabinet.core.modes.state import Cabinet, Effect, Forward, ShowAgain
from cabinet.core.operating import OperatingSettings
from cabinet.counter.active_screen import ActiveScreen
from cabinet.counter.envelopes import Client, Envelope
from cabinet.counter.relays import FleetRelay, PhoneRelay
from cabinet.counter.service_menu import Pairing
from cabinet.counter.snapshot import panel, snapshot
from cabinet.i18n.message import Message as Told
from cabinet.protocol.codec import Message, refused
from cabinet.protocol.operator import Menu
from cabinet.protocol.snapshot import Snapshot


class View(Protocol):
    """The cabinet as it is now, and where letters about it go."""

    outbox: list[Envelope]

    @property
    def state(self) -> Cabinet:
        """Nothing that is not on the disk."""

    @property
    def operating(self) -> OperatingSettings:
        """The settings of this hour."""

    @property
    def base(self) -> OperatingSettings:
        """The settings of all hours."""


class Publisher:
    """Fills the outbox; what it says follows from the state and from who is here."""

    def __init__(
        self,
        view: View,
        active_screen: ActiveScreen,
        phone_relay: PhoneRelay,
        fleet_desk: FleetRelay,
        pairing: Pairing,
    ) -> None:
        self._view = view
        self._active_screen = active_screen
        self._phone_relay = phone_relay
        self._fleet_desk = fleet_desk
        self._pairing = pairing
        self._shown: Snapshot | None = None

    def say(self, client: Client, message: Message) -> None:
        """Tell one client."""
        self._view.outbox.append(Envelope(client, message))

    def refuse(self, client: Client, why: Told) -> None:
        """A client asked for what cannot be."""
        self.say(client, refused(why))

    def tell(self, effects: tuple[Effect, ...] = ()) -> None:
        """Tell the screen of buttons, and everybody what has changed."""
        screen = self._active_screen.screen
        for effect in effects:
            if isinstance(effect, Forward) and screen is not None:
                self.say(screen, panel(effect.event))
        shown = self.shown()
        if shown != self._shown or ShowAgain() in effects:
            self._shown = shown
            self._view.outbox.append(Envelope(None, shown))

    def hand_menu(self, client: Client, menu: Menu) -> None:
        """The settings as they are now, for who asked and for the screen on duty."""
        screen = self._active_screen.screen
        for reader in {client} if screen is None else {client, screen}:
            self.say(reader, menu)

    def shown(self) -> Snapshot:
        """The cabinet as the hallway sees it now."""
        view = self._view
        seen = self._fleet_desk.seen_in(view.state)
        shown = snapshot(seen, view.operating, self._phone_relay.url)
        pairing = self._pairing.code(view.state.mode, view.base.pin)
        return replace(shown, pairing=pairing) if pairing else shown
