"""The web program over a real bus, asked by a real HTTP client."""

import asyncio
import os
import socket

import httpx
import pytest

from cabinet.core.errors import BusyError
from cabinet.protocol.codec import Goodbye, encode
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.program import Listening, _listen, _serve
from cabinet.web.routes import Parts

SHOWN = Snapshot(
    mode="attract",
    name="Arkade",
    language="fr",
    credits=3,
    fraction=0,
    to_next_credit=100,
    credit_price=100,
    currency="EUR",
    free_play=False,
    lockout_open=True,
)


def test_a_taken_port_is_a_clear_error():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BusyError, match=f"port {port} on 127.0.0.1 is taken"):
            _listen("127.0.0.1", port)


def test_the_web_program_hears_what_the_bus_says_and_leaves_with_it(tmp_path):
    bus = tmp_path / "bus.sock"
    listening = Listening(_listen("127.0.0.1", 0), _listen("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.phones.getsockname()[1]}/p/nobody"
    parts = Parts()

    async def cabinet():
        hello = asyncio.Queue()

        async def visit(reader, writer):
            await hello.put(await reader.readline())
            writer.write(encode(SHOWN))
            await bye.wait()
            writer.write(encode(Goodbye()))
            writer.close()

        bye = asyncio.Event()
        async with await asyncio.start_unix_server(visit, str(bus)):
            serving = _serve(listening, bus, "fr", parts=parts)
            web = asyncio.create_task(serving)
            said = await asyncio.wait_for(hello.get(), 10)
            async with httpx.AsyncClient() as client:
                answer = await client.get(url)
                while parts.snapshot is None:
                    answer = await client.get(url)
            bye.set()
            await asyncio.wait_for(web, 10)
        return said, answer.status_code

    said, status = asyncio.run(cabinet())
    assert f'"pid":{os.getpid()}'.encode() in said
    assert parts.snapshot == SHOWN
    assert status == 404
