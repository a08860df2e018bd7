"""What is done for the books while nobody plays: a copy, and an empty log.

Once a day they are proven whole and copied. Another process does it, at the lowest
priority: proving a million postings takes half a minute of a processor, and no coin
waits for that. When it finds the books damaged it leaves a note beside them; then, as
soon as nobody plays, the cabinet is out of order until the operator has looked.

SQLite's log is brought into the file of the books when nothing was booked for a
while, in a thread: on a slow card that takes seconds, and no coin waits for those.
"""

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cabinet.books.legacy_notes import read_note
from cabinet.i18n.message import Message, verbatim

log = logging.getLogger("cabinet.counter")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How to bring the log into the books, and which log; seconds."""

    make: Callable[[], None]
    log: Path
    quiet: float = 60


@dataclass(frozen=True, slots=True)
class Copier:
    """How to copy the books, and where the note is if they are damaged; seconds."""

    command: tuple[str, ...]
    note: Path
    first: float = 60
    daily: float = 86_400
    busy: float = 300
    checkpoint: Checkpoint | None = None


class BooksOwner(Protocol):
    """Whoever has books to look after."""

    @property
    def idle(self) -> bool:
        """Whether nobody is choosing, playing or mending."""

    def distrust(self, why: Message) -> None:
        """The books are damaged: take no more coins."""


async def keep_copies(copier: Copier, cabinet: BooksOwner) -> None:
    """Copy now and every day, and keep the log short, until cancelled."""
    async with asyncio.TaskGroup() as chores:
        chores.create_task(_copy_daily(copier, cabinet))
        if copier.checkpoint:
            chores.create_task(_keep_log_short(copier.checkpoint, copier.note, cabinet))


async def _keep_log_short(
    checkpoint: Checkpoint, note: Path, cabinet: BooksOwner
) -> None:
    """Once after each commit, when the next one has been waited for in vain.

    Whether there was one is seen in the log itself. Damaged books stay as they are.
    """
    seen, done = _trace(checkpoint.log), None
    while True:
        await asyncio.sleep(checkpoint.quiet)
        before, seen = seen, _trace(checkpoint.log)
        if seen != done and seen == before and cabinet.idle and not _doubt(note):
            await asyncio.to_thread(checkpoint.make)
            done = seen


def _trace(log: Path) -> tuple[int, int] | None:
    """What every commit changes; None where there is no log."""
    try:
        found = log.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


async def _copy_daily(copier: Copier, cabinet: BooksOwner) -> None:
    wait = copier.first
    while True:
        await _nobody_plays(copier, cabinet, wait)
        wait = copier.daily
        said = await _copy(copier)
        if said:
            log.warning("the books were not copied: %s", said)
        if doubt := _doubt(copier.note):
            await _nobody_plays(copier, cabinet, 0)
            cabinet.distrust(doubt)


def _doubt(note: Path) -> Message | None:
    """What was found damaged; one that cannot be read is a reason to doubt too."""
    try:
        return read_note(note.read_text(encoding="utf-8").strip())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as wrong:
        return verbatim(str(wrong))


async def _nobody_plays(copier: Copier, cabinet: BooksOwner, wait: float) -> None:
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
