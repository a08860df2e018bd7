"""The counter's loop over a real Unix socket: whatever a visitor does, it goes on."""

import asyncio
import os
import socket
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.events import SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.counter.active_screen import HEARTBEAT, MISSED_BEATS, OVERSLEPT
from cabinet.counter.counter import Counter
from cabinet.counter.loop import Service
from cabinet.counter.server import listening_socket
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import (
    Goodbye,
    Heartbeat,
    Hello,
    Panel,
    Quit,
    Reader,
    Refused,
    Touch,
    encode,
)
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
            chunk = await asyncio.wait_for(self._reader.read(65536), 20)
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
async def serving(folder):
    """A running service; its path. It is stopped by a visitor at the end."""
    clock, path = SystemClock(), folder / "bus.sock"
    port = SimPort(WIRING, clock)
    books = SqliteBooks(folder / "books.sqlite3", clock, "boot")
    counter = Counter(EAGER, books, port, Decoder(EAGER.slots), clock, seed=7)
    ready = asyncio.Event()
    running = asyncio.create_task(Service(counter, clock, path).run(ready.set))
    await asyncio.wait_for(ready.wait(), 20)
    yield path
    last = await Guest.enter(path, "tool")
    last.say(Quit())
    assert await last.next(Goodbye) == Goodbye()
    await last.leave()
    await asyncio.wait_for(running, 20)
    assert not path.exists()


def in_the_hallway(test):
    """Run a coroutine test with the path of a running service."""

    def run(tmp_path):
        async def body():
            async with serving(tmp_path) as path:
                await test(path)

        asyncio.run(body())

    run.__name__ = test.__name__
    return run


@in_the_hallway
async def test_a_coin_becomes_a_credit_by_the_timer_alone(path):
    screen = await Guest.enter(path, "screen")
    await screen.shown("attract")
    screen.say(Touch("coin.1", active=True))
    shown = await screen.shown("select", credits=1)
    assert shown.books.coins == 1
    await screen.leave()


def test_a_screen_that_spoke_while_the_counter_stood_still_is_heard(tmp_path):
    """A coin that fell meanwhile wakes it before it has read what the screen said."""

    async def body():
        clock, ready = VirtualClock(SECOND), asyncio.Event()
        path = tmp_path / "bus.sock"
        books = SqliteBooks(tmp_path / "books.sqlite3", clock, "boot")
        port, decoder = SimPort(WIRING, clock), Decoder(EAGER.slots)
        counter = Counter(EAGER, books, port, decoder, clock, seed=7)
        service = Service(counter, clock, path)
        running = asyncio.create_task(service.run(ready.set))
        await asyncio.wait_for(ready.wait(), 20)
        screen = await Guest.enter(path, "screen")
        await screen.shown("attract")
        screen.say(Heartbeat(1, 0))
        clock.advance_to(clock.now() + MISSED_BEATS * HEARTBEAT + OVERSLEPT)
        service.wake()
        tool = await Guest.enter(path, "tool")
        assert (await tool.next(Snapshot)).lockout_open
        tool.say(Quit())
        await asyncio.wait_for(running, 20)
        for guest in (screen, tool):
            await guest.leave()

    asyncio.run(body())


class Broken(SimPort):
    """Wires that a mistake in the program makes unreadable."""

    mistaken = False

    def poll(self):
        if self.mistaken:
            raise RuntimeError("a mistake in the program")
        return super().poll()


def test_a_mistake_in_the_program_ends_it_with_the_slot_shut(tmp_path):
    """And what the wires did until then is kept, for the report."""
    kept = []

    async def body():
        clock, ready = SystemClock(), asyncio.Event()
        port = Broken(WIRING, clock)
        books = SqliteBooks(tmp_path / "books.sqlite3", clock, "boot")
        decoder = Decoder(EAGER.slots)
        counter = Counter(EAGER, books, port, decoder, clock, seed=7, keep=kept.append)
        service = Service(counter, clock, tmp_path / "bus.sock")
        asyncio.get_running_loop().set_debug(False)
        running = asyncio.create_task(service.run(ready.set))
        await asyncio.wait_for(ready.wait(), 20)
        screen = await Guest.enter(tmp_path / "bus.sock", "screen")
        await screen.shown("attract")
        assert port.outputs["lockout"]
        screen.say(Touch("coin.1", active=True))
        await screen.shown("select", credits=1)
        port.mistaken = True
        asyncio.get_running_loop().call_soon(service.turn)
        with pytest.raises(RuntimeError, match="a mistake in the program"):
            await asyncio.wait_for(running, 20)
        assert not port.outputs["lockout"]
        await screen.leave()

    asyncio.run(body())
    (case,) = kept
    assert (case.kind, case.why) == ("crash", "RuntimeError: a mistake in the program")
    assert {edge.line for edge in case.edges} == {"coin.1"}


