"""What the console asks the counter; each question has a line of its own."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.protocol.codec import (
    Booked,
    Collect,
    Hello,
    Message,
    Reader,
    Refused,
    encode,
)
from cabinet.protocol.doctor import Examine, Examined
from cabinet.protocol.operator import (
    Adopted,
    ClearScores,
    Edit,
    GiveCredit,
    Look,
    Menu,
    Reload,
    RestartScreen,
    Rewrite,
    ShowTest,
    TryOutput,
    TrySound,
    Undo,
)
from cabinet.protocol.refusals import RefusedError

# Reading the operator's file takes a process of its own, on a slow card for long.
PATIENCE: Final = 60.0
ToBook: TypeAlias = (
    Collect | GiveCredit | RestartScreen | TryOutput | TrySound | ShowTest | ClearScores
)


class CounterAwayError(CabinetError):
    """The counter does not answer."""


class CounterClient:
    """The way to the counter over the bus."""

    def __init__(self, bus: Path, patience: float = PATIENCE) -> None:
        self._bus = bus
        self._patience = patience

    async def look(self, at: str = "") -> Menu:
        """The settings as they are now; `at` storage: with the disk tried as well."""
        async for message in self._answers(Look(at)):
            if isinstance(message, Menu):
                return message
        raise CounterAwayError

    async def change(
        self, request: Edit | Reload | Rewrite | Undo
    ) -> tuple[Adopted, Menu]:
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
        async for message in self._answers(Examine(since)):
            if isinstance(message, Examined):
                return message
        raise CounterAwayError

    async def attempt(self, wish: TryOutput) -> None:
        """Drive an output by hand; what the counter says next it says after that."""
        async for message in self._answers(wish, Examine()):
            if isinstance(message, Examined):
                return
        raise CounterAwayError

    async def book(self, request: ToBook) -> None:
        """Have it done; it is in the books when this returns."""
        async for message in self._answers(request):
            if isinstance(message, Booked):
                return
        raise CounterAwayError

    async def _answers(self, *requests: Message) -> AsyncIterator[Message]:
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._bus))
        except OSError:
            raise CounterAwayError from None
        lines = Reader()
        try:
            hello = Hello("tool", os.getpid())
            writer.write(b"".join(map(encode, (hello, *requests))))
            async with asyncio.timeout(self._patience):
                while chunk := await reader.read(65_536):
                    for message in lines.feed(chunk):
                        if isinstance(message, Refused):
                            raise RefusedError(message.why)
                        if not isinstance(message, Exception):
                            yield message
        except (OSError, TimeoutError):
            return
        finally:
            with suppress(OSError):
                writer.close()
