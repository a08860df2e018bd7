"""Errands of the counter's loop: one after the other, while it goes on."""

import asyncio

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.inputs.decoder import Decoder
from cabinet.counter.counter import Counter
from cabinet.counter.loop import CounterLoop
from cabinet.counter.settings_reload import SettingsReload
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Goodbye, Heartbeat, Quit, Refused
from cabinet.protocol.operator import Adopted, Edit, Look, Menu, Reload
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import HOUSE, WIRING
from tests.counter.test_loop import Guest
from tests.counter.test_settings_reload import DEARER


class SlowSettingsWorker:
    """Answers when the test says so: the house, or an error."""

    def __init__(self):
        self.asked = asyncio.Queue()
        self.answers = asyncio.Queue()

    async def ask(self, request):
        await self.asked.put(request)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return SettingsReload(answer, Menu(outputs=("lockout",)), ("x: 1 → 2",))


def with_a_desk(test):
    """Run a coroutine test with a settings worker, and a connection beside it."""

    def run(tmp_path):
        asyncio.run(asyncio.wait_for(_serve(test, tmp_path), 20))

    run.__name__ = test.__name__
    return run


async def _serve(test, folder, worker=...):
    clock, path = SystemClock(), folder / "bus.sock"
    books = SqliteBooks(folder / "books.sqlite3", clock, "boot")
    port, decoder = SimPort(WIRING, clock), Decoder(HOUSE.slots)
    counter = Counter(HOUSE, books, port, decoder, clock, seed=7)
    worker = SlowSettingsWorker() if worker is ... else worker
    ready, guests = asyncio.Event(), []

    async def enter(role):
        guests.append(await Guest.enter(path, role))
        return guests[-1]

    service = CounterLoop(counter, clock, path, worker=worker)
    running = asyncio.create_task(service.run(ready.set))
    await ready.wait()
    await test(worker, enter)
    last = await enter("tool")
    last.say(Quit())
    assert await last.next(Goodbye) == Goodbye()
    for guest in guests:
        await guest.leave()
    await running


@with_a_desk
async def test_who_asks_is_answered_and_everybody_sees_the_new_price(worker, enter):
    screen = await enter("screen")
    tool = await enter("tool")
    tool.say(Reload("anna"))
    assert await worker.asked.get() == Reload("anna")
    await worker.answers.put(DEARER)
    assert await tool.next(Adopted) == Adopted(("x: 1 → 2",))
    assert await screen.next(Menu) == Menu(outputs=("lockout",))
    while (await tool.next(Snapshot)).credit_price != 200:
        pass


@with_a_desk
async def test_while_the_file_is_read_the_counter_goes_on(worker, enter):
    screen = await enter("screen")
    await screen.next(Snapshot)
    tool = await enter("tool")
    tool.say(Edit({"a": "1"}, "anna"))
    await worker.asked.get()
    screen.say(Heartbeat(1, 0))
    other = await enter("tool")
    assert (await other.next(Snapshot)).credit_price == 100
    await worker.answers.put(CabinetError("cabinet.yaml:3:1: no such setting"))
    assert await tool.refusal() == "cabinet.yaml:3:1: no such setting"


@with_a_desk
async def test_two_who_ask_are_answered_in_turn(worker, enter):
    one, other = [await enter("tool") for _ in range(2)]
    one.say(Reload("anna"))
    first = await worker.asked.get()
    other.say(Edit({"a": "1"}, "ben"))
    await other.next(Snapshot)
    assert worker.asked.empty()
    await worker.answers.put(CabinetError("no"))
    await worker.answers.put(DEARER)
    assert first == Reload("anna")
    assert await one.refusal() == "no"
    assert await other.next(Adopted)


@with_a_desk
async def test_a_cabinet_that_ends_does_not_wait_for_its_desk(worker, enter):
    tool = await enter("tool")
    tool.say(Look())
    await worker.asked.get()


def test_a_counter_without_a_desk_says_so(tmp_path):
    async def ask(_, enter):
        tool = await enter("tool")
        tool.say(Look())
        assert isinstance(await tool.next(Refused), Refused)

    asyncio.run(asyncio.wait_for(_serve(ask, tmp_path, worker=None), 20))