@in_the_hallway
async def test_bad_lines_are_answered_and_the_connection_goes_on(path):
    tool = await Guest.enter(path, "tool")
    tool.shout(b"what?\n")
    assert await tool.refusal() == "this is not JSON: 'what?'"
    tool.shout(b'{"v":2,"type":"touch"}\n')
    assert (await tool.refusal()).startswith("the message speaks protocol version 2,")
    tool.shout(b"[" * 200_000 + b"\n")
    assert (await tool.refusal()).startswith("this is not JSON: '[[[[")
    tool.shout(b"\x00\xff\n" + encode(Touch("lever", active=True)))
    assert (await tool.refusal()).startswith("this is not JSON")
    assert await tool.refusal() == "no line is called 'lever'"
    await tool.leave()


@in_the_hallway
async def test_a_line_too_long_is_refused_and_the_next_is_heard(path):
    tool = await Guest.enter(path, "tool")
    tool.shout(b"x" * 3_000_000 + b"\n" + encode(Touch("lever", active=True)))
    assert await tool.refusal() == "a line is longer than 1000000 bytes"
    assert await tool.refusal() == "no line is called 'lever'"
    await tool.leave()


@in_the_hallway
async def test_everybody_who_said_hello_hears_and_nobody_else(path):
    stranger = await Guest.enter(path)
    screen = await Guest.enter(path, "screen")
    web = await Guest.enter(path, "web")
    for guest in (screen, web):
        await guest.shown("attract")
    screen.say(Touch("coin.1", active=True))
    for guest in (screen, web):
        await guest.shown("select", credits=1)
    stranger.say(Touch("lever", active=True))
    assert await stranger.refusal() == "no line is called 'lever'"
    for guest in (stranger, screen, web):
        await guest.leave()


@in_the_hallway
async def test_a_screen_that_leaves_is_missed_and_one_that_comes_is_welcome(path):
    web = await Guest.enter(path, "web")
    screen = await Guest.enter(path, "screen")
    assert (await screen.shown("attract")).lockout_open
    await screen.leave()
    while (await web.next(Snapshot)).lockout_open is True:
        pass
    again = await Guest.enter(path, "screen")
    assert (await again.shown("attract")).lockout_open
    again.say(Touch("p1.a", active=True))
    assert (await again.next(Panel)).what == "pressed"
    for guest in (web, again):
        await guest.leave()


async def shout_without_listening(path):
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.connect(str(path))
        deaf.setblocking(False)
        shout = encode(Touch("x" * 500_000, active=True))
        loop = asyncio.get_running_loop()
        for _ in range(40):
            await asyncio.wait_for(loop.sock_sendall(deaf, shout), 20)


@in_the_hallway
async def test_a_deaf_visitor_is_shown_the_door_and_the_others_are_served(path):
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        await shout_without_listening(path)
    tool = await Guest.enter(path, "tool")
    await tool.shown("attract")
    await tool.leave()


@in_the_hallway
async def test_half_a_line_and_gone_disturbs_nobody(path):
    for _ in range(20):
        guest = await Guest.enter(path)
        guest.shout(encode(Quit())[:-1])
        await guest.leave()
    tool = await Guest.enter(path, "tool")
    await tool.shown("attract")
    await tool.leave()


@in_the_hallway
async def test_a_second_cabinet_on_the_same_hallway_is_refused(path):
    with pytest.raises(BusyError) as error:
        listening_socket(path)
    assert str(error.value) == (
        f"{path}: another cabinet is running here; stop it first, or give this one "
        "its own folder with --state DIR"
    )


def test_a_socket_that_a_dead_cabinet_left_is_replaced(tmp_path):
    path = tmp_path / "bus.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with listening_socket(path), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
    assert path.stat().st_mode & 0o777 == 0o660


def test_a_path_too_long_for_a_socket_is_said_to_be():
    path = Path("/tmp") / ("x" * 90) / "bus.sock"
    with pytest.raises(CabinetError) as error:
        listening_socket(path)
    assert str(error.value) == (
        f"{path}: too long for a socket (100 bytes at most); give a shorter "
        "--state folder"
    )


@pytest.mark.parametrize(
    ("place", "why"),
    [("none/bus.sock", "No such file or directory"), ("folder", "Is a directory")],
)
def test_a_place_where_no_socket_can_be_is_named(tmp_path, place, why):
    (tmp_path / "folder").mkdir()
    path = tmp_path / place
    with pytest.raises(CabinetError) as error:
        listening_socket(path)
    assert str(error.value) == (
        f"{path}: cannot listen there ({why}); give another folder with --state DIR"
    )
