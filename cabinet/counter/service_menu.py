"""What the service menu may do at the counter: edit, say the PIN, try, clear.

All of it in service only, and by whoever stands there and has said a PIN.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from hmac import compare_digest
from typing import Final, TypeAlias

from cabinet.core.events import SECOND, MeterTried, Nanos, ScoresCleared
from cabinet.core.modes.service_actions import may_be_done
from cabinet.core.modes.state import Mode, Service
from cabinet.core.operating import OperatingSettings
from cabinet.core.people import FIRST, NOBODY, THE_OWNER, Person, who_says
from cabinet.counter.outputs import Outputs
from cabinet.counter.rights import role_for
from cabinet.i18n.authors import AT_CABINET
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

# The PINs: said once a visit, and not guessed.
#
# A wrong one too many, and for a while no PIN is right; every time twice as long. Only
# an owner's PIN has that forgotten, or time: or staff could guess, two at a time, with
# their own PIN between.


GUESSES: Final = 3
PAUSE: Final[Nanos] = 30 * SECOND
LONGEST_PAUSE: Final[Nanos] = 3600 * SECOND
FORGOTTEN_AFTER: Final[Nanos] = 8 * LONGEST_PAUSE


class Standing:
    """Who is in service and has said their PIN."""

    def __init__(self) -> None:
        self.who = NOBODY
        self._wrong = 0
        self._pause = PAUSE
        self._deaf_until: Nanos = 0
        self._wrong_at: Nanos = 0

    def leave(self) -> None:
        """Nobody is in service any more; guesses are remembered."""
        self.who = NOBODY

    def unlock(self, said: str, people: Iterable[Person], at: Nanos) -> Unlocked:
        """Somebody says a PIN; who was there before is not any more."""
        if self.is_deaf(at):
            return self._no(at)
        self.who = who_says(said, people)
        if self.who.role == "owner":
            self._wrong, self._pause = 0, PAUSE
        if not self.who.role:
            self.guess(at)
            return self._no(at)
        who = self.who
        return Unlocked(right=True, role=who.role, name=who.name, number=who.number)

    def guess(self, at: Nanos) -> None:
        """Somebody was wrong, or found a PIN that is not for them."""
        if at - self._wrong_at >= FORGOTTEN_AFTER:
            self._wrong, self._pause = 0, PAUSE
        self._wrong, self._wrong_at = self._wrong + 1, at
        if self._wrong >= GUESSES:
            self._wrong, self._deaf_until = 0, at + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def is_deaf(self, at: Nanos) -> bool:
        """Whether it is no use to say a PIN now."""
        return at < self._deaf_until

    def may(self, role: str, pin: str) -> bool:
        """Whether whoever is here may do what takes that role.

        Without a PIN in the operator's file nobody is asked, and everybody may.
        """
        return not pin or self.who.may(role)

    def _no(self, at: Nanos) -> Unlocked:
        return Unlocked(right=False, wait_s=-(-max(0, self._deaf_until - at) // SECOND))


PIN_SETTING: Final = "service.pin"


def with_first(operating: OperatingSettings) -> tuple[Person, ...]:
    """Everybody with their PIN: the first owner's is that of the operator's file."""
    known = operating.people or (THE_OWNER,)
    return tuple(
        replace(each, pin=operating.pin) if each.number == FIRST else each
        for each in known
    )


ServiceRequest: TypeAlias = TryOutput | Unlock | ClearScores
ToBook: TypeAlias = MeterTried | ScoresCleared
STRANGER: Final = message("refused.needs_pin")
NOT_IN_SERVICE: Final = message("refused.not_in_service")


class MenuServer:
    """The counter's side of the menu on the screen."""

    def __init__(self, actuators: Outputs) -> None:
        self._outputs = actuators
        self._standing = Standing()

    @property
    def author(self) -> str:
        """How whoever stands there signs; by the place alone where nobody was asked."""
        return self._standing.who.signed(AT_CABINET)

    @property
    def pairs(self) -> Person:
        """Whose password pairing sets: that of the owner who stands there."""
        who = self._standing.who
        return who if who.role == "owner" else THE_OWNER

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again."""
        if not isinstance(mode, Service):
            self._standing.leave()

    def forget(self, number: int) -> None:
        """Somebody who is another now, or gone, is a stranger again."""
        if self._standing.who.number == number:
            self._standing.leave()

    def refusal(self, edit: Edit, mode: Mode, pin: str) -> Message | None:
        """Why the one at the cabinet may not change that; None when they may."""
        if not isinstance(mode, Service):
            return message("refused.settings_in_service")
        if all(map(without_pin, edit.changes)):
            return None
        return None if self._standing.may(role_for(edit), pin) else STRANGER

    def no_pin(
        self, edit: Edit, operating: OperatingSettings, at: Nanos
    ) -> Message | None:
        """Why the PIN that somebody chooses for the owner cannot be; None: it can.

        One that is somebody else's is refused, which says that it is one: so it counts
        as a wrong PIN. All others are drawn, and nobody has to be told.
        """
        chosen = edit.changes.get(PIN_SETTING, "").strip('"')
        if not chosen:
            return None
        if self._standing.is_deaf(at):
            return message("refused.too_many_tries")
        others = (each for each in operating.people if each.number != FIRST)
        if not who_says(chosen, others).role:
            return None
        self._standing.guess(at)
        return message("refused.person.taken")

    def may_not(self, role: str, mode: Mode, pin: str) -> Message | None:
        """Why the one at the cabinet may not do what takes the role; None: they may."""
        if not isinstance(mode, Service):
            return message("refused.not_in_service")
        return None if self._standing.may(role, pin) else STRANGER

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
            return self._standing.unlock(asked.pin, with_first(operating), at)
        if not asked.author:
            if not self._standing.may(role_for(asked), operating.pin):
                return refused(STRANGER)
            who = self._standing.who
            asked = replace(asked, author=self.author if who.role else "")
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
