"""The counter's loop: asyncio, one Unix socket, one thread.

Wires wake the loop from whatever thread they live on; the socket is served as
bytes arrive; a timer fires when the counter is due. Nothing here decides
anything: it carries bytes to `Counter` and envelopes from it. A mistake in the
program ends it, wherever in the loop it shows: outputs off, slot shut, and whoever
started it begins a new one. A counter that limps along would keep the slot open.
"""

import asyncio
import logging
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.core.modes.state import Attract, Standby
from cabinet.core.people import NOBODY
from cabinet.core.ports import Clock
from cabinet.counter import audit_log
from cabinet.counter.counter import Counter
from cabinet.counter.envelopes import Client
from cabinet.counter.housekeeping import Copier, keep_copies
from cabinet.counter.publisher import seen_by
from cabinet.counter.roles import Roles
from cabinet.counter.server import Connection, Server, listening_socket
from cabinet.counter.settings_reload import SettingsWorker
from cabinet.counter.tickets import Answered, PasswordChild, ToCheck
from cabinet.counter.watchdog import WatchdogClient
from cabinet.i18n import message as i18n
from cabinet.i18n.authors import FROM_PAGE
from cabinet.i18n.message import Message
from cabinet.protocol.codec import Booked, BusMessage, Hello, encode
from cabinet.protocol.login import (
    AddPerson,
    ChangePerson,
    DrawPin,
    EndPerson,
    Pair,
    PersonChanged,
    SetPassword,
    SetSecondFactor,
    Vouch,
)
from cabinet.protocol.operator import Reload
from cabinet.protocol.refusals import problems_of

log = logging.getLogger("cabinet.counter")


