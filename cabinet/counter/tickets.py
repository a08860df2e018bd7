"""Whom the counter believes to be an operator: tickets for passwords that are right.

The passwords are in a file of the counter's own account. A child compares them, because
argon2 takes 9 MiB and its time on purpose. A web program that somebody has taken over
can guess as slowly as anybody else, and use the ticket of whoever is logged in until
they log out; without one it changes neither money nor settings.
"""

import asyncio
import json
import secrets
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, Nanos
from cabinet.core.people import NOBODY, Person
from cabinet.core.ports import Clock
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.protocol.login import OfPeople, Pair, SetSecondFactor, Vouch, Vouched

IDLE: Final[Nanos] = 30 * 60 * SECOND
LONGEST: Final[Nanos] = 12 * 3600 * SECOND
MOST_TICKETS: Final = 50
BITS: Final = 128
# So many tries at once, and then one in a second, whoever asks.
BURST: Final = 30
A_TRY: Final[Nanos] = SECOND
PATIENCE_S: Final = 20.0

Checked: TypeAlias = Vouch | Pair | SetSecondFactor | OfPeople


@dataclass(frozen=True, slots=True)
class ToCheck:
    """What a child is to do to people; `by` is who asks, signed as `author`.

    `page`: they ask from the page, where their second factor counts. `house` is the PIN
    in the operator's file, sealed, which nobody else may have.
    """

    asked: Checked
    by: Person = NOBODY
    author: str = ""
    page: bool = True
    house: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """Who it is about, as they are now; what they were before, the PIN just drawn."""

    who: Person
    was: str = ""
    had: str = ""
    pin: str = ""


# What a child says is wrong, and what we say of it.
_REFUSALS: Final[Mapping[str, Message]] = {
    "password.length": message("refused.password_length"),
    "password.same": message("refused.password_same"),
    "second.wrong": message("refused.wrong_second"),
    "second.wait": message("refused.second_waits"),
    "second.on": message("refused.second_on"),
    **{
        f"person.{why}": message(f"refused.person.{why}")
        for why in ("name", "name_taken", "unknown", "first", "first_pin", "too_many")
    },
}


@dataclass(slots=True)
class _Ticket:
    who: Person
    since: Nanos
    seen: Nanos


class Tickets:
    """Everybody who has logged in since the counter started."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[str, _Ticket] = {}
        self._tries: float = BURST
        self._tried_at: Nanos = clock.now()

    def give(self, who: Person) -> Vouched:
        """Let somebody in."""
        now = self._clock.now()
        self._tidy(now)
        while len(self._open) >= MOST_TICKETS:
            del self._open[min(self._open, key=lambda one: self._open[one].seen)]
        ticket = secrets.token_urlsafe(BITS // 8)
        self._open[ticket] = _Ticket(who, now, now)
        return Vouched(who.role, ticket, who.name, who.number)

    def who(self, ticket: str) -> Person:
        """Who shows it; `NOBODY` when it is of nobody."""
        now = self._clock.now()
        self._tidy(now)
        found = self._open.get(ticket)
        if found is None:
            return NOBODY
        found.seen = now
        return found.who

    def end(self, ticket: str) -> None:
        """Somebody logs out."""
        self._open.pop(ticket, None)

    def end_all(self, number: int) -> None:
        """Somebody has another password, role or name, or is gone."""
        self._open = {
            key: each for key, each in self._open.items() if each.who.number != number
        }

    def may_try(self) -> bool:
        """Whether a password or a code may be tried now; this is the try."""
        now = self._clock.now()
        rested = (now - self._tried_at) / A_TRY
        self._tries, self._tried_at = min(BURST, self._tries + rested), now
        if self._tries < 1:
            return False
        self._tries -= 1
        return True

    def _tidy(self, now: Nanos) -> None:
        self._open = {
            key: each
            for key, each in self._open.items()
            if now - each.seen < IDLE and now - each.since < LONGEST
        }


@dataclass(frozen=True, slots=True)
class PasswordChild:
    """Asks a process of its own about passwords; `command` begins it."""

    command: tuple[str, ...]

    async def ask(self, request: ToCheck) -> Answered:
        """Whose password it is, or what became of somebody; else `CabinetError`.

        A password goes by a pipe: arguments are for everybody to read.
        """
        asked = request.asked
        by = request.by.number if request.page or isinstance(asked, Pair) else 0
        said = {"do": type(asked).__name__, **asdict(asked), "by": by}
        said["house"] = request.house
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            line = json.dumps(said).encode() + b"\n"
            told, _ = await asyncio.wait_for(process.communicate(line), PATIENCE_S)
        except BaseException as wrong:
            process.kill()
            await process.wait()
            if isinstance(wrong, TimeoutError):
                raise CabinetError(message("refused.passwords_late")) from None
            raise
        return _answer_in(told)


def _answer_in(told: bytes) -> Answered:
    try:
        answer = json.loads(told)
        wrong = str(answer.get("wrong", ""))
        texts = {name: str(answer.get(name, "")) for name in ("was", "had", "pin")}
        name, number = str(answer.get("name", "")), int(answer.get("number", 0))
        who = Person(number, str(answer.get("role", "")), name)
    except (ValueError, TypeError, AttributeError):
        raise CabinetError(message("refused.passwords_late")) from None
    if wrong in _REFUSALS:
        raise CabinetError(_REFUSALS[wrong])
    if wrong:
        raise CabinetError(message("passwords_unwritten", why=Verbatim(wrong)))
    if not who.role:
        raise CabinetError(message("refused.wrong_password"))
    return Answered(who, **texts)
