"""Passes on what phones and the screen say to each other, and reads none of it.

The web program that last said where it is speaks for the phones. Which of them look is
kept, so that a screen that comes back hears of them.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.modes.state import Attract, Cabinet
from cabinet.core.money.high_scores import PLACES, proper
from cabinet.core.money.ledger import HighScore, Tables
from cabinet.counter.envelopes import Client, Envelope
from cabinet.i18n.message import Message, message
from cabinet.protocol.codec import BusMessage, refused
from cabinet.protocol.fleet import RemoteScores
from cabinet.protocol.phones import (
    ConsoleCertificate,
    FromPhone,
    PhoneHere,
    PhonesAt,
    ToPhone,
)

# A cabinet has six seats, and a few more people look on; an address is a line of text.
MOST_LOOKING: Final = 64
LONGEST_ADDRESS: Final = 200
ONLY_WEB: Final = message("refused.only_web")
ONLY_SCREEN: Final = message("refused.only_screen")


class PhoneRelay:
    """Who serves the pages, where phones find it, and which of them look."""

    def __init__(self) -> None:
        # None without a web program, "" while it has no network.
        self.url: str | None = None
        # What the operator's page is recognised by, where it is open to the network.
        self.certificate = ""
        self._web: Client | None = None
        self._here: dict[str, PhoneHere] = {}

    def leave(self, client: Client) -> bool:
        """A client is gone; whether it served the pages."""
        if client != self._web:
            return False
        self._web, self.url, self._here = None, None, {}
        self.certificate = ""
        return True

    def looking(self, screen: Client) -> list[Envelope]:
        """What a new screen must know: every phone that looks."""
        return [Envelope(screen, here) for here in self._here.values()]

    def connect(
        self,
        client: Client,
        message: PhonesAt | ConsoleCertificate | FromPhone | ToPhone,
        screen: Client | None,
    ) -> list[Envelope]:
        """Pass a message on to the other end, if there is one and it may speak."""
        if isinstance(message, PhonesAt):
            url = message.url if len(message.url) <= LONGEST_ADDRESS else ""
            self._web, self.url, self._here = client, url, {}
            return []
        if isinstance(message, ConsoleCertificate):
            short = len(message.fingerprint) <= LONGEST_ADDRESS
            self._web = client
            self.certificate = message.fingerprint if short else ""
            return []
        if isinstance(message, ToPhone):
            return self._envelope(client, screen, self._web, message, ONLY_SCREEN)
        if isinstance(message, PhoneHere) and client == self._web:
            self._look(message)
        return self._envelope(client, self._web, screen, message, ONLY_WEB)

    def _look(self, phone: PhoneHere) -> None:
        """Keep who looks; of too many the first is forgotten."""
        self._here.pop(phone.token, None)
        said = phone.token + phone.language + phone.name + phone.figure
        if phone.here and len(said) <= LONGEST_ADDRESS:
            self._here[phone.token] = phone
        if len(self._here) > MOST_LOOKING:
            del self._here[next(iter(self._here))]

    def _envelope(
        self,
        client: Client,
        speaker: Client | None,
        to: Client | None,
        message: BusMessage,
        refusal: Message,
    ) -> list[Envelope]:
        if client != speaker:
            return [Envelope(client, refused(refusal))]
        return [] if to is None else [Envelope(to, message)]


# The counter's side of the fleet: who asks from afar, and what others have scored.
#
# Scores of other cabinets are looked at and never kept: they are shown among our own
# while nobody plays, they decide nothing, and no book holds them.


class FleetRelay:
    """What the other cabinets say of themselves."""

    def __init__(self) -> None:
        self._far: Tables = {}

    def hear(self, told: RemoteScores) -> None:
        """Replace what we knew; what no stick can write is left out."""
        tables: dict[str, tuple[HighScore, ...]] = {}
        for one in told.scores:
            if proper(one.name) and one.score > 0:
                line = HighScore(one.name, one.score)
                tables[one.mode] = (*tables.get(one.mode, ()), line)
        self._far = tables

    def seen_in(self, state: Cabinet) -> Cabinet:
        """The state as attract shows it: everybody's best in one table."""
        if not self._far or not isinstance(state.mode, Attract):
            return state
        tables = {**state.high_scores}
        for mode, far in self._far.items():
            both = (*tables.get(mode, ()), *far)
            best = sorted(both, key=lambda one: -one.score)
            tables[mode] = tuple(best[:PLACES])
        return replace(state, high_scores=tables)
