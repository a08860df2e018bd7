"""Half requests, idle lines and no descriptors left: everybody else is answered."""

import asyncio
import contextlib
import subprocess
import sys
from dataclasses import replace

from cabinet.web import program
from cabinet.web.doors import CONSOLE, PHONES
from tests.web.live.test_live import live, pictures

HALF = b"GET /p/x HTTP/1.1\r\nHost: x\r\nX-Half: "
WHOLE = b"GET /p/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
ATTACKER = ("127.0.0.9", 0)
PLENTY = (10_000, 10_000)


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
