"""The counter's loop over a real Unix socket: whatever a visitor does, it goes on."""

import asyncio
import socket
from pathlib import Path

import pytest

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.events import SECOND
from cabinet.core.inputs.decoder import Decoder
from cabinet.counter.active_screen import HEARTBEAT, MISSED_BEATS, OVERSLEPT
from cabinet.counter.counter import Counter
from cabinet.counter.loop import CounterLoop
from cabinet.counter.server import listening_socket
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import (
    Heartbeat,
    Panel,
    Quit,
    Touch,
    encode,
)
from cabinet.protocol.snapshot import Snapshot
from tests.counter.guests import EAGER, Guest, on_the_bus
from tests.counter.stand import WIRING


@on_the_bus
async def test_a_coin_becomes_a_credit_by_the_timer_alone(path):
    screen = await Guest.enter(path, "screen")
    await screen.shown("attract")
    screen.say(Touch("coin.1", active=True))
    shown = await screen.shown("select", credits=1)
    assert shown.books.coins == 1
    await screen.leave()


async def after_a_stall(folder, late, wake, *words):
    """Whether the slot is open after a stall in which the screen said some words.

    `late` is how long after the third missed heartbeat the counter goes on.
    """
    clock, ready = VirtualClock(SECOND), asyncio.Event()
    path = folder / "bus.sock"
    books = SqliteBooks(folder / "books.sqlite3", clock, "boot")
    port, decoder = SimPort(WIRING, clock), Decoder(EAGER.slots)
    counter = Counter(EAGER, books, port, decoder, clock, seed=7)
    service = CounterLoop(counter, clock, path)
    running = asyncio.create_task(service.run(ready.set))
    await asyncio.wait_for(ready.wait(), 20)
    screen = await Guest.enter(path, "screen")
    await screen.shown("attract")
    screen.say(*words)
    clock.advance_to(clock.now() + MISSED_BEATS * HEARTBEAT + late)
    wake(service)
    tool = await Guest.enter(path, "tool")
    shown = await tool.next(Snapshot)
    tool.say(Quit())
    await asyncio.wait_for(running, 20)
    for guest in (screen, tool):
        await guest.leave()
    return shown.lockout_open


@pytest.mark.parametrize("late", [0, OVERSLEPT // 5, OVERSLEPT // 2, OVERSLEPT])
@pytest.mark.parametrize(
    "wake", [CounterLoop.wake, CounterLoop.turn], ids=["wires", "timer"]
)
def test_a_screen_that_spoke_while_the_counter_stood_still_is_heard(
    tmp_path, wake, late
):
    """A coin wakes it, or a timer comes first, before it has read what was said.

    After SIGSTOP and SIGCONT the kernel interrupts the wait for input, and Python goes
    on as if nothing had come when the wait is over by then.
    """
    beat = Heartbeat(1, 0)
    assert asyncio.run(after_a_stall(tmp_path, late, wake, beat))


@pytest.mark.parametrize(
    "wake", [CounterLoop.wake, CounterLoop.turn], ids=["wires", "timer"]
)
def test_a_screen_that_said_nothing_meanwhile_is_gone(tmp_path, wake):
    assert not asyncio.run(after_a_stall(tmp_path, 0, wake))


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
        service = CounterLoop(counter, clock, tmp_path / "bus.sock")
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


@on_the_bus
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


@on_the_bus
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


@on_the_bus
async def test_half_a_line_and_gone_disturbs_nobody(path):
    for _ in range(20):
        guest = await Guest.enter(path)
        guest.shout(encode(Quit())[:-1])
        await guest.leave()
    tool = await Guest.enter(path, "tool")
    await tool.shown("attract")
    await tool.leave()


@on_the_bus
async def test_a_second_cabinet_on_the_same_bus_is_refused(path):
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
