"""What the console asks the counter; each question has a line of its own."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Final, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.client import Answer, messages
from cabinet.protocol.codec import Booked, BusMessage, Cash, Hello, Refused, encode
from cabinet.protocol.doctor import Examine, Examined
from cabinet.protocol.login import (
    LogOut,
    OfPeople,
    Pair,
    PersonChanged,
    SetSecondFactor,
    Vouch,
    Vouched,
)
from cabinet.protocol.machine import AskMachine, LookAtMachine, Machine
from cabinet.protocol.operator import (
    Adopted,
    Edit,
    FromConsole,
    FromMenu,
    Look,
    Menu,
    PutLogo,
    Reload,
    Rewrite,
    TryOutput,
    Undo,
)
from cabinet.protocol.refusals import RefusedError

# Reading the operator's file takes a process of its own, on a slow card for long.
TIMEOUT: Final = 60.0
# The ticket of whoever sent the request that is being answered.
TICKET: Final = ContextVar("ticket", default="")
Change: TypeAlias = Edit | Reload | Rewrite | PutLogo | PutSecret | Undo
ToBook: TypeAlias = Cash | FromConsole | FromMenu | TryAlerts | AskMachine


class CounterAwayError(CabinetError):
    """The counter does not answer."""


class CounterClient:
    """The way to the counter over the bus."""

    def __init__(self, bus: Path, timeout: float = TIMEOUT) -> None:
        self._bus = bus
        self._timeout = timeout

    async def look(self, at: str = "") -> Menu:
        """The settings as they are now; `at` storage: with the disk tried as well."""
        return await self._ask(Menu, Look(at))

    async def change(self, request: Change) -> tuple[Adopted, Menu]:
        """Change the operator's file; what became of it, and the settings after it."""
        adopted: Adopted | None = None
        async for message in self._answers(request):
            if isinstance(message, Adopted):
                adopted = message
            elif isinstance(message, Menu) and adopted is not None:
                return adopted, message
        raise CounterAwayError

    async def examine(self, since: int) -> Examined:
        """How the wires are, and every edge after number `since`."""
        return await self._ask(Examined, Examine(since))

    async def machine(self) -> Machine:
        """The machine as it is now."""
        return await self._ask(Machine, LookAtMachine())

    async def attempt(self, request: TryOutput) -> None:
        """Drive an output by hand; what the counter says next it says after that."""
        await self._ask(Examined, request, Examine())

    async def book(self, request: ToBook) -> None:
        """Have it done; it is in the books when this returns."""
        await self._ask(Booked, request)

    async def vouch(self, request: Vouch | Pair) -> Vouched:
        """Have the counter check a password, or a code; the ticket it gives for it."""
        return await self._ask(Vouched, request)

    async def have_done(self, request: OfPeople) -> PersonChanged:
        """Have the counter change people; who it was about, and a PIN just drawn."""
        return await self._ask(PersonChanged, request)

    async def set_second_factor(self, request: SetSecondFactor) -> None:
        """Have the owner's login take a code, or none any more."""
        await self._ask(Booked, request)

    async def log_out(self, ticket: str) -> None:
        """End a ticket, if the counter is there to hear it."""
        with suppress(CabinetError):
            await self._ask(Booked, LogOut(ticket))

    async def _ask(self, wanted: type[Answer], *requests: BusMessage) -> Answer:
        async for message in self._answers(*requests):
            if isinstance(message, wanted):
                return message
        raise CounterAwayError

    async def _answers(self, *requests: BusMessage) -> AsyncIterator[BusMessage]:
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._bus))
        except OSError:
            raise CounterAwayError from None
        try:
            hello = Hello("tool", os.getpid(), TICKET.get())
            writer.write(b"".join(map(encode, (hello, *requests))))
            async with asyncio.timeout(self._timeout):
                async for message in messages(reader):
                    if isinstance(message, Refused):
                        raise RefusedError(message.why)
                    if not isinstance(message, Exception):
                        yield message
        except TimeoutError:
            return
        finally:
            with suppress(OSError):
                writer.close()