class CounterLoop:
    """Runs one `Counter` until it halts or is told to stop."""

    def __init__(
        self,
        counter: Counter,
        clock: Clock,
        path: Path,
        copier: Copier | None = None,
        worker: SettingsWorker | None = None,
        watchdog: WatchdogClient | None = None,
        roles: Roles | None = None,
        passwords: PasswordChild | None = None,
    ) -> None:
        self._counter = counter
        self._clock = clock
        self._path = path
        self._copier = copier
        self._worker = worker
        self._watchdog = watchdog
        self._passwords = passwords
        self._loop: asyncio.AbstractEventLoop | None = None
        self._errand: asyncio.Task[None] | None = None
        self._server = Server(self, clock, roles or Roles.read({}))
        counter.unread = self._has_unread
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = asyncio.Event()
        self._failure: Exception | None = None

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve the socket; returns when the cabinet stops."""
        self._loop = loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._break_down)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopped.set)
        self._server.open(listening_socket(self._path))
        chores = (
            loop.create_task(keep_copies(self._copier, self)) if self._copier else None
        )
        watchdog: asyncio.Task[None] | None = None
        try:
            ready()
            self.turn()
            watchdog = (
                loop.create_task(self._watchdog.beat()) if self._watchdog else None
            )
            await self._stopped.wait()
        except Exception as wrong:  # noqa: BLE001  raised below, when all is shut
            self._failure = wrong
        finally:
            if self._watchdog:
                self._watchdog.stop()
            for task in (chores, watchdog, self._errand):
                if task:
                    task.cancel()
            self._counter.close()
            if self._failure and not isinstance(self._failure, CabinetError):
                self._counter.testify(self._failure)
            self._deliver()
            self._server.close()
            self._path.unlink(missing_ok=True)
        if self._failure:
            raise self._failure

    def _break_down(
        self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
    ) -> None:
        loop.default_exception_handler(context)
        failure = context.get("exception")
        if isinstance(failure, Exception):
            self._failure = self._failure or failure
            self._stopped.set()

    def wake(self) -> None:
        """The wires have something to say; from any thread.

        Messages that have arrived are read first, as before a timer of the loop.
        """
        if self._loop:
            self._loop.call_soon_threadsafe(self._loop.call_later, 0, self.turn)

    def turn(self) -> None:
        """Let the counter take what is there, and deliver what it says."""
        self._counter.turn()
        self.settle()

    def settle(self) -> None:
        """After anything happened: deliver, set the timer, notice the end."""
        self._deliver()
        for client in self._counter.hung:
            if connection := self._server.get(client):
                connection.kill()
        self._counter.hung.clear()
        if self._counter.halted:
            self._stopped.set()
        if self._counter.asked and self._errand is None:
            self._errand = asyncio.get_running_loop().create_task(self._run_errands())
        self._set_timer()

    @property
    def idle(self) -> bool:
        """Whether nobody is choosing, playing or mending."""
        return isinstance(self._counter.state.mode, Attract | Standby)

    def distrust(self, why: Message) -> None:
        """See `Counter.distrust`."""
        self._counter.distrust(why)
        self.settle()

    @property
    def stopped(self) -> bool:
        """See `Host.stopped`."""
        return self._stopped.is_set()

    def hear(self, connection: Connection, message: BusMessage) -> None:
        """See `Host.hear`."""
        if isinstance(message, Hello) and message.ticket and "web" in connection.roles:
            connection.ticket = message.ticket
        ticket = connection.ticket
        self._counter.hear(
            connection.client,
            message,
            trusted=connection.trusted,
            roles=connection.roles,
            operator=self._counter.tickets.who(ticket) if ticket else NOBODY,
        )
        # Now: the next message may have to wait for the disk.
        self._deliver()

    def leave(self, client: Client) -> None:
        """See `Host.leave`."""
        if not self._stopped.is_set():
            self._counter.leave(client)
            self.settle()

    def _has_unread(self, client: Client) -> bool:
        connection = self._server.get(client)
        return connection is not None and connection.has_unread

    async def _run_errands(self) -> None:
        """One after the other, what takes the operator's file to answer."""
        try:
            while self._counter.asked:
                client, request = self._counter.asked.pop(0)
                if isinstance(request, ToCheck):
                    await self._check_password(client, request)
                    continue
                try:
                    if self._worker is None:
                        raise CabinetError(i18n.message("refused.no_file_of_settings"))
                    found = await self._worker.ask(request)
                except CabinetError as wrong:
                    problems = problems_of(wrong)
                    log.warning("settings: %s", audit_log.refusal(problems))
                    self._counter.refuse(client, problems)
                else:
                    for change in found.changes:
                        log.info("settings: %s, by %s", change, found.operating.author)
                    self._counter.renew(client, request, found)
                self._deliver()
        finally:
            self._errand = None
        self.settle()

    async def _check_password(self, client: Client, check: ToCheck) -> None:
        """Answer with a ticket, or what became of somebody, which is booked too."""
        counter = self._counter
        try:
            if self._passwords is None:
                raise CabinetError(i18n.message("refused.passwords_late"))
            found = await self._passwords.ask(check)
        except CabinetError as wrong:
            problems = problems_of(wrong)
            log.warning("console: %s", audit_log.refusal(problems))
            counter.refuse(client, problems)
        else:
            self._let_be(client, check, found)
        self._deliver()

    def _let_be(self, client: Client, check: ToCheck, found: Answered) -> None:
        """What was asked of passwords and people is done: book it, and answer."""
        counter, asked, who = self._counter, check.asked, found.who
        told = _told(check, found)
        log.info("console: %s, by %s", told, check.author or who.signed(FROM_PAGE))
        if isinstance(asked, Vouch):
            counter.say(client, counter.tickets.give(who))
            return
        booked = Reload(check.author, (f"people: {told}",))
        counter.asked.append((client, booked))
        if isinstance(asked, SetSecondFactor):
            counter.say(client, Booked())
            return
        if not isinstance(asked, AddPerson):
            counter.forget(who.number)
        if isinstance(asked, Pair):
            counter.say(client, counter.tickets.give(who))
            return
        own = check.page and check.by.number == who.number
        ended = isinstance(asked, EndPerson)
        ticket = counter.tickets.give(who).ticket if own and not ended else ""
        changed = PersonChanged(who.number, who.role, who.name, found.pin, ticket)
        counter.say(client, changed)

    def _deliver(self) -> None:
        envelopes, self._counter.outbox = self._counter.outbox, []
        for envelope in envelopes:
            lines: dict[str, bytes] = {}
            for connection in self._readers(envelope.to):
                eyes = connection.eyes
                if eyes not in lines:
                    lines[eyes] = encode(seen_by(eyes, envelope.message))
                connection.send(lines[eyes])

    def _readers(self, to: Client | None) -> tuple[Connection, ...]:
        """One client, or everybody who said hello."""
        if to is None:
            return tuple(each for each in self._server.connections if each.role)
        connection = self._server.get(to)
        return (connection,) if connection else ()

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = self._counter.due()
        if due is not None:
            wait = max(0, due - self._clock.now()) / SECOND
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, self.turn)


def _told(check: ToCheck, found: Answered) -> str:
    """What log and books say of it: whom it is about, and never a secret."""
    who = found.who
    name = who.name or f"the {who.role}"
    match check.asked:
        case Vouch():
            return f"{name} logged in"
        case Pair():
            return f"{name} paired: a new password, and no second factor"
        case AddPerson():
            return f"{name} ({who.role}) was added"
        case ChangePerson():
            return (
                f"{found.was or 'without a name'} ({found.had}) is {name} ({who.role})"
            )
        case SetPassword(password=""):
            return f"{name} has no password any more"
        case SetPassword():
            return f"{name} has another password"
        case DrawPin(off=True):
            return f"{name} has no PIN any more"
        case DrawPin():
            return f"{name} has another PIN"
        case EndPerson():
            return f"{name} ({who.role}) is gone"
        case SetSecondFactor(secret=""):
            return f"the login of {name} takes no code any more"
        case SetSecondFactor():
            return f"the login of {name} takes a code besides the password"
