"""Passes on what phones and the screen say to each other, and reads none of it.

The office that last said where it is speaks for the phones. Which of them look is
kept, so that a screen that comes back hears of them.
"""

from typing import Final

from cabinet.counter.envelopes import Client, Letter
from cabinet.protocol.codec import Message, Refused
from cabinet.protocol.phones import FromPhone, PhoneHere, PhonesAt, ToPhone

ONLY_OFFICE: Final = "only the office, which says where phones find it, speaks for them"
ONLY_SCREEN: Final = "only the screen on duty may speak to phones"


class Switchboard:
    """Who the office is, where phones find it, and which of them look."""

    def __init__(self) -> None:
        # None without an office, "" while it has no network.
        self.url: str | None = None
        self._office: Client | None = None
        self._here: dict[str, PhoneHere] = {}

    def leave(self, client: Client) -> bool:
        """A client is gone; whether it was the office."""
        if client != self._office:
            return False
        self._office, self.url, self._here = None, None, {}
        return True

    def looking(self, screen: Client) -> list[Letter]:
        """What a new screen must know: every phone that looks."""
        return [Letter(screen, here) for here in self._here.values()]

    def connect(
        self,
        client: Client,
        message: PhonesAt | FromPhone | ToPhone,
        screen: Client | None,
    ) -> list[Letter]:
        """Pass a message on to the other end, if there is one and it may speak."""
        if isinstance(message, PhonesAt):
            self._office, self.url, self._here = client, message.url, {}
            return []
        if isinstance(message, ToPhone):
            return self._letter(client, screen, self._office, message, ONLY_SCREEN)
        if isinstance(message, PhoneHere) and client == self._office:
            self._here.pop(message.token, None)
            if message.here:
                self._here[message.token] = message
        return self._letter(client, self._office, screen, message, ONLY_OFFICE)

    def _letter(
        self,
        client: Client,
        speaker: Client | None,
        to: Client | None,
        message: Message,
        refusal: str,
    ) -> list[Letter]:
        if client != speaker:
            return [Letter(client, Refused(refusal))]
        return [] if to is None else [Letter(to, message)]
