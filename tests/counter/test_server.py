"""What a client may cost the counter: its own connection, and nothing else."""

import asyncio
import logging
import os
import resource
import socket
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.counter import server
from cabinet.counter.roles import Roles
from cabinet.counter.server import (
    HEARD_AFTER_LOSS,
    HEARD_PER_PASS,
    LIMITS,
    LONGEST_PASS,
    LONGEST_STRANGE_LINE,
    MOST_UNSENT,
    Server,
    SparseLog,
    listening_socket,
)
from cabinet.protocol.codec import Failed, Heartbeat, Hello, Quit, Reader, Touch, encode
from cabinet.protocol.snapshot import Snapshot
from tests.counter.guests import Guest, on_the_bus, serving
from tests.support.accounts import nobody

LEVER = Touch("lever", active=True)
REFUSED = "no line is called 'lever'"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\n", "this is not JSON: ''"),
        (b"what?\n", "this is not JSON: 'what?'"),
        (b"\x00\xff\n", "this is not JSON: "),
        (b'{"v":2,"type":"touch"}\n', "the message speaks protocol version 2,"),
        (b'{"v":1,"type":"rob"}\n', "no message is of type 'rob'"),
        (b"[" * 60_000 + b"\n", "this is not JSON: '[[[["),
        (b"x" * 70_000, "a line is longer than 65536 bytes"),
        (b"x" * 70_000 + b"\n", "a line is longer than 65536 bytes"),
    ],
)
def test_a_bad_line_is_refused_once_and_ends_the_connection(tmp_path, line, why):
    async def body():
        async with serving(tmp_path) as path:
            with socket.socket(socket.AF_UNIX) as bad:
                bad.connect(str(path))
                bad.sendall(line + encode(LEVER))
                said = await everything(bad)
            (answer,) = Reader().feed(said)
            assert str(answer).startswith(why)

    asyncio.run(body())


async def everything(line):
    """What is said on a line until the other end hangs up."""
    loop, said = asyncio.get_running_loop(), b""
    line.setblocking(False)
    try:
        while chunk := await asyncio.wait_for(loop.sock_recv(line, 65536), 20):
            said += chunk
    except ConnectionResetError:  # it hung up without reading all we had said
        pass
    return said


@on_the_bus
async def test_a_tool_of_ours_may_send_long_lines_but_not_endless_ones(path):
    tool = await Guest.enter(path, "tool")
    tool.say(Touch("x" * (LONGEST_STRANGE_LINE + 1), active=True))
    assert (await tool.refusal()).startswith("no line is called 'xxx")
    tool.shout(b"x" * 1_100_000)
    assert await tool.refusal() == "a line is longer than 1000000 bytes"
    assert await tool.next() is None
    await tool.leave()


@on_the_bus
async def test_a_heap_of_newlines_costs_one_answer_and_a_coin_is_counted(path):
    screen = await Guest.enter(path, "screen")
    await screen.shown("attract")
    with ExitStack() as stack:
        for _ in range(10):
            bad = stack.enter_context(socket.socket(socket.AF_UNIX))
            bad.connect(str(path))
            bad.setblocking(False)
            bad.send(b"\n" * 213_000)
        screen.say(Touch("coin.1", active=True))
        await screen.shown("select", credits=1)
    await screen.leave()


class Listener:
    """A host that writes down what it hears, and how often it settles."""

    stopped = False

    def __init__(self, clock=None, each=0):
        self.heard, self.gone, self.passes = [], [], [0]
        self._clock, self._each = clock, each

    def hear(self, connection, message):
        self.heard.append((connection.client, message))
        self.passes[-1] += 1
        if self._clock:
            self._clock.advance_to(self._clock.now() + self._each)

    def settle(self):
        self.passes.append(0)

    def leave(self, client):
        self.gone.append(client)


@contextmanager
def listening(folder, host, clock, roles=None):
    """A server without a counter behind it; its path."""
    path = folder / "bus.sock"
    serving = Server(host, clock, roles or Roles.read({}))
    serving.open(listening_socket(path))
    yield path, serving
    serving.close()


def connected(path, said=b""):
    line = socket.socket(socket.AF_UNIX)
    line.connect(str(path))
    line.setblocking(False)
    assert line.send(said) == len(said)
    return line


async def until(done):
    """Let the loop turn until it has happened."""
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0)


