"""What the service menu may do at the counter: edit, say the PIN, try, clear.

All of it in service only, and most of it by the owner only.
"""

import os
from hmac import compare_digest
from typing import Final, TypeAlias

from cabinet.core.events import SECOND, MeterTried, Nanos, ScoresCleared
from cabinet.core.modes.service_actions import may_be_done
from cabinet.core.modes.state import Mode, Service
from cabinet.core.operating import OperatingSettings
from cabinet.core.owner_pin import fits
from cabinet.counter.outputs import Outputs
from cabinet.i18n.message import Message, message
from cabinet.protocol.codec import BusMessage, refused
from cabinet.protocol.operator import (
    ClearScores,
    Edit,
    TryOutput,
    Unlock,
    Unlocked,
    without_pin,
)

# The owner's PIN: said once a visit, and not guessed.
#
# A wrong one too many, and for a while no PIN is right; every time twice as long.


GUESSES: Final = 3
PAUSE: Final[Nanos] = 30 * SECOND
LONGEST_PAUSE: Final[Nanos] = 3600 * SECOND


class Owner:
    """Whether whoever is in service has said the PIN."""

    def __init__(self) -> None:
        self._said = False
        self._wrong = 0
        self._pause = PAUSE
        self._deaf_until: Nanos = 0

    def leave(self) -> None:
        """Nobody is in service any more; guesses are remembered."""
        self._said = False

    def unlock(self, pin: str, wanted: str, at: Nanos) -> Unlocked:
        """Somebody says a PIN."""
        if at < self._deaf_until:
            return self._no(at)
        self._said = fits(pin, wanted)
        self._wrong = 0 if self._said else self._wrong + 1
        if self._said:
            self._pause = PAUSE
        if self._wrong >= GUESSES:
            self._wrong, self._deaf_until = 0, at + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return Unlocked(right=True) if self._said else self._no(at)

    def is_here(self, wanted: str) -> bool:
        """Whether it is the owner who is in service; without a PIN everybody is."""
        return not wanted or self._said

    def may(self, edit: Edit, wanted: str) -> bool:
        """Whether the one in service may change that."""
        return self.is_here(wanted) or all(map(without_pin, edit.changes))

    def _no(self, at: Nanos) -> Unlocked:
        return Unlocked(right=False, wait_s=-(-max(0, self._deaf_until - at) // SECOND))


ServiceRequest: TypeAlias = TryOutput | Unlock | ClearScores
ToBook: TypeAlias = MeterTried | ScoresCleared
STRANGER: Final = message("refused.needs_pin")
NOT_IN_SERVICE: Final = message("refused.not_in_service")


class MenuServer:
    """The counter's side of the menu on the screen."""

    def __init__(self, actuators: Outputs) -> None:
        self._outputs = actuators
        self._owner = Owner()

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again."""
        if not isinstance(mode, Service):
            self._owner.leave()

    def refusal(self, edit: Edit, mode: Mode, pin: str) -> Message | None:
        """Why the one at the cabinet may not change that; None when they may."""
        if not isinstance(mode, Service):
            return message("refused.settings_in_service")
        return None if self._owner.may(edit, pin) else STRANGER

    def may_not(self, mode: Mode, pin: str) -> Message | None:
        """Why the one at the cabinet may not restart it or ask root; None: may."""
        if not isinstance(mode, Service):
            return message("refused.not_in_service")
        return None if self._owner.is_here(pin) else STRANGER

    def answer(
        self, asked: ServiceRequest, mode: Mode, operating: OperatingSettings, at: Nanos
    ) -> BusMessage | ToBook | None:
        """Do it, or say why not, or what the books have to remember of it.

        A request with an author is of the owner's page, which has asked for a password.
        """
        if isinstance(asked, ClearScores) and asked.author:
            return _cleared(asked, mode, operating, at)
        if not isinstance(mode, Service):
            return refused(NOT_IN_SERVICE)
        if isinstance(asked, Unlock):
            return self._owner.unlock(asked.pin, operating.pin, at)
        if not asked.author and not self._owner.is_here(operating.pin):
            return refused(STRANGER)
        if isinstance(asked, ClearScores):
            return _cleared(asked, mode, operating, at)
        if asked.line == "meter":
            return _tried(asked, operating, at) if asked.on else None
        self._outputs.attempt(asked.line, on=asked.on)
        return None


def _cleared(
    asked: ClearScores, mode: Mode, operating: OperatingSettings, at: Nanos
) -> BusMessage | ToBook:
    if not 0 <= asked.offer < len(operating.offers):
        return refused(message("refused.not_on_sale"))
    event = ScoresCleared(operating.offers[asked.offer].key, at, asked.author)
    if not may_be_done(mode, event):
        return refused(message("refused.somebody_is_there"))
    return event


def _tried(
    asked: TryOutput, operating: OperatingSettings, at: Nanos
) -> BusMessage | ToBook:
    if not operating.meter:
        return refused(message("refused.no_meter"))
    return MeterTried(at, asked.author)


# The code that lets a browser in: shown to somebody at the open door, and nobody else.
#
# It is there while the cabinet is in service and whoever is there may change the
# settings of the web page. Every visit has another one. Only the screen sees it: the
# web program passes on what a browser said, and we compare.


DIGITS: Final = 8
# Wrong codes before the one on the screen is no use any more.
CODE_TRIES: Final = 10
_OWNERS: Final = Edit({"web.host": ""}, "")


class Pairing:
    """The code of this visit to the service menu."""

    def __init__(self, worker: MenuServer) -> None:
        self._worker = worker
        self._code = ""
        self._wrong = 0

    def code(self, mode: Mode, pin: str) -> str:
        """The code to show now; "" where nobody has the right to one."""
        if self._worker.refusal(_OWNERS, mode, pin):
            self._code = ""
        elif not self._code:
            chosen = int.from_bytes(os.urandom(8), "big") % 10**DIGITS
            self._code, self._wrong = f"{chosen:0{DIGITS}}", 0
        return self._code

    def refusal(self, said: str, mode: Mode, pin: str) -> Message | None:
        """Why a code lets nobody in; None: it does, and is spent."""
        code = self.code(mode, pin)
        if not code or self._wrong >= CODE_TRIES:
            return message("refused.no_code")
        if not compare_digest(said.encode(), code.encode()):
            self._wrong += 1
            return message("refused.wrong_code")
        self._wrong = CODE_TRIES
        return None
