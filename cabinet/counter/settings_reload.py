"""New settings for a running counter, read and checked by another process.

To check settings takes pydantic and every game, which the counter does not carry; and
no coin waits for a file. A child does it, at the lowest priority: it hears one request
of the protocol on its stdin and answers with a pickled `SettingsReload`, or with why it
was `Refused`.
"""

import asyncio
import pickle
from asyncio.subprocess import PIPE
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Verbatim, message, verbatim
from cabinet.protocol.alerts import PutSecret
from cabinet.protocol.codec import Refused, encode
from cabinet.protocol.fleet import SignedBundle, TakeBack
from cabinet.protocol.operator import (
    Edit,
    Look,
    Menu,
    PutLogo,
    Reload,
    Rewrite,
    Undo,
)
from cabinet.protocol.refusals import RefusedError

ToFile: TypeAlias = Look | Edit | Reload | Rewrite | PutLogo | PutSecret | Undo
Request: TypeAlias = ToFile | SignedBundle | TakeBack
TIMEOUT_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class SettingsReload:
    """The settings as the file has them now, and what a request changed in it."""

    operating: OperatingSettings
    menu: Menu
    changes: tuple[str, ...] = ()
    restart: tuple[str, ...] = ()


class SettingsWorker(Protocol):
    """Whoever reads and writes the operator's file for the counter."""

    async def ask(self, request: Request) -> SettingsReload:
        """Do what is asked; `CabinetError` says what was wrong with it."""


@dataclass(frozen=True, slots=True)
class ChildSettingsWorker:
    """A process for each request."""

    command: tuple[str, ...]
    patience_s: float = TIMEOUT_S

    async def ask(self, request: Request) -> SettingsReload:
        """See `SettingsWorker`."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        except OSError as wrong:
            refusal = message("refused.no_settings", why=Verbatim(str(wrong)))
            raise CabinetError(refusal) from None
        try:
            answer, said = await asyncio.wait_for(
                process.communicate(encode(request)), self.patience_s
            )
        except BaseException as wrong:
            process.kill()
            await process.wait()
            if isinstance(wrong, TimeoutError):
                raise CabinetError(message("refused.settings_late")) from None
            raise
        if process.returncode:
            why = said.decode(errors="replace").strip().removeprefix("cabinet: ")
            failed = verbatim(why) if why else message("refused.settings_failed")
            raise CabinetError(failed)
        found: SettingsReload | Refused = pickle.loads(answer)
        if isinstance(found, Refused):
            raise RefusedError(found.why)
        return found
