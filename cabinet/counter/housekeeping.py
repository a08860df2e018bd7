"""Once a day, while nobody plays, the books are proven whole and copied.

Another process does it, at the lowest priority: proving a million postings takes
half a minute of a processor, and no coin waits for that. When it finds the books
damaged it leaves a note beside them; then, as soon as nobody plays, the cabinet is
out of order until the operator has looked.
"""

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cabinet.books.legacy_notes import read_note
from cabinet.i18n.message import Message

log = logging.getLogger("cabinet.counter")


@dataclass(frozen=True, slots=True)
class Copier:
    """How to copy the books, and where the note is if they are damaged; seconds."""

    command: tuple[str, ...]
    note: Path
    first: float = 60
    daily: float = 86_400
    busy: float = 300


class Cabinet(Protocol):
    """Whoever has books to look after."""

    @property
    def idle(self) -> bool:
        """Whether nobody is choosing, playing or mending."""

    def distrust(self, why: Message) -> None:
        """The books are damaged: take no more coins."""


async def keep_copies(copier: Copier, cabinet: Cabinet) -> None:
    """Copy now and every day, until cancelled."""
    wait = copier.first
    while True:
        await _nobody_plays(copier, cabinet, wait)
        wait = copier.daily
        said = await _copy(copier)
        if said:
            log.warning("the books were not copied: %s", said)
        if copier.note.exists():
            await _nobody_plays(copier, cabinet, 0)
            cabinet.distrust(read_note(copier.note.read_text(encoding="utf-8").strip()))


async def _nobody_plays(copier: Copier, cabinet: Cabinet, wait: float) -> None:
    await asyncio.sleep(wait)
    while not cabinet.idle:
        await asyncio.sleep(copier.busy)


async def _copy(copier: Copier) -> str:
    """Run the copying process; what it complained of, if it failed."""
    try:
        process = await asyncio.create_subprocess_exec(
            *copier.command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
        )
    except OSError as wrong:
        return str(wrong)
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    return said.decode(errors="replace").strip() if process.returncode else ""
