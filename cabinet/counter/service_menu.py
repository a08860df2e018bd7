"""What the service menu may do at the counter: edit, say the PIN, try, clear.

All of it in service only, and most of it by the owner only.
"""

import os
from typing import Final, TypeAlias

from cabinet.core.events import MeterTried, Nanos, ScoresCleared
from cabinet.core.modes.service_actions import may_be_done
from cabinet.core.modes.state import Mode, Service
from cabinet.core.operating import OperatingSettings
from cabinet.counter.outputs import Outputs
from cabinet.counter.owner import Owner
from cabinet.protocol.codec import Message, Refused
from cabinet.protocol.operator import ClearScores, Edit, TryOutput, Unlock

Wish: TypeAlias = TryOutput | Unlock | ClearScores
ToBook: TypeAlias = MeterTried | ScoresCleared
STRANGER: Final = "this takes the owner's PIN"
NOT_IN_SERVICE: Final = "this is for the service menu only"


class ServiceMenu:
    """The counter's side of the menu on the screen."""

    def __init__(self, actuators: Outputs) -> None:
        self._actuators = actuators
        self._owner = Owner()

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again."""
        if not isinstance(mode, Service):
            self._owner.leave()

    def refusal(self, edit: Edit, mode: Mode, pin: str) -> str:
        """Why the one at the cabinet may not change that; "" when they may."""
        if not isinstance(mode, Service):
            return "settings are changed on the cabinet in service only"
        return "" if self._owner.may(edit, pin) else STRANGER

    def answer(
        self, wish: Wish, mode: Mode, operating: OperatingSettings, at: Nanos
    ) -> Message | ToBook | None:
        """Do it, or say why not, or what the books have to remember of it.

        A wish with an author is of the owner's page, which has asked for a password.
        """
        if isinstance(wish, ClearScores) and wish.author:
            return _cleared(wish, mode, operating, at)
        if not isinstance(mode, Service):
            return Refused(NOT_IN_SERVICE)
        if isinstance(wish, Unlock):
            return self._owner.unlock(wish.pin, operating.pin, at)
        if not wish.author and not self._owner.is_here(operating.pin):
            return Refused(STRANGER)
        if isinstance(wish, ClearScores):
            return _cleared(wish, mode, operating, at)
        if wish.line == "meter":
            return _tried(wish, operating, at) if wish.on else None
        self._actuators.attempt(wish.line, on=wish.on)
        return None


def _cleared(
    wish: ClearScores, mode: Mode, operating: OperatingSettings, at: Nanos
) -> Message | ToBook:
    if not 0 <= wish.offer < len(operating.offers):
        return Refused("there is no such game on sale")
    event = ScoresCleared(operating.offers[wish.offer].key, at, wish.author)
    return event if may_be_done(mode, event) else Refused("somebody is at the cabinet")


def _tried(
    wish: TryOutput, operating: OperatingSettings, at: Nanos
) -> Message | ToBook:
    if not operating.meter:
        return Refused("no meter is wired")
    return MeterTried(at, wish.author)


# The code that lets a browser in: shown to somebody at the open door, and nobody else.
#
# It is there while the cabinet is in service and whoever is there may change the
# settings of the web page. Every visit has another one. The web program sees it in the
# snapshot, as the screen does, and compares.


DIGITS: Final = 8
_OWNERS: Final = Edit({"web.host": ""}, "")


class Pairing:
    """The code of this visit to the service menu."""

    def __init__(self, worker: ServiceMenu) -> None:
        self._worker = worker
        self._code = ""

    def code(self, mode: Mode, pin: str) -> str:
        """The code to show now; "" where nobody has the right to one."""
        if self._worker.refusal(_OWNERS, mode, pin):
            self._code = ""
        elif not self._code:
            chosen = int.from_bytes(os.urandom(8), "big") % 10**DIGITS
            self._code = f"{chosen:0{DIGITS}}"
        return self._code
