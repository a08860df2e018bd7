"""Which screen is on duty, and whether it still answers.

The first screen that comes is on duty until it leaves or falls silent; any other
waits its turn, so that a second cabinet started by mistake disturbs nobody.
"""

from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.counter.envelopes import Client
from cabinet.i18n.message import Message, message

HEARTBEAT: Final = SECOND
MISSED_BEATS: Final = 3
# Noticing a missed beat this late means that it was we who slept.
OVERSLEPT: Final = HEARTBEAT // 2
# Systemd gives up a screen that begins too often (StartLimitBurst), until somebody
# comes: so many of those in a minute may be ours.
MOST_REPLACED: Final = 3
MINUTE: Final = 60 * SECOND


class ActiveScreen:
    """The connected screens, in the order they came."""

    def __init__(self) -> None:
        self._screens: list[Client] = []
        self._last_beat: Nanos = 0
        self._replaced: tuple[Nanos, ...] = ()

    @property
    def screen(self) -> Client | None:
        """The one on duty."""
        return self._screens[0] if self._screens else None

    def join(self, client: Client, at: Nanos) -> bool:
        """A screen introduced itself; whether that put it on duty."""
        first = not self._screens
        if client not in self._screens:
            self._screens.append(client)
        self.beat(client, at)
        return first

    def leave(self, client: Client, at: Nanos) -> None:
        """A client is gone; the next screen, if there is one, takes over."""
        if client in self._screens:
            self._screens.remove(client)
        if self.screen is not None:
            self.beat(self.screen, at)

    def replaced(self, at: Nanos) -> Message | None:
        """Somebody wants another screen; "" and it is noted, or why not now."""
        self._replaced = tuple(one for one in self._replaced if at - one < MINUTE)
        if len(self._replaced) >= MOST_REPLACED:
            return message("refused.enough_screens", screens=MOST_REPLACED)
        self._replaced += (at,)
        return None

    def beat(self, client: Client, at: Nanos) -> None:
        """Somebody spoke: whatever the screen on duty says, it is alive."""
        if client == self.screen:
            self._last_beat = at

    def due(self) -> Nanos | None:
        """When the screen on duty will have been silent for too long."""
        if self.screen is None:
            return None
        return self._last_beat + MISSED_BEATS * HEARTBEAT

    def silent(self, now: Nanos) -> Client | None:
        """The screen on duty, if it stopped answering.

        Beats that came while we ourselves were asleep (a slow disk, a suspended
        machine) are still unread: then it is given the time of one more.
        """
        due = self.due()
        if due is None or now < due:
            return None
        if now - due > OVERSLEPT:
            self._last_beat = now - (MISSED_BEATS - 1) * HEARTBEAT
            return None
        return self.screen