def test_who_says_much_at_once_waits_for_whoever_says_little(tmp_path):
    """Both have said it before anybody listens; the one with much came first."""
    beats, many = encode(Heartbeat(1, 0)), 500

    async def body():
        host = Listener()
        with listening(tmp_path, host, SystemClock()) as (path, _):
            much, little = connected(path, beats * many), connected(path, beats)
            with much, little:
                await until(lambda: len(host.heard) == many + 1)
        return host

    host = asyncio.run(body())
    (place,) = [n for n, (client, _) in enumerate(host.heard) if client == 2]
    assert place <= HEARD_PER_PASS
    assert max(host.passes) <= HEARD_PER_PASS


def test_a_pass_ends_early_when_messages_take_long(tmp_path):
    async def body():
        clock = VirtualClock(SECOND)
        host = Listener(clock, each=LONGEST_PASS // 2)
        with (
            listening(tmp_path, host, clock) as (path, _),
            connected(path, encode(Heartbeat(1, 0)) * 100),
        ):
            await until(lambda: len(host.heard) == 100)
        return host

    assert max(asyncio.run(body()).passes) == 3


def test_what_a_program_said_before_it_left_is_heard(tmp_path):
    async def body():
        host = Listener()
        with listening(tmp_path, host, SystemClock()) as (path, _):
            connected(path, encode(Heartbeat(1, 0)) * 100).close()
            await until(lambda: host.gone)
        return host

    host = asyncio.run(body())
    assert len(host.heard) == 100
    assert host.gone == [1]


def test_who_asks_much_and_does_not_wait_is_heard_for_a_while(tmp_path):
    """The first answer finds nobody there."""

    class Answering(Listener):
        def hear(self, connection, message):
            super().hear(connection, message)
            connection.send(encode(message))

    async def body():
        host = Answering()
        with listening(tmp_path, host, SystemClock()) as (path, _):
            connected(path, encode(Heartbeat(1, 0)) * 500).close()
            await until(lambda: host.gone)
        return len(host.heard)

    heard = asyncio.run(body())
    assert HEARD_AFTER_LOSS <= heard <= HEARD_AFTER_LOSS + 2 * HEARD_PER_PASS


def test_of_connections_that_say_nothing_the_oldest_make_room(tmp_path):
    async def body():
        host, hello = Listener(), encode(Hello("tool", 1))
        with (
            listening(tmp_path, host, SystemClock()) as (path, serving),
            ExitStack() as stack,
        ):
            tool = stack.enter_context(connected(path, hello))
            await until(lambda: host.heard)
            for n in range(200):
                stack.enter_context(connected(path))
                await until(lambda n=n: len(host.gone) >= n - LIMITS[""])
            await until(lambda: len(host.gone) == 200 - LIMITS[""])
            assert 1 not in host.gone, "whoever introduced itself stays"
            assert len(serving.connections) == LIMITS[""] + 1
            tool.send(hello)
            await until(lambda: len(host.heard) == 2)

    asyncio.run(body())


def test_of_tools_the_oldest_make_room(tmp_path):
    async def body():
        host, hello = Listener(), encode(Hello("anything", 1))
        with (
            listening(tmp_path, host, SystemClock()) as (path, serving),
            ExitStack() as stack,
        ):
            for n in range(LIMITS["tool"] + 5):
                stack.enter_context(connected(path, hello))
                await until(lambda n=n: len(host.heard) == n + 1)
            await until(lambda: len(host.gone) == 5)
            assert host.gone == [1, 2, 3, 4, 5]
            assert len(serving.connections) == LIMITS["tool"]

    asyncio.run(body())


@pytest.mark.parametrize("role", ["screen", "web", "fleet"])
def test_a_program_too_many_is_refused_and_those_that_are_there_stay(tmp_path, role):
    async def body():
        async with serving(tmp_path) as path:
            there = [await Guest.enter(path, role) for _ in range(LIMITS[role])]
            for guest in there:
                await guest.shown("attract")
            more = await Guest.enter(path, role)
            assert (await more.refusal()).startswith("there are enough connections for")
            assert await more.next() is None
            for guest in there:
                guest.say(LEVER)
                assert await guest.refusal() == REFUSED
            for guest in (*there, more):
                await guest.leave()

    asyncio.run(body())


def test_a_connection_has_one_role(tmp_path):
    async def body():
        async with serving(tmp_path) as path:
            tool = await Guest.enter(path, "tool")
            await tool.shown("attract")
            tool.say(Hello("screen", 1), Failed(1, "mine"))
            said = "this connection is already a tool: open another"
            assert await tool.refusal() == said
            assert await tool.next() is None
            await tool.leave()

    asyncio.run(body())


@contextmanager
def open_folder():
    """A folder that every account may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may be somebody else")
def test_a_flood_from_one_account_costs_no_other_account_its_connection():
    async def body(folder):
        host = Listener()
        with listening(folder, host, SystemClock()) as (path, serving):
            path.chmod(0o666)
            with ExitStack() as stack:
                ours = [stack.enter_context(connected(path)) for _ in range(5)]
                await until(lambda: len(serving.connections) == len(ours))
                with nobody():
                    for _ in range(100):
                        stack.enter_context(connected(path))
                await until(lambda: len(host.gone) == 105 - LIMITS[""])
                assert not set(host.gone) & set(range(1, 6))

    with open_folder() as folder:
        asyncio.run(body(folder))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may be somebody else")
def test_a_strange_account_is_no_screen_and_ends_nothing():
    async def body(folder):
        async with serving(folder) as path:
            path.chmod(0o666)
            screen = await Guest.enter(path, "screen")
            await screen.shown("attract")
            for role in ("screen", "web", "fleet"):
                with nobody():
                    line = connected(path)
                stranger = Guest(*await asyncio.open_unix_connection(sock=line))
                stranger.say(Hello(role, 1), Failed(1, "mine"), Quit())
                assert (await stranger.refusal()).startswith("this account may not be")
                assert await stranger.next() is None
                await stranger.leave()
            with nobody():
                line = connected(path, encode(Quit()) + encode(Hello("tool", 1)))
            stranger = Guest(*await asyncio.open_unix_connection(sock=line))
            assert (await stranger.refusal()).startswith("only the accounts")
            assert (await stranger.shown("attract")).lockout_open
            for guest in (screen, stranger):
                await guest.leave()

    with open_folder() as folder:
        asyncio.run(body(folder))


def test_under_a_launcher_only_its_own_programs_have_a_role(tmp_path):
    async def body():
        roles = Roles.read({}, launcher=os.getpid())
        async with serving(tmp_path, roles) as path:
            for role in ("screen", "web", "fleet"):
                stranger = await Guest.enter(path)
                stranger.say(Hello(role, 1), Failed(1, "mine"), Quit())
                said = await stranger.refusal()
                assert said.startswith("`cabinet --sim` starts the ")
                assert said.endswith("begin with `cabinet --sim counter`")
                assert await stranger.next() is None
                await stranger.leave()
            tool = await Guest.enter(path, "tool")
            assert not (await tool.next(Snapshot)).lockout_open, "there is no screen"
            await tool.leave()

    asyncio.run(body())


def test_out_of_descriptors_it_counts_coins_and_accepts_later(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(server, "ACCEPT_PAUSE_S", 0.1)

    async def body():
        async with serving(tmp_path) as path:
            screen = await Guest.enter(path, "screen")
            await screen.shown("attract")
            with ExitStack() as stack:
                waiting = connected(path, encode(Hello("tool", 1)))
                stack.enter_context(waiting)
                with no_more_descriptors():
                    screen.say(Touch("coin.1", active=True))
                    await screen.shown("select", credits=1)
                    await until(lambda: "cannot accept" in caplog.text)
                loop = asyncio.get_running_loop()
                waiting.setblocking(False)
                said = await asyncio.wait_for(loop.sock_recv(waiting, 65536), 20)
                assert b'"type":"snapshot"' in said
            await screen.leave()

    asyncio.run(body())
    assert "Too many open files" in caplog.text


@contextmanager
def no_more_descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno(), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def shout_without_listening(path):
    loop = asyncio.get_running_loop()
    shout = encode(Hello("tool", 1)) + encode(Touch("x" * 500_000, active=True))
    with connected(path) as deaf:
        for _ in range(10 * MOST_UNSENT // len(shout)):
            await asyncio.wait_for(loop.sock_sendall(deaf, shout), 20)


@on_the_bus
async def test_who_reads_nothing_is_hung_up_on_and_the_others_are_served(path):
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        await shout_without_listening(path)
    tool = await Guest.enter(path, "tool")
    await tool.shown("attract")
    await tool.leave()


def test_a_flood_of_complaints_is_one_line_a_second(caplog):
    clock = VirtualClock(SECOND)
    sparse = SparseLog(clock)
    with caplog.at_level(logging.WARNING):
        for n in range(2500):
            sparse.warn(f"complaint {n}")
            clock.advance_to(clock.now() + MILLISECOND)
    assert caplog.messages == [
        "complaint 0",
        "complaint 1000 (999 like it before)",
        "complaint 2000 (999 like it before)",
    ]
