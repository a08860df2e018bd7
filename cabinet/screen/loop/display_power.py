"""The display's power: off in closed hours, on again before they end.

Somebody who comes sees first until when it is closed, and so does whoever presses a
button. Where the display cannot be switched it stays on, with that picture.
"""

import logging
from typing import Final, Protocol

from cabinet.core.events import SECOND, Nanos
from cabinet.core.schedule import Moment
from cabinet.protocol.codec import BusMessage, Panel
from cabinet.protocol.snapshot import Snapshot

log = logging.getLogger("cabinet.screen")

# So long the picture says until when it is closed.
LINGER: Final[Nanos] = 60 * SECOND
# A monitor takes its time to come back.
BEFORE_MINUTES: Final = 3
_DAY: Final = 24 * 60
_WEEK: Final = 7 * _DAY


class PowerSwitch(Protocol):
    """Whatever can switch the display off."""

    def switch(self, *, on: bool) -> None:
        """Do it; `OSError` where that cannot be."""


class DisplayPower:
    """Whether the display is dark, and when that changes."""

    def __init__(self, switch: PowerSwitch) -> None:
        self._switch = switch
        self._opens = ""
        self._opens_on = -1
        # Since when nobody was there, while it is closed.
        self._alone: Nanos | None = None
        self._given_up = False
        self.dark = False

    def hear(self, message: BusMessage, now: Nanos) -> None:
        """What the counter says: closed until when, and that somebody is there."""
        if isinstance(message, Panel):
            self._alone = None if self._alone is None else now
        if isinstance(message, Snapshot):
            self._opens = message.opens if message.mode == "standby" else ""
            self._opens_on = message.opens_on
            if not self._opens:
                self._alone = None
            elif self._alone is None:
                self._alone = now

    def turn(self, now: Nanos, moment: Moment) -> bool:
        """Switch it if that is due; whether it is dark."""
        alone = self._alone is not None and now - self._alone >= LINGER
        wanted = alone and self._until_opening(moment) > BEFORE_MINUTES
        if wanted != self.dark and not self._given_up:
            try:
                self._switch.switch(on=not wanted)
                self.dark = wanted
            except OSError as wrong:
                log.warning("the display cannot be switched: %s", wrong)
                # Dark and unable to come back is worse than a screen that ends.
                if self.dark:
                    raise
                self._given_up = True
        return self.dark

    def _until_opening(self, moment: Moment) -> int:
        hours, _, minutes = self._opens.partition(":")
        opens = int(hours) * 60 + int(minutes)
        if self._opens_on < 0:
            return opens - moment.minute
        now = moment.weekday * _DAY + moment.minute
        return (self._opens_on * _DAY + opens - now) % _WEEK
