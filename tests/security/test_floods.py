"""Half requests, idle lines and no descriptors left: everybody else is answered."""

import asyncio
import contextlib
import http.client
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from bench.siege import Visitor
from cabinet.web import program
from cabinet.web.doors import CONSOLE, PHONES
from tests.system.flooded import FLOOD, SEATS, play_under, six_phones
from tests.system.flooding import UNFINISHED
from tests.system.phones import PhoneCabinet
from tests.system.running import run_well
from tests.web.live.test_live import live, pictures

HALF = b"GET /p/x HTTP/1.1\r\nHost: x\r\nX-Half: "
WHOLE = b"GET /p/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
ATTACKER = ("127.0.0.9", 0)
PLENTY = (10_000, 10_000)
P95 = 50
FLOODED_S = 10


async def line_to(at, said, address=None):
    host, port = at.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=address)
    writer.write(said)
    await writer.drain()
    return reader, writer


async def ask(at):
    """The status line of a whole request, from an address that floods nobody."""
    reader, writer = await line_to(at, WHOLE)
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    return answer.split(b"\r\n")[0]


async def still_open(lines):
    """How many of them nobody has hung up on."""
    count = 0
    for reader, _ in lines:
        with contextlib.suppress(TimeoutError, ConnectionError):
            try:
                await asyncio.wait_for(reader.read(1), 0.02)
            except TimeoutError:
                count += 1
    return count


def test_half_requests_of_one_address_make_room_for_each_other(tmp_path, monkeypatch):
    caps = replace(PHONES, most=8, each=4, new=PLENTY)
    monkeypatch.setattr(program, "PHONES", caps)

    async def scene(web):
        flood = [await line_to(web.phones_at, HALF, ATTACKER) for _ in range(40)]
        assert await ask(web.phones_at) == b"HTTP/1.1 404 Not Found"
        assert await still_open(flood) <= caps.each
        for _, writer in flood:
            writer.close()

    live(tmp_path, scene)


def test_many_addresses_leave_room_for_one_more(tmp_path, monkeypatch):
    caps = replace(PHONES, most=6, each=4, new=PLENTY)
    monkeypatch.setattr(program, "PHONES", caps)

    async def scene(web):
        flood = [
            await line_to(web.phones_at, HALF, (f"127.0.0.{10 + n % 10}", 0))
            for n in range(40)
        ]
        assert await ask(web.phones_at) == b"HTTP/1.1 404 Not Found"
        assert await still_open(flood) <= caps.most
        for _, writer in flood:
            writer.close()

    live(tmp_path, scene)


def test_who_is_being_answered_never_makes_room(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "CONSOLE", replace(CONSOLE, each=3, new=PLENTY))

    async def scene(web):
        async with web.browser() as browser:
            flood = [await line_to(web.at, HALF) for _ in range(30)]
            await pictures(browser, 2)
            assert await still_open(flood) <= 3
            for _, writer in flood:
                writer.close()

    live(tmp_path, scene)


# A door in a process that may open only a few files more.
SCARCE = """
import asyncio, os, resource, socket, sys
from starlette.applications import Starlette
from cabinet.web.doors import PHONES, Door, DoorServer
from cabinet.web.program import _config, _listen
listening = _listen("127.0.0.1", 0)
config = _config(Starlette(), for_phones=True)
server = DoorServer(config, [Door(listening, PHONES, config)])
async def main():
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    most = len(os.listdir("/proc/self/fd")) + 6
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(listening.getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.should_exit = True
    await serving
asyncio.run(main())
"""


def test_a_program_without_descriptors_makes_room_and_answers():
    child = subprocess.Popen(
        [sys.executable, "-c", SCARCE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

    async def scene(at):
        flood = [await line_to(at, HALF, ATTACKER) for _ in range(30)]
        reader, writer = await line_to(at, WHOLE)
        answer = await asyncio.wait_for(reader.read(), 10)
        for _, each in [*flood, (reader, writer)]:
            each.close()
        return answer

    with child:
        at = f"127.0.0.1:{int(child.stdout.readline())}"
        assert asyncio.run(scene(at)).startswith(b"HTTP/1.1 404 ")
        child.stdin.close()
        assert child.wait(10) == 0


# A whole cabinet: five phones play, somebody floods, the owner looks at the page.


class Owner:
    """Opens the operator's page four times a second; how long each took, in ms."""

    def __init__(self, cabinet):
        self._at = f"127.0.0.1:{cabinet.page}"
        self._next = 0.0
        self.waits = []

    def __call__(self):
        began = time.monotonic()
        if began < self._next:
            return
        self._next = began + 0.25
        line = http.client.HTTPConnection(self._at, timeout=10)
        line.request("GET", "/login")
        assert line.getresponse().status in (200, 303)
        line.close()
        self.waits.append((time.monotonic() - began) * 1000)


def cookie_of(cabinet):
    """The owner of the cookie paired at the cabinet, as its operator does."""
    cabinet.tap("test")
    code = cabinet.until(lambda shown: shown.pairing).pairing
    visitor = Visitor(cabinet.page)
    form = {"code": code, "password": "correct horse", "again": "correct horse"}
    visitor.ask("/pair", form | {"token": visitor.token("/pair")})
    visitor.close()
    cabinet.tap("test")
    cabinet.until(lambda shown: shown.mode == "attract")
    return visitor.cookie


@pytest.mark.soak
@pytest.mark.parametrize("door", ["phones", "console"])
@pytest.mark.parametrize("kind", UNFINISHED)
def test_who_never_finishes_costs_players_and_owner_nothing(tmp_path, kind, door):
    """A thousand a second for ten seconds, of an address of its own."""
    if kind == "deaf" and door == "phones":
        pytest.skip("the phones' door has no websockets")
    with six_phones(tmp_path / "calm") as cabinet:
        calm = play_under(cabinet, None, FLOODED_S)
    (tmp_path / "flooded").mkdir()
    cabinet = PhoneCabinet(tmp_path / "flooded", SEATS)
    with run_well(cabinet):
        cookie = cookie_of(cabinet) if kind == "deaf" else ""
        cabinet.sit_down(SEATS)
        owner = Owner(cabinet)
        at = cabinet.page if door == "console" else None
        flooded = play_under(
            cabinet, kind, FLOODED_S, at=at, cookie=cookie, meanwhile=owner
        )
    slowest = max(owner.waits)
    print(  # noqa: T201
        f"\n{kind} at the door of {door}: calm {calm.said}; flooded {flooded.said}; "
        f"{len(owner.waits)} pages, slowest {slowest:.0f} ms"
    )
    assert sum(flooded.answers.values()) == FLOOD * FLOODED_S
    assert len(flooded.waits) >= 20
    assert len(owner.waits) >= 10
    assert slowest <= 1000
    assert flooded.p95 <= max(P95, 2 * calm.p95)
