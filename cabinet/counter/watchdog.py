"""Tells whoever keeps the counter running that it is well, as long as it is.

Silence is the message: a loop that hangs cannot speak, and one whose wires are dead or
whose work stays undone does not. Systemd then ends the process and starts another,
which opens the wires anew. A slow disk is no reason: each commit that returns is a sign
of life too, and what a commit has delayed gets a moment to be done.
"""

import asyncio
import logging
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock, IoPort
from cabinet.counter.counter import Counter
from cabinet.platform.notify import ALIVE, READY, STOPPING, Notifier

log = logging.getLogger("cabinet.counter")

# Edges, books and heartbeats are looked at when they are due; later is not well.
LATE: Final[Nanos] = 2 * SECOND
# Where the loop was kept waiting, it does in this time what became due meanwhile.
TO_CATCH_UP: Final[Nanos] = SECOND // 4


class WatchdogClient:
    """One counter, and who wants to know how it is."""

    def __init__(
        self, notifier: Notifier, counter: Counter, port: IoPort, clock: Clock
    ) -> None:
        self._notifier = notifier
        self._counter = counter
        self._port = port
        self._clock = clock
        counter.written = self.progress

    def progress(self) -> None:
        """Something is on the disk: as slow as it may be, it goes on."""
        if self._notifier.wants_a_word_every is not None:
            self._notifier.tell(ALIVE)

    def ailment(self) -> str:
        """Why another counter would do better; empty while this one is well."""
        if self._port.lost:
            return f"the wires cannot be heard any more ({self._port.lost})"
        due = self._counter.due()
        if due is not None and self._clock.now() - due > LATE:
            return "what was due was not done"
        return ""

    async def beat(self) -> None:
        """Speak until something ails us, or for ever."""
        self._notifier.tell(READY)
        every = self._notifier.wants_a_word_every
        while every is not None:
            if self.ailment():
                await asyncio.sleep(TO_CATCH_UP / SECOND)
            if why := self.ailment():
                log.error("not well, waiting to be started anew: %s", why)
                return
            self._notifier.tell(ALIVE)
            await asyncio.sleep(every / SECOND)

    def stop(self) -> None:
        """We end on purpose."""
        self._notifier.tell(STOPPING)
