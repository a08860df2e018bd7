"""Programs that connect to a running service, for the tests of its socket."""

import asyncio
import os
from contextlib import asynccontextmanager
from dataclasses import replace

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.inputs.decoder import Decoder
from cabinet.counter.counter import Counter
from cabinet.counter.loop import CounterLoop
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Goodbye, Hello, Quit, Reader, Refused, encode
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import HOUSE, WIRING

# Takes a coin in the very moment it wakes up, as no real slot would have to.
EAGER = replace(HOUSE, slots=(replace(HOUSE.slots[0], gap=0),))


class Guest:
    """A connected program."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer
        self._lines, self._heard = Reader(), []

    @classmethod
    async def enter(cls, path, role=None):
        guest = cls(*await asyncio.open_unix_connection(str(path)))
        if role:
            guest.say(Hello(role, os.getpid()))
        return guest

    def say(self, *messages):
        self.shout(b"".join(map(encode, messages)))

    def shout(self, line):
        self._writer.write(line)

    async def next(self, kind=object):
        """The next message of a kind; None when the line is closed."""
        while True:
            while self._heard:
                if isinstance(message := self._heard.pop(0), kind):
                    return message
            try:
                chunk = await asyncio.wait_for(self._reader.read(65536), 20)
            except OSError:  # hung up on before all we said was read
                return None
            if not chunk:
                return None
            self._heard += self._lines.feed(chunk)

    async def refusal(self):
        return str(await self.next(Refused))

    async def shown(self, mode, credits=0):
        """Wait for the snapshot that shows it."""
        while snapshot := await self.next(Snapshot):
            if (snapshot.mode, snapshot.credits) == (mode, credits):
                return snapshot
        raise AssertionError(f"{mode} was never shown")

    async def leave(self):
        self._writer.close()


@asynccontextmanager
async def serving(folder, roles=None):
    """A running service; its path. It is stopped by a visitor at the end."""
    clock, path = SystemClock(), folder / "bus.sock"
    port = SimPort(WIRING, clock)
    books = SqliteBooks(folder / "books.sqlite3", clock, "boot")
    counter = Counter(EAGER, books, port, Decoder(EAGER.slots), clock, seed=7)
    ready = asyncio.Event()
    service = CounterLoop(counter, clock, path, roles=roles)
    running = asyncio.create_task(service.run(ready.set))
    await asyncio.wait_for(ready.wait(), 20)
    yield path
    last = await Guest.enter(path, "tool")
    last.say(Quit())
    assert await last.next(Goodbye) == Goodbye()
    await last.leave()
    await asyncio.wait_for(running, 20)
    assert not path.exists()


def on_the_bus(test):
    """Run a coroutine test with the path of a running service."""

    def run(tmp_path):
        async def body():
            async with serving(tmp_path) as path:
                await test(path)

        asyncio.run(body())

    run.__name__ = test.__name__
    return run
